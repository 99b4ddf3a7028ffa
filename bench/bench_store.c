/*
 * The speed at which this machine stores a constant to memory: no generator that fills the same buffer can be faster.
 * Nothing of the library is used here.
 */
#include <pthread.h>
#include <stdlib.h>

#include "bench_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define THREADS_MOST 1024

/* Not inlined, so that the compiler cannot see the constant and make a memset() of it. */
__attribute__((noinline)) static void store_plain(float *buffer, size_t count, float value)
{
    for (size_t i = 0; i < count; i++) {
        buffer[i] = value;
    }
}

#if defined(__x86_64__)

__attribute__((noinline, target("avx512f"))) static void store_avx512(float *buffer, size_t count, float value)
{
    const __m512 values = _mm512_set1_ps(value);
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        _mm512_storeu_ps(buffer + i, values);
    }
    for (; i < count; i++) {
        buffer[i] = value;
    }
}

__attribute__((noinline, target("avx2"))) static void store_avx2(float *buffer, size_t count, float value)
{
    const __m256 values = _mm256_set1_ps(value);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm256_storeu_ps(buffer + i, values);
    }
    for (; i < count; i++) {
        buffer[i] = value;
    }
}

__attribute__((noinline)) static void store_streaming(float *buffer, size_t count, float value)
{
    const __m128 values = _mm_set1_ps(value);
    size_t i = 0;
    for (; i < count && ((uintptr_t)(buffer + i) & 15u) != 0; i++) {
        buffer[i] = value;
    }
    for (; i + 4 <= count; i += 4) {
        _mm_stream_ps(buffer + i, values);
    }
    for (; i < count; i++) {
        buffer[i] = value;
    }
    _mm_sfence();
}

static void store(enum bench_store_kind kind, float *buffer, size_t count, float value)
{
    if (kind == BENCH_STORE_STREAMING) {
        store_streaming(buffer, count, value);
    } else if (kind == BENCH_STORE_WIDE && __builtin_cpu_supports("avx512f")) {
        store_avx512(buffer, count, value);
    } else if (kind == BENCH_STORE_WIDE) {
        store_avx2(buffer, count, value);
    } else {
        store_plain(buffer, count, value);
    }
}

bool bench_store_available(enum bench_store_kind kind)
{
    return kind != BENCH_STORE_WIDE || __builtin_cpu_supports("avx2");
}

#else

static void store(enum bench_store_kind kind, float *buffer, size_t count, float value)
{
    (void)kind;
    store_plain(buffer, count, value);
}

bool bench_store_available(enum bench_store_kind kind)
{
    return kind == BENCH_STORE_PLAIN;
}

#endif

const char *bench_store_name(enum bench_store_kind kind)
{
    static const char *const names[] = {
        [BENCH_STORE_PLAIN] = "plain loop",
        [BENCH_STORE_WIDE] = "widest registers",
        [BENCH_STORE_STREAMING] = "streaming",
    };
    return names[kind];
}

/* Holds the threads back until all of them are there, and reports when the last one is done. */
struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open;
    bool abandoned; /* Not all threads could be started: the others end. */
    uint32_t threads;
    uint32_t arrived; /* Threads at the meeting that is in flight. */
    uint32_t meetings;
};

struct part {
    enum bench_store_kind kind;
    float *buffer;
    size_t count;
    struct gate *gate;
    double start; /* Start time of the store that is measured; see bench_clock(). */
    double end;
};

/* Waits until all threads are here. */
static void meet(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    const uint32_t meeting = gate->meetings;
    if (++gate->arrived == gate->threads) {
        gate->arrived = 0;
        gate->meetings++;
        pthread_cond_broadcast(&gate->changed);
    }
    while (gate->meetings == meeting) {
        pthread_cond_wait(&gate->changed, &gate->mutex);
    }
    pthread_mutex_unlock(&gate->mutex);
}

/*
 * Stores twice: new threads take a while until each has a processor of its own, as a pool that runs for long has, so
 * only the second time counts.
 */
static void store_twice(struct part *part)
{
    store(part->kind, part->buffer, part->count, 0.5f);
    meet(part->gate);
    part->start = bench_clock();
    store(part->kind, part->buffer, part->count, 1.5f);
    part->end = bench_clock();
}

static void *store_part(void *user)
{
    struct part *part = user;
    struct gate *gate = part->gate;
    pthread_mutex_lock(&gate->mutex);
    while (!gate->open) {
        pthread_cond_wait(&gate->changed, &gate->mutex);
    }
    const bool abandoned = gate->abandoned;
    pthread_mutex_unlock(&gate->mutex);
    if (!abandoned) {
        store_twice(part);
    }
    return NULL;
}

static void open_gate(struct gate *gate, bool abandon)
{
    pthread_mutex_lock(&gate->mutex);
    gate->open = true;
    gate->abandoned = abandon;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->mutex);
}

/* The time from the first start to the last end. */
static double total_seconds(const struct part *parts, uint32_t threads)
{
    double start = parts[0].start;
    double end = parts[0].end;
    for (uint32_t i = 1; i < threads; i++) {
        start = parts[i].start < start ? parts[i].start : start;
        end = parts[i].end > end ? parts[i].end : end;
    }
    return end - start;
}

/* The first thread is the caller's. `threads` parts lie in `parts`. Returns seconds, or -1. */
static double measure_parts(struct part *parts, uint32_t threads, pthread_t *others)
{
    struct gate gate = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    uint32_t started = 1;
    gate.threads = threads;
    for (uint32_t i = 0; i < threads; i++) {
        parts[i].gate = &gate;
    }
    while (started < threads && pthread_create(&others[started], NULL, store_part, &parts[started]) == 0) {
        started++;
    }
    open_gate(&gate, started < threads);
    if (started == threads) {
        store_twice(&parts[0]);
    }
    for (uint32_t i = 1; i < started; i++) {
        pthread_join(others[i], NULL);
    }
    return started == threads ? total_seconds(parts, threads) : -1;
}

double bench_store_measure(enum bench_store_kind kind, uint32_t threads, float *buffer, size_t count)
{
    if (threads == 0 || threads > THREADS_MOST) {
        return -1;
    }
    struct part *parts = calloc(threads, sizeof *parts);
    if (parts == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < threads; i++) {
        const size_t begin = count * i / threads;
        const size_t end = count * (i + 1u) / threads;
        parts[i] = (struct part){.kind = kind, .buffer = buffer + begin, .count = end - begin};
    }
    pthread_t *others = calloc(threads, sizeof *others);
    const double seconds = others != NULL ? measure_parts(parts, threads, others) : -1;
    free(others);
    free(parts);
    return seconds;
}
