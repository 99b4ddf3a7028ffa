/*
 * The conformance table of distance fields: every device, by every call, against scalar C on one thread, bit for bit.
 * conformance.h has the command line.
 *
 * Round every output lie canaries, and outputs start where no register would; heights are spoilt as soon as a call
 * returns. The first difference is printed with its position and both values in decimal and in hexadecimal. With
 * --bench the same calls are timed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "field_jobs.h"
#include "distance_cases.h"

/* Odd, so that what lies behind is aligned to words and to nothing else. */
#define CANARY_WORDS 67u

typedef enum route { FILL, STREAM, BUFFER, AT_ONCE } route;

static const conformance_route cpu_routes[] = {
    {"fill-3-threads", 3}, {"stream-2-threads", 2}, {"buffer", 1}, {"at-once", 1}};
static const conformance_route gpu_routes[] = {{"fill", 0}, {"stream", 0}, {"buffer", 0}};

/* Result of one call. */
typedef struct outcome {
    uint32_t *distance; /* With canaries round them. */
    uint32_t *nearest;
    scree_job_status status;
    const char *fault; /* NULL, or what was wrong besides. */
} outcome;

static uint32_t *make_guarded(uint64_t voxels)
{
    size_t words = (size_t)voxels + 2 * CANARY_WORDS;
    uint32_t *memory = malloc(words * sizeof *memory);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (size_t i = 0; i < words; i++) {
        memory[i] = CONFORMANCE_CANARY;
    }
    return memory;
}

static outcome make_outcome(const distance_case *c)
{
    outcome result = {.distance = make_guarded(distance_case_voxels(c)),
                      .nearest = make_guarded(distance_case_voxels(c))};
    return result;
}

static void free_outcome(outcome *result)
{
    free(result->distance);
    free(result->nearest);
}

/* Puts slabs together again. */
typedef struct assembly {
    const distance_case *c;
    outcome *to;
    uint64_t next_layer;
} assembly;

static scree_result keep_slab(void *user, const scree_slab *slab)
{
    assembly *to = user;
    uint64_t plane = to->c->params.count[0] * to->c->params.count[1];
    if (slab->first != to->next_layer * plane || slab->count == 0 || slab->count % plane != 0 ||
        slab->count > distance_case_voxels(to->c) - slab->first) {
        to->to->fault = "a slab came out of order";
        return SCREE_ERROR_INTERNAL;
    }
    if ((slab->nearest != NULL) != to->c->wants_nearest) {
        to->to->fault = "a slab has indices that were not asked for, or has none";
        return SCREE_ERROR_INTERNAL;
    }
    size_t start = CANARY_WORDS + (size_t)slab->first;
    size_t bytes = (size_t)slab->count * sizeof(uint32_t);
    memcpy(to->to->distance + start, slab->values, bytes);
    if (slab->nearest != NULL) {
        memcpy(to->to->nearest + start, slab->nearest, bytes);
    }
    to->next_layer += slab->count / plane;
    return SCREE_OK;
}

/* Samples in front of a field in its buffer: devices must manage starts that suit none of their alignments. */
#define BUFFER_OFFSET 33u

static scree_result start_buffered(const conformance_implementation *with, const distance_case *c,
                                   const scree_distance_source *source, scree_buffer **buffer, scree_job **job)
{
    uint64_t words = distance_case_voxels(c) + 2 * BUFFER_OFFSET;
    scree_result result = scree_buffer_create(with->device, sizeof(uint32_t) * words, buffer);
    if (result == SCREE_OK) {
        result = scree_buffer_fill(*buffer, CONFORMANCE_CANARY, NULL);
    }
    return result == SCREE_OK ? distance_job_fill_buffer(with->device, &c->params, source, *buffer,
                                                         sizeof(uint32_t) * BUFFER_OFFSET, job)
                              : result;
}

