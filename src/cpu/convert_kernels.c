/* From values to output types, compiled once for each instruction set. */
#include "kernel_files.h"

#include "convert.h"
#include "lanes.h"

/* Lanes pass through a buffer of float or of words, and the compiler packs them. */
SCREE_FN void convert_to_f32(const scree_cpu_mapping *mapping, const float *values, size_t count, void *out)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 mapped = scree_map_range(scree_load(values + i), scree_broadcast(mapping->low),
                                           scree_broadcast(mapping->scale), scree_broadcast(mapping->top));
        scree_store_some((float *)out + i, mapped, count - i);
    }
}

SCREE_FN scree_u32 quantised(const scree_cpu_mapping *mapping, const float *values)
{
    return scree_quantise(scree_map_range(scree_load(values), scree_broadcast(mapping->low),
                                          scree_broadcast(mapping->scale), scree_broadcast(mapping->top)));
}

/* Narrows SCREE_LANES words and writes the first `count` of them. */
SCREE_FN void store_narrow(const scree_cpu_mapping *mapping, scree_u32 words, unsigned char *to, size_t count)
{
    size_t lanes = count < SCREE_LANES ? count : SCREE_LANES;
    if (mapping->type == SCREE_TYPE_U8) {
#if SCREE_LANES > 1
        typedef uint8_t bytes_type __attribute__((vector_size(SCREE_LANES)));
        bytes_type bytes = __builtin_convertvector(words, bytes_type);
#else
        uint8_t bytes = (uint8_t)words;
#endif
        memcpy(to, &bytes, lanes);
    } else {
#if SCREE_LANES > 1
        typedef uint16_t shorts_type __attribute__((vector_size(2 * SCREE_LANES)));
        shorts_type shorts = __builtin_convertvector(words, shorts_type);
#else
        uint16_t shorts = (uint16_t)words;
#endif
        memcpy(to, &shorts, 2 * lanes);
    }
}

static void convert(const scree_cpu_mapping *mapping, const float *values, size_t count, void *out)
{
    size_t whole = count - count % SCREE_LANES;
    if (mapping->type == SCREE_TYPE_F32) {
        convert_to_f32(mapping, values, count, out);
        return;
    }
    size_t bytes = mapping->type == SCREE_TYPE_U8 ? 1 : 2;
    unsigned char *to = out;
    for (size_t i = 0; i < whole; i += SCREE_LANES) {
        store_narrow(mapping, quantised(mapping, values + i), to + i * bytes, SCREE_LANES);
    }
    if (whole < count) {
        float rest[SCREE_LANES] = {0};
        memcpy(rest, values + whole, (count - whole) * sizeof(float));
        store_narrow(mapping, quantised(mapping, rest), to + whole * bytes, count - whole);
    }
}

void SCREE_CPU_SYMBOL(scree_convert_kernels)(scree_cpu_kernels *kernels)
{
    kernels->convert = convert;
}
