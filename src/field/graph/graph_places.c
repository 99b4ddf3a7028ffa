/*
 * Places: where fields of a graph are evaluated. A place lies as far from another one as values say, or its coordinates
 * are those of another one times numbers, and plus numbers: its own domain, the first place of which is a root. Noise
 * has exact positions in domains, and adds displacements to them.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "graph_builder.h"
#include "number_text.h"

static bool is_number(scree_operand operand, float number)
{
    return operand.is_number && operand.number == number;
}

bool scree_code_place_is_displaced(const scree_code_place *place)
{
    bool is_displaced = false;
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        is_displaced = is_displaced || !is_number(place->along[axis], 0.0f);
    }
    return is_displaced;
}

scree_noise_domain scree_code_place_domain(const scree_code_place *place)
{
    scree_noise_domain domain = SCREE_SAME_DOMAIN;
    for (uint32_t axis = 0; axis < place->axes; axis++) {
        domain.scale[axis] = place->axis[axis].scale;
        domain.offset[axis] = place->axis[axis].offset;
    }
    return domain;
}

/* A number as operators take it. */
static scree_operand number_of(double number)
{
    return scree_number_operand(fabs(number) < 0x1p-63 ? 0.0f : (float)number);
}

/* A copy of a value that nothing else is equal to. */
static scree_operand copy_value(scree_code_builder *builder, scree_operand value)
{
    return scree_code_append(
        builder, &(scree_draft_step){
                     .instruction = SCREE_INSTRUCTION_VALUE, .inputs = 1, .input = {value}, .next = SCREE_NO_STEP});
}

/* The values of a new place, which in graphs with derivatives are copies. */
static void copy_place(scree_code_builder *builder, scree_code_place *place)
{
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        place->along[axis] = place->key[axis];
        if (builder->has_derivatives && !place->key[axis].is_number) {
            place->along[axis] = copy_value(builder, place->key[axis]);
        }
    }
}

static bool are_equal_axes(const scree_domain_axis *a, const scree_domain_axis *b, uint32_t axes)
{
    bool are_equal = true;
    for (uint32_t axis = 0; axis < axes; axis++) {
        are_equal = are_equal && a[axis].of == b[axis].of && a[axis].scale == b[axis].scale &&
                    a[axis].offset == b[axis].offset;
    }
    return are_equal;
}

/* Whether a place is one that has a number: roots by where they come from, others by how far they lie from theirs. */
static bool is_place(const scree_code_builder *builder, uint32_t number, const scree_code_place *place, bool is_root)
{
    const scree_code_place *known = &builder->place[number];
    bool is_equal = known->axes == place->axes;
    if (is_root) {
        return is_equal && known->root == number && known->parent == place->parent && number != SCREE_AT_SAMPLES &&
               known->seed == place->seed && are_equal_axes(known->from_parent, place->from_parent, place->axes);
    }
    is_equal = is_equal && known->root == place->root;
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        is_equal = is_equal && scree_operand_equals(known->key[axis], place->key[axis]);
    }
    return is_equal;
}

/* The number of a place, given by its keys, which becomes one of the graph's. */
static uint32_t number_place(scree_code_builder *builder, scree_code_place *place, bool is_root)
{
    for (uint32_t i = 0; i < builder->place_count; i++) {
        if (is_place(builder, i, place, is_root)) {
            return i;
        }
    }
    builder->place = scree_code_grow(builder, builder->place, builder->place_count, &builder->place_capacity,
                                     sizeof *builder->place);
    copy_place(builder, place);
    if (scree_code_has_failed(builder)) {
        return SCREE_AT_SAMPLES;
    }
    place->root = is_root ? builder->place_count : place->root;
    builder->place[builder->place_count] = *place;
    return builder->place_count++;
}

uint32_t scree_code_place_by(scree_code_builder *builder, uint32_t place, const scree_operand *by)
{
    scree_code_place moved = builder->place[place];
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES && axis < moved.axes; axis++) {
        const bool is_first = is_number(moved.along[axis], 0.0f);
        moved.key[axis] = is_first ? by[axis] : SCREE_EMIT(builder, ADD, moved.along[axis], by[axis]);
    }
    return number_place(builder, &moved, false);
}

uint32_t scree_code_place_displaced(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    return scree_code_place_by(builder, place, input + 1);
}

