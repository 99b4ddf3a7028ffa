/*
 * The conformance table: every implementation of lattice noise against scalar C, bit for bit. conformance.h has the
 * command line.
 *
 * The reference evaluates sample by sample, one lane, one thread. Round every output lies a canary. The first
 * difference is printed with its index and both values in decimal and in hexadecimal. With --bench the same calls are
 * timed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "field_jobs.h"
#include "noise_cases.h"

#define CANARY_FLOATS 64

/*
 * The number of a route of jobs is that of its method; then come a buffer, the grid's samples as points that the device
 * places, and the calling thread without a job.
 */
static const conformance_route cpu_routes[] = {{"auto-3-threads", 3}, {"contraction", 1}, {"direct", 1},
                                               {"buffer", 2},         {"points", 2},      {"at-once", 1}};
static const conformance_route gpu_routes[] = {
    {"auto", 0}, {"contraction", 0}, {"direct", 0}, {"buffer", 0}, {"points", 0}};
#define BUFFER_ROUTE 3u
#define POINTS_ROUTE 4u
#define AT_ONCE_ROUTE 5u

typedef conformance_implementation implementation;

static scree_noise_method method_of(const implementation *with)
{
    return with->route >= BUFFER_ROUTE ? SCREE_NOISE_METHOD_AUTO : (scree_noise_method)with->route;
}

static void set_bits(float *to, uint32_t bits)
{
    memcpy(to, &bits, sizeof bits);
}

/* Memory for a case with canaries before, between and behind its samples. */
static float *make_guarded(const noise_case *c)
{
    size_t floats = noise_case_extent(c) + 2 * CANARY_FLOATS;
    float *memory = aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (size_t i = 0; i < floats; i++) {
        set_bits(&memory[i], CONFORMANCE_CANARY);
    }
    return memory;
}

/* Samples in front of a case in its buffer: devices must manage starts that suit none of their alignments. */
#define BUFFER_OFFSET 33u

/* A buffer whose every word is a canary, and a job that fills it. */
static scree_result start_buffered(const implementation *with, const scree_noise_params *params, const scree_grid *grid,
                                   size_t extent, scree_buffer **buffer, scree_job **job)
{
    scree_result result = scree_buffer_create(with->device, 4 * (uint64_t)(extent + BUFFER_OFFSET), buffer);
    if (result == SCREE_OK) {
        result = scree_buffer_fill(*buffer, CONFORMANCE_CANARY, NULL);
    }
    return result == SCREE_OK ? noise_job_fill_buffer(with->device, params, grid, *buffer, 4 * BUFFER_OFFSET, job)
                              : result;
}

/* The field that a thread computes, and its result. */
typedef struct filling {
    const scree_noise_params *params;
    const scree_grid *grid;
    float *out;
    scree_job_status *status;
    scree_result result;
} filling;

static void fill_at_once(void *argument)
{
    filling *requested_fill = argument;
    scree_field *field = NULL;
    scree_range range = {0};
    requested_fill->result = scree_field_from_noise(NULL, requested_fill->params, &field);
    if (requested_fill->result == SCREE_OK) {
        requested_fill->result = scree_field_fill(field, requested_fill->grid, requested_fill->out);
    }
    if (requested_fill->result == SCREE_OK) {
        requested_fill->result = scree_field_range(field, requested_fill->grid, &range);
    }
    requested_fill->status->minimum = range.minimum;
    requested_fill->status->maximum = range.maximum;
    scree_field_release(&field);
}

/* The coordinates of all samples: an array for every axis. */
static double *make_coordinates(const noise_case *c)
{
    const uint64_t samples = noise_case_samples(c);
    double *coordinates = malloc((size_t)samples * c->grid.axes * sizeof *coordinates);
    if (coordinates == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < c->grid.axes; axis++) {
            const int64_t index = c->grid.first[axis] + (int64_t)(rest % c->grid.count[axis]);
            coordinates[axis * samples + i] = c->grid.origin[axis] + (double)index * c->grid.step[axis];
            rest /= c->grid.count[axis];
        }
    }
    return coordinates;
}

