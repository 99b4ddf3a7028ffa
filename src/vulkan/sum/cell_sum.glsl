// The sum of octaves of a kind of cells, whose fade is FADE.
#include "noise_sum.glsl"

SCREE_FN octave_sum add_cell(const octave_sum sum, const uint fractal, const scree_cell cell, const uint octave)
{
#if defined(HAS_DUALS)
    scree_dual value = scree_dual_of_cell(scree_kind_dual(KIND, cell, AXES, octave_source(octave), FADE),
                                          uintBitsToFloat(octave_word(octave, OCTAVE_FREQUENCY)));
#else
    float value = evaluate_cell(cell, octave);
#endif
    return add_value(sum, fractal, value, uintBitsToFloat(octave_word(octave, OCTAVE_WEIGHT)), fractal_options(),
                     octave);
}
