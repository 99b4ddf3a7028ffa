/* What the user asked for, made from a recipe file or a preset, and the options. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>

#include <scree/scree.h>

#include "engine.h"
#include "options.h"

struct request {
    scree_recipe recipe;
    scree_field *field; /* The field that the recipe describes. */
    const char *path;   /* -o; NULL without. Borrowed. */
    bool has_format;
    scree_format format;
    uint64_t samples;  /* Product of the counts: it fits, also times 4. */
    scree_range bound; /* What no sample exceeds. */
    uint32_t octaves;  /* How many are computed on this grid. */
};

/*
 * Of `scree sdf`, whose file is none of the field, the output is the field itself.
 * Prints one line and returns an exit code other than 0 when something is wrong.
 */
int request_make(struct engine *engine, const struct arguments *arguments, struct request *request);

/* Releases what a request has, also where making it failed; a zeroed one has nothing. */
void request_clear(struct request *request);

#endif
