/* Each job of the library with the 1st, 2nd, ... allocation failing until it
 * gets through, and with ever more bytes to live in; sinks and readers that
 * fail. Always the status that says so, no other fault, and nothing kept. */
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "workings.h"

/* A project that uses all there is. */
static const struct {
    const char *name, *bytes;
} files[] = {
    {"units.csv", "unit,definition,prefixes,note\nrack,,up,\nsprint,14 d,,x\n"},
    {"qualifiers.csv",
     "axis,qualifier,lives_on,factor,restate\n"
     "shift,day,time,1,\nshift,night,time,2,\n"},
    {"sources.csv",
     "id,authors,title,year,url,accessed,note\n"
     "maker-2024,A. Maker,Data sheet,2024,https://a.example,2024-05-06,\n"
     "list,,\"Price list, \"\"final\"\"\",,,,background\n"},
    {"formats.csv", "id,stored [B/param]\nwide,2\nslim,0.5\n"},
    {"chips.csv",
     "id,name,kind,launched [date],tdp [W],memory [GB],bandwidth [TB/s],"
     "link [GB/s both_ways],load [%],next [@chips],own [any],made [expr],"
     "source,tdp.source,locator\n"
     "old,Old chip,gpu,2020-05,400,40,1.5,600,30..35,new,15.3 %,"
     "\"chips.new.memory * 2 to GB\",maker-2024,list,page 2\n"
     "new,\"New, \"\"better\"\" chip\",gpu,2024-03-05,700 [650..750],80 GiB,"
     "3.35,900,38..43,,5 GB,chips.old.tdp / 2,maker-2024; list,,table 1\n"
     "odd,Odd chip,tpu,2022,,16,0.8,,,old,,,maker-2024,,\n"},
    {"peaks.csv",
     "chip [@chips],format [@formats],dense [TFLOP/s dense peak],"
     "sparse [TFLOP/s sparse peak],source\n"
     "old,wide,312,624,maker-2024\nnew,wide,989.4,1978.9,maker-2024\n"
     "new,slim,3958,,maker-2024\n"},
    {"rivals.csv",
     "table,row,column,value,source,locator,note\n"
     "chips,new,tdp,680,list,,\n"
     "peaks,\"chip = \"\"new\"\", format = \"\"wide\"\"\",dense,1000,list,,\n"},
    {"bands.csv", "id,holds [expr]\none,chips.old.tdp <= 400 W\n"},
    {"claims.csv",
     "id,expression [expr],stated [text],verdict,why\n"
     "one,chips.old.tdp,~ 400 W,holds,\n"
     "two,chips.old.tdp * 2,~ 700 W,rounds differently,too much\n"},
    {"guesses.csv",
     "measurement [@chips],quantity [text],expression [expr],bound [text],"
     "note\n"
     "old,tdp,chips.old.memory / 40 GB * 300 W,ceiling,warm\n"
     "new,tdp,700 W,,\nodd,tdp,300 W,,\nold,memory,41 GB,ceiling,\n"
     "old,bandwidth,2 TB/s,ceiling,\nold,link,500 GB/s as both_ways,,\n"
     "old,load,20 %,,\nnew,memory,90 GB,,\nnew,bandwidth,3 TB/s,floor,\n"
     "new,load,50 %,,\nnew,link,,,left out\n"},
    {"shop.formulas",
     "## Peak of a chip.\n## source: maker-2024, p. 3\n"
     "peak(c: chips, f: formats = formats.wide) -> TFLOP/s as dense =\n"
     "    peaks[chip = c, format = f].dense\n"
     "time(n: FLOP, c: chips, share: % = 40 %) -> s = n / (peak(c) * share)\n"
     "link(n: B, b: GB/s as one_way) -> s = n / b\n"
     "busy(c: chips) -> s = time(1e15 FLOP, c, c.load)\n"},
};
enum { N_FILES = sizeof files / sizeof files[0] };