/* The same points in a buffer, behind a coordinate's room, and their values behind them. */
static scree_result evaluate_in_buffer(scree_device *device, const scree_field *field, uint32_t axes,
                                       const double *coordinates, uint64_t samples, float *values)
{
    const uint64_t bytes = axes * samples * sizeof *coordinates;
    const uint64_t offset = sizeof *coordinates + bytes + sizeof *values;
    const uint64_t value_bytes = samples * scree_field_channels(field, axes) * sizeof *values;
    scree_buffer *buffer = NULL;
    scree_result result = scree_buffer_create(device, offset + value_bytes, &buffer);
    scree_buffer_points points = {.axes = axes, .count = samples, .type = SCREE_TYPE_F64, .buffer = buffer};
    for (uint32_t axis = 0; axis < axes; axis++) {
        points.offset[axis] = (1 + axis * samples) * sizeof *coordinates;
    }
    if (result == SCREE_OK) {
        result = scree_buffer_write(buffer, sizeof *coordinates, bytes, coordinates);
    }
    if (result == SCREE_OK) {
        result = scree_device_at_buffer(device, field, &points, buffer, offset, NULL);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(buffer, offset, value_bytes, values);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

/* Evaluates points of host memory and of a buffer, which must have the same values. */
static scree_result evaluate_both(scree_device *device, const scree_field *field, uint32_t axes,
                                  const double *coordinates, uint64_t samples, float *values)
{
    const size_t bytes = (size_t)samples * scree_field_channels(field, axes) * sizeof *values;
    float *again = malloc(bytes);
    scree_points points = {.axes = axes, .count = (size_t)samples, .type = SCREE_TYPE_F64};
    for (uint32_t axis = 0; axis < axes; axis++) {
        points.coordinate[axis] = coordinates + axis * samples;
    }
    scree_result result = again == NULL ? SCREE_ERROR_OUT_OF_MEMORY : scree_device_at(device, field, &points, values);
    if (result == SCREE_OK) {
        result = evaluate_in_buffer(device, field, axes, coordinates, samples, again);
    }
    if (result == SCREE_OK && memcmp(values, again, bytes) != 0) {
        printf("  points in a buffer have other values than in host memory\n");
        result = SCREE_ERROR_INTERNAL;
    }
    free(again);
    return result;
}

/* The values of a case's samples as points, at their positions in the grid. */
static scree_result fill_points(const implementation *with, const noise_case *c, float *out)
{
    const uint64_t samples = noise_case_samples(c);
    const uint32_t channels = noise_case_channels(c);
    double *coordinates = make_coordinates(c);
    float *values = malloc((size_t)samples * channels * sizeof *values);
    scree_field *field = NULL;
    scree_result result = values == NULL ? SCREE_ERROR_OUT_OF_MEMORY : scree_field_from_noise(NULL, &c->params, &field);
    if (result == SCREE_OK) {
        result = evaluate_both(with->device, field, c->grid.axes, coordinates, samples, values);
    }
    for (uint64_t i = 0; i < samples && result == SCREE_OK; i++) {
        memcpy(&out[noise_case_offset(c, i)], &values[i * channels], channels * sizeof *values);
    }
    scree_field_release(&field);
    free(values);
    free(coordinates);
    return result;
}

/* Whether a case can be made by either method; otherwise it has one that is its own. */
static bool has_methods(const noise_case *c)
{
    return !c->params.has_octave_rotation && scree_noise_kind_describe(c->params.kind)->interpolates;
}

static bool is_warped(const noise_case *c)
{
    return c->params.warp.amplitude != 0.0;
}

/* The method of an implementation, as far as a case can be made by it. The components of a warp can be made directly;
   the field itself always is. */
static scree_noise_method find_method(const implementation *with, const noise_case *c)
{
    const scree_noise_method wanted = method_of(with);
    const bool can_be = is_warped(c) ? wanted == SCREE_NOISE_METHOD_DIRECT : has_methods(c);
    return can_be ? wanted : SCREE_NOISE_METHOD_AUTO;
}

static scree_result fill(const implementation *with, const noise_case *c, float *out, scree_job_status *status)
{
    const scree_noise_params *params = &c->params;
    scree_job *job = NULL;
    scree_buffer *buffer = NULL;
    if (with->route == AT_ONCE_ROUTE) {
        filling requested_fill = {.params = params, .grid = &c->grid, .out = out, .status = status};
        conformance_on_thread(with->device, fill_at_once, &requested_fill);
        return requested_fill.result;
    }
    scree_result result = with->route == POINTS_ROUTE ? fill_points(with, c, out)
                          : with->route == BUFFER_ROUTE
                              ? start_buffered(with, params, &c->grid, noise_case_extent(c), &buffer, &job)
                              : noise_job_fill_by(with->device, params, find_method(with, c), &c->grid, out, &job);
    if (result == SCREE_OK && job != NULL) {
        result = scree_job_wait(job, UINT64_MAX);
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    if (result == SCREE_OK && with->route == BUFFER_ROUTE) {
        result = scree_buffer_read(buffer, 4 * BUFFER_OFFSET, 4 * noise_case_extent(c), out);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

static void print_difference(const noise_case *c, uint64_t index, float expected, float actual)
{
    printf("  sample %" PRIu64 " (", index);
    uint64_t rest = index;
    for (uint32_t axis = 0; axis < c->grid.axes; axis++) {
        printf("%s%" PRIu64, axis == 0 ? "" : ", ", rest % c->grid.count[axis]);
        rest /= c->grid.count[axis];
    }
    printf("): expected %.9g %08" PRIx32 ", got %.9g %08" PRIx32 ", %" PRId64 " units in the last place apart\n",
           (double)expected, conformance_bits(expected), (double)actual, conformance_bits(actual),
           (int64_t)conformance_bits(actual) - (int64_t)conformance_bits(expected));
}

/* Compares samples, then everything between and round them; prints what differs first. */
static bool is_equal(const noise_case *c, const float *expected, const float *actual)
{
    size_t floats = noise_case_extent(c) + 2 * CANARY_FLOATS;
    if (memcmp(expected, actual, floats * sizeof(float)) == 0) {
        return true;
    }
    uint64_t samples = noise_case_samples(c);
    uint64_t differences = 0;
    const uint32_t channels = noise_case_channels(c);
    for (uint64_t i = 0; i < samples * channels; i++) {
        size_t offset = CANARY_FLOATS + noise_case_offset(c, i / channels) + i % channels;
        if (conformance_bits(expected[offset]) != conformance_bits(actual[offset]) && differences++ == 0) {
            print_difference(c, i / channels, expected[offset], actual[offset]);
        }
    }
    if (differences == 0) {
        printf("  samples are equal, but something was written between or round them\n");
    } else {
        printf("  %" PRIu64 " of %" PRIu64 " numbers differ\n", differences, samples * channels);
    }
    return false;
}

static bool is_range_equal(const scree_job_status *expected, const scree_job_status *actual)
{
    if (conformance_bits(actual->minimum) == conformance_bits(expected->minimum) &&
        conformance_bits(actual->maximum) == conformance_bits(expected->maximum)) {
        return true;
    }
    printf("  range %.9g to %.9g, expected %.9g to %.9g\n", (double)actual->minimum, (double)actual->maximum,
           (double)expected->minimum, (double)expected->maximum);
    return false;
}

static void time_case(const implementation *with, const noise_case *c, float *out)
{
    scree_job_status status;
    double best = 1e9;
    for (int run = 0; run < 7; run++) {
        double start = conformance_now();
        fill(with, c, out, &status);
        double seconds = conformance_now() - start;
        best = seconds < best ? seconds : best;
    }
    printf("%-44s %-26s %10.1f million samples/s\n", c->name, with->name, (double)noise_case_samples(c) / best / 1e6);
}

/* The reference's result for a case, on a route. */
typedef struct reference {
    float *samples; /* With canaries round them. */
    scree_job_status status;
} reference;

/* Fills `out`, with its canaries; NULL, or what is wrong with it. */
static const char *find_fault(const implementation *with, const noise_case *c, const reference *expected, float *out)
{
    scree_job_status status = {0};
    conformance_announce(with->name, c->name);
    scree_result result = fill(with, c, out + CANARY_FLOATS, &status);
    return result != SCREE_OK                            ? scree_result_name(result)
           : !is_equal(c, expected->samples, out)        ? "not the reference's samples"
           : !is_range_equal(&expected->status, &status) ? "not the reference's range"
                                                         : NULL;
}

static void check_implementation(const conformance_run *run, implementation *with, const noise_case *c,
                                 const reference *expected)
{
    float *out = make_guarded(c);
    const char *fault = find_fault(with, c, expected, out);
    conformance_count(run, with, c->name, fault);
    if (fault == NULL && run->chosen.is_bench) {
        time_case(with, c, out + CANARY_FLOATS);
    }
    free(out);
}

static reference make_reference(const conformance_run *run, const noise_case *c, unsigned route)
{
    reference made = {.samples = make_guarded(c)};
    implementation scalar = {.name = "reference", .device = run->reference, .route = route};
    conformance_announce(scalar.name, c->name);
    scree_result result = fill(&scalar, c, made.samples + CANARY_FLOATS, &made.status);
    if (result != SCREE_OK) {
        printf("FAILED reference %s: %s\n", c->name, scree_result_name(result));
        exit(1);
    }
    return made;
}

/* Compares those implementations whose bits are set with the reference on a route. */
static void check_group(conformance_run *run, const noise_case *c, uint64_t implementations, unsigned route)
{
    if (implementations == 0) {
        return;
    }
    reference expected = make_reference(run, c, route);
    for (unsigned i = 0; i < run->count; i++) {
        if ((implementations >> i & 1) != 0) {
            check_implementation(run, &run->implementations[i], c, &expected);
        }
    }
    free(expected.samples);
}

/*
 * Points have a reference of their own: their coordinates are rounded where the grid's are not, and they have all
 * octaves.
 */
static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    const noise_case c = noise_case_make(number, run->chosen.contents);
    uint64_t by_points = 0;
    for (unsigned i = 0; i < run->count; i++) {
        by_points |= (uint64_t)(run->implementations[i].route == POINTS_ROUTE) << i;
    }
    check_group(run, &c, implementations & ~by_points, SCREE_NOISE_METHOD_DIRECT);
    check_group(run, &c, implementations & by_points, POINTS_ROUTE);
}

/* Whether a route is the only one to its kernels; the others lead to those that the automatic method chooses. */
static bool has_own_kernels(const implementation *with)
{
    return with->route == POINTS_ROUTE || method_of(with) != SCREE_NOISE_METHOD_AUTO;
}

/*
 * Whether an implementation must meet a kind in so many axes. Software that stands in for a GPU compiles a program for
 * each such pair, of which a seed chooses half: an even and an odd one meet all.
 */
static bool has_pair_row(const conformance_run *run, const implementation *with, const noise_case *c)
{
    const bool is_compiled = strncmp(with->name, "vulkan", 6) == 0;
    const uint64_t number = c->params.kind + c->grid.axes + with->route + run->chosen.seed;
    return has_own_kernels(with) && (!is_compiled || number % 2 == 0);
}

/* Adds the rows that every implementation must meet; their names begin with its own. */
static void describe_kernels(const conformance_run *run, const implementation *with, const noise_case *c,
                             sample_rows *rows)
{
    const scree_noise_params *p = &c->params;
    sample_row(rows, "%s: %s", with->name, scree_noise_kind_name(p->kind));
    sample_row(rows, "%s: %u axes", with->name, c->grid.axes);
    if (has_pair_row(run, with, c)) {
        sample_row(rows, "%s: %s, %u axes", with->name, scree_noise_kind_name(p->kind), c->grid.axes);
    }
    sample_row(rows, "%s: distribution %s%s", with->name, scree_noise_distribution_name(p->values.distribution),
               noise_case_channels(c) > 1 ? " with channels" : "");
    if (noise_case_channels(c) > 1) {
        sample_row(rows, "%s: %s", with->name, p->sample.is_curl ? "curl" : "derivatives");
        sample_row(rows, "%s with derivatives %s", scree_noise_kind_name(p->kind),
                   with->route == POINTS_ROUTE ? "at points" : "on grids");
    }
    if (noise_case_channels(c) > 1 && method_of(with) == SCREE_NOISE_METHOD_CONTRACTION && has_methods(c) &&
        !is_warped(c)) {
        const char *made = p->sample.is_curl ? "a flow" : "derivatives";
        sample_row(rows, "%s: %s folded with %s, %" PRIu32 " axes", with->name, scree_noise_kind_name(p->kind), made,
                   c->grid.axes);
        sample_row(rows, "%s: %s%s folded with derivatives", with->name, p->weighted_strength != 0.0 ? "weighted " : "",
                   scree_noise_fractal_name(p->fractal));
    }
    if (p->octaves > 1 && has_own_kernels(with)) {
        sample_row(rows, "%s: %s%s", with->name, p->weighted_strength != 0.0 ? "weighted " : "",
                   scree_noise_fractal_name(p->fractal));
    }
}

static void describe_lattice(const scree_noise_params *p, sample_rows *rows)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(p->kind);
    sample_row(rows, "hash %s", scree_noise_hash_name(p->hash));
    sample_row(rows, p->period[0] != 0 ? "periods" : "no periods");
    if (info->has_gradients) {
        sample_row(rows, "gradients %s", scree_noise_gradients_name(p->gradients));
    }
    if (info->interpolates) {
        sample_row(rows, "fade %s", scree_noise_fade_name(p->fade));
    }
    if (p->kind == SCREE_NOISE_CELLULAR) {
        sample_row(rows, "feature %s", scree_noise_feature_name(p->cellular.feature));
        sample_row(rows, "metric %s", scree_noise_metric_name(p->cellular.metric));
        sample_row(rows, "jitter %g", p->cellular.jitter);
    }
    if (p->kind == SCREE_NOISE_CELLULAR && p->cellular.feature == SCREE_NOISE_FEATURE_F1) {
        sample_row(rows, p->cellular.smoothness != 0.0 ? "smooth" : "not smooth");
    }
    if (p->kind == SCREE_NOISE_GABOR || p->kind == SCREE_NOISE_PHASOR) {
        const double isotropy = p->gabor.isotropy;
        sample_row(rows, "%s in %s", info->name,
                   isotropy == 0.0  ? "one direction"
                   : isotropy < 1.0 ? "some directions"
                                    : "all directions");
    }
}

static void describe_octaves(const scree_noise_params *p, sample_rows *rows)
{
    sample_row(rows, p->octaves == 1 ? "one octave" : p->octaves <= 8 ? "some octaves" : "many octaves");
    if (p->octaves > 1) {
        sample_row(rows, "lacunarity %g", p->lacunarity);
        sample_row(rows, "gain %g", p->gain);
        sample_row(rows, p->weight_count != 0 ? "weights" : "no weights");
        sample_row(rows, p->has_octave_rotation ? "octaves turned" : "octaves not turned");
    }
}

static void describe_warp(const implementation *with, const scree_noise_params *p, sample_rows *rows)
{
    if (p->warp.amplitude != 0.0) {
        sample_row(rows, "%s: warped, %s", with->name, scree_noise_warp_fractal_name(p->warp.fractal));
        sample_row(rows, "warped by %s", scree_noise_kind_name(p->warp.kind));
        sample_row(rows, "warped %" PRIu32 " times", p->warp.times);
    }
}

/* Points have neither strides nor octaves that are left out. */
static void describe_grid(const noise_case *c, sample_rows *rows)
{
    const uint64_t width = c->grid.count[0];
    sample_row(rows, c->params.skips_fine_octaves ? "without fine octaves" : "with fine octaves");
    sample_row(rows, c->grid.row_stride != 0 ? "strides" : "no strides");
    if (width <= 65) {
        sample_row(rows, "%" PRIu64 " along x", width);
    } else {
        sample_row(rows, width <= 257 ? "many along x" : "very many along x");
    }
}

static bool describe(const conformance_run *run, unsigned number, const implementation *with,
                     conformance_comparison *comparison)
{
    const noise_case c = noise_case_make(number, run->chosen.contents);
    sample_rows *rows = &comparison->rows;
    snprintf(comparison->name, sizeof comparison->name, "%s", c.name);
    describe_kernels(run, with, &c, rows);
    describe_lattice(&c.params, rows);
    describe_octaves(&c.params, rows);
    describe_warp(with, &c.params, rows);
    if (with->route != POINTS_ROUTE) {
        describe_grid(&c, rows);
    }
    if (c.edge != NULL) {
        sample_row(rows, "%s", c.edge);
    } else {
        sample_row(rows, "at %s", c.position);
        sample_row(rows, "step %g", c.grid.step[0]);
    }
    return is_warped(&c) || has_methods(&c) || method_of(with) != SCREE_NOISE_METHOD_DIRECT;
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = noise_case_count(),
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
