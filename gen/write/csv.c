/* CSV that reads back as a table: fields, headings, the numbers of a chart. */
#include "write/csv.h"

#include <math.h>

#include "base/num.h"
#include "units/date.h"

void
wkw_csv_text(wkb_out *out, wkb_str s)
{
    const bool quotes = wkb_find(s, ',') < s.n || wkb_find(s, '"') < s.n ||
                        wkb_find(s, '\n') < s.n || wkb_find(s, '\r') < s.n;
    if (!quotes) {
        wkb_put(out, s);
        return;
    }
    wkb_putc(out, '"');
    while (s.n) {
        const size_t n = wkb_find(s, '"');
        wkb_put(out, wkb_sub(s, 0, n));
        if (n < s.n)
            wkb_puts(out, "\"\"");
        s = wkb_sub(s, n + (n < s.n), s.n);
    }
    wkb_putc(out, '"');
}

void
wkw_csv_number(wkb_out *out, double v)
{
    char text[WKB_NUM_MAX];
    const wkb_dec d = wkb_dec_rounded(v);
    wkb_put(out, (wkb_str){text, wkb_dec_write(text, &d)});
}

void
wkw_csv_unit(wkb_out *out,
             const wku_units *u,
             const wku_axes *axes,
             const wku_type *t)
{
    char text[256];
    wkb_fixed fixed = {text, sizeof text, 0};
    wkb_out unit = wkb_out_to(wkb_put_fixed, &fixed);
    wku_unit_put(&unit, u, &t->unit);
    if (fixed.n == 0)
        return;
    wkb_print(out, " [%S", (wkb_str){text, fixed.n});
    for (size_t axis = 0; axis < axes->n; axis++) {
        const unsigned tag = wku_tag(t->quals, axis);
        if (tag)
            wkb_print(out, " %S", wku_tag_name(axes, axis, tag));
    }
    wkb_putc(out, ']');
}

/* ---- of a chart ---- */

enum { LONGEST_WORD = 64 };

/* What the column may be called: a quantity's name as a word. */
static wkb_str
word_of(char to[LONGEST_WORD], wkb_str name)
{
    size_t n = 0;
    for (size_t i = 0; i < name.n && n < LONGEST_WORD; i++) {
        const char c = name.p[i];
        if (wkb_is_letter(c) || wkb_is_digit(c))
            to[n++] = wkb_lower(c);
        else if (n && to[n - 1] != '_')
            to[n++] = '_';
    }
    while (n && to[n - 1] == '_')
        n--;
    return (wkb_str){to, n};
}

/* Words that mean something as a heading, beside those of the language. */
static bool
is_taken(wkb_str word)
{
    static const char *const words[] = {
        "id", "source", "locator", "status", "note"};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(word, wkb_str_of(words[i])))
            return true;
    }
    return !wkb_is_word(word) || wku_is_language_word(word);
}

static void
put_head(wkb_out *out,
         const wkt_channel *ch,
         wkb_str word,
         const wku_units *u,
         const wku_axes *axes)
{
    wkb_put(out, word);
    if (ch->type.kind == WKU_NUMBER)
        wkw_csv_unit(out, u, axes, &ch->type);
    else if (ch->type.kind == WKU_DATE)
        wkb_puts(out, " [date]");
    else if (!wkb_str_eq(word, WKB_STR("name")))
        wkb_puts(out, " [text]");
}

static void
put_heads(wkb_out *out,
          const wkt_chart *c,
          const size_t *column,
          size_t n,
          const wku_units *u,
          const wku_axes *axes)
{
    char text[WKT_SHOWN][LONGEST_WORD];
    wkb_str word[WKT_SHOWN];
    for (size_t k = 0; k < n; k++) {
        const wkt_channel *ch = &c->channel[column[k]];
        word[k] = word_of(text[k],
                          ch->quantity.n                ? ch->quantity
                          : ch->type.kind == WKU_NUMBER ? WKB_STR("value")
                                                        : WKB_STR("part"));
        bool is_free = !is_taken(word[k]);
        for (size_t i = 0; i < k; i++)
            is_free = is_free && !wkb_str_eq(word[i], word[k]);
        if (!is_free)
            word[k] = ch->name;
        if (k)
            wkb_putc(out, ',');
        put_head(out, ch, word[k], u, axes);
    }
    wkb_putc(out, '\n');
}

/* 40, 38..43, 40 [38..43] */
static void
put_number(wkb_out *out, const wku_num *n, double factor)
{
    const bool is_range = wku_is_range(n);
    if (!isnan(n->v))
        wkw_csv_number(out, n->v / factor);
    if (!is_range)
        return;
    wkb_puts(out, isnan(n->v) ? "" : " [");
    wkw_csv_number(out, n->lo / factor);
    wkb_puts(out, "..");
    wkw_csv_number(out, n->hi / factor);
    wkb_puts(out, isnan(n->v) ? "" : "]");
}

static void
put_cell(wkb_out *out, const wkt_channel *ch, size_t row)
{
    if (ch->type.kind == WKU_NUMBER)
        put_number(out, &ch->num[row], ch->type.unit.factor);
    else if (ch->type.kind == WKU_DATE && !isnan(ch->num[row].v))
        wku_date_put(out, ch->num[row].v);
    else if (ch->type.kind != WKU_DATE && ch->answer[row].value.status == WK_OK)
        wkw_csv_text(out, ch->text[row]);
}

void
wkw_csv_chart(wkb_out *out,
              const wkt_chart *c,
              const wku_units *u,
              const wku_axes *axes)
{
    size_t column[WKT_SHOWN];
    const size_t n = wkt_chart_columns(c, column);
    put_heads(out, c, column, n, u, axes);
    for (size_t i = 0; i < c->n_rows; i++) {
        for (size_t k = 0; k < n; k++) {
            if (k)
                wkb_putc(out, ',');
            put_cell(out, &c->channel[column[k]], i);
        }
        wkb_putc(out, '\n');
    }
}