static const char *const asked[] = {
    "16 GB / chips.new.bandwidth | ms 2sf",
    "busy(chips.new)",
    "38..43 % * peak(chips.new) ~ 376..425 TFLOP/s",
    "\"large\" when max(memory of chips where kind = \"gpu\") > 40 GB",
    "count(chips where tdp > 300 W sort by launched desc limit 2)",
    "first(chips sort by name).next.bandwidth ?? 1 TB/s",
    "solve(n, 1..100, n * 1 GB, chips.old.memory)",
    "if(known(chips.odd.tdp), 1, erlang_b(3, 5))",
    "holds(chips.old.tdp, \"~ 400 W\")",
    "chips.old.made + chips.new.own",
    "link(1 GB, chips.new.link to one_way) to ms",
    "median(tdp / memory of chips where known(tdp))",
    "chips.new.launched - chips.old.launched",
    "increase(3 USD/h, chips.old.load) * 1 sprint to USD",
    "chips.odd.tdp",
    "ratio(chips.new.link, 50 GB/s as one_way)",
};
enum { N_ASKED = sizeof asked / sizeof asked[0] };

/* Memory that ends: after some allocations, or after some bytes. */
typedef struct memory {
    size_t n, fail_at; /* 0: none fails */
    size_t held;       /* bytes not given back */
} memory;

static void *
allocate(void *ud, void *p, size_t old_n, size_t new_n)
{
    memory *m = ud;
    if (new_n == 0) {
        m->held -= old_n;
        free(p);
        return NULL;
    }
    if (++m->n == m->fail_at)
        return NULL;
    void *q = realloc(p, new_n);
    m->held += q ? new_n - old_n : 0;
    return q;
}

/* Where a job runs, and what it hears. */
typedef struct bench {
    memory m;
    size_t max_bytes;
    wk_status other; /* a fault that is not the one expected */
    wk_status expected;
    size_t n_puts, put_fails_at; /* of the sink; 0: none */
    size_t n_reads, read_fails_at;
    uint64_t said; /* a hash of all that came out */
} bench;

static void
mix(bench *b, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        b->said = (b->said ^ (unsigned char)bytes[i]) * 1099511628211u;
}

static void
hear(void *ud, const wk_diag *d)
{
    bench *b = ud;
    if (d->level == WK_LEVEL_ERROR && d->status != b->expected)
        b->other = d->status;
    if (d->level != WK_LEVEL_ERROR)
        mix(b, d->message, strlen(d->message));
}

static wk_status
sink(void *ud, const char *bytes, size_t n)
{
    bench *b = ud;
    mix(b, bytes, n);
    return ++b->n_puts == b->put_fails_at ? WK_ESTOP : WK_OK;
}

static wk_options
options(bench *b)
{
    wk_options o = WK_OPTIONS_INIT;
    o.diag = hear;
    o.diag_ud = b;
    o.alloc = allocate;
    o.alloc_ud = &b->m;
    o.max_bytes = b->max_bytes;
    o.fonts = test_fonts();
    return o;
}

static wk_status
add(wk_project *p, size_t i)
{
    char name[32] = "";
    const char *point = strchr(files[i].name, '.');
    const char *bytes = files[i].bytes;
    memcpy(name, files[i].name, (size_t)(point - files[i].name));
    return strcmp(point, ".csv") == 0
               ? wk_add_csv(p, name, bytes, strlen(bytes))
               : wk_add_formulas(p, name, bytes, strlen(bytes));
}

static wk_status
open_from_memory(wk_project **out, bench *b)
{
    const wk_options o = options(b);
    wk_status s = wk_open(out, &o);
    for (size_t i = 0; i < N_FILES && s == WK_OK; i++)
        s = add(*out, i);
    return s == WK_OK ? wk_load(*out) : s;
}

static wk_status
list(void *ud, const char *folder, wk_name_fn each, void *each_ud)
{
    bench *b = ud;
    assert_string_equal(folder, "data");
    for (size_t i = 0; i < N_FILES; i++) {
        if (++b->n_reads == b->read_fails_at)
            return WK_ESYSTEM;
        const wk_status s = each(each_ud, files[i].name);
        if (s != WK_OK)
            return s;
    }
    return WK_OK;
}

