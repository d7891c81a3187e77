/* JSON out: escaping, commas, numbers rounded to what is stored. */
#include "base/json.h"

#include <math.h>

#include "base/num.h"
#include "base/str.h"

static void
put_string(wkb_out *out, wkb_str s)
{
    static const char hex[] = "0123456789abcdef";
    size_t plain = 0, i = 0;
    wkb_putc(out, '"');
    while (i < s.n) {
        uint32_t cp;
        const unsigned char c = (unsigned char)s.p[i];
        if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
            i++; /* as most are */
            continue;
        }
        const size_t n = c < 0x80 ? 1 : wkb_utf8(wkb_sub(s, i, s.n), &cp);
        if (n && c >= 0x80) {
            i += n;
            continue;
        }
        wkb_put(out, wkb_sub(s, plain, i));
        if (c == '"' || c == '\\') {
            wkb_putc(out, '\\');
            wkb_putc(out, (char)c);
        } else if (n == 0) {
            wkb_puts(out, "\xef\xbf\xbd"); /* no JSON spells a bad byte */
        } else {
            const char u[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
            wkb_put(out, (wkb_str){u, 6});
        }
        plain = ++i;
    }
    wkb_put(out, wkb_sub(s, plain, s.n));
    wkb_putc(out, '"');
}

static void
lead(wkb_json *j, const char *key)
{
    if (j->more)
        wkb_putc(j->out, ',');
    j->more = true;
    if (key) {
        put_string(j->out, wkb_str_of(key));
        wkb_putc(j->out, ':');
    }
}

void
wkb_json_begin(wkb_json *j, const char *key, char bracket)
{
    lead(j, key);
    wkb_putc(j->out, bracket);
    j->more = false;
}

void
wkb_json_end(wkb_json *j, char bracket)
{
    wkb_putc(j->out, bracket);
    j->more = true;
}

void
wkb_json_str(wkb_json *j, const char *key, wkb_str value)
{
    lead(j, key);
    put_string(j->out, value);
}

void
wkb_json_num(wkb_json *j, const char *key, double value)
{
    lead(j, key);
    if (isfinite(value))
        wkb_put_num(j->out, wkb_round(value));
    else
        wkb_puts(j->out, "null");
}

void
wkb_json_bool(wkb_json *j, const char *key, bool value)
{
    lead(j, key);
    wkb_puts(j->out, value ? "true" : "false");
}

void
wkb_json_null(wkb_json *j, const char *key)
{
    lead(j, key);
    wkb_puts(j->out, "null");
}

void
wkb_json_line(wkb_json *j)
{
    if (j->more)
        wkb_putc(j->out, ',');
    wkb_putc(j->out, '\n');
    j->more = false;
}
