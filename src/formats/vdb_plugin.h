/*
 * The interface between the library and its plug-in for OpenVDB. It is plain C, so that both may be built by different
 * compilers. The plug-in is a shared object that exports one constant of the type scree_vdb_plugin under
 * SCREE_VDB_PLUGIN_SYMBOL. The plug-in throws no exceptions and prints nothing. A grid must be used by one thread at a
 * time.
 */
#ifndef SCREE_VDB_PLUGIN_H
#define SCREE_VDB_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Must be increased with every change of this interface. */
#define SCREE_VDB_PLUGIN_VERSION 1u

#define SCREE_VDB_PLUGIN_FILE "scree_openvdb.so"
#define SCREE_VDB_PLUGIN_SYMBOL "scree_vdb_plugin_1"

/* Bytes of a reason in words, including the zero byte. */
#define SCREE_VDB_REASON_SIZE 256

enum {
    SCREE_VDB_OK = 0,
    SCREE_VDB_NO_MEMORY = 1,
    SCREE_VDB_SINK_FAILED = 2, /* The sink returned an error. */
    SCREE_VDB_FAILED = 3       /* Failed for the reason in `reason`. */
};

typedef struct scree_vdb_grid scree_vdb_grid;

typedef struct scree_vdb_grid_params {
    uint32_t count[3]; /* Voxels along each axis, 1 to 2^31 - 1. */
    double voxel[3];   /* Sides of a voxel. */
    double origin[3];  /* Position of the first voxel's centre. */
    float band;        /* Only the sign is kept of distances of this magnitude and beyond. More than 0. */
    int32_t half;      /* Whether floats are stored as binary16; 0 = not. */
    const char *name;  /* Name of the grid. */
} scree_vdb_grid_params;

/* Receives the bytes of a file, at any offset but mostly in order. Returns 0 on success. */
typedef struct scree_vdb_sink {
    int (*write)(void *user, const void *data, size_t size, uint64_t offset);
    void *user;
} scree_vdb_sink;

typedef struct scree_vdb_plugin {
    uint32_t version; /* SCREE_VDB_PLUGIN_VERSION; the first member in every version. */
    /* Starts a level set. `reason` has SCREE_VDB_REASON_SIZE bytes, here and below. */
    int (*create)(const scree_vdb_grid_params *params, scree_vdb_grid **grid, char *reason);
    /* Appends distances, x fastest, then y, then z; negative inside. */
    int (*append)(scree_vdb_grid *grid, const float *distances, uint64_t count, char *reason);
    /* Writes the file; all distances must be there. `metadata` becomes the grid's text "scree". */
    int (*write)(scree_vdb_grid *grid, const char *metadata, const char *creator, const scree_vdb_sink *sink,
                 char *reason);
    /* Frees a grid, or nothing for NULL. */
    void (*destroy)(scree_vdb_grid *grid);
} scree_vdb_plugin;

#ifdef __cplusplus
}
#endif

#endif