static wk_status
read_one(void *ud, const char *path, wk_sink_fn put, void *put_ud)
{
    bench *b = ud;
    size_t i = 0;
    while (strcmp(files[i].name, path + strlen("data/")) != 0)
        i++;
    for (const char *at = files[i].bytes; *at; at += 40) {
        if (++b->n_reads == b->read_fails_at)
            return WK_ESYSTEM;
        const size_t left = strlen(at);
        const wk_status s = put(put_ud, at, left < 40 ? left : 40);
        if (s != WK_OK || left <= 40)
            return s;
    }
    return WK_OK;
}

static wk_status
job_open_files(wk_project **out, bench *b)
{
    const wk_options o = options(b);
    const wk_files from = {sizeof from, list, read_one, b};
    const wk_status s = wk_open_files(out, &from, &o);
    assert_true((s == WK_OK) == (*out != NULL));
    return s;
}

static wk_status
each_asked(bench *b,
           wk_project *p,
           wk_status (*show)(wk_project *,
                             const char *,
                             size_t,
                             wk_format,
                             wk_sink_fn,
                             void *),
           wk_format format)
{
    for (size_t i = 0; i < N_ASKED; i++) {
        const wk_status s =
            show(p, asked[i], strlen(asked[i]), format, sink, b);
        if (s != WK_OK)
            return s;
    }
    return WK_OK;
}

static wk_status
job_eval(wk_project **out, bench *b)
{
    const wk_status s = open_from_memory(out, b);
    return s == WK_OK ? each_asked(b, *out, wk_eval, WK_TEXT) : s;
}

static wk_status
job_eval_json(wk_project **out, bench *b)
{
    const wk_status s = open_from_memory(out, b);
    return s == WK_OK ? each_asked(b, *out, wk_eval, WK_JSON) : s;
}

static wk_status
job_explain(wk_project **out, bench *b)
{
    const wk_status s = open_from_memory(out, b);
    return s == WK_OK ? each_asked(b, *out, wk_explain, WK_COLOR) : s;
}

static wk_status
job_explain_json(wk_project **out, bench *b)
{
    const wk_status s = open_from_memory(out, b);
    return s == WK_OK ? each_asked(b, *out, wk_explain, WK_JSON) : s;
}

static wk_status
job_get(wk_project **out, bench *b)
{
    wk_value v;
    wk_status s = open_from_memory(out, b);
    for (size_t i = 0; i < N_ASKED && s == WK_OK; i++) {
        s = wk_get(&v, *out, asked[i], strlen(asked[i]));
        if (s != WK_OK)
            break;
        mix(b, v.text, strlen(v.text));
        mix(b, v.unit, strlen(v.unit));
        for (size_t k = 0; k < v.n_sources; k++)
            mix(b, v.sources[k], strlen(v.sources[k]));
    }
    return s;
}

static wk_status
job_check(wk_project **out, bench *b)
{
    wk_check_report report;
    const wk_status s = open_from_memory(out, b);
    if (s != WK_OK)
        return s;
    memset(&report, 0, sizeof report);
    const wk_status checked = wk_check(&report, *out);
    mix(b, (const char *)&report, sizeof report);
    return checked;
}

static wk_status
job_validate(wk_project **out, bench *b)
{
    wk_status s = open_from_memory(out, b);
    for (int json = 0; json < 2 && s == WK_OK; json++)
        s = wk_validate(*out, "next.name", json ? WK_JSON : WK_TEXT, sink, b);
    return s;
}

static wk_status
job_uses(wk_project **out, bench *b)
{
    static const char cell[] = "chips.new.memory";
    wk_status s = open_from_memory(out, b);
    for (int json = 0; json < 2 && s == WK_OK; json++)
        s = wk_uses(
            *out, cell, sizeof cell - 1, json ? WK_JSON : WK_TEXT, sink, b);
    return s;
}

static wk_status
job_fmt(wk_project **out, bench *b)
{
    const char *text = files[N_FILES - 1].bytes;
    const wk_options o = options(b);
    const wk_status s = wk_open(out, &o);
    return s == WK_OK ? wk_fmt(*out, text, strlen(text), sink, b) : s;
}

static wk_status
job_chart(wk_project **out, bench *b)
{
    static const char block[] = "type: bar\ntitle: Power {{ chips.old.tdp }}\n"
                                "data: chips\nx: name\ny: tdp\n";
    wk_chart *c = NULL;
    wk_status s = open_from_memory(out, b);
    if (s == WK_OK)
        s = wk_chart_new(&c, *out, "c.yaml", block, sizeof block - 1, NULL);
    if (s == WK_OK)
        s = wk_chart_write(c, WK_SVG, sink, b);
    wk_chart_free(c);
    return s;
}

