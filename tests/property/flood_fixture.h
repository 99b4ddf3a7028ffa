/* Fixture of the jump flooding tests: volumes, and the fields made from them. */
#ifndef SCREE_TEST_FLOOD_FIXTURE_H
#define SCREE_TEST_FLOOD_FIXTURE_H

#include "fixture.h"

/* Voxels of the volumes of flood_for_every_field() at most. */
#define FLOOD_MOST_VOXELS 20000
/* And of those that the naive method is tried with, whose work grows with the square of the voxels. */
#define FLOOD_MOST_SEARCHED 4000

/* A volume to be flooded. */
typedef struct flood_volume {
    uint32_t count[3];
    double voxel[3];
    float density; /* Fraction of solid voxels; negative for a terrain. */
    double clip;
} flood_volume;

/* Input and output of one fill. */
typedef struct flooded {
    scree_distance_params params;
    scree_distance_source source;
    uint8_t *solid;
    float *heights;
    uint64_t voxels;
    float *distance;
    uint32_t *nearest;
} flooded;

/* Draws a volume's solid; free it with flood_free_field(). */
flooded flood_make_field(const flood_volume *made_of, uint64_t seed);
void flood_free_field(flooded *field);

/* Makes distances and indices, failing the test where that fails. */
void flood_fill(scree_device *device, flooded *field);

/* The field is this one, bit for bit. `where` is for messages. */
void flood_assert_equal(const flooded *field, const float *distance, const uint32_t *nearest, const char *where);

/* Streams and buffers of the device hold what the field holds now. */
void flood_assert_routes(scree_device *device, flooded *field);

/* Calls for volumes of many shapes, and for every method but the exact one and every sign. */
void flood_for_every_field(void (*check)(flooded *field, void *user), void *user);

#endif
