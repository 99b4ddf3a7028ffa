/*
 * Functions of one kind of sites for each number of axes that it has, SITE_MIN_AXES to SITE_MAX_AXES:
 * FOR_EACH_AXES(X, name, choice) is X(name, axes, choice) for each of them, and TABLE_OF_AXES(name) a table of the
 * functions name_1 to name_4, NULL where there is none. There may be functions for a method's usual choice, for the
 * choice that is given, or for both: SITE_CHOICES.
 */
#ifndef SCREE_CPU_SITE_AXES_H
#define SCREE_CPU_SITE_AXES_H

#define SCREE_CHOICE_USUAL 1
#define SCREE_CHOICE_GIVEN 2
#define SCREE_CHOICE_BOTH 3

#if SITE_MIN_AXES == 1 && SITE_MAX_AXES == 3
#define FOR_EACH_AXES(X, name, choice) X(name, 1, choice) X(name, 2, choice) X(name, 3, choice)
#define TABLE_OF_AXES(name)                      \
    {                                            \
        NULL, name##_1, name##_2, name##_3, NULL \
    }
#elif SITE_MIN_AXES == 1
#define FOR_EACH_AXES(X, name, choice) X(name, 1, choice) X(name, 2, choice) X(name, 3, choice) X(name, 4, choice)
#define TABLE_OF_AXES(name)                          \
    {                                                \
        NULL, name##_1, name##_2, name##_3, name##_4 \
    }
#elif SITE_MAX_AXES == 2
#define FOR_EACH_AXES(X, name, choice) X(name, 2, choice)
#define TABLE_OF_AXES(name)              \
    {                                    \
        NULL, NULL, name##_2, NULL, NULL \
    }
#elif SITE_MAX_AXES == 3
#define FOR_EACH_AXES(X, name, choice) X(name, 2, choice) X(name, 3, choice)
#define TABLE_OF_AXES(name)                  \
    {                                        \
        NULL, NULL, name##_2, name##_3, NULL \
    }
#else
#define FOR_EACH_AXES(X, name, choice) X(name, 2, choice) X(name, 3, choice) X(name, 4, choice)
#define TABLE_OF_AXES(name)                      \
    {                                            \
        NULL, NULL, name##_2, name##_3, name##_4 \
    }
#endif

#endif
