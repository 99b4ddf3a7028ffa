/* Streams and events of the emulated driver: what is put on a stream waits there until somebody waits for it. */
#include "emulated_internal.h"

#include <stdlib.h>
#include <string.h>

/* Fills a copy's target until the copy is done. */
#define GARBAGE 0xfd

static void run_copy(const operation *todo)
{
    memcpy(todo->to, todo->from, todo->bytes);
    if (todo->is_to_host && ++emulation.copies == emulation.inexact_copy) {
        todo->to[0] ^= 1u;
    }
}

static void run_fill(const operation *todo)
{
    for (size_t i = 0; i < todo->bytes; i += sizeof todo->word) {
        memcpy(todo->to + i, &todo->word, sizeof todo->word);
    }
}

static void run_launch(CUcontext context, const operation *todo)
{
    const char *reason = NULL;
    if (!emulated_run(todo->kernel, todo->held, &todo->grid, &reason)) {
        emulated_fail("%s: %s", todo->kernel->name, reason);
        emulated_lose(context, CUDA_ERROR_LAUNCH_FAILED);
    }
}

static void run_operation(CUcontext context, const operation *todo)
{
    context->clock += 1000;
    switch (todo->kind) {
    case OPERATION_COPY:
        run_copy(todo);
        context->clock += todo->bytes / 16;
        break;
    case OPERATION_FILL:
        run_fill(todo);
        context->clock += todo->bytes / 256;
        break;
    case OPERATION_LAUNCH:
        run_launch(context, todo);
        context->clock += (uint64_t)todo->grid.blocks.x * todo->grid.blocks.y * todo->grid.blocks.z;
        break;
    case OPERATION_RECORD:
        todo->event->nanoseconds = context->clock;
        break;
    case OPERATION_WAIT:
        (void)emulated_run_stream(todo->other, todo->position);
        break;
    }
}

CUresult emulated_run_stream(CUstream stream, uint64_t position)
{
    CUcontext context = stream->context;
    while (stream->done < position && stream->first != NULL && context->lost == CUDA_SUCCESS) {
        operation *todo = stream->first;
        run_operation(context, todo);
        stream->first = todo->next;
        if (stream->first == NULL) {
            stream->last = &stream->first;
        }
        stream->done++;
        free(todo);
    }
    return context->lost;
}

static CUresult run_others(CUcontext context, const struct CUstream_st *but)
{
    for (CUstream stream = context->streams; stream != NULL; stream = stream->next) {
        if (stream != but) {
            (void)emulated_run_stream(stream, UINT64_MAX);
        }
    }
    if (but != &context->default_stream) {
        (void)emulated_run_stream(&context->default_stream, UINT64_MAX);
    }
    return context->lost;
}

CUresult emulated_run_device(CUcontext context)
{
    return run_others(context, NULL);
}

/* Waits for a stream as far as a position, in the order that the test wants. */
static CUresult wait_for(CUstream stream, uint64_t position)
{
    if (emulation.order == EMULATED_ORDER_HASTY) {
        (void)run_others(stream->context, stream);
    }
    CUresult result = emulated_run_stream(stream, position);
    if (++emulation.waits == emulation.losing_wait) {
        emulated_lose(stream->context,
                      emulation.losing_result != 0 ? emulation.losing_result : CUDA_ERROR_LAUNCH_FAILED);
        result = stream->context->lost;
    }
    /* It has waited, whatever it says: no device goes on using memory because of a lie. */
    (void)(result == CUDA_SUCCESS && emulated_fails_now(&result));
    return result;
}

