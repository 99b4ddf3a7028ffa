/*
 * The two-stage contraction, for backends without a fused one. A window of planes is computed in batches whose lattice
 * nodes stay in the device's caches: while one batch is summed, the nodes of the next are computed.
 */
#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_noise.h"
#include "gpu_slot.h"

/* The largest alignment that a device may require of a span's offset. */
#define NODE_ALIGNMENT ((uint64_t)256)
/* Groups that keep a large GPU busy; if long strips give fewer groups, short strips are used. */
#define FEW_GROUPS 1024u
/* Cells per sample along y above which lattice rows change often. */
#define RESTLESS_CELLS 0.2

uint64_t scree_gpu_node_bytes(const scree_plan *plan)
{
    const bool has_gradients = scree_noise_kind_describe(plan->params.kind)->has_gradients;
    return SCREE_GPU_WORD * (has_gradients ? NODE_WORDS_GRADIENT : NODE_WORDS_VALUE) *
           (plan->has_duals ? plan->axes - 1 : 1);
}

uint64_t scree_gpu_contraction_plane_bytes(const scree_gpu_field *field, uint64_t width, uint64_t rows)
{
    uint64_t nodes = 0;
    for (uint32_t o = 0; o < field->plan->octaves; o++) {
        if (field->method[o] == field->contraction) {
            const scree_plan_axis *axis = field->plan->octave[o].axis;
            nodes += scree_plan_most_nodes(width, axis[0].cells_per_sample) *
                     scree_plan_most_nodes(rows, axis[1].cells_per_sample);
        }
    }
    return nodes * scree_gpu_node_bytes(field->plan);
}

/* Assigns the nodes of octaves their offsets in a batch of N planes; returns the bytes of all. */
static uint64_t assign_nodes(scree_gpu_field *field, uint64_t planes)
{
    uint64_t nodes = 0;
    for (uint32_t o = 0; o < field->plan->octaves; o++) {
        scree_gpu_nodes *octave = &field->tables.nodes[o];
        octave->first = (uint32_t)nodes;
        nodes += field->method[o] == field->contraction ? (uint64_t)octave->stride * octave->rows * planes : 0;
    }
    return nodes * scree_gpu_node_bytes(field->plan);
}

/* Divides the submission into batches whose nodes fit `most` bytes; a batch has at least one plane. */
static void divide_planes(scree_gpu_submission_work *work, uint64_t one, uint64_t most)
{
    uint64_t planes = most / one > 0 ? most / one : 1;
    work->batch_planes = scree_min(scree_min(work->submission->planes, SCREE_GPU_MOST_GROUPS), planes);
    work->halves = work->submission->planes > work->batch_planes ? 2 : 1;
    work->half_bytes = scree_div_round_up(assign_nodes(work->field, work->batch_planes), NODE_ALIGNMENT) *
                       NODE_ALIGNMENT;
}

scree_result scree_gpu_contraction_prepare(scree_gpu_submission_work *work)
{
    const scree_gpu_field *field = work->field;
    scree_gpu *gpu = field->gpu;
    uint64_t one = assign_nodes(work->field, 1);
    scree_result result = SCREE_OK;
    for (uint64_t most = field->batch_bytes; one > 0; most /= 2) {
        divide_planes(work, one, most);
        uint64_t bytes = work->halves * work->half_bytes;
        if (work->half_bytes > gpu->limits.span_bytes) {
            return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                              "%s: the lattice nodes of a plane take %llu bytes; a shader of it sees %llu at most",
                              gpu->base.label, (unsigned long long)work->half_bytes,
                              (unsigned long long)gpu->limits.span_bytes);
        }
        if (bytes <= gpu->nodes.bytes) {
            return SCREE_OK;
        }
        /* Submissions in flight use the nodes, too. */
        result = scree_gpu_slots_await(gpu);
        scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, bytes, &gpu->nodes, &result);
        if (result == SCREE_ERROR_OUT_OF_MEMORY && work->batch_planes == 1) {
            return scree_fail(gpu->base.context, result, "%s: no memory for lattice nodes of %llu bytes",
                              gpu->base.label, (unsigned long long)bytes);
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        work->field->batch_bytes = most / 2;
    }
    return result;
}

