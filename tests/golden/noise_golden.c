/*
 * Golden values: for each generator its parameters, a digest of the output bits and the first 16 values.
 *
 *     noise_golden FILE          every level that this processor has gives what FILE holds
 *     noise_golden --write FILE  writes FILE, from scalar C only
 *
 * The file's diff is the review: a changed line is a changed world, and needs SCREE_OUTPUT_REVISION to rise.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#define FIRST_VALUES 16

typedef struct golden_case {
    const char *name;
    scree_noise_params params;
    scree_grid grid;
} golden_case;

/* clang-format off */
#define GRID_1 {.axes = 1, .count = {1000}, .origin = {-3.25}, .step = {0.11}}
#define GRID_2 {.axes = 2, .count = {100, 37}, .origin = {-3.25, 7.5}, .step = {0.11}}
#define GRID_3 {.axes = 3, .count = {33, 17, 9}, .origin = {-3.25, 7.5, 0.3}, .step = {0.11}}
#define GRID_4 {.axes = 4, .count = {17, 9, 5, 3}, .origin = {-3.25, 7.5, 0.3, 9.0}, .step = {0.11}}
#define GRID_5 {.axes = 5, .count = {9, 5, 4, 3, 3}, .origin = {-3.25, 7.5, 0.3, 9.0, 1e6}, .step = {0.11}}
#define GRID_8 {.axes = 8, .count = {5, 4, 3, 3, 2, 2, 2, 2}, .origin = {-3.25, 7.5}, .step = {0.11}}
#define GRID_CELLS {.axes = 3, .count = {24, 16, 16}, .step = {0.125}}
#define GRID_FAR {.axes = 3, .count = {33, 17, 9}, .origin = {0x1p40, -0x1p50, 0.3}, .step = {0.002}, \
                  .first = {-40, 1000, 7}}

static const golden_case cases[] = {
    {"perlin-1", {.octaves = 1, .seed = 1}, GRID_1},
    {"perlin-2", {.octaves = 1, .seed = 1}, GRID_2},
    {"perlin-3", {.octaves = 1, .seed = 1}, GRID_3},
    {"perlin-4", {.octaves = 1, .seed = 1}, GRID_4},
    {"perlin-5", {.octaves = 1, .seed = 1}, GRID_5},
    {"perlin-8", {.octaves = 1, .seed = 1}, GRID_8},
    {"perlin-3-seed-0", {.octaves = 1}, GRID_3},
    {"perlin-3-seed-2^63", {.octaves = 1, .seed = UINT64_C(1) << 63}, GRID_3},
    {"perlin-3-sphere", {.gradients = SCREE_GRADIENTS_SPHERE}, GRID_3},
    {"perlin-3-cube", {.gradients = SCREE_GRADIENTS_CUBE}, GRID_3},
    {"perlin-3-perlin2002", {.hash = SCREE_HASH_PERLIN2002}, GRID_3},
    {"perlin-4-perlin2002", {.hash = SCREE_HASH_PERLIN2002, .octaves = 2, .seed = 5}, GRID_4},
    {"perlin-2-cubic", {.fade = SCREE_FADE_CUBIC}, GRID_2},
    {"perlin-2-cosine", {.fade = SCREE_FADE_COSINE}, GRID_2},
    {"perlin-2-linear", {.fade = SCREE_FADE_LINEAR}, GRID_2},
    {"perlin-2-fbm-8", {.octaves = 8, .seed = 7}, GRID_2},
    {"perlin-2-billow-8", {.octaves = 8, .fractal = SCREE_FRACTAL_BILLOW, .falloff = 0.75}, GRID_2},
    {"perlin-2-ridged-8", {.octaves = 8, .fractal = SCREE_FRACTAL_RIDGED}, GRID_2},
    {"perlin-2-lacunarity-1.9", {.octaves = 6, .lacunarity = 1.9}, GRID_2},
    {"perlin-2-weights", {.octaves = 3, .weights = {0.25, -1.0, 3.0}, .weight_count = 3}, GRID_2},
    {"perlin-2-period", {.octaves = 4, .period = {3, 5}}, GRID_2},
    {"perlin-2-skipped", {.octaves = 8, .skip_fine_octaves = true}, GRID_2},
    {"perlin-3-far", {.octaves = 5, .seed = 3}, GRID_FAR},
    {"unoptimised", {.octaves = 5, .seed = 3, .variant = SCREE_VARIANT_UNOPTIMISED}, GRID_3},
    {"half-optimised", {.octaves = 5, .seed = 3, .variant = SCREE_VARIANT_HALF_OPTIMISED}, GRID_3},
    {"optimised", {.octaves = 5, .seed = 3, .variant = SCREE_VARIANT_OPTIMISED}, GRID_3},
    {"optimised-cells-of-8", {.variant = SCREE_VARIANT_OPTIMISED}, GRID_CELLS},
    {"optimised-ridged", {.octaves = 3, .variant = SCREE_VARIANT_OPTIMISED, .fractal = SCREE_FRACTAL_RIDGED}, GRID_3},
    {"value-1", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_1},
    {"value-2", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_2},
    {"value-3", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_3},
    {"value-5", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_5},
    {"value-8", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_8},
    {"value-3-perlin2002", {.kind = SCREE_NOISE_VALUE, .hash = SCREE_HASH_PERLIN2002}, GRID_3},
    {"value-2-ridged-5", {.kind = SCREE_NOISE_VALUE, .octaves = 5, .fractal = SCREE_FRACTAL_RIDGED}, GRID_2},
};
/* clang-format on */

