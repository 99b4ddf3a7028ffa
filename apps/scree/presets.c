#include "presets.h"

#include <stddef.h>

static const struct preset presets[] = {
    {.name = "terrain",
     .description = "land: eight octaves of Perlin noise, each half as high as the one before, and turned",
     .noise = {.octaves = 8, .gain = 0.5, .octave_rotation = true},
     .density = 4},
    {.name = "hills",
     .description = "soft land: few octaves, quickly weaker",
     .noise = {.octaves = 5, .gain = 0.35, .octave_rotation = true},
     .density = 5},
    {.name = "ridges",
     .description = "mountain crests: ridged octaves",
     .noise = {.octaves = 8, .gain = 0.5, .fractal = SCREE_NOISE_FRACTAL_RIDGED, .octave_rotation = true},
     .density = 3},
    {.name = "billows",
     .description = "rounded heaps: absolute values of octaves of simplex noise",
     .noise = {.kind = SCREE_NOISE_SIMPLEX,
               .octaves = 7,
               .gain = 0.5,
               .fractal = SCREE_NOISE_FRACTAL_BILLOW,
               .octave_rotation = true},
     .density = 3},
    {.name = "clouds",
     .description = "cloud cover: simplex noise with strong fine octaves",
     .noise = {.kind = SCREE_NOISE_SIMPLEX, .octaves = 8, .gain = 0.6, .octave_rotation = true},
     .density = 2},
    {.name = "seamless",
     .description = "terrain whose opposite borders fit together",
     .noise = {.octaves = 8, .gain = 0.5},
     .density = 4,
     .seamless = true},
    {.name = "mountain",
     .description = "one of the two maps of 'scree bench sdf': long crests and deep basins",
     .noise = {.octaves = 6, .gain = 0.45, .fractal = SCREE_NOISE_FRACTAL_RIDGED, .seed = 5},
     .density = 3},
    {.name = "ground",
     .description = "the other one: gentle ground",
     .noise = {.octaves = 5, .gain = 0.3, .seed = 2},
     .density = 2},
    {.name = "plain", .description = "one octave of Perlin noise", .noise = {.octaves = 1}, .density = 16},
    {.name = "reference",
     .description = "Perlin's function of 2002, with its published permutation and gradients",
     .noise = {.octaves = 1, .hash = SCREE_NOISE_HASH_PERLIN2002},
     .density = 16},
};

const struct preset *preset_at(int number)
{
    const int count = (int)(sizeof presets / sizeof presets[0]);
    return number >= 0 && number < count ? &presets[number] : NULL;
}
