/* Locales that a program may choose: the build makes them, so that no test depends on those of the machine. */
#ifndef SCREE_TEST_LOCALES_H
#define SCREE_TEST_LOCALES_H

extern const char *const test_locale_names[];
extern const int test_locale_count;

/* Chooses locale `number` for the whole process, and fails the test where that is not possible. */
void test_locale_set(int number);

/* Chooses the "C" locale, and fails the test where the locale was not `number` before. */
void test_locale_end(int number);

#endif
