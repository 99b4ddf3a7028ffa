/* The words that options take and `scree list` lists, each with a line for people. */
#ifndef ENUMERATION_NAMES_H
#define ENUMERATION_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/file.h>
#include <scree/noise.h>

#include "../../src/base/suggestion.h"

struct text;

/* Subjects of `scree bench`. */
enum bench_subject {
    BENCH_OF_NOISE,
    BENCH_OF_VARIANTS,
    BENCH_OF_DISTANCES,
    BENCH_OF_CALLS,
    BENCH_OF_PARTICLES,
    BENCH_OF_PRIMER,
    BENCH_OF_SCENES,
    BENCH_OF_MAPS,
    BENCH_OF_AXES
};

/* Systems of `scree import`. */
enum import_system { IMPORT_OF_FASTNOISE2, IMPORT_OF_MINECRAFT };

/* How `scree preview` shows a picture. */
enum graphics { GRAPHICS_KITTY, GRAPHICS_SIXEL, GRAPHICS_BLOCKS, GRAPHICS_BLOCKS_256, GRAPHICS_ASCII };

/* Samples of which `--quantiles` are measured. */
enum quantiles_place { QUANTILES_OF_FIELD, QUANTILES_OF_GRID };

struct enumeration {
    const char *noun;                    /* "kind" */
    const char *plural;                  /* "kinds" */
    const char *(*name)(int number);     /* NULL for a number that is none. */
    const char *(*describe)(int number); /* NULL where the words need no line. */
    bool (*offers)(int number);          /* Whether a word is shown to people; NULL where all are. */
};

/*
 * The enumerations: the names of their variables, and their members. Formats and types have several with the same
 * words, of which only some are offered.
 */
#define ENUMERATIONS(X)                                                                                           \
    X(kinds, "kind", "kinds", kind_name, kind_describe, NULL)                                                     \
    X(hashes, "hash", "hashes", hash_name, hash_describe, NULL)                                                   \
    X(gradients, "gradient set", "gradients", gradients_name, gradients_describe, NULL)                           \
    X(fades, "fade", "fades", fade_name, fade_describe, NULL)                                                     \
    X(orientations, "orientation", "orientations", orientation_name, orientation_describe, NULL)                  \
    X(fractals, "fractal", "fractals", fractal_name, fractal_describe, NULL)                                      \
    X(operators, "operator", "operators", op_name, op_describe, NULL)                                                \
    X(distance_methods, "method", "methods", distance_method_name, distance_method_describe, NULL)                \
    X(handednesses, "handedness", "handednesses", handedness_name, handedness_describe, NULL)                     \
    X(surfaces, "surface", "surfaces", surface_name, surface_describe, NULL)                                      \
    X(signs, "sign", "signs", sign_name, NULL, NULL)                                                              \
    X(edges, "edge rule", "edges", edge_name, NULL, NULL)                                                         \
    X(quantiles, "place", "places", quantiles_name, NULL, NULL)                                                   \
    X(systems, "system", "systems", system_name, system_describe, NULL)                                           \
    X(integrators, "integrator", "integrators", integrator_name, NULL, NULL)                                      \
    X(particle_types, "type", "types", particle_type_name, NULL, NULL) /* Words of scree_particle_type */         \
    X(shapes, "shape", "shapes", shape_name, NULL, NULL)                                                          \
    X(particle_colours, "quantity", "quantities", particle_colour_name, NULL, NULL)                               \
    X(exposures, "exposure", "exposures", exposure_name, exposure_describe, NULL)                                 \
    X(ramps, "ramp", "ramps", ramp_name, ramp_describe, NULL)                                                     \
    X(scenes, "scene", "scenes", scene_name, scene_describe, NULL) /* Numbers are those of recipe_scene_kind() */ \
    X(scene_colours, "colouring", "colourings", scene_colour_name, NULL, NULL)                                    \
    X(references, "reference", "references", reference_name, NULL, NULL)                                          \
    X(projections, "projection", "projections", projection_name, NULL, NULL) /* Words of enum projection */       \
    X(levels, "CPU level", "levels", level_name, level_describe, NULL)                                            \
    X(graphics, "kind of graphics", "graphics", graphics_name, NULL, NULL) /* Words of enum graphics */           \
    X(progress, "choice", "choices", progress_name, NULL, NULL)                                                   \
    X(shells, "shell", "shells", shell_name, NULL, NULL)                                                          \
    X(lists, "list", "lists", list_name, NULL, NULL)                                                              \
    X(benches, "benchmark", "benchmarks", bench_name, NULL, NULL)        /* Words of enum bench_subject */        \
    X(imports, "system", "systems", import_name, NULL, NULL)             /* Words of enum import_system */         \
    X(lessons, "lesson", "lessons", scree_bench_lesson_name, NULL, NULL) /* Lessons of `scree bench primer` */    \
    X(algorithms, "algorithm", "algorithms", scree_bench_variant_name, NULL, NULL)                                \
    X(commands, "command", "commands", command_name, NULL, NULL)                                                  \
    X(formats, "format", "formats", format_name, format_describe, NULL)                                           \
    X(noise_formats, "format", "formats", format_name, format_describe, format_is_of_noise)                       \
    X(distance_formats, "format", "formats", format_name, format_describe, format_is_of_distances)                \
    X(point_formats, "format", "formats", format_name, format_describe, format_is_of_points)                      \
    X(picture_formats, "format", "formats", format_name, format_describe, format_is_of_pictures)                  \
    X(drawing_formats, "format", "formats", format_name, format_describe, format_is_of_drawings)                  \
    X(types, "type", "types", type_name, type_describe, NULL)                                                     \
    X(noise_types, "type", "types", type_name, type_describe, type_is_of_noise)                                   \
    X(distance_types, "type", "types", type_name, type_describe, type_is_of_distances)                            \
    X(point_types, "type", "types", type_name, type_describe, type_is_of_points)

#define DECLARE_ENUMERATION(name, ...) extern const struct enumeration enumeration_##name;
ENUMERATIONS(DECLARE_ENUMERATION)
#undef DECLARE_ENUMERATION

/* Words that the viewer takes as well. Number i of the devices is scree_backend i + SCREE_BACKEND_AUTO. */
extern const struct enumeration enumeration_presets;
extern const struct enumeration enumeration_devices;

/* The parameter of noise of a name; NULL where there is none. */
const scree_parameter *parameter_find(const char *name);

/* A parameter's name as that of an option: "gabor-azimuth". */
void parameter_spell(const char *parameter, char *name, size_t size);

/* The enumeration of a parameter whose choices are not named above; always the same one. */
const struct enumeration *enumeration_of_parameter(const scree_parameter *parameter);

/* The enumeration of a word of enumeration_lists. */
const struct enumeration *enumeration_listed(int number);

/* Whether a word is to be shown. */
bool enumeration_offers(const struct enumeration *enumeration, int number);

/* Adds the words that are offered to a list. */
void enumeration_add_names(const struct enumeration *enumeration, struct text *text);

/* The number of a word, offered or not, or -1. */
int enumeration_find(const struct enumeration *enumeration, const char *word);

/* The end of a message about a wrong word: "; did you mean 'cellular'?", or as suggestion.h says. */
const char *enumeration_suggestion(const struct enumeration *enumeration, const char *word,
                                   char text[SCREE_SUGGESTION_TEXT]);

#endif
