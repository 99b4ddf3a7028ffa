/* The means that the pixels of a map show, on the host. */
#include <math.h>

#include "scene_facts.h"
#include "scene_plan.h"

/* The memory of a scene, as kernels ask for it. */
typedef struct scree_scene_memory {
    const float *samples;
} scree_scene_memory;

#define scree_scene_sample_bits(memory, index) scree_bits_from_one((memory).samples[index])
#define scree_scene_minus_bits(memory, index) scree_scene_sample_bits(memory, index)

#include "scene/scene_map.h"

void scree_scene_means(const scree_scene_params *params, const float *samples, uint32_t width, uint32_t height,
                       float *means)
{
    const scree_scene_data data = {.samples = NULL};
    const scree_scene_target target = {.width = width, .height = height, .whole_width = width, .whole_height = height};
    const scree_scene_memory memory = {samples};
    uint32_t words[SCREE_SCENE_WORDS];
    scree_scene_write(params, &data, &target, words);
    for (uint32_t row = 0; row < height; row++) {
        const scree_scene_fixed y = scree_scene_map_position(words, SCREE_SCENE_MAP_TOP, row);
        for (uint32_t column = 0; column < width; column++) {
            const scree_scene_fixed x = scree_scene_map_position(words, SCREE_SCENE_MAP_LEFT, column);
            const bool is_within = x.whole < params->count[0] && y.whole < params->count[1];
            const scree_scene_slopes mean = is_within ? scree_scene_map_covered(memory, words, x, y)
                                                      : (scree_scene_slopes){.is_number = false};
            *means++ = mean.is_number ? mean.value : NAN;
        }
    }
}