/* FNV-1a over the bytes in little-endian order. */
static uint64_t digest_of(const uint32_t *bits, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ ((bits[i] >> shift) & 255u)) * 0x100000001b3u;
        }
    }
    return hash;
}

static size_t samples_of(const scree_grid *grid)
{
    size_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= (size_t)grid->count[axis];
    }
    return samples;
}

/* One line of the file: name, digest, first values. */
static bool describe(scree_device *device, const golden_case *c, char *line, size_t size)
{
    size_t samples = samples_of(&c->grid);
    float *values = malloc(samples * sizeof(float));
    uint32_t *bits = malloc(samples * sizeof(uint32_t));
    scree_job *job = NULL;
    bool is_done = values != NULL && bits != NULL &&
                   scree_noise_fill(device, &c->params, &c->grid, values, &job) == SCREE_OK &&
                   scree_job_wait(job, UINT64_MAX) == SCREE_OK;
    scree_job_release(&job);
    if (is_done) {
        memcpy(bits, values, samples * sizeof(float));
        int length = snprintf(line, size, "%s %016" PRIx64, c->name, digest_of(bits, samples));
        for (size_t i = 0; i < FIRST_VALUES; i++) {
            length += snprintf(line + length, size - (size_t)length, " %08" PRIx32, bits[i]);
        }
    }
    free(values);
    free(bits);
    return is_done;
}

static scree_device *open_level(scree_context *context, scree_cpu_level level)
{
    scree_device_params params = {.cpu_level = level, .threads = 1};
    scree_device *device = NULL;
    if (scree_device_open(context, &params, &device) != SCREE_OK) {
        fprintf(stderr, "level %s could not be opened\n", scree_cpu_level_name(level));
        exit(1);
    }
    return device;
}

static int write_file(scree_context *context, const char *path)
{
    FILE *file = fopen(path, "w");
    scree_device *scalar = open_level(context, SCREE_CPU_LEVEL_SCALAR);
    char line[512];
    bool is_done = file != NULL;
    for (size_t i = 0; is_done && i < sizeof cases / sizeof cases[0]; i++) {
        is_done = describe(scalar, &cases[i], line, sizeof line) && fprintf(file, "%s\n", line) > 0;
    }
    is_done = file != NULL && fprintf(file, "output-revision %d\n", SCREE_OUTPUT_REVISION) > 0 && is_done;
    scree_device_close(&scalar);
    return file != NULL && fclose(file) == 0 && is_done ? 0 : 1;
}

static unsigned compare_level(scree_context *context, scree_cpu_level level, FILE *file)
{
    scree_device *device = open_level(context, level);
    unsigned failures = 0;
    char expected[512];
    char actual[512];
    rewind(file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_read = fgets(expected, sizeof expected, file) != NULL;
        expected[strcspn(expected, "\n")] = '\0';
        if (!is_read || !describe(device, &cases[i], actual, sizeof actual) || strcmp(expected, actual) != 0) {
            printf("FAILED %s %s\n  expected %s\n  got      %s\n", scree_cpu_level_name(level), cases[i].name,
                   is_read ? expected : "(nothing)", actual);
            failures++;
        }
    }
    int revision = 0;
    if (fgets(expected, sizeof expected, file) == NULL || sscanf(expected, "output-revision %d", &revision) != 1 ||
        revision != SCREE_OUTPUT_REVISION) {
        printf("FAILED the file is of output revision %d, the library of %d\n", revision, SCREE_OUTPUT_REVISION);
        failures++;
    }
    printf("%-8s %zu cases, %u failed\n", scree_cpu_level_name(level), sizeof cases / sizeof cases[0], failures);
    scree_device_close(&device);
    return failures;
}

int main(int argc, char **argv)
{
    bool is_writing = argc == 3 && strcmp(argv[1], "--write") == 0;
    scree_context *context = NULL;
    if ((argc != 2 && !is_writing) || scree_context_create(NULL, &context) != SCREE_OK) {
        fprintf(stderr, "usage: noise_golden [--write] FILE\n");
        return 2;
    }
    if (is_writing) {
        int status = write_file(context, argv[2]);
        scree_context_destroy(&context);
        return status;
    }
    FILE *file = fopen(argv[1], "r");
    unsigned failures = file == NULL;
    for (int level = SCREE_CPU_LEVEL_SCALAR; file != NULL && level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (scree_cpu_level_available((scree_cpu_level)level)) {
            failures += compare_level(context, (scree_cpu_level)level, file);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    scree_context_destroy(&context);
    return failures == 0 ? 0 : 1;
}