/* An axis that follows another one. A factor of 0 leaves the offset alone, whatever there is before. */
static scree_domain_axis follow(const scree_domain_axis *before, const scree_domain_axis *from)
{
    const bool is_fixed = from->scale == 0.0 || before->scale == 0.0;
    return (scree_domain_axis){.of = before->of,
                               .scale = is_fixed ? 0.0 : before->scale * from->scale,
                               .offset = from->offset + (from->scale == 0.0 ? 0.0 : before->offset * from->scale)};
}

/* A root whose coordinates follow from those of a place as from_parent says; the place itself where they are equal. */
static uint32_t enter_domain(scree_code_builder *builder, uint32_t parent, uint32_t axes, const scree_domain_axis *from,
                             uint64_t seed)
{
    const scree_code_place before = builder->place[parent];
    scree_code_place made = {.axes = axes, .parent = parent, .seed = before.seed + seed};
    bool is_same = axes == before.axes && seed == 0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        is_same = is_same && from[axis].of == axis && from[axis].scale == 1.0 && from[axis].offset == 0.0;
    }
    if (is_same) {
        return parent;
    }
    memcpy(made.from_parent, from, axes * sizeof *from);
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        made.key[axis] = made.base[axis] = scree_number_operand(0.0f);
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        const scree_domain_axis *of = from[axis].of != SCREE_NO_AXIS ? &before.axis[from[axis].of] : NULL;
        made.axis[axis] = of != NULL ? follow(of, &from[axis])
                                     : (scree_domain_axis){.of = SCREE_NO_AXIS, .offset = from[axis].offset};
        const bool is_moved = of != NULL && from[axis].scale != 0.0; /* One coordinate is that of all samples. */
        if (is_moved && axis < SCREE_POSITION_AXES && from[axis].of < SCREE_POSITION_AXES) {
            made.key[axis] = SCREE_EMIT(builder, MUL, before.along[from[axis].of], number_of(from[axis].scale));
        }
    }
    return number_place(builder, &made, true);
}

/* The axes of a place, each as it is. */
static void follow_axes(const scree_code_place *place, scree_domain_axis *axis)
{
    for (uint32_t i = 0; i < place->axes; i++) {
        axis[i] = (scree_domain_axis){.of = i, .scale = 1.0};
    }
}

uint32_t scree_code_refuse(scree_code_builder *builder, const char *op, const char *name, scree_operand given,
                           const char *limits)
{
    const scree_shown_number number = scree_show_double(given.is_number ? (double)given.number : 0.0);
    SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID, "%s: %s is %s; it must be %s", op, name,
                    given.is_number ? number.text : "a field", limits);
    return SCREE_AT_SAMPLES;
}

/* Numbers are exact factors. Fields displace a sample from its coordinate to the product. */
uint32_t scree_code_place_scaled(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    scree_domain_axis from[SCREE_MAX_AXES];
    scree_operand by[SCREE_POSITION_AXES];
    follow_axes(&before, from);
    for (uint32_t axis = 0; axis < before.axes; axis++) {
        const scree_operand own = axis < SCREE_POSITION_AXES ? input[2 + axis] : scree_number_operand(1.0f);
        const bool is_exact = input[1].is_number && own.is_number;
        const scree_operand factor = SCREE_EMIT(builder, MUL, input[1], own);
        if (axis < SCREE_POSITION_AXES) {
            by[axis] = is_exact ? scree_number_operand(0.0f)
                                : SCREE_EMIT(builder, MUL, scree_code_position_at(builder, place, axis),
                                             SCREE_EMIT(builder, SUB, factor, scree_number_operand(1.0f)));
        }
        from[axis].scale = is_exact ? (double)input[1].number * (double)own.number : 1.0;
        if (!(from[axis].scale >= 0.0 && from[axis].scale <= SCREE_MAX_DOMAIN_SCALE)) {
            return scree_code_refuse(builder, "scale", "a product of factors",
                                     scree_number_operand((float)from[axis].scale),
                                     "a number from 0 to 2^30, or a field");
        }
    }
    const uint32_t scaled = enter_domain(builder, place, before.axes, from, 0);
    return scree_code_has_failed(builder) ? SCREE_AT_SAMPLES : scree_code_place_by(builder, scaled, by);
}

