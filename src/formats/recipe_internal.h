/* The reading and printing of recipes, which metadata and descriptions of other fields share. */
#ifndef SCREE_RECIPE_INTERNAL_H
#define SCREE_RECIPE_INTERNAL_H

#include <scree/parameter.h>
#include <scree/particles.h>
#include <scree/recipe.h>

#include "recipe_values.h"
#include "text_builder.h"

/* A JSON object that is being printed. Starts with `first` true and a brace already appended. */
typedef struct scree_printer {
    scree_text *text;
    unsigned indent; /* Blanks before the lines of the object's end. */
    bool first;
    bool is_line; /* All members are on the line of the brace. */
} scree_printer;

/* Starts a member. The text that is appended next is its value. */
void scree_print_key(scree_printer *out, const char *key);

/* A value of an enumeration without a name is printed as null, which readers reject. */
void scree_print_name(scree_printer *out, const char *key, const char *name);

void scree_print_double(scree_printer *out, const char *key, double value);

/* A number that does not fit into a signed 64-bit integer is printed as a string, because many readers would lose it.
 */
void scree_print_u64(scree_printer *out, const char *key, uint64_t number);

/* A parameter of a struct; `axes` is the length of an array with one entry for each axis. */
void scree_print_parameter(scree_printer *out, const scree_parameter *parameter, const void *base, uint32_t axes);

/* Blanks before the lines of a description in the metadata of a file, except the first. */
#define SCREE_METADATA_INDENT 2

/* Reads an object over a recipe, which stays unchanged on an error (noise_recipe.c). Errors, logged: as
   scree_recipe_parse(). */
scree_result scree_noise_recipe_read(const scree_value_reader *object, scree_recipe *recipe);

/* Reads an object that has the parameters of noise and no other keys over noise, and one that has keys of grids and
   outputs, and others, whose list ends with NULL, over a recipe without its noise (noise_recipe.c). Errors, logged: as
   scree_recipe_parse(). */
scree_result scree_noise_params_read(const scree_value_reader *object, scree_noise_params *noise);
scree_result scree_sampling_read(const scree_value_reader *object, const char *const *others, scree_recipe *recipe);

/* Complete parameters of particles as a JSON object whose lines, except the first, are indented by `indent` blanks;
   allocated, NULL without memory (particles_recipe.c). */
char *scree_particles_describe(const scree_particle_params *params, unsigned indent);

/* Numbers of a sample of a recipe of noise. Where they are several: their names with blanks between them, a value
   followed by its derivative along each axis, x, y, z, w, then numbers; a flow has a part along each axis. Free the
   names; NULL = out of memory (noise_recipe_print.c). */
uint32_t scree_recipe_channels(const scree_recipe *recipe);
char *scree_recipe_channel_names(const scree_recipe *recipe);

/* Appends a recipe of noise as a JSON object whose lines, except the first, are indented by `indent` blanks
   (noise_recipe_print.c). */
void scree_recipe_append(scree_text *text, const scree_recipe *recipe, const scree_range *measured, unsigned indent);

/* Parts of recipes: what made them; the parameters of noise; the grid and the output (noise_recipe_print.c). */
void scree_print_made(scree_printer *out);
void scree_print_noise(scree_printer *out, const scree_noise_params *noise, uint32_t axes);
void scree_print_sampling(scree_printer *out, const scree_grid *grid, const scree_output *output);

#endif
