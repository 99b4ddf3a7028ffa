/*
 * Device groups. A group is a device whose slots are those of its members, interleaved: slot k is slot k / n of member
 * k % n. The generating thread uses slots in turn, so every member gets each n-th box and sees its own slots used in
 * turn, as if it were alone. Members start boxes without waiting for them, so one thread keeps all of them busy.
 */
#include "device_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "last_error.h"
#include "os.h"
#include "rehearsal.h"
#include "sized_params.h"
#include "stream.h"
#include "whole_numbers.h"

/* Minimum boxes for each member, so that one is transferred while the next is computed. */
#define BOXES_OF_MEMBER 4u
/* Minimum samples of a box. */
#define MIN_BOX_SAMPLES ((uint64_t)1 << 20)

typedef struct device_group {
    scree_device base; /* First, so that a group is a device. */
    scree_device_functions functions;
    uint32_t count;
    scree_device *members[SCREE_MAX_MEMBERS];
} device_group;

struct scree_session {
    const device_group *group;
    const scree_field_type *type;
    uint64_t most_samples; /* Maximum size of a box. */
    scree_session *members[SCREE_MAX_MEMBERS];
};

static const scree_field_functions *member_fields(const scree_session *session, uint32_t member)
{
    return scree_device_fields(session->group->members[member], session->type);
}

static void close_group(scree_device *device)
{
    device_group *group = (device_group *)device;
    for (uint32_t i = 0; i < group->count; i++) {
        scree_device_close(&group->members[i]);
    }
    free(group);
}

/* All members rehearse for the group's explanation. */
static void rehearse_group(scree_device *device, bool begins)
{
    const device_group *group = (const device_group *)device;
    for (uint32_t i = 0; i < group->count; i++) {
        if (begins) {
            scree_rehearsal_begin(group->members[i], device->rehearsal);
        } else {
            scree_rehearsal_end(group->members[i]);
        }
    }
}

static void destroy_session(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    const device_group *group = (*session)->group;
    for (uint32_t i = 0; i < group->count; i++) {
        member_fields(*session, i)->destroy(&(*session)->members[i]);
    }
    free(*session);
    *session = NULL;
}

/*
 * Maximum samples of a box. Without transfers to wait for, one box for each member suffices, and each box costs the
 * generating thread time. Boxes are whole planes or rows if there are enough of them, so that no small box remains.
 */
static uint64_t most_samples_of(const device_group *group, const scree_field_plan *plan, const scree_delivery *delivery)
{
    bool is_transferred = delivery->keeps_values || delivery->converts;
    uint64_t boxes = (uint64_t)group->count * (is_transferred ? BOXES_OF_MEMBER : 1);
    uint64_t width = plan->grid.count[0];
    uint64_t rows = plan->samples / width;
    bool has_whole_planes = plan->planes >= boxes || plan->type->has_whole_planes;
    uint64_t samples = has_whole_planes ? scree_div_round_up(plan->planes, boxes) * (rows / plan->planes) * width
                       : rows >= boxes  ? scree_div_round_up(rows, boxes) * width
                                        : scree_div_round_up(width, boxes);
    return samples > MIN_BOX_SAMPLES ? samples : MIN_BOX_SAMPLES;
}

/* The creation of one member's session, on a thread of its own. */
typedef struct member_creation {
    scree_os_thread thread;
    scree_device *device;
    const scree_field_plan *plan;
    scree_delivery delivery;
    scree_progress *progress;
    scree_session **session;
    scree_result result;
    scree_error_text error;
} member_creation;

static void *create_member(void *argument)
{
    member_creation *creation = argument;
    creation->result = scree_session_create(creation->device, creation->plan, &creation->delivery, creation->progress,
                                            creation->session);
    scree_last_error_keep(&creation->error);
    return NULL;
}

/* Creates one session after another, where creation is too short to be worth a thread. */
static scree_result create_in_turn(member_creation *creations, uint32_t count)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        create_member(&creations[i]);
        result = creations[i].result;
    }
    return result;
}

/* Creates all sessions at the same time. */
static scree_result create_together(scree_context *context, member_creation *creations, uint32_t count)
{
    uint32_t started = 0;
    scree_result result = SCREE_OK;
    while (started < count && scree_os_thread_start(&creations[started].thread, create_member, &creations[started])) {
        started++;
    }
    for (uint32_t i = 0; i < started; i++) {
        scree_os_thread_join(&creations[i].thread);
        if (result == SCREE_OK && creations[i].result != SCREE_OK) {
            result = creations[i].result;
            scree_last_error_adopt(&creations[i].error);
        }
    }
    if (started < count && result == SCREE_OK) {
        result = scree_fail(context, SCREE_ERROR_INTERNAL, "no thread could be started for a device of a group");
    }
    return result;
}

