/* The contraction, fused in one kernel (contraction_kernels.cuh, contraction_duals.cu): tiles, and launches. */
#include "context_internal.h"
#include "cuda_device.h"
#include "gpu_noise.h"
#include "whole_numbers.h"

/* A tile: the part of a submission that one block computes, and its memory. */
typedef struct tile {
    uint32_t octaves;   /* Octaves of the pass. */
    uint32_t threads_x; /* Each with thread_columns(). */
    uint32_t threads_y; /* Threads that share the planes. */
    uint32_t rows;
    uint32_t planes;
    uint32_t shared_bytes;
} tile;

/*
 * Rows of a strip. Long strips amortise their start; a single octave has a cheap start, cheapest where its cells are
 * large.
 */
#define LONG_STRIP 256u
#define SINGLE_STRIP 64u
#define SMOOTH_STRIP 32u
#define DUAL_STRIP 64u
/* An octave is smooth below this number of cells for each sample. */
#define SMOOTH_CELLS 0.1
#define MIN_STRIP 2u
/* Instead of strips shorter than this, fewer threads and then fewer octaves are used. */
#define SHORTEST_GOOD_STRIP 8u
/* Wanted blocks for each multiprocessor; with fewer, strips are shortened to balance the load. */
#define BLOCKS_OF_MULTIPROCESSOR 8u
#define WARP 32u

/*
 * Wanted resident blocks of a multiprocessor: as many as have registers (contraction_kernels.cu), or, for single
 * octaves, enough.
 */
static uint32_t resident_blocks(const scree_plan *plan, uint32_t octaves)
{
    static const uint32_t blocks[SAMPLE_OCTAVES + 1] = {0, 3, 4, 3, 3, 3, 2, 2, 2};
    return plan->has_duals ? SCREE_CUDA_DUAL_BLOCKS : blocks[octaves];
}

/* Columns of a thread. */
static uint32_t thread_columns(const scree_plan *plan)
{
    return plan->has_duals ? 1 : SCREE_CUDA_COLUMNS;
}

/* The submission that tiles are chosen for. */
typedef struct tile_submission {
    const scree_cuda_device *device;
    const scree_submission_tables *tables;
    const scree_box *box;
    uint32_t first_octave;
} tile_submission;

/* Bytes of runs of rows, or with derivatives of samples that warps are about to store. */
static uint64_t stage_bytes(const scree_plan *plan, const tile *current)
{
    return plan->has_duals ? (uint64_t)current->threads_x * current->threads_y * plan->channels * sizeof(float)
                           : (uint64_t)current->rows * SCREE_CUDA_ROW_RUN_BYTES;
}

/* Bytes of a block's shared memory, as its kernel divides it. */
static uint64_t shared_bytes(const tile_submission *submission, const tile *current)
{
    const scree_plan *plan = submission->tables->plan;
    const uint64_t columns = (uint64_t)current->threads_x * thread_columns(plan);
    uint64_t nodes = 0;
    for (uint32_t o = submission->first_octave; o < submission->first_octave + current->octaves; o++) {
        nodes += scree_submission_tables_most_nodes(submission->tables, o, 0, columns) *
                 scree_submission_tables_most_nodes(submission->tables, o, 1, current->rows);
    }
    uint64_t rows_bytes = (uint64_t)current->rows * SCREE_CUDA_ROW_ENTRY_BYTES;
    uint64_t locations_bytes = (uint64_t)current->planes * (plan->axes - 2) * SCREE_GPU_OUTER_WORDS * sizeof(uint32_t);
    return current->octaves * (SCREE_CUDA_TILE_OCTAVE_BYTES + rows_bytes + locations_bytes) +
           stage_bytes(plan, current) + nodes * current->planes * scree_gpu_node_bytes(plan);
}