static scree_result start(const conformance_implementation *with, const distance_case *c,
                          const scree_distance_source *source, outcome *to, assembly *slabs, scree_buffer **buffer,
                          scree_job **job)
{
    if (with->route == BUFFER) {
        return start_buffered(with, c, source, buffer, job);
    }
    if (with->route == STREAM) {
        scree_sink sink = {.write = keep_slab, .user = slabs, .wants_nearest = c->wants_nearest};
        return distance_job_stream(with->device, &c->params, source, &sink, job);
    }
    distance_memory field = {.distance = (float *)(void *)(to->distance + CANARY_WORDS),
                             .nearest = c->wants_nearest ? to->nearest + CANARY_WORDS : NULL};
    return distance_job_fill(with->device, &c->params, source, &field, job);
}

/* Heights may go as soon as the call returns. */
static void spoil(volume *solid, const distance_case *c)
{
    size_t plane = (size_t)(c->params.count[0] * c->params.count[1]);
    if (solid->heights != NULL) {
        memset(solid->heights, 0xff, plane * sizeof(float));
        free(solid->heights);
        solid->heights = NULL;
    }
}

/* The field that a thread computes, and its result. */
typedef struct filling {
    const distance_case *c;
    const scree_distance_source *source;
    outcome *to;
    scree_result result;
} filling;

static void fill_at_once(void *argument)
{
    filling *fill = argument;
    outcome *to = fill->to;
    float *out = (float *)(void *)(to->distance + CANARY_WORDS);
    scree_field *field = NULL;
    scree_range range = {0};
    fill->result = scree_field_from_distance(NULL, &fill->c->params, fill->source, &field);
    if (fill->result == SCREE_OK) {
        fill->result = fill->c->wants_nearest ? scree_field_fill_nearest(field, out, to->nearest + CANARY_WORDS)
                                              : scree_field_fill(field, NULL, out);
    }
    if (fill->result == SCREE_OK) {
        fill->result = scree_field_range(field, NULL, &range);
    }
    to->status = (scree_job_status){.minimum = range.minimum, .maximum = range.maximum};
    scree_field_release(&field);
}

static void run_case(const conformance_run *run, const conformance_implementation *with, const distance_case *c,
                     outcome *to)
{
    volume solid = volume_make(c->kind, c->params.count, c->params.voxel[2], c->seed, run->reference);
    scree_distance_source source = volume_source(&solid);
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    assembly slabs = {.c = c, .to = to};
    conformance_announce(with->name, c->name);
    filling at_once = {.c = c, .source = &source, .to = to};
    scree_result result = SCREE_OK;
    if (with->route == AT_ONCE) {
        conformance_on_thread(with->device, fill_at_once, &at_once);
        result = at_once.result;
    } else {
        result = start(with, c, &source, to, &slabs, &buffer, &job);
    }
    spoil(&solid, c);
    if (result == SCREE_OK && job != NULL) {
        result = scree_job_wait(job, UINT64_MAX);
        to->status = scree_job_poll(job);
    }
    scree_job_release(&job);
    if (result == SCREE_OK && with->route == BUFFER) {
        uint64_t words = distance_case_voxels(c) + 2 * BUFFER_OFFSET;
        result = scree_buffer_read(buffer, 0, sizeof(uint32_t) * words, to->distance + CANARY_WORDS - BUFFER_OFFSET);
    }
    scree_buffer_destroy(&buffer);
    volume_free(&solid);
    if (to->fault == NULL && result != SCREE_OK) {
        to->fault = scree_result_name(result);
    } else if (to->fault == NULL && with->route == STREAM && slabs.next_layer != c->params.count[2]) {
        to->fault = "layers of the stream are missing";
    } else if (to->fault == NULL && to->status.done != to->status.total) {
        to->fault = "the job ended before all of its work was done";
    }
}