static scree_result create_session(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                   scree_progress *progress, scree_session **session)
{
    const device_group *group = (const device_group *)device;
    member_creation creations[SCREE_MAX_MEMBERS];
    scree_session *new_session = calloc(1, sizeof *new_session);
    *session = new_session;
    if (new_session == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    new_session->group = group;
    new_session->type = plan->type;
    new_session->most_samples = most_samples_of(group, plan, delivery);
    for (uint32_t i = 0; i < group->count; i++) {
        creations[i] = (member_creation){.device = group->members[i],
                                         .plan = plan,
                                         .delivery = *delivery,
                                         .progress = progress,
                                         .session = &new_session->members[i]};
        creations[i].delivery.most_samples = new_session->most_samples;
        creations[i].delivery.member = i;
        creations[i].delivery.whole = NULL; /* Each member would use this memory as if it were alone. */
    }
    /* In a rehearsal all members note their work in one explanation. */
    const bool is_long = plan->type->needs_preparing && device->rehearsal == NULL;
    scree_result result = is_long ? create_together(device->context, creations, group->count)
                                  : create_in_turn(creations, group->count);
    if (result != SCREE_OK) {
        destroy_session(session);
    }
    return result;
}

/* The minimum of all members' wishes, so that all get equal shares. */
static scree_division divide_session(const scree_session *session)
{
    const device_group *group = session->group;
    scree_division minimum = {.samples = session->most_samples, .slots = SCREE_MOST_SLOTS, .depth = SCREE_MOST_SLOTS};
    for (uint32_t i = 0; i < group->count; i++) {
        scree_division own_division = member_fields(session, i)->division(session->members[i]);
        minimum.samples = scree_min(minimum.samples, own_division.samples);
        minimum.slots = own_division.slots < minimum.slots ? own_division.slots : minimum.slots;
        minimum.depth = own_division.depth < minimum.depth ? own_division.depth : minimum.depth;
    }
    return (scree_division){
        .samples = minimum.samples, .slots = minimum.slots * group->count, .depth = minimum.depth * group->count};
}

static void lend_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    uint32_t count = session->group->count;
    uint32_t member = slot % count;
    member_fields(session, member)->memory(session->members[member], slot / count, values, data);
}

static uint64_t count_bytes(const scree_session *session)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < session->group->count; i++) {
        const scree_field_functions *fields = member_fields(session, i);
        bytes += fields->bytes != NULL ? fields->bytes(session->members[i]) : 0;
    }
    return bytes;
}

static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                              scree_progress *progress)
{
    uint32_t count = session->group->count;
    uint32_t member = slot % count;
    return member_fields(session, member)->start(session->members[member], slot / count, box, target, progress);
}

static scree_result finish_box(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range)
{
    uint32_t count = session->group->count;
    uint32_t member = slot % count;
    return member_fields(session, member)->finish(session->members[member], slot / count, progress, range);
}

/* Uses the first member only; points are not divided among devices. */
static scree_result evaluate_points(scree_device *device, const scree_field_plan *plan, const scree_points *points,
                                    float *out)
{
    scree_device *first = ((device_group *)device)->members[0];
    return scree_device_fields(first, plan->type)->points(first, plan, points, out);
}

static scree_result refuse_buffer(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    (void)bytes;
    (void)buffer;
    return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                      "a buffer lies on one device, and %s is a group; open that device alone", device->label);
}

/* Uses the first member: host memory of one device is directly accessible to the others of its backend. */
static scree_result create_host_memory(scree_device *device, uint64_t bytes, void **memory)
{
    return scree_host_memory_make(((device_group *)device)->members[0], bytes, memory);
}

static void destroy_host_memory(scree_device *device, void *memory)
{
    scree_host_memory_free(((device_group *)device)->members[0], memory);
}

static const scree_field_functions lending_functions = {
    .create = create_session,
    .division = divide_session,
    .memory = lend_memory,
    .start = start_box,
    .finish = finish_box,
    .destroy = destroy_session,
    .bytes = count_bytes,
    .points = evaluate_points,
};

/* Functions for types whose slabs lie in memory that the library lends, as for each member alone. */
static const scree_field_functions borrowing_functions = {
    .create = create_session,
    .division = divide_session,
    .start = start_box,
    .finish = finish_box,
    .destroy = destroy_session,
    .bytes = count_bytes,
    .points = evaluate_points,
};

/* A group has no buffers, so other functions for them are never called. */
static const scree_device_functions group_functions = {
    .close = close_group,
    .rehearse = rehearse_group,
    .buffer_create = refuse_buffer,
    .host_memory_create = create_host_memory,
    .host_memory_destroy = destroy_host_memory,
};

/* A group makes what its first member makes: members are of one backend. */
static scree_device_functions functions_of_group(const scree_device *first)
{
    scree_device_functions functions = group_functions;
    for (uint32_t i = 0; i < SCREE_FIELD_TYPE_COUNT; i++) {
        const scree_field_functions *of_member = first->functions->fields[i];
        if (of_member != NULL) {
            functions.fields[i] = of_member->memory != NULL ? &lending_functions : &borrowing_functions;
        }
    }
    return functions;
}

