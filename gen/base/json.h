/* JSON out: one line, keys in the order they are written. */
#ifndef WKB_JSON_H
#define WKB_JSON_H

#include "base/out.h"

typedef struct wkb_json {
    wkb_out *out;
    bool more; /* something stands before at this level: a comma is due */
} wkb_json;

/* key NULL inside arrays and at the top. */
void wkb_json_begin(wkb_json *j, const char *key, char bracket); /* { or [ */
void wkb_json_end(wkb_json *j, char bracket);                    /* } or ] */
void wkb_json_str(wkb_json *j, const char *key, wkb_str value);
void wkb_json_num(wkb_json *j, const char *key, double value); /* NaN: null */
void wkb_json_bool(wkb_json *j, const char *key, bool value);
void wkb_json_null(wkb_json *j, const char *key);
/* What comes next begins a line; its comma stands at the end of this one. */
void wkb_json_line(wkb_json *j);

#endif
