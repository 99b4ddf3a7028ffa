/* The reverse of the functions that name an enumeration's numbers. */
#ifndef SCREE_FROM_NAME_H
#define SCREE_FROM_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Defines TYPE_from_name() by TYPE_name(), which names the numbers from 0 on, and has NULL past the last. */
#define SCREE_DEFINE_FROM_NAME(type)                                         \
    bool type##_from_name(const char *name, type *value)                     \
    {                                                                        \
        for (int i = 0; name != NULL && type##_name((type)i) != NULL; i++) { \
            if (strcmp(type##_name((type)i), name) == 0) {                   \
                *value = (type)i;                                            \
                return true;                                                 \
            }                                                                \
        }                                                                    \
        return false;                                                        \
    }

#endif