/* Puts threads along x as far as a row has work for them, and the rest along planes. */
static void shape_block(tile *current, const tile_submission *submission, uint32_t threads)
{
    const uint64_t columns = thread_columns(submission->tables->plan);
    current->threads_x = threads;
    while (current->threads_x > 1 && current->threads_x / 2 * columns >= submission->box->width) {
        current->threads_x /= 2;
    }
    current->threads_y = threads / current->threads_x;
    current->planes = (uint32_t)scree_min(current->threads_y, submission->box->planes);
}

static uint64_t count_blocks(const tile_submission *submission, const tile *current)
{
    const scree_box *box = submission->box;
    return scree_div_round_up(box->width, (uint64_t)current->threads_x * thread_columns(submission->tables->plan)) *
           scree_div_round_up(box->rows, current->rows) * scree_div_round_up(box->planes, current->planes);
}

static uint32_t longest_strip(const tile_submission *submission, uint32_t octaves)
{
    if (submission->tables->plan->has_duals) {
        return DUAL_STRIP;
    }
    bool is_smooth = submission->tables->plan->octave[submission->first_octave].axis[1].cells_per_sample < SMOOTH_CELLS;
    return octaves > 1 ? LONG_STRIP : is_smooth ? SMOOTH_STRIP : SINGLE_STRIP;
}

/* The next shorter strip, still even: powers of two take turns with three quarters of them. */
static uint32_t shorten_strip(uint32_t rows)
{
    bool is_power = (rows & (rows - 1)) == 0;
    return rows <= 4 ? rows / 2 : is_power ? rows / 4 * 3 : rows / 3 * 2;
}

/*
 * Rows of strips of at most `most` rows that divide the submission evenly: an even number, with derivatives a multiple
 * of what a thread sums at once, and no less than good ones have.
 */
static uint32_t balance_strips(const tile_submission *submission, uint32_t most)
{
    const uint64_t group = submission->tables->plan->has_duals ? SCREE_CUDA_DUAL_ROWS : 2;
    const uint64_t whole = scree_div_round_up(most, group) * group;
    uint64_t strips = scree_div_round_up(submission->box->rows, most);
    uint64_t rows = scree_div_round_up(scree_div_round_up(submission->box->rows, strips), group) * group;
    return (uint32_t)scree_min(rows > SHORTEST_GOOD_STRIP ? rows : SHORTEST_GOOD_STRIP, whole);
}

/* The longest strips for which all blocks with registers fit. */
static bool fit_rows(const tile_submission *submission, tile *current)
{
    uint64_t most = submission->device->gpu.limits.shared_bytes;
    uint64_t budget = most / resident_blocks(submission->tables->plan, current->octaves);
    uint64_t enough = (uint64_t)submission->device->multiprocessors * BLOCKS_OF_MULTIPROCESSOR;
    for (uint32_t rows = longest_strip(submission, current->octaves); rows >= MIN_STRIP; rows = shorten_strip(rows)) {
        current->rows = balance_strips(submission, rows);
        uint64_t bytes = shared_bytes(submission, current);
        bool is_busy = count_blocks(submission, current) >= enough || rows <= SHORTEST_GOOD_STRIP;
        bool is_small = bytes <= budget || (rows <= SHORTEST_GOOD_STRIP && bytes <= most);
        if (is_busy && is_small) {
            current->shared_bytes = (uint32_t)bytes;
            return true;
        }
    }
    return false;
}

static bool fit_octaves(const tile_submission *submission, tile *current)
{
    for (uint32_t threads = SCREE_CUDA_SAMPLE_THREADS; threads >= WARP; threads /= 2) {
        shape_block(current, submission, threads);
        bool fits = fit_rows(submission, current);
        bool is_good = fits && (current->rows >= SHORTEST_GOOD_STRIP || current->rows >= submission->box->rows);
        if (is_good || (fits && threads == WARP && current->octaves == 1)) {
            return true;
        }
    }
    return false;
}