/* Columns of a thread of the sample stage. */
static uint32_t thread_columns(const scree_gpu_submission_work *work)
{
    return work->field->plan->has_duals ? 1 : SAMPLE_COLUMNS;
}

/* Threads of a group of the sample stage: no more than a row has work for. */
static uint32_t group_threads(const scree_gpu_submission_work *work)
{
    uint32_t threads = SAMPLE_GROUP;
    while (threads > 32 && thread_columns(work) * threads / 2 >= work->submission->width) {
        threads /= 2;
    }
    return threads;
}

/*
 * Rows of a group of the sample stage. Short strips are faster for few samples, and for few octaves whose lattice rows
 * change often. With derivatives a thread holds all of its rows, fewer where they have four slopes or a state.
 */
static uint32_t strip_rows(const scree_gpu_submission_work *work)
{
    const scree_box *submission = work->submission;
    const scree_plan *plan = work->field->plan;
    if (plan->has_duals) {
        const bool is_small = plan->axes < 4 && plan->fractal == SCREE_KERNEL_FRACTAL_FBM;
        return is_small ? SAMPLE_ROWS_DUAL : SAMPLE_ROWS_DUAL_SMALL;
    }
    double cells = plan->octave[work->first_octave + work->octaves - 1].axis[1].cells_per_sample;
    uint64_t groups = scree_div_round_up(submission->width, SAMPLE_COLUMNS * group_threads(work)) *
                      scree_div_round_up(submission->rows, SAMPLE_ROWS) *
                      scree_min(submission->planes, work->batch_planes);
    bool is_restless = work->octaves <= 2 && cells > RESTLESS_CELLS;
    return groups < FEW_GROUPS || is_restless ? SAMPLE_ROWS_SMALL : SAMPLE_ROWS;
}

/* Whether every row starts at a multiple of N floats. */
static bool is_aligned(const scree_gpu_submission_target *target, uint64_t floats)
{
    return target->first % floats == 0 && target->row_stride % floats == 0 && target->plane_stride % floats == 0;
}

static scree_gpu_span find_nodes(const scree_gpu_submission_work *work, uint64_t half)
{
    return (scree_gpu_span){&work->field->gpu->nodes, half * work->half_bytes, work->half_bytes};
}

/* Computes the nodes of the batch that starts at `plane`, in one of the halves of the node memory. */
static void dispatch_planes(const scree_gpu_submission_work *work, uint64_t plane, uint64_t planes, uint64_t half)
{
    const scree_plan *plan = work->field->plan;
    scree_gpu_dispatch dispatch =
        scree_gpu_submission_dispatch(work, plan->has_duals ? SCREE_GPU_PLANE_DUALS : SCREE_GPU_PLANES);
    /* The programs ignore the fractal, so one pipeline serves all. */
    dispatch.specialisation[CONSTANT_FRACTAL] = 0;
    dispatch.specialisation[CONSTANT_FADE] = plan->has_duals ? (uint32_t)plan->params.fade : 0;
    dispatch.spans[BINDING_NODES] = find_nodes(work, half);
    dispatch.spans[BINDING_VALUES] = find_nodes(work, half);
    dispatch.groups[2] = (uint32_t)planes;
    for (uint32_t o = work->first_octave; o < work->first_octave + work->octaves; o++) {
        const scree_gpu_nodes *nodes = &work->field->tables.nodes[o];
        const scree_gpu_planes constants = {o, (uint32_t)plane};
        dispatch.constants = &constants;
        dispatch.constants_bytes = sizeof constants;
        dispatch.groups[0] = (uint32_t)scree_div_round_up(nodes->stride, PLANE_GROUP_X);
        dispatch.groups[1] = (uint32_t)scree_div_round_up(nodes->rows, PLANE_GROUP_Y * PLANE_NODES);
        scree_gpu_run(work->target->commands, &dispatch);
    }
}

