#include "field_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CANARY_FLOATS 64

typedef conformance_implementation implementation;

static uint64_t rows_of(const scree_grid *grid)
{
    return grid->axes > 1 ? grid->count[1] : 1;
}

/* Samples without gaps. */
static uint64_t samples_of(const scree_grid *grid)
{
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= grid->count[axis];
    }
    return samples;
}

/* The offset in floats of the sample with this index in grid order. */
static size_t offset_of(const field_case *c, uint64_t index)
{
    const scree_grid *grid = c->grid;
    const uint64_t row_stride = grid->row_stride != 0 ? grid->row_stride : grid->count[0];
    const uint64_t plane_stride = grid->plane_stride != 0 ? grid->plane_stride : row_stride * rows_of(grid);
    const uint64_t row = index / grid->count[0];
    return (size_t)(row / rows_of(grid) * plane_stride + row % rows_of(grid) * row_stride + index % grid->count[0]) *
           c->channels;
}

/* Floats from the grid's first sample to its last, gaps included. */
static size_t extent_of(const field_case *c)
{
    return offset_of(c, samples_of(c->grid) - 1) + c->channels;
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

/* Memory for a case with canaries before, between and behind its samples. */
static float *make_guarded(const field_case *c)
{
    static const uint32_t canary = CONFORMANCE_CANARY;
    const size_t floats = extent_of(c) + 2 * CANARY_FLOATS;
    float *memory = allocate(floats * sizeof *memory);
    for (size_t i = 0; i < floats; i++) {
        memcpy(&memory[i], &canary, sizeof canary);
    }
    return memory;
}

/* Waits for a job that was started with this result. */
static scree_result finish_job(scree_job *job, scree_result result, scree_job_status *status)
{
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    return result;
}

static scree_result fill_memory(scree_device *device, const field_case *c, const scree_field *field, float *out,
                                scree_job_status *status)
{
    scree_job *job = NULL;
    const scree_result result = scree_job_fill(device, field, c->grid, out, &job);
    return finish_job(job, result, status);
}

/* Samples in front of a case in its buffer: devices must manage starts that suit none of their alignments. */
#define BUFFER_OFFSET 33u

/* Fills a buffer whose every word is a canary. */
static scree_result fill_buffer(scree_device *device, const field_case *c, const scree_field *field, float *out,
                                scree_job_status *status)
{
    const size_t extent = extent_of(c);
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    scree_result result = scree_buffer_create(device, 4 * (uint64_t)(extent + BUFFER_OFFSET), &buffer);
    if (result == SCREE_OK) {
        result = scree_buffer_fill(buffer, CONFORMANCE_CANARY, NULL);
    }
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(device, field, c->grid, buffer, 4 * BUFFER_OFFSET, &job);
        result = finish_job(job, result, status);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(buffer, 4 * BUFFER_OFFSET, 4 * extent, out);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

/* The coordinates of all samples: an array for every axis. */
static double *make_coordinates(const scree_grid *grid)
{
    const uint64_t samples = samples_of(grid);
    double *coordinates = allocate((size_t)samples * grid->axes * sizeof *coordinates);
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            const int64_t index = grid->first[axis] + (int64_t)(rest % grid->count[axis]);
            coordinates[axis * samples + i] = grid->origin[axis] + (double)index * grid->step[axis];
            rest /= grid->count[axis];
        }
    }
    return coordinates;
}

