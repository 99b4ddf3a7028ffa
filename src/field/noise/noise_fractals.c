/* The fractals as the library's users see them: their definitions, in the order of the public enum. */
#include "noise_fractal_definition.h"

#include <string.h>

#define DEFINITION(FRACTAL, name, number, bend, height) [SCREE_NOISE_FRACTAL_##FRACTAL] = &scree_fractal_##name,
static const scree_fractal_definition *const fractals[] = {SCREE_FRACTALS(DEFINITION)};

#define FRACTAL_COUNT (sizeof fractals / sizeof fractals[0])

#define NUMBER_IS_PUBLIC(FRACTAL, name, number, bend, height) \
    _Static_assert(SCREE_NOISE_FRACTAL_##FRACTAL == (number), "kernels and users number the fractals alike");
SCREE_FRACTALS(NUMBER_IS_PUBLIC)

const scree_fractal_definition *scree_fractal_definition_of(scree_noise_fractal fractal)
{
    return (size_t)fractal < FRACTAL_COUNT ? fractals[fractal] : NULL;
}

const char *scree_noise_fractal_name(scree_noise_fractal fractal)
{
    const scree_fractal_definition *definition = scree_fractal_definition_of(fractal);
    return definition != NULL ? definition->name : NULL;
}

bool scree_noise_fractal_from_name(const char *name, scree_noise_fractal *fractal)
{
    for (size_t i = 0; name != NULL && i < FRACTAL_COUNT; i++) {
        if (strcmp(fractals[i]->name, name) == 0) {
            *fractal = (scree_noise_fractal)i;
            return true;
        }
    }
    return false;
}
