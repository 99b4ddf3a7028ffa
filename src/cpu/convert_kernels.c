/* Maps of values, and their conversion to output types, compiled once for each instruction set. */
#include "kernel_files.h"

#include "base/convert.h"
#include "noise/distribution.h"
#include "lane_memory.h"

SCREE_FN scree_f32 mapped(const scree_mapping *mapping, const float *values)
{
    return scree_map_range(scree_load(values), scree_broadcast(mapping->low), scree_broadcast(mapping->scale),
                           scree_broadcast(mapping->top));
}

SCREE_FN scree_u32 quantised(const scree_mapping *mapping, const float *values)
{
    return scree_quantise(mapped(mapping, values));
}

/* Narrows SCREE_LANES words and writes the first `count` of them. */
SCREE_FN void store_narrow(const scree_mapping *mapping, scree_u32 words, unsigned char *to, size_t count)
{
    if (mapping->type == SCREE_TYPE_U8) {
#if SCREE_LANES > 1
        typedef uint8_t bytes_type __attribute__((vector_size(SCREE_LANES)));
        bytes_type bytes = __builtin_convertvector(words, bytes_type);
#else
        uint8_t bytes = (uint8_t)words;
#endif
        memcpy(to, &bytes, count);
    } else {
#if SCREE_LANES > 1
        typedef uint16_t shorts_type __attribute__((vector_size(2 * SCREE_LANES)));
        shorts_type shorts = __builtin_convertvector(words, shorts_type);
#else
        uint16_t shorts = (uint16_t)words;
#endif
        memcpy(to, &shorts, 2 * count);
    }
}

/* Maps SCREE_LANES values and writes the first `count` of them. */
SCREE_FN void write_mapped(const scree_mapping *mapping, const float *values, unsigned char *to, size_t count)
{
    if (mapping->type == SCREE_TYPE_F32) {
        scree_f32 floats = mapped(mapping, values);
        memcpy(to, &floats, count * sizeof(float));
        return;
    }
    store_narrow(mapping, quantised(mapping, values), to, count);
}

/* Values past the last must not be read: another thread may be writing there. */
static void convert(const scree_mapping *mapping, const float *values, size_t count, void *out)
{
    size_t whole = count - count % SCREE_LANES;
    size_t bytes = scree_type_bytes(mapping->type);
    unsigned char *to = out;
    for (size_t i = 0; i < whole; i += SCREE_LANES) {
        write_mapped(mapping, values + i, to + i * bytes, SCREE_LANES);
    }
    if (whole < count) {
        float rest[SCREE_LANES] = {0};
        memcpy(rest, values + whole, (count - whole) * sizeof(float));
        write_mapped(mapping, rest, to + whole * bytes, count - whole);
    }
}

/* Maps the first `count` of SCREE_LANES samples. */
SCREE_FN void distribute_lanes(const uint32_t *value_map, float *samples, size_t count, uint32_t channels)
{
    float values[SCREE_LANES] = {0};
    float slopes[SCREE_LANES];
    for (size_t i = 0; i < count; i++) {
        values[i] = samples[i * channels];
    }
    const scree_distributed distributed = scree_distribution_map(value_map, scree_load(values));
    scree_store(values, distributed.value);
    scree_store(slopes, distributed.slope);
    for (size_t i = 0; i < count; i++) {
        samples[i * channels] = values[i];
        for (uint32_t channel = 1; channel < channels; channel++) {
            samples[i * channels + channel] *= slopes[i];
        }
    }
}

static void distribute(const uint32_t *value_map, float *samples, size_t count, uint32_t channels)
{
    size_t i = 0;
    for (; channels == 1 && i + SCREE_LANES <= count; i += SCREE_LANES) {
        scree_store(samples + i, scree_distribution_map(value_map, scree_load(samples + i)).value);
    }
    for (; i < count; i += SCREE_LANES) {
        const size_t rest = count - i < SCREE_LANES ? count - i : SCREE_LANES;
        distribute_lanes(value_map, samples + i * channels, rest, channels);
    }
}

void SCREE_CPU_SYMBOL(scree_convert_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.convert = convert;
    kernels->noise.distribute = distribute;
}
