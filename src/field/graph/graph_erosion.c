/*
 * Erosion as a filter that needs no neighbours (R. S. Johansen, "Fast and Gorgeous Erosion Filter", 2026: the method,
 * whose words and steps here are our own). Gullies are stripes (kernels/noise/kinds/stripes.h) along the slope of a
 * field; the sides of each have a slope of their own, along which the gullies of the next octave run, so that they
 * branch off.
 *
 * A target, from -1 to 1, says what the field is where it has no slope: a valley, a peak or something between. Where
 * there is slope, octave 0 mixes the target with its gullies, and every octave does so with what the one before has
 * made. The share of gullies is less on the ridges and in the creases of those before, which therefore stay sharp.
 */
#include <math.h>

#include "context_internal.h"
#include "field_limits.h"
#include "graph_builder.h"
#include "number_text.h"

/* The inputs of the operator: those of scree_code_emit_erosion() begin with the slopes. */
enum { STRENGTH = SCREE_POSITION_AXES + 1, FREQUENCY, OCTAVES, GAIN, LOW, HIGH, ONSET, SEED };

/* Gullies branch off at an angle whose tangent is 1/2: its cosine, and its sine. */
#define BRANCH_ALONG 0.894427191f
#define BRANCH_ACROSS 0.4472135955f
/* Gullies count half beside the target, which is the height of peaks and valleys. */
#define MIDDLE 0.5f
/* How fast gullies of the next octave begin beside a ridge or a crease: three times the sine of the phase. */
#define SIDE 3.0f
/* A slope below this has no direction. */
#define LEAST_SLOPE 0x1p-20f

static const scree_operand one = {.is_number = true, .number = 1.0f};

/* The direction in which stripes run, and the share of gullies, from 0 to 1. */
typedef struct gullies {
    scree_operand along[2];
    scree_operand share;
} gullies;

/* From 0 to 1, fast first: 1 - (1 - t)^2. */
static scree_operand emit_ease(scree_code_builder *builder, scree_operand t)
{
    const scree_operand rest = SCREE_EMIT(builder, SUB, one, t);
    return SCREE_EMIT(builder, SUB, one, SCREE_EMIT(builder, MUL, rest, rest));
}

/* A component of the direction of a slope. */
static scree_operand emit_direction(scree_code_builder *builder, scree_operand slope, scree_operand length)
{
    return SCREE_EMIT(builder, CLAMP, SCREE_EMIT(builder, DIV, slope, length), scree_number_operand(-1.0f), one);
}

/* The first gullies run down the slope. */
static gullies emit_first(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand steep = SCREE_EMIT(builder, LENGTH, input[0], input[1], input[2], input[3]);
    const scree_operand length = SCREE_EMIT(builder, MAX, steep, scree_number_operand(LEAST_SLOPE));
    const scree_operand share = SCREE_EMIT(builder, MIN, SCREE_EMIT(builder, DIV, steep, input[ONSET]), one);
    return (gullies){.along = {emit_direction(builder, input[0], length), emit_direction(builder, input[1], length)},
                     .share = emit_ease(builder, share)};
}

/* The next gullies run down the sides of those that a saw shows, whose magnitude is their height. */
static gullies emit_next(scree_code_builder *builder, const gullies *before, scree_operand saw, scree_operand height)
{
    const scree_operand side =
        SCREE_EMIT(builder, MUL, SCREE_EMIT(builder, SIGN, saw), scree_number_operand(BRANCH_ACROSS));
    const scree_operand straight = scree_number_operand(BRANCH_ALONG);
    const scree_operand steep =
        SCREE_EMIT(builder, SQRT, SCREE_EMIT(builder, MUL, height, SCREE_EMIT(builder, SUB, one, height)));
    const scree_operand begun =
        SCREE_EMIT(builder, MIN, SCREE_EMIT(builder, MUL, steep, scree_number_operand(SIDE)), one);
    return (gullies){.along = {SCREE_EMIT(builder, ADD, SCREE_EMIT(builder, MUL, before->along[0], straight),
                                          SCREE_EMIT(builder, MUL, side, before->along[1])),
                               SCREE_EMIT(builder, SUB, SCREE_EMIT(builder, MUL, before->along[1], straight),
                                          SCREE_EMIT(builder, MUL, side, before->along[0]))},
                     .share = SCREE_EMIT(builder, MUL, emit_ease(builder, before->share), emit_ease(builder, begun))};
}

