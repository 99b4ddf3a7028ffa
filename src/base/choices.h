/* The public functions of an enumeration's words: its names, the reverse, and lines for people. */
#ifndef SCREE_CHOICES_H
#define SCREE_CHOICES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The words of one number. */
typedef struct scree_choice {
    const char *name;
    const char *description; /* A line for people. */
} scree_choice;

/* Defines TYPE_from_name() by TYPE_name(), which names the numbers from `first` on, and has NULL past the last. */
#define SCREE_DEFINE_FROM_NAME(type, first)                                        \
    bool type##_from_name(const char *name, type *value)                           \
    {                                                                              \
        for (int i = (first); name != NULL && type##_name((type)i) != NULL; i++) { \
            if (strcmp(type##_name((type)i), name) == 0) {                         \
                *value = (type)i;                                                  \
                return true;                                                       \
            }                                                                      \
        }                                                                          \
        return false;                                                              \
    }

/* Defines TYPE_name() and TYPE_from_name() by an array of names. */
#define SCREE_DEFINE_NAMES(type, names)                                                  \
    const char *type##_name(type value)                                                  \
    {                                                                                    \
        return (size_t)value < sizeof(names) / sizeof(names)[0] ? (names)[value] : NULL; \
    }                                                                                    \
    SCREE_DEFINE_FROM_NAME(type, 0)

/* The same and TYPE_description() by an array of rows, which have the members of scree_choice. */
#define SCREE_DEFINE_CHOICES(type, rows)                                                          \
    const char *type##_name(type value)                                                           \
    {                                                                                             \
        return (size_t)value < sizeof(rows) / sizeof(rows)[0] ? (rows)[value].name : NULL;        \
    }                                                                                             \
    const char *type##_description(type value)                                                    \
    {                                                                                             \
        return (size_t)value < sizeof(rows) / sizeof(rows)[0] ? (rows)[value].description : NULL; \
    }                                                                                             \
    SCREE_DEFINE_FROM_NAME(type, 0)

/* The same by a function that returns such a row; NULL for a number that is not one. */
#define SCREE_DEFINE_CHOICES_BY(type, row_of)                             \
    const char *type##_name(type value)                                   \
    {                                                                     \
        return row_of(value) != NULL ? row_of(value)->name : NULL;        \
    }                                                                     \
    const char *type##_description(type value)                            \
    {                                                                     \
        return row_of(value) != NULL ? row_of(value)->description : NULL; \
    }                                                                     \
    SCREE_DEFINE_FROM_NAME(type, 0)

/* Defines FUNCTION(), which is TYPE_name() or TYPE_description() of a plain number, for tables of parameters. */
#define SCREE_DEFINE_BY_NUMBER(function, type, public) \
    static const char *function(int choice)            \
    {                                                  \
        return public((type)choice);                   \
    }

#endif
