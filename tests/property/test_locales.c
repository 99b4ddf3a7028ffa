#include "test_locales.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* The decimal point is a comma, and a character of two bytes; in the third one the letters I and i are no pair. */
const char *const test_locale_names[] = {"de_DE.UTF-8", "ps_AF.UTF-8", "tr_TR.UTF-8"};
static const char *const points[] = {",", "\xd9\xab", ","};
const int test_locale_count = sizeof test_locale_names / sizeof test_locale_names[0];

void test_locale_set(int number)
{
    assert_int_equal(setenv("LOCPATH", TEST_LOCALES_FOLDER, 1), 0);
    if (setlocale(LC_ALL, test_locale_names[number]) == NULL ||
        strcmp(localeconv()->decimal_point, points[number]) != 0) {
        fail_msg("the locale %s is not in " TEST_LOCALES_FOLDER, test_locale_names[number]);
    }
    /* The system's reasons are in the user's language, which is as it should be, but cannot be compared. */
    assert_non_null(setlocale(LC_MESSAGES, "C"));
}

void test_locale_end(int number)
{
    const char *name = setlocale(LC_NUMERIC, NULL);
    const bool same = strcmp(name, test_locale_names[number]) == 0 && uselocale((locale_t)0) == LC_GLOBAL_LOCALE;
    setlocale(LC_ALL, "C");
    assert_true(same);
}