static void print_voxel(const distance_case *c, uint64_t index)
{
    uint64_t columns = c->params.count[0];
    uint64_t rows = c->params.count[1];
    printf("  voxel %" PRIu64 " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", index, index % columns,
           index / columns % rows, index / columns / rows);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Compares voxels, then what lies round them; prints what differs first. */
static bool is_equal(const distance_case *c, const char *what, const uint32_t *expected, const uint32_t *actual)
{
    uint64_t voxels = distance_case_voxels(c);
    if (memcmp(expected, actual, ((size_t)voxels + 2 * CANARY_WORDS) * sizeof *expected) == 0) {
        return true;
    }
    uint64_t differences = 0;
    for (uint64_t i = 0; i < voxels; i++) {
        uint32_t right = expected[CANARY_WORDS + i];
        uint32_t got = actual[CANARY_WORDS + i];
        if (right != got && differences++ == 0) {
            print_voxel(c, i);
            printf(", %s: expected %.9g %08" PRIx32 " (%" PRIu32 "), got %.9g %08" PRIx32 " (%" PRIu32 ")\n", what,
                   (double)float_of(right), right, right, (double)float_of(got), got, got);
        }
    }
    if (differences == 0) {
        printf("  %s: voxels are equal, but something was written round them\n", what);
    } else {
        printf("  %s: %" PRIu64 " of %" PRIu64 " voxels differ\n", what, differences, voxels);
    }
    return false;
}

static bool is_range_equal(const outcome *expected, const outcome *actual)
{
    if (conformance_bits(actual->status.minimum) == conformance_bits(expected->status.minimum) &&
        conformance_bits(actual->status.maximum) == conformance_bits(expected->status.maximum)) {
        return true;
    }
    printf("  range %.9g to %.9g, expected %.9g to %.9g\n", (double)actual->status.minimum,
           (double)actual->status.maximum, (double)expected->status.minimum, (double)expected->status.maximum);
    return false;
}

static void time_case(const conformance_run *run, const conformance_implementation *with, const distance_case *c)
{
    double best = 1e9;
    for (int iteration = 0; iteration < 5; iteration++) {
        outcome result = make_outcome(c);
        double start_time = conformance_now();
        run_case(run, with, c, &result);
        double seconds = conformance_now() - start_time;
        best = seconds < best ? seconds : best;
        free_outcome(&result);
    }
    printf("%-60s %-26s %10.1f million voxels/s\n", c->name, with->name, (double)distance_case_voxels(c) / best / 1e6);
}

/* Lines so long that software GPUs may cut the loops along them short, which they say. */
static bool is_for_hardware(const distance_case *c)
{
    return c->params.method == SCREE_DISTANCE_EXACT && (c->params.count[0] > 16384 || c->params.count[1] > 16384);
}

/* NULL, or what is wrong with a result. */
static const char *find_fault(const conformance_implementation *with, const distance_case *c, const outcome *expected,
                              const outcome *result)
{
    if (result->fault != NULL) {
        return result->fault;
    }
    bool is_right = is_equal(c, "distance", expected->distance, result->distance);
    if (with->route != BUFFER) {
        is_right = is_equal(c, "nearest", expected->nearest, result->nearest) && is_right;
        is_right = is_range_equal(expected, result) && is_right;
    }
    return is_right ? NULL : "not the reference's";
}

static void check_implementation(const conformance_run *run, conformance_implementation *with, const distance_case *c,
                                 const outcome *expected)
{
    outcome result = make_outcome(c);
    run_case(run, with, c, &result);
    const char *fault = find_fault(with, c, expected, &result);
    conformance_count(run, with, c->name, fault);
    free_outcome(&result);
    if (fault == NULL && run->chosen.is_bench) {
        time_case(run, with, c);
    }
}

/* The reference itself must have written all that was asked for, and nothing else. */
static const char *check_written(const distance_case *c, const uint32_t *memory, bool is_wanted)
{
    uint64_t voxels = distance_case_voxels(c);
    for (uint64_t i = 0; i < voxels + 2 * CANARY_WORDS; i++) {
        bool is_inside = is_wanted && i >= CANARY_WORDS && i - CANARY_WORDS < voxels;
        if ((memory[i] == CONFORMANCE_CANARY) == is_inside) {
            return is_inside ? "a voxel was not written" : "something was written round the voxels";
        }
    }
    return NULL;
}

static outcome make_reference(const conformance_run *run, const distance_case *c)
{
    outcome made = make_outcome(c);
    conformance_implementation reference = {.name = "reference", .device = run->reference, .route = FILL};
    run_case(run, &reference, c, &made);
    if (made.fault == NULL) {
        made.fault = check_written(c, made.distance, true);
    }
    if (made.fault == NULL) {
        made.fault = check_written(c, made.nearest, c->wants_nearest);
    }
    return made;
}

static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    const distance_case c = distance_case_make(number, run->chosen.contents);
    outcome expected = make_reference(run, &c);
    for (unsigned i = 0; i < run->count; i++) {
        if ((implementations >> i & 1) == 0) {
            continue;
        }
        if (expected.fault == NULL) {
            check_implementation(run, &run->implementations[i], &c, &expected);
        } else {
            printf("  the reference is wrong\n");
            conformance_count(run, &run->implementations[i], c.name, expected.fault);
        }
    }
    free_outcome(&expected);
}

