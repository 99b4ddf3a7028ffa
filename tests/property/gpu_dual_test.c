/*
 * Fields with derivatives on grids, which GPUs fold from the lattice: in submissions, batches and tiles that are cut,
 * and with gaps behind rows and between planes, with the bits of the CPU.
 */
#include "gpu_suite.h"

typedef struct dual_case {
    scree_noise_params params;
    scree_grid grid;
    scree_noise_method method;
} dual_case;

/* Nodes of both sorts, plain sums, flows and sums with state, in which rows and columns end within what is summed at
   once; more octaves than values alone have in one pass, and cells of more and of less than a sample. */
static const dual_case cases[] = {
    {{.sample.has_derivatives = true, .octaves = 5, .seed = 1},
     {.axes = 3, .count = {131, 61, 3}, .step = {0.013}},
     SCREE_NOISE_METHOD_AUTO},
    {{.sample.has_derivatives = true, .octaves = 13, .lacunarity = 1.2},
     {.axes = 2, .count = {301, 67}, .step = {0.19}},
     SCREE_NOISE_METHOD_CONTRACTION},
    {{.sample.has_derivatives = true, .kind = SCREE_NOISE_VALUE, .octaves = 3, .fade = SCREE_NOISE_FADE_COSINE},
     {.axes = 4, .count = {37, 21, 3, 4}, .step = {0.06}, .origin = {-7.0, 2.0}},
     SCREE_NOISE_METHOD_AUTO},
    {{.sample.is_curl = true, .octaves = 5, .lacunarity = 1.7, .seed = 7},
     {.axes = 3, .count = {9, 70, 11}, .step = {0.11}, .origin = {0.0, -3.0, 1.0}},
     SCREE_NOISE_METHOD_AUTO},
    {{.sample.has_derivatives = true,
      .octaves = 3,
      .fractal = SCREE_NOISE_FRACTAL_HYBRID,
      .hash = SCREE_NOISE_HASH_PERLIN2002},
     {.axes = 3, .count = {67, 33, 4}, .step = {0.7}},
     SCREE_NOISE_METHOD_AUTO},
};

static void check_all(void)
{
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const dual_case *c = &cases[i];
        const uint64_t channels = c->params.sample.is_curl ? c->grid.axes : c->grid.axes + 1;
        const uint64_t planes = fixture_samples(&c->grid) / c->grid.count[0] / c->grid.count[1];
        scree_grid grid = c->grid;
        gpu_assert_fill(device, &c->params, c->method, &grid, fixture_samples(&grid) * channels * sizeof(float));
        grid.row_stride = grid.count[0] + 5;
        grid.plane_stride = grid.row_stride * grid.count[1] + 3;
        gpu_assert_fill(device, &c->params, c->method, &grid, planes * grid.plane_stride * channels * sizeof(float));
        gpu_assert_range(device, &c->params, c->method, &c->grid);
    }
    gpu_close(&device);
}

static void derivatives_are_the_cpus(void **state)
{
    check_all();
}

static void submissions_are_cut(void **state)
{
    gpu_limit_slabs((uint32_t)1 << 16);
    check_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {gpu_test(derivatives_are_the_cpus), gpu_test(submissions_are_cut)};
    return gpu_run(tests);
}
