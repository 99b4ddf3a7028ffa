/*
 * A plug-in in the place of that for OpenVDB. Its file is a header of two words, the number of distances and 7, and the
 * distances; it is written from the end to the beginning. A grid of a certain name fails where the name says. Built
 * again with another version or another symbol, it is one that does not fit.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vdb_plugin.h"

#ifndef DOUBLE_VERSION
#define DOUBLE_VERSION SCREE_VDB_PLUGIN_VERSION
#endif
#ifndef DOUBLE_SYMBOL
#define DOUBLE_SYMBOL scree_vdb_plugin_1
#endif

struct scree_vdb_grid {
    char name[80];
    scree_vdb_grid_params params;
    uint64_t count;
    uint64_t filled;
    float *distances;
};

static int fail(const char *name, const char *prefix, char *reason)
{
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) {
        return SCREE_VDB_OK;
    }
    snprintf(reason, SCREE_VDB_REASON_SIZE, "%s", name);
    return strcmp(name + length, ".memory") == 0 ? SCREE_VDB_NO_MEMORY : SCREE_VDB_FAILED;
}

static int create(const scree_vdb_grid_params *params, scree_vdb_grid **grid, char *reason)
{
    int failure = fail(params->name, "create", reason);
    if (failure != SCREE_VDB_OK) {
        return failure;
    }
    scree_vdb_grid *new_grid = calloc(1, sizeof *new_grid);
    if (new_grid == NULL) {
        return SCREE_VDB_NO_MEMORY;
    }
    *grid = new_grid;
    new_grid->params = *params;
    snprintf(new_grid->name, sizeof new_grid->name, "%s", params->name);
    new_grid->count = (uint64_t)params->count[0] * params->count[1] * params->count[2];
    new_grid->distances = calloc((size_t)new_grid->count, sizeof(float));
    return new_grid->distances == NULL ? SCREE_VDB_NO_MEMORY : SCREE_VDB_OK;
}

static int append(scree_vdb_grid *grid, const float *distances, uint64_t count, char *reason)
{
    int failure = fail(grid->name, "append", reason);
    if (failure == SCREE_VDB_OK) {
        memcpy(grid->distances + grid->filled, distances, (size_t)count * sizeof(float));
        grid->filled += count;
    }
    return failure;
}

static int write_file(scree_vdb_grid *grid, const char *metadata, const char *creator, const scree_vdb_sink *sink,
                      char *reason)
{
    int failure = fail(grid->name, "write", reason);
    if (failure != SCREE_VDB_OK) {
        return failure;
    }
    char text[4096];
    const scree_vdb_grid_params *params = &grid->params;
    int length = snprintf(text, sizeof text, "%s|%s|%g %g %g|%g %g %g|%g|%d|%s", grid->name, creator, params->voxel[0],
                          params->voxel[1], params->voxel[2], params->origin[0], params->origin[1], params->origin[2],
                          (double)params->band, (int)params->half, metadata);
    const uint32_t header[2] = {(uint32_t)grid->filled, 7};
    size_t size = (size_t)grid->filled * sizeof(float);
    bool failed = length < 0 || length >= (int)sizeof text ||
                  sink->write(sink->user, text, (size_t)length, 8 + size) != 0 ||
                  sink->write(sink->user, grid->distances, size, 8) != 0 ||
                  sink->write(sink->user, header, sizeof header, 0) != 0;
    return failed ? SCREE_VDB_SINK_FAILED : SCREE_VDB_OK;
}

static void destroy(scree_vdb_grid *grid)
{
    if (grid != NULL) {
        free(grid->distances);
        free(grid);
    }
}

extern const scree_vdb_plugin DOUBLE_SYMBOL;
__attribute__((visibility("default"))) const scree_vdb_plugin DOUBLE_SYMBOL = {
    .version = DOUBLE_VERSION,
    .create = create,
    .append = append,
    .write = write_file,
    .destroy = destroy,
};
