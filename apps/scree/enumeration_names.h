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

extern const struct enumeration enumeration_kinds;
extern const struct enumeration enumeration_hashes;
extern const struct enumeration enumeration_gradients;
extern const struct enumeration enumeration_fades;
extern const struct enumeration enumeration_orientations;
extern const struct enumeration enumeration_fractals;
extern const struct enumeration enumeration_distance_methods;
extern const struct enumeration enumeration_handednesses;
extern const struct enumeration enumeration_surfaces;
extern const struct enumeration enumeration_signs;
extern const struct enumeration enumeration_edges;
extern const struct enumeration enumeration_quantiles;
extern const struct enumeration enumeration_systems;
extern const struct enumeration enumeration_integrators;
extern const struct enumeration enumeration_particle_types; /* Words of scree_particle_type. */
extern const struct enumeration enumeration_shapes;
extern const struct enumeration enumeration_particle_colours;
extern const struct enumeration enumeration_exposures;
extern const struct enumeration enumeration_ramps;
extern const struct enumeration enumeration_scenes; /* Numbers are those of recipe_scene_kind(). */
extern const struct enumeration enumeration_scene_colours;
extern const struct enumeration enumeration_references; /* References to compare a field with. */
extern const struct enumeration enumeration_presets;
extern const struct enumeration enumeration_projections; /* Words of enum projection. */
extern const struct enumeration enumeration_levels;
extern const struct enumeration
    enumeration_devices; /* Word number i is that of scree_backend i + SCREE_BACKEND_AUTO. */
extern const struct enumeration enumeration_graphics; /* Words of enum graphics. */
extern const struct enumeration enumeration_progress;
extern const struct enumeration enumeration_shells;
extern const struct enumeration enumeration_lists;
extern const struct enumeration enumeration_benches;    /* Words of enum bench_subject. */
extern const struct enumeration enumeration_lessons;    /* Lessons of `scree bench primer`. */
extern const struct enumeration enumeration_algorithms; /* Rows of `scree bench variants`. */
extern const struct enumeration enumeration_commands;   /* The commands that people may name; see command.h. */

/* All formats, and the same words of which only some formats are offered. */
extern const struct enumeration enumeration_formats;
extern const struct enumeration enumeration_noise_formats;
extern const struct enumeration enumeration_distance_formats;
extern const struct enumeration enumeration_point_formats;
extern const struct enumeration enumeration_picture_formats; /* Formats of pictures in colours. */
extern const struct enumeration enumeration_drawing_formats; /* Formats of pictures in colours, and of videos. */

/* All types of samples, and the same words of which only some types are offered. */
extern const struct enumeration enumeration_types;
extern const struct enumeration enumeration_noise_types;
extern const struct enumeration enumeration_distance_types;
extern const struct enumeration enumeration_point_types;

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