/* The same points in a buffer, behind a coordinate's room, and their values behind them. */
static scree_result evaluate_in_buffer(scree_device *device, const field_case *c, const scree_field *field,
                                       const double *coordinates, float *values)
{
    const uint64_t samples = samples_of(c->grid);
    const uint64_t bytes = c->grid->axes * samples * sizeof *coordinates;
    const uint64_t offset = sizeof *coordinates + bytes + sizeof *values;
    const uint64_t value_bytes = samples * c->channels * sizeof *values;
    scree_buffer *buffer = NULL;
    scree_result result = scree_buffer_create(device, offset + value_bytes, &buffer);
    scree_buffer_points points = {.axes = c->grid->axes, .count = samples, .type = SCREE_TYPE_F64, .buffer = buffer};
    for (uint32_t axis = 0; axis < c->grid->axes; axis++) {
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
static scree_result evaluate_both(scree_device *device, const field_case *c, const scree_field *field,
                                  const double *coordinates, float *values)
{
    const uint64_t samples = samples_of(c->grid);
    const size_t bytes = (size_t)samples * c->channels * sizeof *values;
    float *again = allocate(bytes);
    scree_points points = {.axes = c->grid->axes, .count = (size_t)samples, .type = SCREE_TYPE_F64};
    for (uint32_t axis = 0; axis < c->grid->axes; axis++) {
        points.coordinate[axis] = coordinates + axis * samples;
    }
    scree_result result = scree_device_at(device, field, &points, values);
    if (result == SCREE_OK) {
        result = evaluate_in_buffer(device, c, field, coordinates, again);
    }
    if (result == SCREE_OK && memcmp(values, again, bytes) != 0) {
        printf("  points in a buffer have other values than in host memory\n");
        result = SCREE_ERROR_INTERNAL;
    }
    free(again);
    return result;
}

/* The values of a case's samples as points, at their positions in the grid. */
static scree_result fill_points(scree_device *device, const field_case *c, const scree_field *field, float *out)
{
    const uint64_t samples = samples_of(c->grid);
    double *coordinates = make_coordinates(c->grid);
    float *values = allocate((size_t)samples * c->channels * sizeof *values);
    const scree_result result = evaluate_both(device, c, field, coordinates, values);
    for (uint64_t i = 0; i < samples && result == SCREE_OK; i++) {
        memcpy(&out[offset_of(c, i)], &values[i * c->channels], c->channels * sizeof *values);
    }
    free(values);
    free(coordinates);
    return result;
}

/* The field that a thread computes, and its result. */
typedef struct filling {
    const scree_field *field;
    const scree_grid *grid;
    float *out;
    scree_range range;
    scree_result result;
} filling;

static void run_filling(void *argument)
{
    filling *requested_fill = argument;
    requested_fill->result = scree_field_fill(requested_fill->field, requested_fill->grid, requested_fill->out);
    if (requested_fill->result == SCREE_OK) {
        requested_fill->result = scree_field_range(requested_fill->field, requested_fill->grid, &requested_fill->range);
    }
}

static scree_result fill_at_once(scree_device *device, const field_case *c, const scree_field *field, float *out,
                                 scree_job_status *status)
{
    filling requested_fill = {.field = field, .grid = c->grid, .out = out};
    conformance_on_thread(device, run_filling, &requested_fill);
    status->minimum = requested_fill.range.minimum;
    status->maximum = requested_fill.range.maximum;
    return requested_fill.result;
}

static scree_result fill_by(const implementation *with, const field_case *c, const scree_field *field, float *out,
                            scree_job_status *status)
{
    switch (field_case_route(c->job_routes, with->route)) {
    case FIELD_JOB:
        return fill_memory(with->device, c, field, out, status);
    case FIELD_BUFFER:
        return fill_buffer(with->device, c, field, out, status);
    case FIELD_POINTS:
        return fill_points(with->device, c, field, out);
    default:
        return fill_at_once(with->device, c, field, out, status);
    }
}

static scree_result fill(const implementation *with, const field_case *c, float *out, scree_job_status *status)
{
    scree_field *field = NULL;
    scree_result result = c->make(c->recipe, with->route, &field);
    if (result == SCREE_OK) {
        result = fill_by(with, c, field, out, status);
    }
    scree_field_release(&field);
    return result;
}

static void print_difference(const scree_grid *grid, uint64_t index, float expected, float actual)
{
    printf("  sample %" PRIu64 " (", index);
    uint64_t rest = index;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        printf("%s%" PRIu64, axis == 0 ? "" : ", ", rest % grid->count[axis]);
        rest /= grid->count[axis];
    }
    printf("): expected %.9g %08" PRIx32 ", got %.9g %08" PRIx32 ", %" PRId64 " units in the last place apart\n",
           (double)expected, conformance_bits(expected), (double)actual, conformance_bits(actual),
           (int64_t)conformance_bits(actual) - (int64_t)conformance_bits(expected));
}

/* Compares samples, then everything between and round them; prints what differs first. */
static bool is_equal(const field_case *c, const float *expected, const float *actual)
{
    const size_t floats = extent_of(c) + 2 * CANARY_FLOATS;
    if (memcmp(expected, actual, floats * sizeof(float)) == 0) {
        return true;
    }
    const uint64_t numbers = samples_of(c->grid) * c->channels;
    uint64_t differences = 0;
    for (uint64_t i = 0; i < numbers; i++) {
        const size_t offset = CANARY_FLOATS + offset_of(c, i / c->channels) + i % c->channels;
        if (conformance_bits(expected[offset]) != conformance_bits(actual[offset]) && differences++ == 0) {
            print_difference(c->grid, i / c->channels, expected[offset], actual[offset]);
        }
    }
    if (differences == 0) {
        printf("  samples are equal, but something was written between or round them\n");
    } else {
        printf("  %" PRIu64 " of %" PRIu64 " numbers differ\n", differences, numbers);
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

static void time_case(const implementation *with, const field_case *c, float *out)
{
    scree_job_status status;
    double best = 1e9;
    for (int run = 0; run < 7; run++) {
        const double start = conformance_now();
        fill(with, c, out, &status);
        const double seconds = conformance_now() - start;
        best = seconds < best ? seconds : best;
    }
    printf("%-44s %-26s %10.1f million samples/s\n", c->name, with->name, (double)samples_of(c->grid) / best / 1e6);
}

/* The reference's result for a case, on a route. */
typedef struct reference {
    float *samples; /* With canaries round them. */
    scree_job_status status;
} reference;

/* Fills `out`, with its canaries; NULL, or what is wrong with it. */
static const char *find_fault(const implementation *with, const field_case *c, const reference *expected, float *out)
{
    scree_job_status status = {0};
    conformance_announce(with->name, c->name);
    const scree_result result = fill(with, c, out + CANARY_FLOATS, &status);
    return result != SCREE_OK                            ? scree_result_name(result)
           : !is_equal(c, expected->samples, out)        ? "not the reference's samples"
           : !is_range_equal(&expected->status, &status) ? "not the reference's range"
                                                         : NULL;
}

static void check_implementation(const conformance_run *run, implementation *with, const field_case *c,
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

static reference make_reference(const conformance_run *run, const field_case *c, unsigned route)
{
    reference made = {.samples = make_guarded(c)};
    const implementation scalar = {.name = "reference", .device = run->reference, .route = route};
    conformance_announce(scalar.name, c->name);
    const scree_result result = fill(&scalar, c, made.samples + CANARY_FLOATS, &made.status);
    if (result != SCREE_OK) {
        printf("FAILED reference %s: %s\n", c->name, scree_result_name(result));
        exit(1);
    }
    return made;
}

/* Compares those implementations whose bits are set with the reference on a route. */
static void check_group(conformance_run *run, const field_case *c, uint64_t implementations, unsigned route)
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
void field_case_check(conformance_run *run, const field_case *c, uint64_t implementations)
{
    uint64_t by_points = 0;
    for (unsigned i = 0; i < run->count; i++) {
        const field_route route = field_case_route(c->job_routes, run->implementations[i].route);
        by_points |= (uint64_t)(route == FIELD_POINTS) << i;
    }
    check_group(run, c, implementations & ~by_points, c->job_routes - 1);
    check_group(run, c, implementations & by_points, c->job_routes - 1 + FIELD_POINTS);
}