bool emulated_is_in_use(const emulated_memory *memory)
{
    const unsigned char *end = memory->bytes + memory->size;
    for (unsigned i = 0; i < EMULATED_MOST_DEVICES; i++) {
        CUcontext context = &emulated_contexts[i];
        for (CUstream stream = context->streams; stream != NULL && context->lost == CUDA_SUCCESS;
             stream = stream->next) {
            for (const operation *todo = stream->first; todo != NULL; todo = todo->next) {
                if (todo->kind == OPERATION_COPY && ((todo->to >= memory->bytes && todo->to < end) ||
                                                     (todo->from >= memory->bytes && todo->from < end))) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The stream that a handle means, of the current context. */
static CUresult find_stream(CUcontext context, CUstream *stream)
{
    if (*stream == NULL) {
        emulation.default_stream_uses++;
        *stream = &context->default_stream;
        return CUDA_SUCCESS;
    }
    for (unsigned i = 0; i < EMULATED_MOST_DEVICES; i++) {
        for (CUstream known = emulated_contexts[i].streams; known != NULL; known = known->next) {
            if (known == *stream && !known->is_destroyed) {
                return CUDA_SUCCESS;
            }
        }
    }
    emulated_fail("a stream is used that is not there");
    return CUDA_ERROR_INVALID_HANDLE;
}

/* One that work of the current context may be put on. */
static CUresult find_own_stream(CUcontext context, CUstream *stream)
{
    CUresult result = find_stream(context, stream);
    if (result == CUDA_SUCCESS && (*stream)->context != context) {
        emulated_fail("work is put on another device's stream");
        result = CUDA_ERROR_INVALID_HANDLE;
    }
    return result;
}

static operation *append(CUstream stream, operation_kind kind, size_t held_bytes)
{
    operation *added = emulated_allocate(sizeof *added + held_bytes);
    added->kind = kind;
    *stream->last = added;
    stream->last = &added->next;
    stream->queued++;
    return added;
}

static void append_wait(CUstream stream, CUstream other)
{
    if (other->done < other->queued) {
        operation *added = append(stream, OPERATION_WAIT, 0);
        added->other = other;
        added->position = other->queued;
    }
}

/* New work; before it what the default stream orders. */
static operation *enqueue(CUstream stream, operation_kind kind, size_t held_bytes)
{
    CUcontext context = stream->context;
    if (stream == &context->default_stream) {
        for (CUstream other = context->streams; other != NULL; other = other->next) {
            if (other->is_blocking) {
                append_wait(stream, other);
            }
        }
    } else if (stream->is_blocking) {
        append_wait(stream, &context->default_stream);
    }
    return append(stream, kind, held_bytes);
}

operation *emulated_enqueue_launch(CUcontext context, CUstream stream, size_t parameter_bytes)
{
    return find_own_stream(context, &stream) == CUDA_SUCCESS ? enqueue(stream, OPERATION_LAUNCH, parameter_bytes)
                                                             : NULL;
}

/* Bytes that must lie within one piece of the device's memory. */
static CUresult check_device_memory(CUcontext context, CUdeviceptr address, size_t bytes)
{
    bool is_part = false;
    const emulated_memory *memory = emulated_find_memory(address, bytes, &is_part);
    if (memory == NULL || memory->is_host || memory->context != context) {
        emulated_fail("%zu bytes of device memory are not there, or another device's", bytes);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

/* Whether copies reach host memory directly; what is half in it is wrong. */
static CUresult check_host_memory(const void *address, size_t bytes, bool *is_pinned)
{
    bool is_part = false;
    const emulated_memory *memory = emulated_find_memory((uint64_t)(uintptr_t)address, bytes, &is_part);
    *is_pinned = memory != NULL;
    if (is_part || (memory != NULL && !memory->is_host)) {
        emulated_fail("%zu bytes of host memory end behind it, or are a device's", bytes);
        return CUDA_ERROR_INVALID_VALUE;
    }
    emulation.pageable_copies += memory == NULL;
    return CUDA_SUCCESS;
}

CUresult emulated_cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    CUcontext context = NULL;
    bool is_pinned = false;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_own_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? check_device_memory(context, to, bytes) : result;
    result = result == CUDA_SUCCESS ? check_host_memory(from, bytes, &is_pinned) : result;
    if (result == CUDA_SUCCESS) {
        /* Pageable memory is read at once. */
        operation *copy = enqueue(stream, OPERATION_COPY, is_pinned ? 0 : bytes);
        copy->to = (unsigned char *)(uintptr_t)to;
        copy->from = is_pinned ? from : copy->held;
        copy->bytes = bytes;
        if (!is_pinned) {
            memcpy(copy->held, from, bytes);
        }
    }
    return emulated_leave(result);
}

CUresult emulated_cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUcontext context = NULL;
    bool is_pinned = false;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_own_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? check_device_memory(context, from, bytes) : result;
    result = result == CUDA_SUCCESS ? check_host_memory(to, bytes, &is_pinned) : result;
    if (result == CUDA_SUCCESS) {
        operation *copy = enqueue(stream, OPERATION_COPY, 0);
        copy->to = to;
        copy->from = (const unsigned char *)(uintptr_t)from;
        copy->bytes = bytes;
        copy->is_to_host = true;
        if (is_pinned) {
            memset(to, GARBAGE, bytes);
        } else {
            result = emulated_run_stream(stream, stream->queued);
        }
    }
    return emulated_leave(result);
}

CUresult emulated_cuMemsetD32Async(CUdeviceptr memory, unsigned word, size_t words, CUstream stream)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_own_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? check_device_memory(context, memory, words * sizeof word) : result;
    if (result == CUDA_SUCCESS && memory % sizeof word != 0) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        operation *fill = enqueue(stream, OPERATION_FILL, 0);
        fill->to = (unsigned char *)(uintptr_t)memory;
        fill->bytes = words * sizeof word;
        fill->word = word;
    }
    return emulated_leave(result);
}

CUresult emulated_cuStreamCreate(CUstream *stream, unsigned flags)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        CUstream made = emulated_allocate(sizeof *made);
        *made = (struct CUstream_st){.next = context->streams,
                                     .context = context,
                                     .is_blocking = (flags & CU_STREAM_NON_BLOCKING) == 0,
                                     .last = &made->first};
        context->streams = made;
        *stream = made;
    }
    return emulated_leave(result);
}