/* Numbers are exact. Fields displace the sample. */
uint32_t scree_code_place_offset(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    scree_domain_axis from[SCREE_MAX_AXES];
    scree_operand by[SCREE_POSITION_AXES];
    follow_axes(&before, from);
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        const bool is_exact = axis < before.axes && input[1 + axis].is_number;
        by[axis] = is_exact ? scree_number_operand(0.0f) : input[1 + axis];
        if (is_exact) {
            from[axis].offset = (double)input[1 + axis].number;
            if (!(fabs(from[axis].offset) <= SCREE_MAX_ORIGIN)) {
                return scree_code_refuse(builder, "offset", "an offset", input[1 + axis],
                                         "a number of a magnitude up to 2^60, or a field");
            }
        }
    }
    const uint32_t moved = enter_domain(builder, place, before.axes, from, 0);
    return scree_code_has_failed(builder) ? SCREE_AT_SAMPLES : scree_code_place_by(builder, moved, by);
}

/* An axis from one on that is a number; `axes` where it is none, which has failed. */
static uint32_t axis_of(scree_code_builder *builder, const char *op, scree_operand given, uint32_t first, uint32_t axes)
{
    const bool is_axis = scree_operand_is_whole(given, (float)first, (float)(axes - 1));
    char limits[64];
    snprintf(limits, sizeof limits, "a whole number from %" PRIu32 " to %" PRIu32, first, axes - 1);
    if (!is_axis) {
        scree_code_refuse(builder, op, "axis", given, limits);
    }
    return is_axis ? (uint32_t)given.number : axes;
}

uint32_t scree_code_place_fixed(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    const uint32_t last = before.axes < SCREE_POSITION_AXES ? before.axes : SCREE_POSITION_AXES;
    const uint32_t axis = axis_of(builder, "fix-axis", input[1], 0, last);
    scree_domain_axis from[SCREE_MAX_AXES];
    if (axis == last) {
        return SCREE_AT_SAMPLES;
    }
    if (input[2].is_number && !(fabsf(input[2].number) <= (float)SCREE_MAX_ORIGIN)) {
        return scree_code_refuse(builder, "fix-axis", "at", input[2], "a number of a magnitude up to 2^60, or a field");
    }
    follow_axes(&before, from);
    from[axis] = (scree_domain_axis){.of = axis, .offset = input[2].is_number ? (double)input[2].number : 0.0};
    const uint32_t fixed = enter_domain(builder, place, before.axes, from, 0);
    scree_operand by[SCREE_POSITION_AXES] = {
        {.is_number = true}, {.is_number = true}, {.is_number = true}, {.is_number = true}};
    by[axis] = input[2].is_number ? by[axis] : input[2];
    return scree_code_has_failed(builder) ? SCREE_AT_SAMPLES : scree_code_place_by(builder, fixed, by);
}

uint32_t scree_code_place_with_axis(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    const uint32_t most = input[1].is_number ? SCREE_MAX_AXES : SCREE_POSITION_AXES;
    scree_domain_axis from[SCREE_MAX_AXES + 1];
    if (before.axes >= most) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID,
                        "add-axis: axes is %" PRIu32 "; it must be at most %" PRIu32 " where `at` is a %s", before.axes,
                        most - 1, input[1].is_number ? "number" : "field");
        return SCREE_AT_SAMPLES;
    }
    if (input[1].is_number && !(fabsf(input[1].number) <= (float)SCREE_MAX_ORIGIN)) {
        return scree_code_refuse(builder, "add-axis", "at", input[1], "a number of a magnitude up to 2^60, or a field");
    }
    follow_axes(&before, from);
    from[before.axes] =
        (scree_domain_axis){.of = SCREE_NO_AXIS, .offset = input[1].is_number ? (double)input[1].number : 0.0};
    const uint32_t made = enter_domain(builder, place, before.axes + 1, from, 0);
    scree_operand by[SCREE_POSITION_AXES] = {
        {.is_number = true}, {.is_number = true}, {.is_number = true}, {.is_number = true}};
    if (!input[1].is_number) {
        by[before.axes] = input[1];
    }
    return scree_code_has_failed(builder) ? SCREE_AT_SAMPLES : scree_code_place_by(builder, made, by);
}

