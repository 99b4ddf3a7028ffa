/**
 * @file
 * @brief Expressions: graphs (graph.h) as text that people write.
 *
 *     let r = ridged(perlin(seed=1), octaves=8);      # noise, and a name for it
 *     fn bumpy(f, amount=0.1) = f + amount * value(seed=7, octaves=3);
 *     terrace(displace(bumpy(r), simplex(seed=2), amplitude=0.4), steps=6)
 *
 * A text is `let` and `fn` definitions, each ended by a semicolon, and the expression whose value is the field. `#`
 * begins a comment that ends with its line; the first one of a printed text says which version made it, and reading it
 * warns where the output revision is another one. A name is letters, digits and `_`; it is defined once, before it is
 * used, and is none that the library has. A function is evaluated anew by each call; its parameters may have defaults,
 * which are evaluated once.
 *
 * Values are numbers, fields and noise. Operators of graph.h are functions of their names, with `_` for `-`; inputs are
 * given in their order or by name, `clamp(x, high=2)`. `+ - * /` and parentheses stand for add, sub, mul, div, and a
 * leading `-` for neg: where the inputs of these five are numbers, so is the value, computed in float64; that of any
 * other operator is a field. `x`, `y`, `z` and `w` are positions.
 *
 * A kind of noise (noise.h) is a function of its parameters by name, as recipes name them (recipe.h): a number, the
 * name of a choice, `true`, `false`, or an array such as `period=[4, 4]`. Its value is noise, which is a field wherever
 * one is wanted; parameters that have no effect on it are refused then. Before that a fractal (noise.h) may be laid
 * over it: `ridged(perlin(seed=1), octaves=8)` is Perlin noise with that fractal and that number of octaves.
 *
 * `file("land.tif", filter=cubic, edge=mirror, channel="r", holes=lowest)` is the samples of a file (input.h). Its path
 * and channel are texts in quotes, with the escapes of JSON; `page`, `nodata`, `raw_size`, `raw_type` and
 * `raw_big_endian` are further parameters (recipe.h). A text may have a function of that name of its own.
 *
 * In place of the value a text may have outputs (graph.h), each a definition `out height = r;`, or with several
 * values, the components of a vector, `out flow = [u, v];`. Their names are those of files and channels, and stand for
 * nothing in the text. `out` is no keyword where no name follows it.
 *
 * `displace(f, x, y)` displaces a field along each axis by its own field. `displace(f, n, amplitude=0.4)` displaces it
 * along every axis by the noise `n`, each time with another seed, times the amplitude.
 */
#ifndef SCREE_EXPRESSION_H
#define SCREE_EXPRESSION_H

#include <stddef.h>

#include <scree/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum length of an expression, in bytes. */
#define SCREE_MAX_EXPRESSION_BYTES ((size_t)1 << 20)
/** The maximum depth of parentheses and calls, one within the other, those within functions included. */
#define SCREE_MAX_EXPRESSION_DEPTH 200

/**
 * Makes a field from an expression of `length` bytes, which need not end with a zero byte. `name`, such as that of a
 * file, is where messages say that it stands; NULL = "expression". What depends on the number of axes is checked by the
 * calls that evaluate the field (graph.h). The caller owns `*field` and releases it with scree_field_release(); a
 * `context` other than NULL must outlive it. At most 65,536 operators and functions are evaluated. Thread-safety: safe.
 * Errors, logged with `name`, line and column, the line itself and a caret below the place, and the nearest name where
 * one is not known: SCREE_ERROR_FORMAT (the text is no expression), SCREE_ERROR_INVALID (a name, a number of inputs or
 * a value is wrong), SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_field_from_expression(scree_context *context, const char *text, size_t length,
                                                   const char *name, scree_field **field);

/**
 * Writes noise or a graph as an expression of which scree_field_from_expression() makes a field with the same samples.
 * It is always the same text for the same field. Fields that are used more than once have a `let`, and so do others
 * where a line would be longer than 100 columns, or calls more than 16 deep; names are n1, n2 and so on. The first
 * line is a comment with the version and the output revision; the last one, which has no line feed, is the value or an
 * output. An operator that needs an input, and has numbers alone, has `constant(N)` as its first one, so that it stays
 * a field. Parameters of noise that have their default are left out; words of choices have `_` for all but letters and
 * digits, such as `feature=f1_f2`. The caller frees `*text`, which ends with a zero byte, with
 * scree_recipe_text_free() (recipe.h); it is NULL after an error. Thread-safety: safe.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED for a field of another type or of values in memory (input.h),
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_field_print_expression(const scree_field *field, char **text);

#ifdef __cplusplus
}
#endif

#endif
