/*
 * Erosion as a filter that needs no neighbours, by the method of R. S. Johansen ("Fast and Gorgeous Erosion Filter",
 * 2026). Gullies are stripes (kernels/noise/kinds/stripes.h) along the slope of a
 * field; the sides of each have a slope of their own, along which the gullies of the next octave run, so that they
 * branch off.
 *
 * A target, from -1 to 1, says what the field is where it has no slope: a valley, a peak or something between. Where
 * there is slope, octave 0 mixes the target with its gullies, and every octave does so with what the one before has
 * made. The share of gullies goes to 0 on the ridges and in the creases of those before, which therefore stay sharp.
 * All octaves are added, each with a power of the gain, and the sum is divided by that of these powers.
 */
#include "context_internal.h"
#include "field_limits.h"
#include "graph_builder.h"

/* The inputs of the operator: those of scree_code_emit_erosion() begin with the slopes. */
enum { MAP = SCREE_POSITION_AXES, STRENGTH, FREQUENCY, OCTAVES, GAIN, LOW, HIGH, ONSET, SEED };

/* Gullies branch off at an angle whose tangent is 1/2: its cosine, and its sine. */
#define BRANCH_ALONG 0.894427191f
#define BRANCH_ACROSS 0.4472135955f
/* Gullies are from -1/2 to 1/2, so that valleys and peaks of the field stand out. */
#define MIDDLE 0.5f
/* With h the height of a gully, from 0 to 1, sqrt(h (1 - h)) is half the sine of its phase. Gullies of the next octave
   are whole from three times that on. */
#define BEGIN 3.0f
/* A slope below this has no direction. */
#define LEAST_SLOPE 0x1p-20f
/* Odd, with well-spread bits; that of other octaves (graph_places.c) would give octaves of a fractal of erosion the
   gullies of one another. */
#define OCTAVE_SEED 0xbf58476d1ce4e5b9u

static const scree_operand one = {.is_number = true, .number = 1.0f};

/* Gullies of an octave: the direction in which they run, and their share, from 0 to 1. */
typedef struct gully_octave {
    scree_operand along[2];
    scree_operand share;
} gully_octave;

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
static gully_octave emit_first(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand steep = SCREE_EMIT(builder, LENGTH, input[0], input[1], input[2], input[3]);
    const scree_operand length = SCREE_EMIT(builder, MAX, steep, scree_number_operand(LEAST_SLOPE));
    const scree_operand share = SCREE_EMIT(builder, MIN, SCREE_EMIT(builder, DIV, steep, input[ONSET]), one);
    return (gully_octave){
        .along = {emit_direction(builder, input[0], length), emit_direction(builder, input[1], length)},
        .share = emit_ease(builder, share)};
}

/* The next gullies run down the sides of those that a saw shows, whose magnitude is their height. */
static gully_octave emit_next(scree_code_builder *builder, const gully_octave *before, scree_operand saw,
                              scree_operand height)
{
    const scree_operand side =
        SCREE_EMIT(builder, MUL, SCREE_EMIT(builder, SIGN, saw), scree_number_operand(BRANCH_ACROSS));
    const scree_operand straight = scree_number_operand(BRANCH_ALONG);
    const scree_operand steep =
        SCREE_EMIT(builder, SQRT, SCREE_EMIT(builder, MUL, height, SCREE_EMIT(builder, SUB, one, height)));
    const scree_operand begun =
        SCREE_EMIT(builder, MIN, SCREE_EMIT(builder, MUL, steep, scree_number_operand(BEGIN)), one);
    return (gully_octave){
        .along = {SCREE_EMIT(builder, ADD, SCREE_EMIT(builder, MUL, before->along[0], straight),
                             SCREE_EMIT(builder, MUL, side, before->along[1])),
                  SCREE_EMIT(builder, SUB, SCREE_EMIT(builder, MUL, before->along[1], straight),
                             SCREE_EMIT(builder, MUL, side, before->along[0]))},
        .share = SCREE_EMIT(builder, MUL, emit_ease(builder, before->share), emit_ease(builder, begun))};
}

/* A saw of the stripes of an octave: at its place two more axes are their direction. */
static scree_operand emit_stripes(scree_code_builder *builder, const scree_operand *input, const gully_octave *gullies,
                                  uint32_t octave)
{
    const scree_noise_params params = {
        .kind = SCREE_NOISE_STRIPES, .octaves = 1, .stripes.profile = SCREE_NOISE_PROFILE_SAW};
    const double scale = (double)input[FREQUENCY].number * (double)(UINT32_C(1) << octave);
    const uint64_t seed = (uint64_t)(int64_t)input[SEED].number + octave * OCTAVE_SEED;
    uint32_t place = scree_code_place_of_octave(builder, builder->here, scale, seed);
    for (uint32_t axis = 0; axis < 2 && !scree_code_has_failed(builder); axis++) {
        const scree_operand at[] = {one, gullies->along[axis]};
        place = scree_code_place_with_axis(builder, place, at);
    }
    return scree_code_has_failed(builder) ? one : scree_code_noise_at(builder, &params, place);
}