/* Rows of samples follow the first axis, which stays. */
uint32_t scree_code_place_without_axis(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    scree_domain_axis from[SCREE_MAX_AXES];
    if (before.axes < 2) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID, "remove-axis: axes is %" PRIu32 "; it must be at least 2",
                        before.axes);
        return SCREE_AT_SAMPLES;
    }
    const uint32_t removed = axis_of(builder, "remove-axis", input[1], 1, before.axes);
    if (removed == before.axes) {
        return SCREE_AT_SAMPLES;
    }
    for (uint32_t axis = 0; axis + 1 < before.axes; axis++) {
        from[axis] = (scree_domain_axis){.of = axis < removed ? axis : axis + 1, .scale = 1.0};
    }
    return enter_domain(builder, place, before.axes - 1, from, 0);
}

/* Noise has integers as seeds, and a float32 number is one up to 2^24. */
uint32_t scree_code_place_reseeded(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    const float number = input[1].number;
    scree_domain_axis from[SCREE_MAX_AXES];
    if (!scree_operand_is_whole(input[1], -0x1p24f, 0x1p24f)) {
        return scree_code_refuse(builder, "seed-offset", "offset", input[1], "a whole number from -2^24 to 2^24");
    }
    follow_axes(&before, from);
    return enter_domain(builder, place, before.axes, from, (uint64_t)(int64_t)number);
}

static double scale_of_octave(float lacunarity, uint32_t octave)
{
    double scale = 1.0;
    for (uint32_t i = 0; i < octave; i++) {
        scale *= (double)lacunarity;
    }
    return scale;
}

uint32_t scree_code_count_octaves(scree_code_builder *builder, const scree_operand *input)
{
    const float count = input[1].number;
    const bool is_count = scree_operand_is_whole(input[1], 1.0f, (float)SCREE_MAX_OP_OCTAVES);
    const bool has_lacunarity = input[3].is_number && input[3].number >= (float)SCREE_MIN_LACUNARITY &&
                                input[3].number <= (float)SCREE_MAX_LACUNARITY;
    if (!is_count) {
        scree_code_refuse(builder, "fractal", "octaves", input[1], "a whole number from 1 to 16");
        return 1;
    }
    if (!has_lacunarity) {
        scree_code_refuse(builder, "fractal", "lacunarity", input[3], "a number from 1/16 to 16");
        return 1;
    }
    const double scale = scale_of_octave(input[3].number, (uint32_t)count - 1);
    if (scale > SCREE_MAX_DOMAIN_SCALE) {
        scree_code_refuse(builder, "fractal", "a power of lacunarity", scree_number_operand((float)scale),
                          "at most 2^30");
    }
    return (uint32_t)count;
}

/* 2^64 over the golden ratio, odd: seeds of octaves are far from one another, and from those that people choose. */
#define OCTAVE_SEED 0x9e3779b97f4a7c15u

uint32_t scree_code_place_of_octave(scree_code_builder *builder, uint32_t place, double scale, uint64_t seed)
{
    const scree_code_place before = builder->place[place];
    scree_domain_axis from[SCREE_MAX_AXES];
    follow_axes(&before, from);
    for (uint32_t axis = 0; axis < before.axes; axis++) {
        from[axis].scale = scale;
    }
    return enter_domain(builder, place, before.axes, from, seed);
}

uint32_t scree_code_place_octave(scree_code_builder *builder, uint32_t place, const scree_operand *input,
                                 uint32_t octave)
{
    return scree_code_place_of_octave(builder, place, scale_of_octave(input[3].number, octave),
                                      octave * (uint64_t)OCTAVE_SEED);
}

/* Numbers are exact coordinates; fields displace the sample from 0. */
uint32_t scree_code_place_at(scree_code_builder *builder, uint32_t place, const scree_operand *input)
{
    const scree_code_place before = builder->place[place];
    scree_domain_axis from[SCREE_MAX_AXES];
    scree_operand by[SCREE_POSITION_AXES];
    if (before.axes > SCREE_POSITION_AXES) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID, "at: axes is %" PRIu32 "; it must be at most %u", before.axes,
                        SCREE_POSITION_AXES);
        return SCREE_AT_SAMPLES;
    }
    follow_axes(&before, from);
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        const scree_operand at = input[1 + axis];
        const bool is_number_there = at.is_number && axis < before.axes;
        if (is_number_there && !(fabsf(at.number) <= (float)SCREE_MAX_ORIGIN)) {
            return scree_code_refuse(builder, "at", "a coordinate", at,
                                     "a number of a magnitude up to 2^60, or a field");
        }
        from[axis].scale = 0.0;
        from[axis].offset = is_number_there ? (double)at.number : 0.0;
        by[axis] = at.is_number ? scree_number_operand(0.0f) : at;
    }
    const uint32_t there = enter_domain(builder, place, before.axes, from, 0);
    return scree_code_has_failed(builder) ? SCREE_AT_SAMPLES : scree_code_place_by(builder, there, by);
}

