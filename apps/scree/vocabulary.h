/* The words that options take and `scree list` lists, each with a line for people. */
#ifndef VOCABULARY_H
#define VOCABULARY_H

#include <stdbool.h>

#include <scree/file.h>
#include <scree/parameter.h>

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

struct vocabulary {
    const char *noun;                    /* "kind" */
    const char *plural;                  /* "kinds" */
    const char *(*name)(int number);     /* NULL for a number that is none. */
    const char *(*describe)(int number); /* NULL where the words need no line. */
    bool (*offers)(int number);          /* Whether a word is shown to people; NULL where all are. */
};

extern const struct vocabulary vocabulary_kinds;
extern const struct vocabulary vocabulary_hashes;
extern const struct vocabulary vocabulary_gradients;
extern const struct vocabulary vocabulary_fades;
extern const struct vocabulary vocabulary_orientations;
extern const struct vocabulary vocabulary_fractals;
extern const struct vocabulary vocabulary_distance_methods;
extern const struct vocabulary vocabulary_handednesses;
extern const struct vocabulary vocabulary_surfaces;
extern const struct vocabulary vocabulary_signs;
extern const struct vocabulary vocabulary_edges;
extern const struct vocabulary vocabulary_quantiles;
extern const struct vocabulary vocabulary_systems;
extern const struct vocabulary vocabulary_integrators;
extern const struct vocabulary vocabulary_particle_types; /* Words of scree_particle_type. */
extern const struct vocabulary vocabulary_shapes;
extern const struct vocabulary vocabulary_particle_colours;
extern const struct vocabulary vocabulary_exposures;
extern const struct vocabulary vocabulary_ramps;
extern const struct vocabulary vocabulary_scenes; /* Numbers are those of recipe_scene_kind(). */
extern const struct vocabulary vocabulary_scene_colours;
extern const struct vocabulary vocabulary_references; /* References to compare a field with. */
extern const struct vocabulary vocabulary_presets;
extern const struct vocabulary vocabulary_projections; /* Words of enum projection. */
extern const struct vocabulary vocabulary_levels;
extern const struct vocabulary vocabulary_devices;  /* Word number i is that of scree_backend i + SCREE_BACKEND_AUTO. */
extern const struct vocabulary vocabulary_graphics; /* Words of enum graphics. */
extern const struct vocabulary vocabulary_progress;
extern const struct vocabulary vocabulary_shells;
extern const struct vocabulary vocabulary_lists;
extern const struct vocabulary vocabulary_benches;    /* Words of enum bench_subject. */
extern const struct vocabulary vocabulary_lessons;    /* Lessons of `scree bench primer`. */
extern const struct vocabulary vocabulary_algorithms; /* Rows of `scree bench variants`. */
extern const struct vocabulary vocabulary_commands;   /* The commands that people may name; see command.h. */

/* All formats, and the same words of which only some formats are offered. */
extern const struct vocabulary vocabulary_formats;
extern const struct vocabulary vocabulary_noise_formats;
extern const struct vocabulary vocabulary_distance_formats;
extern const struct vocabulary vocabulary_point_formats;
extern const struct vocabulary vocabulary_picture_formats; /* Formats of pictures in colours. */
extern const struct vocabulary vocabulary_drawing_formats; /* Formats of pictures in colours, and of videos. */

/* All types of samples, and the same words of which only some types are offered. */
extern const struct vocabulary vocabulary_types;
extern const struct vocabulary vocabulary_noise_types;
extern const struct vocabulary vocabulary_distance_types;
extern const struct vocabulary vocabulary_point_types;

/* The vocabulary of a parameter whose choices are not named above; always the same one. */
const struct vocabulary *vocabulary_of_parameter(const scree_parameter *parameter);

/* The vocabulary of a word of vocabulary_lists. */
const struct vocabulary *vocabulary_listed(int number);

/* Whether a word is to be shown. */
bool vocabulary_offers(const struct vocabulary *vocabulary, int number);

/* Adds the words that are offered to a list. */
void vocabulary_add_words(const struct vocabulary *vocabulary, struct text *text);

/* The number of a word, offered or not, or -1. */
int vocabulary_find(const struct vocabulary *vocabulary, const char *word);

/* The end of a message about a wrong word: "; did you mean 'cellular'?", or as suggestion.h says. */
const char *vocabulary_suggestion(const struct vocabulary *vocabulary, const char *word,
                                  char text[SCREE_SUGGESTION_TEXT]);

#endif
