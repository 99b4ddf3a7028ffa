/*
 * The signed distance field of a terrain, streamed into a file: a volume of any size takes the memory of a few layers.
 *
 *     terrain_sdf FIELD [MAP]     such as: terrain_sdf field.vti heights.png
 *
 * FIELD is a file of any format that holds float32 in three axes (.npy, .vti, .raw, .mhd, .dds, .vf). Without MAP, any
 * heightmap that the library reads, the terrain is made of noise.
 */
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

#define SIDE 128
#define LAYERS 32

struct terrain {
    uint64_t count[2];
    float *heights; /* Owned. */
    scree_range range;
};

static scree_result read_map(scree_context *context, const char *path, struct terrain *terrain)
{
    /* Cells without data become the lowest ground. */
    const scree_samples_params params = {.path = path, .nodata_rule = SCREE_NODATA_LOWEST};
    scree_samples samples;
    scree_result result = scree_samples_read(context, &params, &samples);
    if (result == SCREE_OK && samples.axes != 2) {
        fprintf(stderr, "terrain_sdf: %s has %u axes; a heightmap has 2\n", path, samples.axes);
        result = SCREE_ERROR_INVALID;
    }
    if (result == SCREE_OK) {
        *terrain = (struct terrain){
            .count = {samples.count[0], samples.count[1]}, .heights = samples.values, .range = samples.range};
        samples.values = NULL; /* They are the terrain's now. */
    }
    scree_samples_clear(&samples);
    return result;
}

static scree_result make_map(scree_device *device, struct terrain *terrain)
{
    const scree_noise_params params = {.fractal = SCREE_NOISE_FRACTAL_RIDGED, .seed = 7, .octaves = 6};
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {3.0 / SIDE}};
    scree_job *job = NULL;
    *terrain = (struct terrain){.count = {SIDE, SIDE}, .heights = (float *)malloc(sizeof(float) * SIDE * SIDE)};
    if (terrain->heights == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, &grid, terrain->heights, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        terrain->range.minimum = scree_job_poll(job).minimum;
        terrain->range.maximum = scree_job_poll(job).maximum;
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

/* Relief takes the middle half of the volume's height. */
static scree_distance_source fit(const struct terrain *terrain)
{
    const double lowest = terrain->range.minimum;
    const double extent = terrain->range.maximum - lowest;
    const double scale = extent > 0 ? 0.5 * LAYERS / extent : 1;
    return (scree_distance_source){
        .heights = terrain->heights, .scale = scale, .offset = 0.25 * LAYERS - scale * lowest};
}

static scree_result write_field(scree_context *context, scree_device *device, const struct terrain *terrain,
                                const char *path)
{
    const scree_distance_params params = {.count = {terrain->count[0], terrain->count[1], LAYERS},
                                          .edge = SCREE_DISTANCE_EDGE_CLAMP};
    const scree_distance_source source = fit(terrain);
    const scree_volume volume = {.axes = 3, .count = {terrain->count[0], terrain->count[1], LAYERS}};
    scree_writer_params writing = {.path = path, .volume = &volume, .replaces = true};
    struct file file = {.writer = NULL};
    const scree_sink sink = {.write = write_layers, .user = &file};
    scree_field *field = NULL;
    scree_job *job = NULL;
    if (!scree_format_from_path(path, &writing.format)) {
        fprintf(stderr, "terrain_sdf: %s: no format has this extension\n", path);
        return SCREE_ERROR_INVALID;
    }
    scree_result result = scree_field_from_distance(context, &params, &source, &field);
    if (result == SCREE_OK) {
        result = scree_writer_open(context, &writing, &file.writer);
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
            printf("%s: distances from %.6g to %.6g voxels\n", path, (double)measured.minimum,
                   (double)measured.maximum);
        }
    }
    scree_job_release(&job);
    scree_writer_close(&file.writer);
    return result;
}

int main(int count, char **texts)
{
    const scree_context_params reporting = {.log = scree_log_to_stderr};
    scree_context *context = NULL;
    scree_device *device = NULL;
    struct terrain terrain = {.heights = NULL};
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: terrain_sdf FIELD [MAP]\n");
        return 2;
    }
    scree_result result = scree_context_create(&reporting, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = count == 3 ? read_map(context, texts[2], &terrain) : make_map(device, &terrain);
    }
    if (result == SCREE_OK) {
        result = write_field(context, device, &terrain, texts[1]);
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    free(terrain.heights);
    return result == SCREE_OK ? 0 : 1;
}