/*
 * Chooses the tiles of a submission in the pass that starts at an octave, and the number of octaves that the pass sums,
 * at most `octaves`. Kernels that add to sums of earlier passes sum eight octaves or one, those with derivatives all.
 * False if not even one octave fits, or with derivatives not all.
 */
static bool choose_tile(const tile_submission *submission, uint32_t octaves, tile *current)
{
    const uint32_t most = SAMPLE_OCTAVES;
    *current = (tile){0};
    if (submission->tables->plan->has_duals) {
        current->octaves = octaves;
        return fit_octaves(submission, current);
    }
    if (submission->first_octave > 0) {
        current->octaves = octaves >= most ? most : 1;
    } else {
        current->octaves = octaves % most != 0 ? octaves % most : most;
    }
    while (!fit_octaves(submission, current)) {
        if (current->octaves == 1) {
            return false;
        }
        current->octaves = submission->first_octave > 0 ? 1 : current->octaves - 1;
    }
    return true;
}

/* Fractals of one kernel each; with derivatives the sum itself, its curl, or any. */
enum { FORM_SUM, FORM_SHAPED, FORM_ANY };
enum { DUAL_FORM_SUM, DUAL_FORM_CURL, DUAL_FORM_ANY };

static const char *const forms[] = {[FORM_SUM] = "", [FORM_SHAPED] = "_shaped", [FORM_ANY] = "_any"};
static const char *const additions[] = {"", "_adds"};
static const char *const bases[] = {"_values", "_gradients"};
static const char *const dual_forms[] = {[DUAL_FORM_SUM] = "", [DUAL_FORM_CURL] = "_curl", [DUAL_FORM_ANY] = "_any"};