typedef wk_status (*job)(wk_project **out, bench *b);
static const struct {
    const char *name;
    job run;
} jobs[] = {
    {"open_files", job_open_files},
    {"eval", job_eval},
    {"eval json", job_eval_json},
    {"explain", job_explain},
    {"explain json", job_explain_json},
    {"get", job_get},
    {"check", job_check},
    {"validate", job_validate},
    {"uses", job_uses},
    {"fmt", job_fmt},
    {"chart", job_chart},
};
enum { N_JOBS = sizeof jobs / sizeof jobs[0] };

/* What a job says when nothing fails. */
static uint64_t
said_by(size_t i)
{
    bench b = {0};
    wk_project *p = NULL;
    assert_int_equal(jobs[i].run(&p, &b), WK_OK);
    wk_close(p);
    return b.said;
}

/* Runs a job; whether it got through, saying all, else it failed as expected.
 */
static bool
gets_through(size_t i, bench *b)
{
    wk_project *p = NULL;
    const wk_status s = jobs[i].run(&p, b);
    wk_close(p);
    if (s != WK_OK && s != b->expected)
        fail_msg("%s: status %s", jobs[i].name, wk_status_word(s));
    if (b->other != WK_OK)
        fail_msg("%s: fault %s", jobs[i].name, wk_status_word(b->other));
    if (b->m.held)
        fail_msg("%s: %zu bytes kept", jobs[i].name, b->m.held);
    if (s == WK_OK && b->said != said_by(i))
        fail_msg("%s: says something else", jobs[i].name);
    return s == WK_OK;
}

static void
test_each_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_JOBS; i++) {
        size_t at = 1;
        for (;; at++) {
            bench b = {.m = {.fail_at = at}, .expected = WK_ENOMEM};
            if (gets_through(i, &b))
                break;
            assert_true(at < 100000);
        }
        assert_true(at > 1);
    }
}

static size_t
step(size_t bytes)
{
    return bytes < 40000 ? 48 : bytes < 300000 ? 1008 : 20016;
}

/* Blocks are large: only a limit on bytes makes each piece of them fail. */
static void
test_each_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_JOBS; i++) {
        for (size_t bytes = 1000;; bytes += step(bytes)) {
            bench b = {.max_bytes = bytes, .expected = WK_ENOMEM};
            if (gets_through(i, &b))
                break;
            assert_true(bytes < 10000000);
        }
    }
}

static void
test_each_put(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_JOBS; i++) {
        for (size_t at = 1;; at++) {
            bench b = {.put_fails_at = at, .expected = WK_ESTOP};
            if (gets_through(i, &b))
                break;
            assert_true(at < 100000);
        }
    }
}

static void
test_each_read(void **state)
{
    (void)state;
    for (size_t at = 1;; at++) {
        bench b = {.read_fails_at = at, .expected = WK_ESYSTEM};
        if (gets_through(0, &b))
            break;
        assert_true(at < 100000);
    }
}

/* What ran out of memory once answers when it has some again, or says again
 * that it cannot; never something else. */
static void
test_go_on(void **state)
{
    (void)state;
    for (size_t at = 1; at < 60; at++) {
        bench b = {.expected = WK_ENOMEM};
        wk_project *p = NULL;
        if (open_from_memory(&p, &b) == WK_OK) {
            b.m.fail_at = b.m.n + at;
            bool was_out = false; /* one allocation fails, whenever it comes */
            for (int again = 0; again < 3; again++) {
                const wk_status s = each_asked(&b, p, wk_explain, WK_TEXT);
                assert_true(s == WK_OK || (s == WK_ENOMEM && !was_out));
                was_out = was_out || s == WK_ENOMEM;
            }
        }
        wk_close(p);
        assert_int_equal(b.other, WK_OK);
        assert_int_equal(b.m.held, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
        cmocka_unit_test(test_each_size),
        cmocka_unit_test(test_each_put),
        cmocka_unit_test(test_each_read),
        cmocka_unit_test(test_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
