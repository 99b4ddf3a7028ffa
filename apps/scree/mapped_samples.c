#include "mapped_samples.h"

#include "base/convert.h"

static float map(const scree_mapping *mapping, float value)
{
    return scree_map_range(value, mapping->low, mapping->scale, mapping->top);
}

const void *mapped_samples(const scree_mapping *mapping, float *values, uint64_t count, void *stored)
{
    const scree_mapping by = *mapping;
    uint16_t *words = stored;
    uint8_t *bytes = stored;
    if (by.type == SCREE_TYPE_U16) {
        for (uint64_t i = 0; i < count; i++) {
            words[i] = (uint16_t)scree_quantise(map(&by, values[i]));
        }
        return stored;
    }
    if (by.type == SCREE_TYPE_U8) {
        for (uint64_t i = 0; i < count; i++) {
            bytes[i] = (uint8_t)scree_quantise(map(&by, values[i]));
        }
        return stored;
    }
    for (uint64_t i = 0; i < count && by.scale != 0.0f; i++) {
        values[i] = map(&by, values[i]);
    }
    return values;
}