/* The position of samples along an axis of the grid. */
static scree_operand position_of_samples(scree_code_builder *builder, uint32_t axis)
{
    if (axis < SCREE_POSITION_AXES && builder->position[axis].is_number) {
        builder->position[axis] = scree_code_append(
            builder, &(scree_draft_step){.instruction = SCREE_STEP_POSITION, .source = axis, .next = SCREE_NO_STEP});
    }
    return axis < SCREE_POSITION_AXES ? builder->position[axis] : scree_number_operand(0.0f);
}

/* The position along an axis of a root's domain, without displacements. In graphs with derivatives it is a copy. */
static scree_operand base_of_root(scree_code_builder *builder, uint32_t root, uint32_t axis)
{
    const scree_domain_axis along = builder->place[root].axis[axis];
    if (root == SCREE_AT_SAMPLES) {
        return position_of_samples(builder, axis);
    }
    if (along.of == SCREE_NO_AXIS || along.scale == 0.0) {
        return number_of(along.offset);
    }
    if (!builder->place[root].base[axis].is_number) {
        return builder->place[root].base[axis];
    }
    builder->most_scale = fmax(builder->most_scale, along.scale);
    scree_operand base = SCREE_EMIT(builder, MUL, position_of_samples(builder, along.of), number_of(along.scale));
    base = SCREE_EMIT(builder, ADD, base, number_of(along.offset));
    if (builder->has_derivatives && !base.is_number) {
        base = copy_value(builder, base);
        if (!scree_code_has_failed(builder)) {
            builder->step[base.value].base_of = root;
            builder->step[base.value].source = axis;
        }
    }
    builder->place[root].base[axis] = base;
    return base;
}

scree_operand scree_code_position_at(scree_code_builder *builder, uint32_t place, uint32_t axis)
{
    static const char name[] = "xyzw";
    const scree_code_place *here = &builder->place[place];
    if (axis >= here->axes || axis >= SCREE_POSITION_AXES) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID, "%c: axes is %" PRIu32 "; it must be at least %" PRIu32,
                        name[axis % SCREE_POSITION_AXES], here->axes, axis + 1);
        return scree_number_operand(0.0f);
    }
    if (here->axis[axis].of != SCREE_NO_AXIS && here->axis[axis].of >= SCREE_POSITION_AXES) {
        SCREE_CODE_FAIL(builder, SCREE_ERROR_UNSUPPORTED,
                        "%c: it is axis %" PRIu32 " of the samples; graphs have positions along the "
                        "first %u",
                        name[axis], here->axis[axis].of, SCREE_POSITION_AXES);
        return scree_number_operand(0.0f);
    }
    const scree_operand along = here->along[axis];
    const bool is_displaced = scree_code_place_is_displaced(here);
    const scree_operand base = base_of_root(builder, here->root, axis);
    return is_displaced ? SCREE_EMIT(builder, ADD, base, along) : base;
}

scree_operand scree_code_position(scree_code_builder *builder, uint32_t axis)
{
    return scree_code_position_at(builder, builder->here, axis);
}

uint32_t scree_code_axes(const scree_code_builder *builder)
{
    return builder->place[builder->here].axes;
}

bool scree_code_place_relation(const scree_code_builder *builder, uint32_t root, uint32_t from,
                               scree_domain_axis *relation)
{
    follow_axes(&builder->place[root], relation);
    const uint32_t axes = builder->place[root].axes;
    while (root != from && root != SCREE_AT_SAMPLES) {
        const scree_code_place *place = &builder->place[root];
        for (uint32_t axis = 0; axis < axes; axis++) {
            const bool is_free = relation[axis].of != SCREE_NO_AXIS;
            const scree_domain_axis next = is_free ? place->from_parent[relation[axis].of]
                                                   : (scree_domain_axis){.of = SCREE_NO_AXIS};
            relation[axis].scale = next.of != SCREE_NO_AXIS ? relation[axis].scale * next.scale : 0.0;
            relation[axis].of = next.of;
        }
        root = builder->place[place->parent].root;
    }
    return root == from;
}
