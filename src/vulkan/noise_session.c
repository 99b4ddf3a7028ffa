/* Sessions of the Vulkan device: slots, the memory that they take, and boxes cut into frames. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "noise_frame.h"
#include "parallel_copy.h"
#include "range_pairs.h"
#include "whole_numbers.h"

/* Bytes of a slab of float32 at most: long transfers, and several fit any GPU. At least so many before giving up. */
#define MOST_SLAB_BYTES ((uint64_t)64 << 20)
#define LEAST_SLAB_BYTES ((uint64_t)64 << 10)
/* The part of the free memory that one slab may take. */
#define SLAB_SHARE 16u
/* Samples of one submission that stays on the device: some milliseconds of work, so that jobs can be cancelled. */
#define RESIDENT_SAMPLES ((uint64_t)1 << 30)
/* Words of an octave's tables for each sample of a line: an entry and the keys of two nodes; and once for their end. */
#define LINE_WORDS 6u
#define LINE_END_WORDS 8u
/* Slabs that are started before the first is waited for; the others are with the sink. */
#define DEPTH 2u

static bool is_resident(const scree_session *session)
{
    return session->delivery.buffer != NULL;
}

/* Samples of a line whose tables one binding holds: they grow with the octaves, and are all that its frames read. */
static uint64_t most_of_line(const scree_session *session)
{
    const scree_plan *plan = session->plan;
    uint64_t words = session->device->traits.limits.maxStorageBufferRange / sizeof(uint32_t);
    uint64_t fixed_words = scree_vulkan_tables_octave_words(plan) + plan->octaves * LINE_END_WORDS;
    uint64_t samples = words > fixed_words ? (words - fixed_words) / (plan->octaves * LINE_WORDS) : 0;
    return samples > 0 ? samples : 1;
}

static void choose_slab(scree_session *session)
{
    scree_vulkan_device *device = session->device;
    uint64_t samples = session->plan->samples;
    uint64_t unused = scree_vulkan_free_bytes(&device->instance, &device->traits);
    uint64_t bytes =
        scree_least(unused / SLAB_SHARE, scree_least(MOST_SLAB_BYTES, device->traits.limits.maxStorageBufferRange));
    bytes = bytes < LEAST_SLAB_BYTES ? LEAST_SLAB_BYTES : bytes;
    scree_vulkan_choose_batch(session, unused);
    session->slab_samples = is_resident(session) ? RESIDENT_SAMPLES : scree_least(samples, bytes / sizeof(float));
    if (session->delivery.most_samples != 0) {
        session->slab_samples = scree_least(session->slab_samples, session->delivery.most_samples);
    }
    if (session->plan->axes == 1) {
        session->slab_samples = scree_least(session->slab_samples, most_of_line(session));
    }
}

/* As many slots as there are slabs, with slabs that are halved until they fit into what memory there is. */
static scree_result take_slots(scree_session *session)
{
    scree_vulkan_device *device = session->device;
    const scree_delivery *delivery = &session->delivery;
    for (;; session->slab_samples /= 2) {
        uint64_t bytes = session->slab_samples * sizeof(float);
        uint64_t slabs = scree_parts(session->plan->samples, session->slab_samples);
        scree_vulkan_slot_bytes needed = {0};
        if (!is_resident(session)) {
            needed.values = bytes;
            needed.data = delivery->converts ? session->slab_samples * scree_type_bytes(delivery->type) : 0;
            needed.host_values = delivery->keeps_values ? bytes : 0;
        }
        session->slot_count = (uint32_t)scree_least(slabs, SCREE_MOST_SLOTS);
        scree_result result = scree_vulkan_slots_reserve(device, session->slot_count, &needed, &session->slots);
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        if (is_resident(session) || bytes / 2 < LEAST_SLAB_BYTES) {
            return scree_fail(device->base.context, result, "%s: no memory for %u slabs of %llu bytes",
                              device->base.label, session->slot_count, (unsigned long long)bytes);
        }
        scree_log(device->base.context, SCREE_LOG_INFO, "%s: slabs of %llu bytes do not fit; halved",
                  device->base.label, (unsigned long long)bytes);
    }
}

/* Every device of Vulkan has the shared memory that the variants' kernels take, but not every one their threads. */
static scree_result check_variant(const scree_session *session)
{
    const VkPhysicalDeviceLimits *limits = &session->device->traits.limits;
    const uint32_t threads = GROUP_SIDE * GROUP_SIDE * GROUP_SIDE;
    scree_variant variant = session->plan->params.variant;
    if (variant == SCREE_VARIANT_CONTRACTION || limits->maxComputeWorkGroupInvocations >= threads) {
        return SCREE_OK;
    }
    return scree_fail(session->device->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s: the variant %s needs work groups of %u threads; here they have %u at most",
                      session->device->base.label, scree_variant_name(variant), threads,
                      limits->maxComputeWorkGroupInvocations);
}

