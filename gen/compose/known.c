/* Names that may hold digits: a number within one is none of the prose. */
#include "compose/compose.h"

/* A run of digits in a name, and the next like it in another, or there. */
struct wkt_run {
    uint32_t name, at, next; /* next: its index and 1; 0: it is the last */
};

void
wkt_known_init(wkt_known *k, wkb_arena *a)
{
    *k = (wkt_known){.arena = a};
    wkb_pool_init(&k->name, a);
    wkb_pool_init(&k->digits, a);
}

static wkb_str
run_at(wkb_str s, size_t at)
{
    size_t end = at;
    while (end < s.n && wkb_is_digit(s.p[end]))
        end++;
    return wkb_sub(s, at, end);
}

static wk_status
add_run(wkt_known *k, uint32_t name, wkb_str text, size_t at)
{
    uint32_t number = 0;
    WKB_TRY(wkb_intern(&k->digits, run_at(text, at), false, &number));
    if (number == k->first.n && !WKB_PUSH(k->arena, &k->first))
        return WK_ENOMEM;
    wkt_run *run = WKB_PUSH(k->arena, &k->run);
    if (!run)
        return WK_ENOMEM;
    *run = (wkt_run){name, (uint32_t)at, k->first.item[number]};
    k->first.item[number] = (uint32_t)k->run.n;
    return WK_OK;
}

/* A number of the prose begins behind no letter and no digit. */
static wk_status
add_name(wkt_known *k, wkb_str name)
{
    uint32_t number = 0;
    const size_t n_before = k->name.text.n;
    size_t i = 0;
    while (i < name.n && !wkb_is_digit(name.p[i]))
        i++;
    if (i == name.n)
        return WK_OK;
    WKB_TRY(wkb_intern(&k->name, name, false, &number));
    if (number < n_before)
        return WK_OK;
    for (; i < name.n; i++) {
        const bool inside =
            i && (wkb_is_letter(name.p[i - 1]) || wkb_is_digit(name.p[i - 1]));
        if (wkb_is_digit(name.p[i]) && !inside)
            WKB_TRY(add_run(k, number, name, i));
    }
    return WK_OK;
}

/* The terms of the site, the names of rows. */
static wk_status
gather(wkt_known *k, const wkl_tables *t, const wkt_site *site)
{
    for (size_t i = 0; i < site->n_terms; i++)
        WKB_TRY(add_name(k, site->term[i]));
    for (size_t i = 0; i < t->table.n; i++) {
        const wkl_table *of = t->table.item[i];
        for (uint32_t row = 0; row < of->n_row; row++) {
            if (of->name_column == WKL_NONE || of->is_built_in)
                break;
            WKB_TRY(add_name(k, wkl_text(t, &of->col[of->name_column], row)));
        }
    }
    k->is_made = true;
    return WK_OK;
}

/* A name that covers text[begin, end) stands so that its run of digits lies on
 * that at begin; the two are as long, since what follows them is the same. */
wk_status
wkt_is_in_name(wkt_page *p, wkb_str text, size_t begin, size_t end, bool *is)
{
    wkt_known *k = p->known;
    *is = false;
    if (!k->is_made) {
        wkt_known_init(k, k->arena);
        WKB_TRY(gather(k, p->env->tables, p->t->site));
    }
    const uint32_t number = wkb_interned(&k->digits, run_at(text, begin));
    uint32_t next = number == UINT32_MAX ? 0 : k->first.item[number];
    for (; next && !*is; next = k->run.item[next - 1].next) {
        const wkt_run *run = &k->run.item[next - 1];
        const wkb_str name = k->name.text.item[run->name];
        *is = run->at <= begin && begin - run->at + name.n >= end &&
              wkb_starts(wkb_sub(text, begin - run->at, text.n), name);
    }
    return WK_OK;
}
