/* VDB files hold a level set, which the optional plug-in for OpenVDB (src/openvdb) makes. The plug-in keeps the narrow
   band and eight layers in memory, and writes the file at the end, with seeks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/version.h>

#include "context_internal.h"
#include "number_text.h"
#include "plugin.h"
#include "vdb_plugin.h"
#include "writer_internal.h"

#define EXPANDED_SAMPLES 1024
#define AXES 3

static const char purpose[] = "writing VDB";
static const char hint[] = "it is a part of builds that find OpenVDB (Debian: libopenvdb-dev), and the environment "
                           "variable SCREE_PLUGIN_PATH names its folder";

typedef struct vdb_state {
    const scree_vdb_plugin *plugin;
    scree_vdb_grid *grid;
    char reason[SCREE_VDB_REASON_SIZE];
    scree_result sink_result;
} vdb_state;

static scree_result fail_plugin(scree_writer *writer, int error)
{
    vdb_state *state = writer->format_state;
    if (error == SCREE_VDB_SINK_FAILED && state->sink_result != SCREE_OK) {
        return state->sink_result; /* The target has logged the reason. */
    }
    if (error == SCREE_VDB_NO_MEMORY) {
        return scree_fail(writer->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s",
                          scree_file_target_path(writer->target));
    }
    state->reason[sizeof state->reason - 1] = '\0';
    return scree_fail(writer->context, SCREE_ERROR_INTERNAL, "cannot write %s: OpenVDB: %s",
                      scree_file_target_path(writer->target), state->reason);
}

static scree_result load_plugin(scree_writer *writer, const scree_vdb_plugin **plugin)
{
    const void *found;
    scree_result result =
        scree_plugin_load(writer->context, SCREE_VDB_PLUGIN_FILE, SCREE_VDB_PLUGIN_SYMBOL, purpose, hint, &found);
    if (result != SCREE_OK) {
        return result;
    }
    *plugin = found;
    if ((*plugin)->version != SCREE_VDB_PLUGIN_VERSION) {
        return scree_fail(writer->context, SCREE_ERROR_UNSUPPORTED, "%s needs the plug-in %s of version %u; it is %u",
                          purpose, SCREE_VDB_PLUGIN_FILE, SCREE_VDB_PLUGIN_VERSION, (unsigned)(*plugin)->version);
    }
    return SCREE_OK;
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    const scree_content *content = &writer->content;
    if (content->conversion.scale != 1.0f) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: scale is %s; the distances of a level set are in the units of its voxels, so it must "
                          "be 1",
                          target->path, scree_show_float(content->conversion.scale).text);
    }
    const scree_vdb_plugin *plugin = NULL;
    scree_result result = load_plugin(writer, &plugin);
    if (result != SCREE_OK) {
        return result;
    }
    vdb_state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    state->plugin = plugin;
    writer->format_state = state;
    target->seeks = true;
    target->needs_more = true;
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    vdb_state *state = writer->format_state;
    const scree_content *content = &writer->content;
    scree_vdb_grid_params params = {
        .band = (float)content->band, .half = content->conversion.type == SCREE_TYPE_F16, .name = content->name};
    for (uint32_t a = 0; a < AXES; a++) {
        bool there = a < content->axes;
        params.count[a] = there ? (uint32_t)content->count[a] : 1;
        params.voxel[a] = content->spacing[there ? a : 0];
        params.origin[a] = there ? content->origin[a] : 0.0;
    }
    if (!content->is_along_axes) {
        scree_log(writer->context, SCREE_LOG_WARNING,
                  "%s: a vdb file holds no directions of samples; they are left along x, y and z",
                  scree_file_target_path(writer->target));
    }
    int error = state->plugin->create(&params, &state->grid, state->reason);
    return error == SCREE_VDB_OK ? SCREE_OK : fail_plugin(writer, error);
}

/* The plug-in takes float32. Samples of f16 have been rounded to halves already, so OpenVDB stores them exactly. */
static scree_result write_samples(scree_writer *writer, const void *data, uint64_t count)
{
    vdb_state *state = writer->format_state;
    int error = SCREE_VDB_OK;
    if (writer->content.conversion.type == SCREE_TYPE_F32) {
        error = state->plugin->append(state->grid, data, count, state->reason);
        return error == SCREE_VDB_OK ? SCREE_OK : fail_plugin(writer, error);
    }
    const uint16_t *halves = data;
    while (count > 0 && error == SCREE_VDB_OK) {
        float expanded[EXPANDED_SAMPLES];
        size_t part = count < EXPANDED_SAMPLES ? (size_t)count : EXPANDED_SAMPLES;
        for (size_t i = 0; i < part; i++) {
            expanded[i] = scree_half_to_float(halves[i]);
        }
        error = state->plugin->append(state->grid, expanded, part, state->reason);
        halves += part;
        count -= part;
    }
    return error == SCREE_VDB_OK ? SCREE_OK : fail_plugin(writer, error);
}

static int write_bytes(void *user, const void *data, size_t size, uint64_t offset)
{
    scree_writer *writer = user;
    vdb_state *state = writer->format_state;
    state->sink_result = scree_file_target_write_at(writer->target, data, size, offset);
    return state->sink_result == SCREE_OK ? 0 : 1;
}

static scree_result finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    vdb_state *state = writer->format_state;
    char *metadata;
    size_t length;
    scree_result result = scree_metadata_print(writer, mapped, measured, SCREE_NO_PLANE, &metadata, &length);
    if (result != SCREE_OK) {
        return fail_plugin(writer, SCREE_VDB_NO_MEMORY);
    }
    char creator[64];
    snprintf(creator, sizeof creator, "scree %s", scree_version());
    const scree_vdb_sink sink = {.write = write_bytes, .user = writer};
    int error = state->plugin->write(state->grid, metadata, creator, &sink, state->reason);
    free(metadata);
    return error == SCREE_VDB_OK ? SCREE_OK : fail_plugin(writer, error);
}

static void close_state(scree_writer *writer)
{
    vdb_state *state = writer->format_state;
    if (state != NULL) {
        state->plugin->destroy(state->grid);
        free(state);
    }
}

const scree_format_row scree_format_vdb = {
    .info =
        {
            .name = "vdb",
            .extensions = ".vdb",
            .description = "level set of OpenVDB, by a plug-in: distances in a narrow band",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32) | SCREE_TYPE_BIT(SCREE_TYPE_F16),
            .preferred = SCREE_TYPE_F32,
            .max_axes = AXES,
            /* OpenVDB's coordinates are of the type int. */
            .max_side = (UINT64_C(1) << 31) - 1,
            .is_written = true,
            .is_level_set = true,
        },
    .plan = plan,
    .start = start,
    .write = write_samples,
    .finish = finish,
    .close = close_state,
};
