/*
 * Distance fields as data: what is measured, and the map that it is measured on, which is a file of samples or noise.
 */
#ifndef SCREE_DISTANCE_RECIPE_H
#define SCREE_DISTANCE_RECIPE_H

#include <scree/distance.h>
#include <scree/geometry.h>
#include <scree/job.h>
#include <scree/recipe.h>
#include <scree/input.h>

#include "recipe_values.h"
#include "text_builder.h"

typedef enum scree_map_kind {
    SCREE_MAP_TERRAIN, /* Heights, one for each column. */
    SCREE_MAP_VOLUME,  /* 3 axes: solid or not. */
    SCREE_MAP_MASK     /* 1 or 2 axes: solid or not, one layer. */
} scree_map_kind;

typedef struct scree_distance_recipe {
    scree_distance_params params; /* Counts follow from the map; but the layers of a terrain, 0 = 64. */
    uint32_t sides;               /* Numbers of params.voxel that are set: 0 to 3. */
    bool has_kind;                /* Whether `kind` is what the map must be. */
    scree_map_kind kind;
    bool is_mask;     /* A map in 1 or 2 axes says what is solid, and has one layer. */
    double threshold; /* Masks and volumes: a sample above it is solid. */
    bool has_scale;   /* Terrains: a height is sample * scale + offset. Without both the heights are fitted. */
    bool has_offset;
    double scale;
    double offset;
    bool is_fitted;            /* Scale and offset are those that fitting found, and are found again. */
    bool is_made;              /* The map is noise; otherwise a file. */
    scree_recipe generator;    /* Makes the map; its output has no effect. */
    scree_samples_params file; /* How the file is read. Its texts are borrowed. */
} scree_distance_recipe;

/* A map and what is known of it. Zeroed at first; freed with scree_distance_map_clear(). */
typedef struct scree_distance_map {
    const char *name; /* The map's name in messages. Borrowed. */
    scree_map_kind kind;
    uint32_t axes;           /* Number of axes of the map. */
    uint64_t count[3];       /* Columns, rows and layers of the volume. */
    scree_range range;       /* The range of the map's samples. */
    scree_geometry geometry; /* Sides of the volume's voxels, and the centre of the first one. */
    bool has_own_voxel;      /* Whether the sides are those of a file's samples. */
    scree_samples samples;   /* The samples of a file. The values are a terrain's heights, and freed of others. */
    float *made;             /* Heights computed as noise. */
    const float *heights;    /* A terrain's: either of these, or the caller's. Borrowed. */
    uint8_t *occupancy;      /* Voxels of volumes and masks. */
    double threshold;
    double scale;
    double offset;
    double lowest_height; /* The lowest of all columns, filled no-data cells included, in the unit of a voxel's side. */
    double highest_height;
    bool is_fitted; /* Scale and offset were chosen by fitting. */
    bool is_empty;  /* No voxel is solid. */
    bool is_full;   /* Every voxel is solid. */
} scree_distance_map;

/* "terrain", "volume", "mask". */
const char *scree_map_kind_name(scree_map_kind kind);

/* Reads the file of a recipe. Without a voxel in the recipe, its sides are the spacing of the file, if that has one;
   a recipe with another one is warned of. Errors, logged: as scree_samples_read(); SCREE_ERROR_INVALID for more than 3
   axes, and for directions that are not at right angles. */
scree_result scree_distance_map_read(scree_context *context, const scree_distance_recipe *recipe,
                                     scree_distance_map *map);

/* Finds out what a map of noise will be. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_distance_map_plan(scree_context *context, const scree_distance_recipe *recipe, const char *name,
                                     scree_distance_map *map);

/*
 * Starts a job that makes a map of noise; the caller waits for it and sets the map's range, and leaves the map where it
 * is until then. Errors, logged: as scree_job_fill().
 */
scree_result scree_distance_map_start(scree_device *device, const scree_distance_recipe *recipe,
                                      const scree_field *noise, scree_distance_map *map, scree_job **job);

/* Fits the heights, and finds out what is solid, of a map that is there. */
void scree_distance_map_complete(const scree_distance_recipe *recipe, scree_distance_map *map);

/* The parameters and the source of a field of a map that is complete. */
scree_distance_params scree_distance_map_params(const scree_distance_recipe *recipe, const scree_distance_map *map);
scree_distance_source scree_distance_map_source(const scree_distance_map *map);

/* Makes the field of a map that is complete. It takes over what is solid, and knows its position in files. Errors,
   logged: as scree_field_from_distance(). */
scree_result scree_distance_map_field(scree_context *context, const scree_distance_recipe *recipe,
                                      scree_distance_map *map, scree_field **field);

/* The volume of `count` voxels whose sides and position a geometry has, for files that hold a distance field; it
   borrows the unit. */
scree_volume scree_distance_volume(uint32_t axes, const uint64_t *count, const scree_geometry *geometry);

/* Axes of a field: a mask's has as many as the mask, all others 3. */
uint32_t scree_distance_map_field_axes(const scree_distance_map *map);

void scree_distance_map_clear(scree_distance_map *map);

/* Reads an object over a zeroed recipe, which borrows its texts. Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_distance_recipe_read(const scree_value_reader *object, scree_distance_recipe *recipe);

/* Appends a recipe and its map as a JSON object, whose lines, except the first, are indented by `indent` blanks. */
void scree_distance_recipe_append(scree_text *text, const scree_distance_recipe *recipe, const scree_distance_map *map,
                                  unsigned indent);

#endif
