/*
 * The signed distance field of a terrain, streamed into a file: a volume of any size takes the memory of a few layers.
 *
 *     terrain_sdf FIELD [MAP]     such as: terrain_sdf field.vti heights.png
 *
 * FIELD is a file of any format that holds float32 in three axes (.npy, .vti, .raw, .mhd, .dds, .vf). Without MAP, any
 * heightmap that the library reads, the terrain is made of noise.
 */
#include <stdio.h>

#include <scree/scree.h>

#define SIDE 128
#define LAYERS 32

static scree_result read_map(scree_context *context, const char *path, scree_samples *map)
{
    /* Cells without data become the lowest ground. */
    const scree_samples_params params = {.path = path, .nodata_rule = SCREE_NODATA_LOWEST};
    scree_result result = scree_samples_read(context, &params, map);
    if (result == SCREE_OK && map->axes != 2) {
        fprintf(stderr, "terrain_sdf: %s has %u axes; a heightmap has 2\n", path, map->axes);
        result = SCREE_ERROR_INVALID;
    }
    return result;
}

static scree_result make_map(scree_device *device, float *heights, scree_samples *map)
{
    const scree_noise_params params = {.fractal = SCREE_NOISE_FRACTAL_RIDGED, .seed = 7, .octaves = 6};
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {3.0 / SIDE}};
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, &grid, heights, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        const scree_job_status status = scree_job_poll(job);
        *map = (scree_samples){
            .axes = 2, .count = {SIDE, SIDE}, .values = heights, .range = {status.minimum, status.maximum}};
    }
    scree_job_release(&job);
    return result;
}

/* A sink: layers come in order, and go into the file as they come. */
struct file {
    scree_writer *writer;
};

static scree_result write_layers(void *user, const scree_slab *slab)
{
    const struct file *file = (const struct file *)user;
    return scree_writer_write(file->writer, slab->values, slab->count);
}

static scree_result open_file(scree_context *context, const scree_field *field, const char *path, scree_writer **writer)
{
    scree_grid grid;
    scree_volume volume = {.axes = 3};
    scree_writer_params params = {.path = path, .volume = &volume, .replaces = true};
    if (!scree_format_from_path(path, &params.format)) {
        fprintf(stderr, "terrain_sdf: %s: no format has this extension\n", path);
        return SCREE_ERROR_INVALID;
    }
    scree_field_volume(field, &grid);
    for (int axis = 0; axis < 3; axis++) {
        volume.count[axis] = grid.count[axis];
        volume.voxel[axis] = grid.step[axis];
    }
    return scree_writer_open(context, &params, writer);
}

static scree_result write_field(scree_context *context, scree_device *device, const scree_samples *map,
                                const char *path)
{
    /* The relief is fitted into the layers; voxels are as wide as the samples lie apart, if the file tells that. */
    const scree_distance_samples_params params = {.layers = LAYERS, .distance = {.edge = SCREE_DISTANCE_EDGE_CLAMP}};
    struct file file = {.writer = NULL};
    const scree_sink sink = {.write = write_layers, .user = &file};
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result = scree_field_from_samples(context, &params, map, &field);
    if (result == SCREE_OK) {
        result = open_file(context, field, path, &file.writer);
    }
    if (result == SCREE_OK) {
        result = scree_job_stream(device, field, NULL, NULL, &sink, &job);
    }
    scree_field_release(&field); /* The job has a reference of its own. */
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    if (result == SCREE_OK) {
        const scree_job_status status = scree_job_poll(job);
        const scree_range measured = {.minimum = status.minimum, .maximum = status.maximum};
        result = scree_writer_finish(file.writer, NULL, &measured);
        if (result == SCREE_OK) {
            printf("%s: distances from %.6g to %.6g\n", path, (double)measured.minimum, (double)measured.maximum);
        }
    }
    scree_job_release(&job);
    scree_writer_close(&file.writer);
    return result;
}

int main(int count, char **texts)
{
    static float heights[SIDE * SIDE];
    const scree_context_params reporting = {.log = scree_log_to_stderr};
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_samples read = {0};
    scree_samples made = {0};
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: terrain_sdf FIELD [MAP]\n");
        return 2;
    }
    scree_result result = scree_context_create(&reporting, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = count == 3 ? read_map(context, texts[2], &read) : make_map(device, heights, &made);
    }
    if (result == SCREE_OK) {
        result = write_field(context, device, count == 3 ? &read : &made, texts[1]);
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    scree_samples_clear(&read);
    return result == SCREE_OK ? 0 : 1;
}
