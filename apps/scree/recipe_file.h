/* Reading a recipe from a file or from stdin. */
#ifndef RECIPE_FILE_H
#define RECIPE_FILE_H

#include <stdbool.h>

#include <scree/recipe.h>

#include "engine.h"
#include "sphere.h"
#include "surface.h"

/* Keys of a recipe file whose absence means something to the command. */
struct recipe_keys {
    bool size;
    bool step;
    bool type;
    bool range;
    bool projection;           /* The recipe is of a field that a projection cuts: */
    enum projection projected; /* this one. */
    struct surface surface;    /* The surface that is made of the field; it may be none. */
    char *points;              /* The file of the points at which the field is evaluated, allocated; NULL for a grid. */
    bool frame;                /* The file is a frame: it lacks the last axis of the recipe, which is time. */
    uint32_t frame_rate;       /* The frame rate of the video that the recipe describes; 0 for other files. */
    scree_field *field;        /* The graph that the recipe describes; NULL where it is one of noise. */
};

/*
 * Reads the text of a recipe from `path` ("-" = stdin) into allocated memory. Prints one line and returns an exit code
 * on an error.
 */
int recipe_file_load(const char *path, char **text);

/*
 * Reads the text that describes a field from `path` into allocated memory: a recipe ("-" = stdin), a sidecar, or the
 * metadata of a file of samples, as a member "metadata". Prints one line and returns an exit code on an error.
 */
int recipe_file_load_description(struct engine *engine, const char *path, char **text);

/* Reads a recipe from the text of such a file; `name` is for messages. Otherwise as recipe_file_read(). */
int recipe_file_read_text(struct engine *engine, const char *text, const char *name, scree_recipe *recipe,
                          struct recipe_keys *keys);

/*
 * Reads `path` ("-" = stdin; or a file of samples that carries its recipe) over `*recipe`. Prints one line and returns
 * an exit code on an error. `keys->points` and `keys->field` are the caller's to free and to release.
 */
int recipe_file_read(struct engine *engine, const char *path, scree_recipe *recipe, struct recipe_keys *keys);

#endif
