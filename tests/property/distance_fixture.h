/* Fixture of the distance field tests: fields that are kept, and small volumes of any shape. */
#ifndef SCREE_TEST_DISTANCE_FIXTURE_H
#define SCREE_TEST_DISTANCE_FIXTURE_H

#include "distance_brute.h"
#include "fixture.h"
#include "volumes.h"

/* A field that was made; free it with kept_field_free(). */
typedef struct kept_field {
    uint64_t voxels;
    float *distance;
    uint32_t *nearest; /* NULL where it was not asked for. */
    scree_job_status status;
} kept_field;

uint64_t distance_voxels(const scree_distance_params *params);

/* Makes a field and waits, failing the test where that fails. */
kept_field distance_fill(scree_device *device, const scree_distance_params *params, const scree_distance_source *source,
                         bool wants_nearest);
void kept_field_free(kept_field *field);

/* The same, for a solid by rule. */
typedef struct trial {
    scree_distance_params params;
    volume_kind kind;
    uint64_t seed;
    volume solid;
    scree_distance_source source;
} trial;

/* Draws a small volume: every third one is a line or a sheet. All else is left as it is. */
void trial_draw_shape(trial *tried, uint64_t most, uint64_t *state);

/* Makes its solid; free it with trial_free(). */
void trial_make(trial *tried, scree_device *device);
void trial_free(trial *tried);

/* By how much a distance to the mesh may be off, as distance.h has it. */
double trial_mesh_error(const trial *tried, double distance);

/* For messages: what is tried, in a static buffer. */
const char *trial_name(const trial *tried);

#endif
