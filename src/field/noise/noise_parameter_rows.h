/* Parameters of noise as its modules list them: the general ones, those of a kind, those of a fractal. */
#ifndef SCREE_NOISE_PARAMETER_ROWS_H
#define SCREE_NOISE_PARAMETER_ROWS_H

#include <string.h>

#include <scree/noise.h>
#include <scree/parameter.h>

#include "from_name.h"

/* A parameter, and whether it has any effect beside the others; NULL where it always has. */
typedef struct scree_noise_parameter_row {
    scree_parameter parameter;
    bool (*counts)(const scree_noise_params *params, uint32_t axes);
} scree_noise_parameter_row;

/* Parameters in the order in which they are read and printed. */
typedef struct scree_noise_parameter_rows {
    const scree_noise_parameter_row *row;
    size_t count;
    const char *group; /* The group of members that they are in, and its reserved ones; NULL where they are in none. */
    size_t reserved_offset;
    size_t reserved_bytes;
} scree_noise_parameter_rows;

#define SCREE_PARAMETER_ROWS(rows)                             \
    {                                                          \
        .row = (rows), .count = sizeof(rows) / sizeof(rows)[0] \
    }
#define SCREE_PARAMETER_GROUP(rows, member)                                       \
    {                                                                             \
        .row = (rows), .count = sizeof(rows) / sizeof(rows)[0], .group = #member, \
        .reserved_offset = offsetof(scree_noise_params, member.reserved),         \
        .reserved_bytes = sizeof((scree_noise_params *)0)->member.reserved        \
    }
#define SCREE_PARAMETER_AT(member) .offset = offsetof(scree_noise_params, member)
#define SCREE_PARAMETER_NAMED(member, choices) \
    .type = SCREE_PARAMETER_CHOICE, .syntax = "NAME", .choice_name = choices##_name, SCREE_PARAMETER_AT(member)

/* A public function of names, as a function of a plain number. */
#define SCREE_CHOICE_NAMES(function, type, name_function) \
    static const char *function(int choice)               \
    {                                                     \
        return name_function((type)choice);               \
    }

/* A choice of a module's own parameter, in the order of the public enum. */
typedef struct scree_choice {
    const char *name;
    const char *description; /* A line for people. */
} scree_choice;

/* Defines the two public functions of such an enum, and PREFIX_name() and PREFIX_line() of a plain number. */
#define SCREE_DEFINE_CHOICES(prefix, public, rows)                                                  \
    static const char *prefix##_name(int choice)                                                    \
    {                                                                                               \
        return (size_t)choice < sizeof(rows) / sizeof(rows)[0] ? (rows)[choice].name : NULL;        \
    }                                                                                               \
    static const char *prefix##_line(int choice)                                                    \
    {                                                                                               \
        return (size_t)choice < sizeof(rows) / sizeof(rows)[0] ? (rows)[choice].description : NULL; \
    }                                                                                               \
    const char *public##_name(public value)                                                         \
    {                                                                                               \
        return prefix##_name((int)value);                                                           \
    }                                                                                               \
    SCREE_DEFINE_FROM_NAME(public)

#endif
