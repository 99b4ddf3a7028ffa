/**
 * @file
 * @brief Recipes: a field as data, from which it can be made again, bit for bit.
 *
 * A recipe is a JSON object. All keys are optional; what is missing keeps the value that it has. Keys: "field" (the
 * string "noise"; scree_field_from_text() reads what describes fields of other types), "kind", "hash", "gradients",
 * "fade", "orientation", "fractal" (strings, see noise.h), "seed" (whole number, 0 to 2^64 - 1, or a string of digits
 * for readers that keep numbers in float64), "octaves", "lacunarity", "gain", "weights" (array), "period" (array),
 * "skip_fine_octaves", "octave_rotation", "derivatives", "curl" (booleans), the parameters of single fractals and
 * kinds, as scree_noise_parameter() names them (strings where they are choices, else numbers), "size", "origin",
 * "step", "first" (arrays, x first; the length of "size" is the number of axes; "step" and "origin" may be one number
 * for all axes), "type" ("f32", "u16", "u8"), "range" ("auto", "fixed", or [low, high]), "output_revision" (whole
 * number; another one than the library's is a warning), "version" and "description" (strings, ignored), "measured"
 * ([minimum, maximum], ignored), and "scene" (an object by which programs show the field, ignored).
 */
#ifndef SCREE_RECIPE_H
#define SCREE_RECIPE_H

#include <stddef.h>

#include <scree/noise.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A field on a grid, and how it leaves the library. Grows (context.h). */
typedef struct scree_recipe {
    scree_grid grid;          /**< The grid on which it is sampled. */
    scree_output output;      /**< Type and range of what is stored. */
    scree_noise_params noise; /**< The field. */
} scree_recipe;

/** As scree_recipe_parse(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_recipe_parse_sized(scree_context *context, const char *text, size_t length,
                                                const char *name, scree_recipe *recipe, size_t size);

/**
 * Reads a recipe over `*recipe`. Missing keys leave their members unchanged, with three exceptions: a gain drops
 * earlier weights, a hash an earlier octave rotation, and a fractal an earlier weighted strength. On an error `*recipe`
 * is unchanged, and the context's log receives one line with `name`, line and column (or the key), the reason and, for
 * an unknown key or value, the nearest valid one. `text` need not end with a zero byte. Errors: SCREE_ERROR_FORMAT,
 * SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_recipe_parse(scree_context *context, const char *text, size_t length, const char *name,
                                              scree_recipe *recipe)
{
    return scree_recipe_parse_sized(context, text, length, name, recipe, sizeof *recipe);
}

/** As scree_recipe_print(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_recipe_print_sized(const scree_recipe *recipe, size_t size, const scree_range *measured,
                                                char **text);

/**
 * Writes a recipe as one JSON object, with all keys that apply and the output revision. `measured`, optional, adds the
 * field's minimum and maximum. The caller frees `*text` with scree_recipe_text_free(). Numbers are printed so that
 * reading them back gives the same bits.
 * Errors: SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_recipe_print(const scree_recipe *recipe, const scree_range *measured, char **text)
{
    return scree_recipe_print_sized(recipe, sizeof *recipe, measured, text);
}

/** As scree_field_from_recipe(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_recipe_sized(scree_context *context, const scree_recipe *recipe, size_t size,
                                                     scree_field **field);

/**
 * Makes the field that a recipe describes; the caller uses the recipe's grid and output. The caller owns `*field` and
 * releases it with scree_field_release(). A `context` other than NULL must outlive it.
 * Errors: as scree_field_from_noise().
 */
static inline scree_result scree_field_from_recipe(scree_context *context, const scree_recipe *recipe,
                                                   scree_field **field)
{
    return scree_field_from_recipe_sized(context, recipe, sizeof *recipe, field);
}

