/* YAML as a small tree with places: front matter, directives, site.yaml. */
#ifndef WKT_YAML_H
#define WKT_YAML_H

#include "base/diag.h"

enum {
    WKT_YAML_DEPTH = 16,      /* levels of nesting */
    WKT_YAML_NODES = 1 << 16, /* of one text */
    WKT_YAML_BYTES = 1 << 20
};

typedef enum wkt_yaml_kind {
    WKT_YAML_SCALAR,
    WKT_YAML_LIST,
    WKT_YAML_MAP
} wkt_yaml_kind;

typedef struct wkt_yaml {
    wkt_yaml_kind kind;
    wkb_str text;  /* of a scalar, quotes and escapes undone */
    wkb_span at;   /* where it stands, quotes left out */
    bool verbatim; /* the bytes at `at` are the text: what is parsed further
                      has exact places */
    bool quoted;   /* "true" is a text where true is not */
    wkb_str key;   /* of a member of a map */
    wkb_span key_at;
    struct wkt_yaml *child, *next; /* members, items, in their order */
} wkt_yaml;

/*
 * Reads the bytes of a file at a span as one YAML document, borrowed as long
 * as the tree. A text of nothing but comments gives a map without members.
 * Refused, each at its place: what YAML does not allow, tabs in indentation,
 * anchors, aliases, tags, directives, a second document, keys that are no
 * plain texts or that stand there twice. Status of the last fault; *out is
 * NULL then.
 * Memory of libyaml is malloc's.
 */
wk_status wkt_yaml_read(
    wkt_yaml **out, wkb_arena *a, wkb_str bytes, wkb_span text, wkb_diag *d);

/* The member of a map, or NULL. */
const wkt_yaml *wkt_yaml_find(const wkt_yaml *map, const char *key);
/* Reports every key that is not one of the n known, with the nearest. */
wk_status wkt_yaml_unknown(const wkt_yaml *map,
                           const char *const *known,
                           size_t n_known,
                           wkb_diag *d);
/* WK_OK if the node is of that kind; else reports what is expected. */
wk_status
wkt_yaml_expect(const wkt_yaml *node, wkt_yaml_kind kind, wkb_diag *d);
/* true or false, as YAML 1.2 has them; anything else is refused. */
wk_status wkt_yaml_bool(bool *out, const wkt_yaml *node, wkb_diag *d);

#endif
