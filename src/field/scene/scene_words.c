#include "scene_words.h"

#include <math.h>
#include <string.h>

void scree_scene_put_float(uint32_t *words, uint32_t word, double value)
{
    const float rounded = fabs(value) < 0x1p-126 ? 0.0f : (float)value;
    memcpy(&words[word], &rounded, sizeof rounded);
}
