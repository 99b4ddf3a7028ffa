/* Slices of a distance field, collected while it streams, and written as pictures. */
#ifndef SDF_SLICES_H
#define SDF_SLICES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/scree.h>

#include "engine.h"
#include "options.h"
#include "sdf_request.h"
#include "sdf_source.h"

struct sdf_slice {
    uint32_t axis; /* The axis that it is across. */
    uint64_t index;
    uint64_t count[2];    /* Width and height: x and y, or, of x and y slices, the other of them and z. */
    float *values;        /* Row after row; the first layer is the lowest row of a picture. Owned. */
    char *path;           /* Path of the picture. Owned. */
    scree_writer *writer; /* Writer of the picture, once it is prepared. Owned. */
};

struct sdf_slices {
    uint64_t count[3]; /* Columns, rows and layers of the volume. */
    double side[3];    /* The sides of a voxel. */
    uint32_t slices;
    struct sdf_slice slice[WHOLES_MOST];
};

/* The name of a slice's picture: "cut.png", or, of several, "cut_z7.png". Allocated; NULL if memory runs out. */
char *sdf_slice_name(const struct sdf_request *request, uint32_t number);

/* Pixels along each side of a voxel. */
uint32_t sdf_slices_zoom(const struct sdf_request *request);

/* Checks the indices, the pictures' sizes and where they are to lie, and takes memory. Prints one line and returns an
 * exit code other than 0 when it fails. */
int sdf_slices_open(const struct sdf_request *request, const struct sdf_source *source, struct sdf_slices *slices);

/* Takes what lies in the slices out of some layers. */
void sdf_slices_take(struct sdf_slices *slices, const scree_slab *slab);

/* Writes the pictures, which then lack only their names. `metadata` is JSON. */
scree_result sdf_slices_prepare(struct engine *engine, const struct sdf_request *request, struct sdf_slices *slices,
                                const char *metadata);

/* Frees everything; pictures that have no name yet are removed. */
void sdf_slices_close(struct sdf_slices *slices);

#endif
