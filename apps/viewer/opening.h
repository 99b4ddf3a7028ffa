/* Opening what can be shown: recipes as text or in files, presets, and files of samples. */
#ifndef VIEWER_OPENING_H
#define VIEWER_OPENING_H

#include <stdbool.h>
#include <stddef.h>

#include "../scree/presets.h"
#include "messages.h"
#include "viewer_types.h"

/* A recipe that says nothing: one octave of Perlin noise, 512 x 512 samples of 8 x 8 cells. */
scree_recipe opening_plain_recipe(void);

/* The recipe of a preset: 512 x 512 samples of its density, or those that its scene names. Octaves end where they would
   be noise alone. */
scree_recipe opening_preset_recipe(const struct preset *preset);

/* The expression of a preset that describes a graph, to be freed; NULL for noise. False without memory. */
bool opening_preset_expression(const struct preset *preset, char **expression);

/*
 * Reads a recipe, or a JSON object that has one in it, such as what a file of scree says of itself, and how it is
 * shown. `json` ends with a zero byte, and `name` is for messages. `*expression` is that of a graph, to be freed, and
 * NULL where the recipe is one of noise. On an error `recipe` and `scene` are unchanged, and `text` has the message.
 */
bool opening_parse_recipe(viewer_messages *messages, const char *json, const char *name, scree_recipe *recipe,
                          struct recipe_scene *scene, char **expression, char *text, size_t size);

/* Reads the text of an expression, to be freed, from a file of at most 1 MiB; "-" is stdin. */
bool opening_read_expression(const char *path, char **expression, char *text, size_t size);

/* A recipe from such a file. */
bool opening_read_recipe(viewer_messages *messages, const char *path, scree_recipe *recipe, struct recipe_scene *scene,
                         char **expression, char *text, size_t size);

/* The same from what a file of samples says of itself, inside or beside it. */
bool opening_recipe_of_file(viewer_messages *messages, const char *path, scree_recipe *recipe,
                            struct recipe_scene *scene, char **expression, char *text, size_t size);

/* Whether the library can make the field. */
bool opening_check_recipe(viewer_messages *messages, const scree_recipe *recipe, char *text, size_t size);

/* An opened file, or the field of an algorithm. */
struct opened {
    char *path; /* An algorithm's field has a name here. */
    scree_samples samples;
    bool is_grey;              /* The grey of a picture in colours. */
    double voxel;              /* As in viewer_source: more than 0 where samples are distances. */
    double sides[3];           /* The sides of a sample in any unit: the file's spacing, or the voxel of distances. */
    double scale;              /* The factor by which distances are multiplied in the file. */
    char *distance;            /* The description of these, as JSON; NULL otherwise. */
    bool is_made_again;        /* The file is that description. */
    bool has_recipe;           /* The file holds the recipe of its field, */
    scree_recipe recipe;       /* which is this, */
    struct recipe_scene scene; /* and how it is shown. */
    char *expression;          /* The text of a graph instead of noise; NULL = none. */
    bool is_algorithm;         /* The samples are an algorithm's field, and there is no file. */
    viewer_algorithm algorithm;
};

/*
 * Reads samples of 2 or 3 axes, or makes the distances that a file describes; these are in the shortest side of
 * a voxel. Cells without data are NaN, which no other sample is. Free with opening_clear().
 */
bool opening_read_samples(viewer_messages *messages, const char *path, struct opened *opened, char *text, size_t size);
void opening_clear(struct opened *opened);

/* Finds the range of samples without holes. */
void opening_measure(scree_samples *samples);

/* Says of samples of a file how its cells without data are shown; the text is empty where there are none. */
void opening_tell_holes(const char *path, const scree_samples *samples, bool are_kept, char *text, size_t size);

/* Whether a file describes a distance field. */
bool opening_is_distance(const char *path);

/* The line that a message such as "hills.recipe:3:9: ..." names; 0 where it names none. */
uint32_t opening_find_line(const char *message);

/* A view that suits a field: as its recipe is shown, or by the number of its axes and its range. */
void opening_default_view(const scree_recipe *recipe, const struct recipe_scene *scene, const struct opened *opened,
                          viewer_view *view);

#endif