/* The sample stage, specialised for what its program distinguishes. Both programs ignore the hash. */
static scree_gpu_dispatch start_samples(const scree_gpu_submission_work *work)
{
    const scree_plan *plan = work->field->plan;
    scree_gpu_dispatch dispatch =
        scree_gpu_submission_dispatch(work, plan->has_duals ? SCREE_GPU_SAMPLE_DUALS : SCREE_GPU_SAMPLES);
    if (plan->has_duals) {
        scree_gpu_tables_choose_constants(plan, dispatch.specialisation);
        dispatch.specialisation[CONSTANT_DUAL_ROWS] = strip_rows(work);
        dispatch.specialisation[CONSTANT_IS_ALIGNED] = is_aligned(work->target, 4);
    } else {
        dispatch.specialisation[CONSTANT_AXES] = plan->axes == 2 ? 2 : 3; /* More are as three. */
        dispatch.specialisation[CONSTANT_ROWS] = strip_rows(work);
        dispatch.specialisation[CONSTANT_OCTAVES] = work->octaves;
        dispatch.specialisation[CONSTANT_PAIRED] = is_aligned(work->target, 2);
    }
    dispatch.specialisation[CONSTANT_HASH] = 0;
    dispatch.specialisation[CONSTANT_GROUP] = group_threads(work);
    return dispatch;
}

static void dispatch_samples(const scree_gpu_submission_work *work, const scree_gpu_plane_window *window,
                             uint64_t plane, uint64_t planes, uint64_t half)
{
    const scree_gpu_samples samples = scree_gpu_submission_samples(work, window, plane);
    scree_gpu_dispatch dispatch = start_samples(work);
    dispatch.constants = &samples;
    dispatch.constants_bytes = sizeof samples;
    dispatch.spans[BINDING_VALUES] = window->values;
    dispatch.spans[BINDING_PAIRS] = window->values;
    dispatch.spans[BINDING_NODES] = find_nodes(work, half);
    dispatch.spans[BINDING_DATA] = find_nodes(work, half);
    if (work->target->range != NULL) {
        dispatch.spans[BINDING_RANGE] = scree_gpu_whole(work->target->range);
    }
    dispatch.groups[0] =
        (uint32_t)scree_div_round_up(work->submission->width, thread_columns(work) * group_threads(work));
    dispatch.groups[1] = (uint32_t)scree_div_round_up(work->submission->rows, strip_rows(work));
    dispatch.groups[2] = (uint32_t)planes;
    scree_gpu_run(work->target->commands, &dispatch);
}

/* Batches of a window: the nodes of each are computed while the one before is summed. */
static void record_batches(const scree_gpu_submission_work *work, const scree_gpu_plane_window *window)
{
    uint64_t end = window->first + window->planes;
    uint64_t planes = scree_min(work->batch_planes, window->planes);
    uint64_t half = 0;
    dispatch_planes(work, window->first, planes, half);
    for (uint64_t plane = window->first; plane < end; half ^= 1) {
        uint64_t next = plane + planes;
        uint64_t next_planes = scree_min(work->batch_planes, end - next);
        scree_gpu_barrier(work->target->commands, false);
        if (next_planes > 0) {
            dispatch_planes(work, next, next_planes, half ^ 1);
        }
        dispatch_samples(work, window, plane, planes, half);
        plane = next;
        planes = next_planes;
    }
}

void scree_gpu_contraction_record(const scree_gpu_submission_work *work)
{
    const scree_gpu_dispatch samples_stage = start_samples(work);
    scree_gpu_prepare(work->field->gpu, &samples_stage);
    for (uint64_t plane = 0; plane < work->submission->planes;) {
        scree_gpu_plane_window window = scree_gpu_submission_window(work, plane);
        if (plane > 0) {
            scree_gpu_barrier(work->target->commands, false);
        }
        record_batches(work, &window);
        plane += window.planes;
    }
}
