/*
 * The "C" locale, on this thread alone. A program chooses its locale for people; texts for programs are the same in all
 * of them. Jansson must only be called in this locale where numbers are read or printed: it ends the process where the
 * decimal point of a locale has two bytes.
 */
#ifndef SCREE_C_LOCALE_H
#define SCREE_C_LOCALE_H

#include <locale.h>
#include <stdbool.h>

typedef struct scree_c_locale {
    locale_t entered;
    locale_t before;
} scree_c_locale;

/* False where memory ran out; nothing has changed then, and nothing is to be left. */
bool scree_c_locale_enter(scree_c_locale *locale);

void scree_c_locale_leave(const scree_c_locale *locale);

#endif