/* A saw of stripes along a direction, in an octave: at its place two more axes are the direction. */
static scree_operand emit_stripes(scree_code_builder *builder, const scree_operand *input, const gullies *at,
                                  uint32_t octave)
{
    const scree_noise_params params = {
        .kind = SCREE_NOISE_STRIPES, .octaves = 1, .stripes.profile = SCREE_NOISE_PROFILE_SAW};
    const scree_operand scale[] = {one, input[FREQUENCY], one, one, one, one};
    const scree_operand fractal[] = {one, one, one, scree_number_operand(2.0f)};
    const scree_operand seed[] = {one, input[SEED]};
    uint32_t place = scree_code_place_reseeded(builder, builder->here, seed);
    place = scree_code_has_failed(builder) ? place : scree_code_place_scaled(builder, place, scale);
    place = scree_code_has_failed(builder) ? place : scree_code_place_octave(builder, place, fractal, octave);
    for (uint32_t axis = 0; axis < 2 && !scree_code_has_failed(builder); axis++) {
        const scree_operand added[] = {one, at->along[axis]};
        place = scree_code_place_with_axis(builder, place, added);
    }
    return scree_code_has_failed(builder) ? one : scree_code_noise_at(builder, &params, place);
}

/* Adds all octaves; returns the sum and, in `ridges`, what the last one has made. */
static scree_operand emit_octaves(scree_code_builder *builder, const scree_operand *input, scree_operand *ridges)
{
    const uint32_t octaves = (uint32_t)input[OCTAVES].number;
    const scree_operand width = SCREE_EMIT(builder, SUB, input[HIGH], input[LOW]);
    const scree_operand scale = SCREE_EMIT(builder, DIV, scree_number_operand(2.0f), width);
    const scree_operand lowest = scree_number_operand(-1.0f);
    const scree_operand target = SCREE_EMIT(builder, AFFINE, input[SCREE_POSITION_AXES], input[LOW], scale, lowest);
    scree_operand shape = SCREE_EMIT(builder, CLAMP, target, lowest, one);
    scree_operand sum = scree_number_operand(0.0f);
    scree_operand weight = one;
    gullies at = emit_first(builder, input);
    for (uint32_t o = 0; o < octaves && !scree_code_has_failed(builder); o++) {
        const scree_operand saw = emit_stripes(builder, input, &at, o);
        const scree_operand height = SCREE_EMIT(builder, ABS, saw);
        const scree_operand gully = SCREE_EMIT(builder, SUB, height, scree_number_operand(MIDDLE));
        shape = SCREE_EMIT(builder, MIX, shape, gully, at.share);
        sum = o == 0 ? shape : SCREE_EMIT(builder, ADD, sum, SCREE_EMIT(builder, MUL, shape, weight));
        weight = SCREE_EMIT(builder, MUL, weight, input[GAIN]);
        at = emit_next(builder, &at, saw, height);
    }
    *ridges = shape;
    return sum;
}

static bool is_whole(scree_operand number, float least, float most)
{
    return number.is_number && number.number >= least && number.number <= most &&
           number.number == floorf(number.number);
}

static void check(scree_code_builder *builder, const scree_operand *input)
{
    const uint32_t axes = scree_code_axes(builder);
    if (axes != 2) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID,
                        "%s: axes is %u; it erodes maps, of 2 axes: remove_axis makes a map part of a volume",
                        builder->finds_slopes, axes);
    }
    if (!is_whole(input[OCTAVES], 1.0f, (float)SCREE_MAX_OP_OCTAVES)) {
        scree_code_refuse(builder, builder->finds_slopes, "octaves", input[OCTAVES], "a whole number from 1 to 16");
    }
    if (!input[FREQUENCY].is_number || !(input[FREQUENCY].number >= 0x1p-20f && input[FREQUENCY].number <= 0x1p10f)) {
        scree_code_refuse(builder, builder->finds_slopes, "frequency", input[FREQUENCY], "a number from 2^-20 to 2^10");
    }
    if (!is_whole(input[SEED], -0x1p24f, 0x1p24f)) {
        scree_code_refuse(builder, builder->finds_slopes, "seed", input[SEED], "a whole number from -2^24 to 2^24");
    }
}

scree_operand scree_code_emit_erosion(scree_code_builder *builder, const scree_operand *input)
{
    scree_operand ridges;
    check(builder, input);
    if (scree_code_has_failed(builder)) {
        return one;
    }
    const scree_operand sum = emit_octaves(builder, input, &ridges);
    return SCREE_EMIT(builder, ADD, input[SCREE_POSITION_AXES], SCREE_EMIT(builder, MUL, input[STRENGTH], sum));
}

scree_operand scree_code_emit_ridges(scree_code_builder *builder, const scree_operand *input)
{
    scree_operand ridges = one;
    check(builder, input);
    if (!scree_code_has_failed(builder)) {
        emit_octaves(builder, input, &ridges);
    }
    return ridges;
}