/* The smallest of the members' limits; 0 where none has one. */
static uint64_t smallest_span(scree_device *const *members, uint32_t count)
{
    uint64_t smallest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t own = members[i]->span_bytes;
        smallest = smallest == 0 ? own : own == 0 ? smallest : scree_min(smallest, own);
    }
    return smallest;
}

/* "2 x NAME" if all members have one name; otherwise their names with a + between them. */
static void name_group(scree_device *const *members, uint32_t count, char *name, size_t size)
{
    bool is_uniform = true;
    for (uint32_t i = 1; i < count; i++) {
        is_uniform = is_uniform && strcmp(members[i]->info.name, members[0]->info.name) == 0;
    }
    size_t length = 0;
    if (is_uniform) {
        snprintf(name, size, "%u x %.*s", count, (int)size - 8, members[0]->info.name);
        return;
    }
    for (uint32_t i = 0; i < count && length < size; i++) {
        length += (size_t)snprintf(name + length, size - length, "%s%s", i > 0 ? " + " : "", members[i]->info.name);
    }
}

static scree_device_info describe_group(scree_device *const *members, uint32_t count)
{
    scree_device_info info = members[0]->info;
    memset(info.uuid, 0, sizeof info.uuid);
    info.memory_bytes = 0;
    info.members = count;
    for (uint32_t i = 0; i < count; i++) {
        info.memory_bytes += members[i]->info.memory_bytes;
        info.member_index[i] = members[i]->info.index;
    }
    name_group(members, count, info.name, sizeof info.name);
    return info;
}

static void close_all(scree_device **members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        scree_device_close(&members[i]);
    }
}

scree_result scree_device_group_create(scree_context *context, scree_device **members, uint32_t count,
                                       scree_device **device)
{
    device_group *group = calloc(1, sizeof *group);
    if (group == NULL) {
        close_all(members, count);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a group of devices");
    }
    group->functions = functions_of_group(members[0]);
    group->base.functions = &group->functions;
    group->base.info = describe_group(members, count);
    group->base.span_bytes = smallest_span(members, count);
    group->count = count;
    memcpy(group->members, members, count * sizeof *members);
    scree_device_init(&group->base, context);
    *device = &group->base;
    return SCREE_OK;
}

scree_device *scree_device_first(scree_device *device)
{
    return device->info.members > 1 ? ((device_group *)device)->members[0] : device;
}

/* Checks a list of members, beyond the checks of scree_device_open(). */
static scree_result check_list(scree_context *context, const scree_device_params *params, uint32_t count)
{
    if (params == NULL || count == 0 || count > SCREE_MAX_MEMBERS) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a group of %u devices%s; there must be 1 to %d, each named",
                          count, params == NULL ? " without a list" : "", SCREE_MAX_MEMBERS);
    }
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        if (params[i].backend == SCREE_BACKEND_CPU || params[i].backend == SCREE_BACKEND_AUTO) {
            return scree_fail(context, SCREE_ERROR_INVALID, "device %u of a group is %s; only GPUs make a group", i,
                              scree_backend_name(params[i].backend));
        }
        if (params[i].backend != params[0].backend) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "device %u of a group has backend %d, the first one %d; all must be of one", i,
                              (int)params[i].backend, (int)params[0].backend);
        }
        for (uint32_t k = 0; k < i; k++) {
            if (params[i].index == params[k].index) {
                return scree_fail(context, SCREE_ERROR_INVALID, "devices %u and %u of a group have the same index, %u",
                                  k, i, params[i].index);
            }
        }
    }
    return SCREE_OK;
}

/* The entries of a program's list. */
static scree_result take_list(scree_context *context, const scree_device_params *params, size_t size, uint32_t count,
                              scree_device_params *list)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; params != NULL && i < count && i < SCREE_MAX_MEMBERS && result == SCREE_OK; i++) {
        scree_params_take(context, (const char *)params + i * size, size, &list[i], sizeof list[i], &result);
    }
    return result;
}

scree_result scree_device_open_group_sized(scree_context *context, const scree_device_params *params, size_t size,
                                           uint32_t count, scree_device **device)
{
    scree_device *members[SCREE_MAX_MEMBERS] = {NULL};
    scree_device_params list[SCREE_MAX_MEMBERS];
    if (device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device is NULL");
    }
    *device = NULL;
    scree_result result = take_list(context, params, size, count, list);
    result = result == SCREE_OK ? check_list(context, params != NULL ? list : NULL, count) : result;
    if (result == SCREE_OK && count == 1) {
        return scree_device_open(context, list, device);
    }
    uint32_t opened = 0;
    while (result == SCREE_OK && opened < count) {
        result = scree_device_open(context, &list[opened], &members[opened]);
        opened += result == SCREE_OK;
    }
    if (result != SCREE_OK) {
        close_all(members, opened);
        return result;
    }
    return scree_device_group_create(context, members, count, device);
}
