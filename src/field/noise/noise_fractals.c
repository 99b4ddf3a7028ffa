/* The fractals as the library's users see them: their definitions, in the order of the public enum. */
#include "choices.h"
#include "noise_fractal_definition.h"

#define DEFINITION(FRACTAL, name, number, shape, normalised) [SCREE_NOISE_FRACTAL_##FRACTAL] = &scree_fractal_##name,
static const scree_fractal_definition *const fractals[] = {SCREE_FRACTALS(DEFINITION)};

#define NUMBER_IS_PUBLIC(FRACTAL, name, number, shape, normalised) \
    _Static_assert(SCREE_NOISE_FRACTAL_##FRACTAL == (number), "kernels and users number the fractals alike");
SCREE_FRACTALS(NUMBER_IS_PUBLIC)

const scree_fractal_definition *scree_fractal_definition_of(scree_noise_fractal fractal)
{
    return (size_t)fractal < SCREE_FRACTAL_COUNT ? fractals[fractal] : NULL;
}

SCREE_DEFINE_CHOICES_BY(scree_noise_fractal, scree_fractal_definition_of)
