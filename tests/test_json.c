/* JSON: commas, escapes, numbers as they are stored. */
#include "base/json.h"

#include <math.h>

#include "base/str.h"
#include "test.h"

static void
test_a_whole_object(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out o = wkb_out_kept(&a);
    wkb_json j = {.out = &o};
    wkb_json_begin(&j, NULL, '{');
    wkb_json_num(&j, "third", 1.0 / 3);
    wkb_json_num(&j, "none", NAN);
    wkb_json_null(&j, "null");
    wkb_json_bool(&j, "yes", true);
    wkb_json_begin(&j, "list", '[');
    wkb_json_str(&j, NULL, WKB_STR("a\"b\\c\n\x7f"));
    wkb_json_str(&j, NULL, WKB_STR("é\xff"));
    wkb_json_end(&j, ']');
    wkb_json_begin(&j, "empty", '{');
    wkb_json_end(&j, '}');
    wkb_json_end(&j, '}');
    assert_text(&o,
                "{\"third\":0.333333333333,\"none\":null,\"null\":null,"
                "\"yes\":true,\"list\":[\"a\\\"b\\\\c\\u000a\\u007f\","
                "\"é\xef\xbf\xbd\"],\"empty\":{}}");
    wkb_arena_clear(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