/** As scree_field_from_text(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_text_sized(scree_context *context, const char *text, size_t length,
                                                   const char *name, scree_recipe *recipe, size_t size,
                                                   scree_field **field);

/**
 * Makes the field that a text describes, whatever its type: a recipe of noise, of a graph or of particles; the
 * description of a distance field, as `scree sdf` writes it into its files; or a text that holds one of them, such as a
 * sidecar, the metadata of a file (scree_file_describe()), or the output of `scree sdf --json`. The map of a distance
 * field is made again by the CPU, or read from its file, whose name is taken from the current folder.
 *
 * `text` need not end with a zero byte, and `name` is for messages. `recipe`, optional, receives the recipe of noise,
 * whose grid and output the caller uses; for a graph it has these alone, and its noise is zeroed; for a field with a
 * volume of its own it is zeroed, and grids are NULL. Keys that are missing in a recipe of noise have the values of a
 * zeroed one, and unknown keys are errors. The caller owns `*field` and releases it with scree_field_release(); it is
 * NULL after an error. A `context` other than NULL must outlive it.
 *
 * A graph (graph.h) has the keys "field" (the string "graph"), "nodes", an object of 1 to SCREE_MAX_GRAPH_FIELDS
 * nodes, and "value", the name of the node that is the field; without, it is the last one. In its place "outputs" is
 * an object of outputs by their names, each the name of a node or an array of up to 4, the components of a vector.
 * Names are letters, digits, `_` and `-`, and nodes refer to earlier ones only. One with the key "op", the name of an
 * operator, is that operator; its other keys are inputs by their names, which are names of nodes or numbers, and those
 * with a number of their own may be left out. One with the key "file", a path, is the samples of that file, and may
 * have "filter" and "edge" (strings, see input.h) and the keys of "reading" below. Any other node is noise, with the
 * keys of noise that recipes have. A graph also has the keys of recipes of noise that say where it is sampled and what
 * is stored, and those that are ignored.
 *
 * A description of a distance field has the keys "field" (the string "distance"), "source", "method", "surface",
 * "sign", "edge" (strings, see distance.h), "layers" (of a terrain), "voxel" (an array of one side for all axes, or of
 * three), "clip", "conservative" (boolean), "scale" and "offset" (of a terrain; without both, or with "fitted", the
 * heights are fitted into the volume), and "threshold" (of what is solid). The source is an object with a "recipe", or
 * with the "name" of a file and, where it cannot be read without, "reading": an object with "channel", "page", "holes"
 * ("lowest" or a number), "nodata", "raw-size", "raw-type" and "raw-big-endian" (input.h). Its "kind" is "terrain",
 * "volume" or "mask", which must be that of the map; "counts", "range", "format", "type", "channel" and "holes" are for
 * people. Only the source is required; a terrain without "layers" has 64.
 *
 * Particles have the keys "field" (the string "particles"), "system", "integrator", "type" (strings, see particles.h;
 * the type is "f64" or "f32"), "numbers" (an array of all numbers of the system), "dt", "seed", "box_origin" and
 * "box_size" (arrays of three, or neither), "particles" and "steps".
 *
 * Errors: SCREE_ERROR_FORMAT, SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY; and as scree_field_from_noise(),
 * scree_field_from_distance() and scree_samples_read().
 */
static inline scree_result scree_field_from_text(scree_context *context, const char *text, size_t length,
                                                 const char *name, scree_recipe *recipe, scree_field **field)
{
    return scree_field_from_text_sized(context, text, length, name, recipe, sizeof *recipe, field);
}

/**
 * Writes the text from which scree_field_from_text() makes the field again, with the same samples: a JSON object, as
 * the metadata of files have it. `grid` and `output` say where noise or a graph is sampled and how that is stored, and
 * become part of its text, without strides; `grid` is as in scree_field_fill(), and an `output` of NULL is float32 as
 * it is. Both are NULL for a field with a volume of its own. The caller frees `*text`, which ends with a zero byte,
 * with scree_recipe_text_free(); it is NULL after an error. Thread-safety: safe.
 *
 * Only what was made from text, from a recipe or from parameters alone has a text: a distance field of the caller's
 * heights or voxels, particles of the caller's positions and graphs of values in memory have none. A distance field of
 * a file names that file. Nodes of a graph are named n1, n2 and so on, in an order that follows from the graph; a
 * field that is used several times is one node.
 * Errors: as scree_field_fill(); SCREE_ERROR_UNSUPPORTED for a field without a text.
 */
SCREE_API scree_result scree_field_print(const scree_field *field, const scree_grid *grid, const scree_output *output,
                                         char **text);

/** Frees what scree_recipe_print(), scree_field_print() or scree_field_print_expression() (expression.h) allocated, and
    sets it to NULL. */
SCREE_API void scree_recipe_text_free(char **text);

#ifdef __cplusplus
}
#endif

#endif
