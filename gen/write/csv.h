/* CSV that reads back as a table. */
#ifndef WKW_CSV_H
#define WKW_CSV_H

#include "compose/chart.h"

/* A field, in quotes where it needs them. */
void wkw_csv_text(wkb_out *out, wkb_str s);
/* A number with twelve significant digits. */
void wkw_csv_number(wkb_out *out, double v);
/* " [unit qualifier]" of a number that has either. */
void wkw_csv_unit(wkb_out *out,
                  const wku_units *u,
                  const wku_axes *axes,
                  const wku_type *t);

/* The numbers of a chart: a column each, in its unit; not known is empty. */
void wkw_csv_chart(wkb_out *out,
                   const wkt_chart *c,
                   const wku_units *u,
                   const wku_axes *axes);

#endif