/* Destroying a stream does not end the work on it. */
CUresult emulated_cuStreamDestroy_v2(CUstream stream)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    if (result != CUDA_ERROR_INVALID_CONTEXT && stream != NULL && find_stream(context, &stream) == CUDA_SUCCESS) {
        stream->is_destroyed = true;
    } else {
        result = result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_HANDLE;
    }
    return emulated_leave(result);
}

CUresult emulated_cuStreamSynchronize(CUstream stream)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    result = result == CUDA_SUCCESS ? find_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? wait_for(stream, stream->queued) : result;
    return emulated_leave(result);
}

static CUresult find_event(CUevent event)
{
    for (unsigned i = 0; i < EMULATED_MOST_DEVICES; i++) {
        for (CUevent known = emulated_contexts[i].events; known != NULL; known = known->next) {
            if (known == event && !known->is_destroyed) {
                return CUDA_SUCCESS;
            }
        }
    }
    emulated_fail("an event is used that is not there");
    return CUDA_ERROR_INVALID_HANDLE;
}

CUresult emulated_cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    CUcontext context = NULL;
    (void)flags;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? find_event(event) : result;
    if (result == CUDA_SUCCESS && event->stream != NULL) {
        operation *wait = enqueue(stream, OPERATION_WAIT, 0);
        wait->other = event->stream;
        wait->position = event->position;
    }
    return emulated_leave(result);
}

CUresult emulated_cuEventCreate(CUevent *event, unsigned flags)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        CUevent made = emulated_allocate(sizeof *made);
        *made = (struct CUevent_st){
            .next = context->events, .context = context, .has_time = (flags & CU_EVENT_DISABLE_TIMING) == 0};
        context->events = made;
        *event = made;
    }
    return emulated_leave(result);
}

CUresult emulated_cuEventDestroy_v2(CUevent event)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    if (result != CUDA_ERROR_INVALID_CONTEXT && find_event(event) == CUDA_SUCCESS) {
        event->is_destroyed = true;
    } else {
        result = result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_HANDLE;
    }
    return emulated_leave(result);
}

CUresult emulated_cuEventRecord(CUevent event, CUstream stream)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_stream(context, &stream) : result;
    result = result == CUDA_SUCCESS ? find_event(event) : result;
    if (result == CUDA_SUCCESS && event->context != stream->context) {
        emulated_fail("an event is recorded by another device's stream");
        result = CUDA_ERROR_INVALID_HANDLE;
    }
    if (result == CUDA_SUCCESS) {
        operation *record = enqueue(stream, OPERATION_RECORD, 0);
        record->event = event;
        event->stream = stream;
        event->position = stream->queued;
    }
    return emulated_leave(result);
}

CUresult emulated_cuEventSynchronize(CUevent event)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    result = result == CUDA_SUCCESS ? find_event(event) : result;
    if (result == CUDA_SUCCESS && event->stream != NULL) {
        result = wait_for(event->stream, event->position);
    }
    return emulated_leave(result);
}

static CUresult find_time(const struct CUevent_st *event)
{
    if (event->stream == NULL || !event->has_time) {
        emulated_fail("the time of an event that was not recorded, or that has none");
        return CUDA_ERROR_INVALID_HANDLE;
    }
    return event->stream->done >= event->position ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult emulated_cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_event(start) : result;
    result = result == CUDA_SUCCESS ? find_event(end) : result;
    result = result == CUDA_SUCCESS ? find_time(start) : result;
    result = result == CUDA_SUCCESS ? find_time(end) : result;
    if (result == CUDA_SUCCESS) {
        *milliseconds = (float)((double)end->nanoseconds - (double)start->nanoseconds) * 1e-6f;
    }
    return emulated_leave(result);
}
