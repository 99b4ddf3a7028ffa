/**
 * @file
 * @brief Imports: fields of other systems as expressions (expression.h).
 *
 * An import is a text for people, too: comments name what differs from the other system, and each node of it is a
 * definition. Its values are of the same kind, and where they are made of noise never the same numbers, because the
 * hashes and gradients of no two systems are alike. Lengths keep their units: a cell of noise is one unit wide here, and
 * a unit of the other system is a unit of coordinates.
 *
 * Thread-safety: safe. Of the text, which ends with a zero byte, the caller frees the memory with
 * scree_recipe_text_free() (recipe.h); it is NULL after an error.
 */
#ifndef SCREE_IMPORT_H
#define SCREE_IMPORT_H

#include <stdint.h>

#include <scree/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads the encoded string of a tree of nodes of FastNoise2 (J. Peck), as its editor and versions 1.0.0 to 1.1.1 write
 * it; nodes and members that they do not have are refused. Strings do not say for how many `axes` they are: 2 to 4 (FastNoise2's
 * GenUniformGrid2D() to 4D()). What FastNoise2 computes without noise has the same values, but for rounding.
 * Errors, logged: SCREE_ERROR_FORMAT (the string is none of these versions), SCREE_ERROR_INVALID (a number of a node, or
 * of axes, is out of range), SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_import_fastnoise2(scree_context *context, const char *encoded, uint32_t axes, char **text);

/**
 * Reads a density function of Minecraft (1.18.2 to 26.3) from a JSON file, and those that it names, of which each
 * becomes a definition. They are searched for in the data pack that the file lies in, whose folder `data` is found by
 * the path, and then in a further one, `pack`, whose folder has a folder `data`; NULL = in none. Where the file has
 * noise settings, `function` is the name of one of their noise router; NULL = "final_density". The field has 3 axes, of
 * which y points up, in blocks. Noise has the octaves and weights of the game's.
 * Errors, logged: SCREE_ERROR_IO (a file that cannot be read, or is missing), SCREE_ERROR_FORMAT (it is no density
 * function, or is made of itself), SCREE_ERROR_INVALID (a number is out of range), SCREE_ERROR_UNSUPPORTED (a type for
 * which there is nothing here, such as "end_islands"), SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_import_minecraft(scree_context *context, const char *path, const char *pack,
                                              const char *function, char **text);

#ifdef __cplusplus
}
#endif

#endif