/* The kernels of contraction_kernels.cu and contraction_duals.cu. */
#define FUSED(of_part, ...) \
    [SCREE_CUDA_FUSED_##of_part - SCREE_GPU_PROGRAM_COUNT] = {.part = SCREE_CUDA_CONTRACTION_##of_part, __VA_ARGS__}
#define FUSED_OCTAVES      \
    .name = "contraction", \
    .word = {SCREE_CUDA_WORDS(scree_cuda_numbers, 0), SCREE_CUDA_WORDS(forms, 0), SCREE_CUDA_WORDS(additions, 0)}

static const scree_cuda_kernel_set sets[] = {
    FUSED(2, FUSED_OCTAVES),
    FUSED(3, FUSED_OCTAVES),
    FUSED(MANY, FUSED_OCTAVES),
    FUSED(VALUE, FUSED_OCTAVES),
    FUSED(
        DUALS, .name = "contraction_duals",
        .word = {SCREE_CUDA_WORDS(scree_cuda_numbers, 0), SCREE_CUDA_WORDS(bases, 0), SCREE_CUDA_WORDS(dual_forms, 0)}),
};

static uint32_t set_of(const scree_plan *plan)
{
    if (plan->has_duals) {
        return SCREE_CUDA_FUSED_DUALS;
    }
    if (!scree_noise_kind_describe(plan->params.kind)->has_gradients) {
        return SCREE_CUDA_FUSED_VALUE;
    }
    return plan->axes == 2 ? SCREE_CUDA_FUSED_2 : plan->axes == 3 ? SCREE_CUDA_FUSED_3 : SCREE_CUDA_FUSED_MANY;
}

static void choose_kernel(const scree_gpu_submission_work *pass, scree_cuda_launch *launch)
{
    const scree_plan *plan = pass->field->plan;
    const bool is_plain = plan->fractal == SCREE_KERNEL_FRACTAL_FBM;
    launch->number = set_of(plan);
    launch->set = &sets[launch->number - SCREE_GPU_PROGRAM_COUNT];
    if (plan->has_duals) {
        launch->word[0] = plan->axes;
        launch->word[1] = scree_noise_kind_describe(plan->params.kind)->has_gradients;
        launch->word[2] = !is_plain                            ? DUAL_FORM_ANY
                          : scree_plan_curl_octaves(plan) != 0 ? DUAL_FORM_CURL
                                                               : DUAL_FORM_SUM;
    } else {
        launch->word[0] = pass->octaves;
        launch->word[1] = is_plain ? FORM_SUM : scree_fractal_is_simple(plan->fractal) ? FORM_SHAPED : FORM_ANY;
        launch->word[2] = pass->first_octave > 0;
    }
}

static void run_tiles(const scree_gpu_submission_work *work, uint32_t first_octave, const tile *current)
{
    const scree_plan *plan = work->field->plan;
    scree_gpu_submission_work pass = *work;
    pass.first_octave = first_octave;
    pass.octaves = current->octaves;
    pass.is_whole = first_octave + current->octaves == plan->octaves;
    /* A span can address all of the device's memory, so one window holds all planes. */
    const scree_gpu_plane_window window = scree_gpu_submission_window(&pass, 0);
    scree_gpu_samples samples = scree_gpu_submission_samples(&pass, &window, 0);
    scree_gpu_dispatch dispatch = scree_gpu_submission_dispatch(&pass, SCREE_GPU_SAMPLES);
    scree_gpu_tables_choose_constants(plan, dispatch.specialisation);
    dispatch.spans[BINDING_VALUES] = window.values;
    dispatch.spans[BINDING_RANGE] = (scree_gpu_span){.memory = work->target->range};
    scree_cuda_launch launch = {
        .grid = {(uint32_t)scree_div_round_up(samples.width, (uint64_t)current->threads_x * thread_columns(plan)),
                 (uint32_t)scree_div_round_up(samples.rows, current->rows),
                 (uint32_t)scree_div_round_up(samples.planes, current->planes)},
        .block = {current->threads_x, current->threads_y, 1},
        .shared_bytes = current->shared_bytes,
    };
    samples.is_aligned = (window.values.memory->handle + window.values.offset) % sizeof(float[4]) == 0 &&
                         (samples.wide_row_stride | samples.wide_plane_stride) % 4 == 0;
    samples.strip_rows = current->rows;
    samples.block_planes = current->planes;
    choose_kernel(&pass, &launch);
    dispatch.constants = &samples;
    dispatch.constants_bytes = sizeof samples;
    scree_cuda_run((scree_cuda_commands *)work->target->commands, &launch, &dispatch);
}

static void contract(const scree_gpu_submission_work *work)
{
    const scree_gpu *gpu = work->field->gpu;
    const scree_plan *plan = work->field->plan;
    const bool needs_all = plan->has_duals || !scree_fractal_is_simple(plan->fractal);
    scree_gpu_commands *commands = work->target->commands;
    tile_submission submission = {
        .device = (const scree_cuda_device *)gpu, .tables = &work->field->tables.submission, .box = work->submission};
    for (uint32_t done = 0; done < work->octaves && commands->result == SCREE_OK;) {
        tile current;
        submission.first_octave = work->first_octave + done;
        const bool fits = choose_tile(&submission, work->octaves - done, &current);
        if (needs_all && !(fits && current.octaves == work->octaves)) {
            work->field->one_by_one->record(work); /* Only there they can all be in one pass. */
            return;
        }
        if (!fits) {
            commands->result =
                scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                           "%s: a block has %u bytes of memory; the lattice nodes of an octave need more",
                           gpu->base.label, gpu->limits.shared_bytes);
            return;
        }
        run_tiles(work, submission.first_octave, &current);
        done += current.octaves;
    }
}

const scree_gpu_noise_programs scree_cuda_noise_programs = {
    .direct_octaves = SAMPLE_OCTAVES,
    .combined_samples = COMBINE_SAMPLES_CUDA,
    .range_slab_bytes = (uint64_t)1 << 30, /* So long that the host keeps ahead of the device. */
    .contract = contract};
