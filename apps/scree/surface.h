/* The surface of a field: what --normals and --slope store instead of values, and the flow of planes in time. */
#ifndef SURFACE_H
#define SURFACE_H

#include <scree/scree.h>

#include "json_writer.h"
#include "options.h"

/* A flow is what --curl makes of the planes of --frames. */
enum surface_kind { SURFACE_NONE, SURFACE_NORMALS, SURFACE_SLOPE, SURFACE_FLOW };

struct surface {
    enum surface_kind kind; /* SURFACE_NONE for values. */
    double height;          /* The height of a value of 1, in distances of samples; 0 = the usual one. */
    scree_handedness handedness;
};

/* Changes the surface that a recipe asks for to the one that the options do, and refuses options that do not go with
   it. Prints one line and returns an exit code other than 0 on an error, as the others here do. */
int surface_choose(const struct option_value *values, const scree_recipe *recipe, struct surface *surface);

/* Refuses a surface that goes nowhere. */
int surface_check_output(const struct option_value *values, const struct surface *surface);

/* Refuses grids that are no plane, or no planes that follow one another along a last axis for time, and noise without
   derivatives, and finds the height. */
int surface_find(const scree_recipe *recipe, bool has_time, struct surface *surface);

/* The option that a kind is asked for by, such as "normals". It is also the key of its description. */
const char *surface_name(enum surface_kind kind);

/* The names of the numbers of a sample, with blanks between; NULL where it is one. */
const char *surface_channels(enum surface_kind kind);

/* Adds the members of JSON that describe how a surface is made of a field. */
void surface_emit(const struct surface *surface, struct json_writer *json);

#endif