/* The target of a map. */
static scree_operand emit_target(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand lowest = scree_number_operand(-1.0f);
    const scree_operand width = SCREE_EMIT(builder, SUB, input[HIGH], input[LOW]);
    const scree_operand scale = SCREE_EMIT(builder, DIV, scree_number_operand(2.0f), width);
    const scree_operand target = SCREE_EMIT(builder, AFFINE, input[MAP], input[LOW], scale, lowest);
    return SCREE_EMIT(builder, CLAMP, target, lowest, one);
}

/* The sum of octaves and that of their weights, or the ridges that all octaves leave. */
typedef struct eroded {
    bool has_ridges;
    scree_operand value;
    scree_operand last; /* The octave before, without its weight. */
    scree_operand weight;
    scree_operand weights;
} eroded;

/* Mixes what there is with the gullies of an octave, and adds that. */
static void add_octave(scree_code_builder *builder, const scree_operand *input, scree_operand height,
                       scree_operand share, uint32_t octave, eroded *sum)
{
    const scree_operand two = scree_number_operand(2.0f);
    if (sum->has_ridges) {
        const scree_operand gully = SCREE_EMIT(builder, SUB, SCREE_EMIT(builder, MUL, height, two), one);
        sum->value = SCREE_EMIT(builder, MIX, sum->value, gully, share);
        return;
    }
    const scree_operand gully = SCREE_EMIT(builder, SUB, height, scree_number_operand(MIDDLE));
    sum->last = SCREE_EMIT(builder, MIX, sum->last, gully, share);
    if (octave == 0) {
        sum->value = sum->last;
        return;
    }
    sum->weight = SCREE_EMIT(builder, MUL, sum->weight, input[GAIN]);
    sum->weights = SCREE_EMIT(builder, ADD, sum->weights, sum->weight);
    sum->value = SCREE_EMIT(builder, ADD, sum->value, SCREE_EMIT(builder, MUL, sum->last, sum->weight));
}

static eroded emit_octaves(scree_code_builder *builder, const scree_operand *input, bool has_ridges)
{
    const uint32_t octaves = (uint32_t)input[OCTAVES].number;
    const scree_operand target = emit_target(builder, input);
    eroded sum = {.has_ridges = has_ridges, .value = target, .last = target, .weight = one, .weights = one};
    gully_octave gullies = emit_first(builder, input);
    for (uint32_t o = 0; o < octaves && !scree_code_has_failed(builder); o++) {
        const scree_operand saw = emit_stripes(builder, input, &gullies, o);
        const scree_operand height = SCREE_EMIT(builder, ABS, saw);
        add_octave(builder, input, height, gullies.share, o, &sum);
        if (o + 1 < octaves) {
            gullies = emit_next(builder, &gullies, saw, height);
        }
    }
    return sum;
}

static void check_inputs(scree_code_builder *builder, const scree_operand *input)
{
    const uint32_t axes = scree_code_axes(builder);
    if (axes != 2) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID,
                        "%s: axes is %u; it erodes maps, of 2 axes: remove_axis makes a map part of a volume",
                        builder->finds_slopes, axes);
    }
    if (!scree_operand_is_whole(input[OCTAVES], 1.0f, (float)SCREE_MAX_OP_OCTAVES)) {
        scree_code_refuse(builder, builder->finds_slopes, "octaves", input[OCTAVES], "a whole number from 1 to 16");
    }
    if (!input[FREQUENCY].is_number || !(input[FREQUENCY].number >= 0x1p-20f && input[FREQUENCY].number <= 0x1p10f)) {
        scree_code_refuse(builder, builder->finds_slopes, "frequency", input[FREQUENCY], "a number from 2^-20 to 2^10");
    }
    if (!scree_operand_is_whole(input[SEED], -0x1p24f, 0x1p24f)) {
        scree_code_refuse(builder, builder->finds_slopes, "seed", input[SEED], "a whole number from -2^24 to 2^24");
    }
}

scree_operand scree_code_emit_erosion(scree_code_builder *builder, const scree_operand *input)
{
    check_inputs(builder, input);
    if (scree_code_has_failed(builder)) {
        return one;
    }
    const eroded sum = emit_octaves(builder, input, false);
    const scree_operand scale = SCREE_EMIT(builder, DIV, input[STRENGTH], sum.weights);
    return SCREE_EMIT(builder, ADD, input[MAP], SCREE_EMIT(builder, MUL, scale, sum.value));
}

scree_operand scree_code_emit_ridges(scree_code_builder *builder, const scree_operand *input)
{
    check_inputs(builder, input);
    return scree_code_has_failed(builder) ? one : emit_octaves(builder, input, true).value;
}