/*
 * The method, the surface, and what the solid is made of: a route of every device must meet them. The others lead to
 * the same kernels.
 */
static void describe_family(const conformance_implementation *with, const distance_case *c, sample_rows *rows)
{
    const char *method = scree_distance_method_name(c->params.method);
    const char *surface = scree_distance_surface_name(c->params.surface);
    const char *solid = c->kind < VOLUME_FIRST_VOXELS ? "terrain" : "voxels";
    sample_row(rows, "%s: %s", with->name, method);
    if (with->route == 0) {
        sample_row(rows, "%s: %s, %s, %s", with->name, method, surface, solid);
    }
    if (c->edge != NULL) {
        sample_row(rows, "%s, %s, %s, %s", c->edge, method, surface, solid);
    }
}

static void describe_shape(const distance_case *c, sample_rows *rows)
{
    const uint64_t *count = c->params.count;
    const double *side = c->params.voxel;
    if (c->has_drawn_shape) {
        sample_row(rows, "drawn shape");
    } else {
        sample_row(rows, "%" PRIu64 " x %" PRIu64 " x %" PRIu64, count[0], count[1], count[2]);
    }
    sample_row(rows, "sides %g, %g, %g", side[0], side[1], side[2]);
    sample_row(rows, "%s", volume_name(c->kind));
}

static void describe_choices(const conformance_implementation *with, const distance_case *c, sample_rows *rows)
{
    const scree_distance_params *p = &c->params;
    sample_row(rows, "sign %s", scree_distance_sign_name(p->sign));
    sample_row(rows, "edge %s", scree_distance_edge_name(p->edge));
    sample_row(rows, p->clip > 0.0 ? "clip" : "no clip");
    if (p->method == SCREE_DISTANCE_EXACT) {
        sample_row(rows, p->is_conservative ? "conservative" : "not conservative");
    }
    if (with->route != BUFFER) {
        sample_row(rows, c->wants_nearest ? "nearest" : "no nearest");
    }
}

static bool describe(const conformance_run *run, unsigned number, const conformance_implementation *with,
                     conformance_comparison *comparison)
{
    const distance_case c = distance_case_make(number, run->chosen.contents);
    snprintf(comparison->name, sizeof comparison->name, "%s", c.name);
    describe_family(with, &c, &comparison->rows);
    describe_shape(&c, &comparison->rows);
    describe_choices(with, &c, &comparison->rows);
    return !with->is_software_gpu || !is_for_hardware(&c);
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = distance_case_count(),
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
