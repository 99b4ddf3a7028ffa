/* Opening what can be shown: recipes as text or in files, presets, and files of samples. */
#ifndef VIEWER_OPENING_H
#define VIEWER_OPENING_H

#include <stdbool.h>
#include <stddef.h>

#include "../scree/presets.h"
#include "viewer.h"

/* A recipe that says nothing: one octave of Perlin noise, 512 x 512 samples of 8 x 8 cells. */
scree_recipe opening_plain_recipe(void);

/* The recipe of a preset: 512 x 512 samples of its density, whose octaves end where they would be noise alone. */
scree_recipe opening_preset_recipe(const struct preset *preset);

/*
 * Reads a recipe, or a JSON object that has one under the key "recipe". `name` is for messages. On an error `recipe`
 * is unchanged, and `text` has the message.
 */
bool opening_parse_recipe(viewer_messages *messages, const char *json, size_t length, const char *name,
                          scree_recipe *recipe, char *text, size_t size);

/* The same from a file of at most 1 MiB; "-" is stdin. */
bool opening_read_recipe(viewer_messages *messages, const char *path, scree_recipe *recipe, char *text, size_t size);

/* Whether a file holds JSON, and no samples. */
bool opening_is_recipe(const char *path);

/* Whether the library can make the field. */
bool opening_check_recipe(viewer_messages *messages, const scree_recipe *recipe, char *text, size_t size);

/*
 * Reads samples of 2 or 3 axes; cells without data become the lowest sample. `is_grey` tells that a picture in colours
 * is shown as its grey. Free with scree_samples_clear().
 */
bool opening_read_samples(viewer_messages *messages, const char *path, scree_samples *samples, bool *is_grey,
                          char *text, size_t size);

/* Whether a file tells in its metadata that its samples are those of a distance field. */
bool opening_holds_distances(viewer_messages *messages, const char *path);

/* The line that a message such as "hills.recipe:3:9: ..." names; 0 where it names none. */
uint32_t opening_find_line(const char *message);

/* A view that suits a field: its scene by the number of axes, its range where the recipe has one. */
void opening_default_view(const scree_recipe *recipe, const scree_samples *samples, viewer_view *view);

#endif