scree_result scree_vulkan_session_create(scree_device *device, const scree_plan *plan, const scree_delivery *delivery,
                                         scree_session **session)
{
    scree_session *made = calloc(1, sizeof *made);
    *session = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    made->device = (scree_vulkan_device *)device;
    made->plan = plan;
    made->delivery = *delivery;
    made->tables.frame.plan = plan;
    scree_plan_choose_methods(plan, made->is_direct);
    choose_slab(made);
    scree_result result = check_variant(made);
    if (result == SCREE_OK) {
        result = take_slots(made);
    }
    if (result != SCREE_OK) {
        scree_vulkan_session_destroy(session);
    }
    return result;
}

void scree_vulkan_session_destroy(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    uint64_t unused = 0;
    for (uint32_t i = 0; i < (*session)->slot_count && (*session)->slots != NULL; i++) {
        scree_vulkan_commands_wait((*session)->device, &(*session)->slots[i].commands, &unused);
    }
    scree_frame_tables_clear(&(*session)->tables.frame);
    free(*session);
    *session = NULL;
}

scree_division scree_vulkan_session_division(const scree_session *session)
{
    return (scree_division){.samples = session->slab_samples,
                            .slots = session->slot_count,
                            .depth = session->slot_count < DEPTH ? session->slot_count : DEPTH};
}

void scree_vulkan_session_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    /* A slot may hold more than this session asked for. */
    *values = session->delivery.keeps_values ? session->slots[slot].host_values.mapped : NULL;
    *data = session->delivery.converts ? session->slots[slot].host_data.mapped : NULL;
}

/* Copies of a slab to the host, on the transfer queue. */
static void record_downloads(scree_session *session, scree_vulkan_slot *slot)
{
    const scree_vulkan_device *device = session->device;
    VkBufferCopy values = {.size = slot->samples * sizeof(float)};
    VkBufferCopy data = {.size = (slot->samples * scree_type_bytes(slot->target.mapping.type) + 3) / 4 * 4};
    if (slot->has_values) {
        device->call.CmdCopyBuffer(slot->commands.transfer, slot->values.handle, slot->host_values.handle, 1, &values);
    }
    if (slot->has_data) {
        device->call.CmdCopyBuffer(slot->commands.transfer, slot->data.handle, slot->host_data.handle, 1, &data);
    }
}

scree_result scree_vulkan_session_start(scree_session *session, uint32_t number, const scree_box *box,
                                        const scree_target *target, scree_progress *progress)
{
    scree_vulkan_slot *slot = &session->slots[number];
    scree_frame_walk walk = scree_vulkan_frames_of(session, box);
    scree_result result = SCREE_OK;
    slot->box = *box;
    slot->target = *target;
    slot->samples = box->planes * box->rows * box->width;
    slot->has_values = session->delivery.keeps_values && target->values != NULL;
    slot->has_data = target->data != NULL;
    slot->nanoseconds = 0;
    while (result == SCREE_OK && scree_frame_next(&walk)) {
        if (atomic_load(&progress->is_cancelled)) {
            return SCREE_ERROR_CANCELLED;
        }
        /* Frames of one slot follow one another: they share its tables. */
        result = scree_vulkan_commands_wait(session->device, &slot->commands, &slot->nanoseconds);
        if (result == SCREE_OK) {
            result = scree_vulkan_frame_record(session, slot, &walk);
        }
        if (result == SCREE_OK && walk.is_last) {
            record_downloads(session, slot);
        }
        if (result == SCREE_OK) {
            bool downloads = walk.is_last && (slot->has_values || slot->has_data);
            result = scree_vulkan_commands_submit(session->device, &slot->commands, downloads);
        }
    }
    return result;
}

scree_result scree_vulkan_session_finish(scree_session *session, uint32_t number, scree_progress *progress,
                                         scree_range *range)
{
    scree_vulkan_slot *slot = &session->slots[number];
    scree_result result = scree_vulkan_commands_wait(session->device, &slot->commands, &slot->nanoseconds);
    if (result != SCREE_OK) {
        return result;
    }
    if (slot->has_values) {
        scree_parallel_copy_box(&slot->target, &slot->box, slot->host_values.mapped);
    }
    scree_range_pairs_gather(slot->host_range.mapped, RANGE_PAIRS, RANGE_PAIR_WORDS, range);
    atomic_fetch_add(&progress->done, slot->samples);
    atomic_fetch_add(&progress->device_nanoseconds, slot->nanoseconds);
    return atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}
