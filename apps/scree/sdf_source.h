/* The map of `scree sdf`: samples of a file or of noise, as heights or as what is solid. */
#ifndef SDF_SOURCE_H
#define SDF_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/scree.h>

#include "engine.h"
#include "request.h"
#include "sdf_request.h"

enum sdf_source_kind {
    SDF_TERRAIN, /* Heights, one for each column. */
    SDF_VOLUME,  /* 3 axes: solid or not. */
    SDF_MASK     /* 2 axes: solid or not, one layer. */
};

struct sdf_source {
    const char *name; /* Name of the file or the preset, or "stdin". */
    enum sdf_source_kind kind;
    struct request noise;  /* Request for a map that is computed. */
    scree_samples samples; /* Samples of a map from a file; a terrain's `values` are its heights. */
    uint32_t axes;         /* Number of axes of the map. */
    uint64_t count[3];     /* Columns, rows and layers of the volume. */
    scree_range range;     /* Range of the map's samples. */
    float *made;           /* Heights computed as noise. */
    uint8_t *occupancy;    /* Voxels of volumes and masks. */
    double scale;          /* Scale of a terrain's heights. */
    double offset;
    double lowest_height; /* Over all columns, filled no-data cells included, in the unit of a voxel's side. */
    double highest_height;
    bool is_fitted;   /* Scale and offset were chosen by fitting. */
    double threshold; /* Threshold for volumes and masks. */
    bool is_empty;    /* No voxel is solid. */
    bool is_full;     /* Every voxel is solid. */
};

/*
 * Finds out what the map is: reads a file whole, a recipe only as a recipe. Fills the counts of the volume in, also
 * those of the request. All these print one line and return an exit code when they fail.
 */
int sdf_source_find(struct engine *engine, struct sdf_request *request, struct sdf_source *source);

/* Computes the map on the engine's device if it is noise, and fits the heights. */
int sdf_source_make(struct engine *engine, const struct sdf_request *request, struct sdf_source *source);

/* The source for the library. */
scree_distance_source sdf_source_given(const struct sdf_source *source);

/* "terrain", "volume", "mask". */
const char *sdf_source_kind_name(enum sdf_source_kind kind);

/* Number of axes of the field: a mask's has as many as the mask, all others 3. */
uint32_t sdf_source_field_axes(const struct sdf_source *source);

void sdf_source_clear(struct sdf_source *source);

/* Columns times rows times layers. */
uint64_t sdf_voxel_count(const struct sdf_source *source);

#endif
