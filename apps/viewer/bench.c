#include "bench.h"

#include <math.h>

#define ROUNDS 3
#define SIDE 128
#define CELLS 8.0

/* A row for each kind that makes volumes, and each number of octaves. */
static const uint32_t octaves[] = {1, 8};
#define OCTAVES (sizeof octaves / sizeof octaves[0])

/* The kind of a number among those with three axes; NULL past the last. */
static const scree_noise_kind_info *volume_kind(size_t number, scree_noise_kind *found)
{
    for (int kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
        if (info->min_axes <= 3 && info->max_axes >= 3 && number-- == 0) {
            *found = (scree_noise_kind)kind;
            return info;
        }
    }
    return NULL;
}

size_t bench_all_rows(void)
{
    scree_noise_kind kind;
    size_t kinds = 0;
    while (volume_kind(kinds, &kind) != NULL) {
        kinds++;
    }
    return kinds * OCTAVES < BENCH_ROWS_MAX ? kinds * OCTAVES : BENCH_ROWS_MAX;
}

static scree_result fill(const struct workshop *workshop, const scree_noise_params *params, scree_buffer *buffer)
{
    const scree_grid grid = {.axes = 3, .count = {SIDE, SIDE, SIDE}, .step = {CELLS / SIDE}};
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result = scree_field_from_noise(workshop->context, params, &field);
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(workshop->device, field, &grid, buffer, 0, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        scree_job_release(&job);
    }
    scree_field_release(&field);
    return result;
}

static double median(const double times[ROUNDS])
{
    const double least = fmin(times[0], fmin(times[1], times[2]));
    const double most = fmax(times[0], fmax(times[1], times[2]));
    return times[0] + times[1] + times[2] - least - most;
}

static void end_row(struct bench *bench, const char *kind, bool is_made)
{
    const double seconds = is_made ? median(bench->times) : (double)NAN;
    bench->rows[bench->next_row] = (viewer_bench_row){
        .kind = kind,
        .side = SIDE,
        .octaves = octaves[bench->next_row % OCTAVES],
        .seconds = seconds,
        .samples_a_second = (double)SIDE * SIDE * SIDE / seconds,
    };
    bench->row_count = ++bench->next_row;
    bench->round = 0;
    if (bench->next_row == bench_all_rows()) {
        bench_stop(bench);
    }
}

void bench_step(const struct workshop *workshop, struct bench *bench)
{
    if (bench->buffer == NULL &&
        scree_buffer_create(workshop->device, sizeof(float) * SIDE * SIDE * SIDE, &bench->buffer) != SCREE_OK) {
        bench_stop(bench);
        return;
    }
    scree_noise_params params = {.octaves = octaves[bench->next_row % OCTAVES]};
    const scree_noise_kind_info *info = volume_kind(bench->next_row / OCTAVES, &params.kind);
    const double start = clock_seconds();
    const bool is_made = info != NULL && fill(workshop, &params, bench->buffer) == SCREE_OK;
    bench->times[bench->round++] = clock_seconds() - start;
    if (!is_made || bench->round == ROUNDS) {
        end_row(bench, info != NULL ? info->name : "", is_made);
    }
}

void bench_stop(struct bench *bench)
{
    bench->is_running = false;
    scree_buffer_destroy(&bench->buffer);
}
