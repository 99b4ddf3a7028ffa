/* Parameters of noise as its modules list them: the general ones, those of a kind, those of a fractal. */
#ifndef SCREE_NOISE_PARAMETER_ROWS_H
#define SCREE_NOISE_PARAMETER_ROWS_H

#include <string.h>

#include <scree/noise.h>
#include <scree/parameter.h>

#include "choices.h"

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
#define SCREE_PARAMETER_NAMED(member, choices)                                       \
    .type = SCREE_PARAMETER_CHOICE, .syntax = "NAME", .choice_name = choices##_name, \
    .choice_description = choices##_line, SCREE_PARAMETER_AT(member)

/* The public functions of an enumeration's words, as the two functions of a plain number that its row has. */
#define SCREE_DEFINE_CHOICE(prefix, type)                    \
    SCREE_DEFINE_BY_NUMBER(prefix##_name, type, type##_name) \
    SCREE_DEFINE_BY_NUMBER(prefix##_line, type, type##_description)

#endif
