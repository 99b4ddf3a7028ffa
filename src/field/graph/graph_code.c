/*
 * The compiler of graphs: operators become instructions in the order in which their inputs are met, and equal ones
 * become one. A field that is displaced is compiled for the place where it is evaluated; one that several displace has
 * steps for each of these places.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "graph_builder.h"
#include "noise_parameters.h"
#include "noise_type.h"
#include "noise_warp.h"

/* The entry of a field at a place among those that have been compiled, or the free one where it belongs. */
static scree_visited_field *find_visited(const scree_code_builder *builder, const scree_field *field, uint32_t place)
{
    const uint32_t hash = ((uint32_t)((uintptr_t)field >> 4) + 0x85ebca6bu * place) * 0x9e3779b1u;
    uint32_t entry = (hash ^ hash >> 15) & builder->visited_mask;
    while (builder->visited[entry].field != NULL &&
           (builder->visited[entry].field != field || builder->visited[entry].place != place)) {
        entry = (entry + 1) & builder->visited_mask;
    }
    return &builder->visited[entry];
}

/* The step of noise with the same parameters at a place; SCREE_NO_STEP where there is none. */
static uint32_t find_source(const scree_code_builder *builder, const scree_noise_field *noise, uint32_t octave,
                            uint32_t place)
{
    for (uint32_t i = 0; i < builder->source_count; i++) {
        const scree_draft_source *source = &builder->source[i];
        if (source->place == place && source->octave == octave && source->noise->method == noise->method &&
            source->noise->origin.seed == noise->origin.seed &&
            source->noise->origin.frequency == noise->origin.frequency &&
            scree_noise_parameters_equal(&source->noise->params, &noise->params)) {
            return source->step;
        }
    }
    return SCREE_NO_STEP;
}

static scree_result find_displaced(const scree_code_builder *builder, const scree_noise_field *noise, uint32_t octave,
                                   uint32_t axes, const scree_noise_field **displaced)
{
    return axes <= SCREE_SITE_AXES
               ? scree_noise_displaced(builder->context, noise, octave, NULL, displaced)
               : scree_fail(builder->context, SCREE_ERROR_INVALID,
                            "displace: axes is %u; displaced noise has at most %u axes", axes, SCREE_SITE_AXES);
}

/* Appends noise of the domain of a place that is evaluated there, its own warp left out where the place is displaced.
 */
static void append_source(scree_code_builder *builder, const scree_noise_field *noise, uint32_t octave, uint32_t place)
{
    scree_draft_step step = {.instruction = SCREE_STEP_SOURCE, .next = SCREE_NO_STEP};
    scree_draft_source source = {.noise = noise, .evaluated = noise, .octave = octave, .place = place};
    if (scree_code_place_is_displaced(&builder->place[place])) {
        step.inputs = builder->place[place].axes;
        builder->result = find_displaced(builder, noise, octave, step.inputs, &source.evaluated);
    }
    for (uint32_t axis = 0; axis < step.inputs && !scree_code_has_failed(builder); axis++) {
        step.input[axis] = scree_code_keep(builder, builder->place[place].along[axis]);
    }
    scree_code_append_source(builder, &source, &step);
}

static scree_operand evaluate_noise(scree_code_builder *builder, const scree_noise_field *noise, uint32_t octave,
                                    uint32_t place)
{
    uint32_t step = find_source(builder, noise, octave, place);
    if (step == SCREE_NO_STEP && !scree_code_has_failed(builder)) {
        append_source(builder, noise, octave, place);
        step = builder->step_count - 1;
    }
    return scree_code_has_failed(builder) ? scree_number_operand(0.0f)
                                          : SCREE_EMIT(builder, VALUE, scree_step_operand(step));
}

/* Adds the components of a displacement, evaluated at a place, to the displacement along each axis. */
static void add_components(scree_code_builder *builder, scree_noise_field *const *component, uint32_t octave,
                           uint32_t place, scree_operand *sum)
{
    for (uint32_t axis = 0; axis < builder->place[place].axes && axis < SCREE_SITE_AXES; axis++) {
        const scree_operand value = evaluate_noise(builder, component[axis], octave, place);
        sum[axis] = sum[axis].is_number ? value : SCREE_EMIT(builder, ADD, sum[axis], value);
    }
}

/* The place to which the warp of noise, evaluated at a place, takes it: kernels/warp says the same of warps at samples.
 */
static uint32_t warp_place(scree_code_builder *builder, const scree_noise_field *noise, uint32_t place)
{
    const scree_noise_warp *warp = &noise->params.warp;
    const bool is_progressive = warp->fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    uint32_t moved = place;
    for (uint32_t i = 0; i < warp->times; i++) {
        scree_operand by[SCREE_POSITION_AXES] = {
            {.is_number = true}, {.is_number = true}, {.is_number = true}, {.is_number = true}};
        scree_noise_field *const *component = i == 0 ? noise->warp->first : noise->warp->displaced[i];
        const uint32_t before = moved;
        add_components(builder, component, is_progressive && i > 0 ? 0 : SCREE_ALL_OCTAVES, before, by);
        for (uint32_t o = 1; is_progressive && o < warp->octaves; o++) {
            const uint32_t at = scree_code_place_by(builder, before, by);
            add_components(builder, noise->warp->displaced[i], o, at, by);
        }
        moved = scree_code_place_by(builder, place, by);
    }
    return moved;
}

/* Noise that was made of other noise; NULL where there is none. */
static const scree_noise_field *find_made(const scree_code_builder *builder, const scree_noise_field *of, uint64_t seed,
                                          uint32_t root)
{
    for (uint32_t i = 0; i < builder->placed_count; i++) {
        const scree_domain_noise *made = &builder->placed[i];
        if (made->of == of && made->seed == seed && made->root == root) {
            return made->noise;
        }
    }
    return NULL;
}

/* Keeps noise that is made of other noise: with other seeds or, where there are none, in the domain of a root. */
static const scree_noise_field *make_noise(scree_code_builder *builder, const scree_noise_field *of, uint64_t seed,
                                           uint32_t root)
{
    scree_domain_noise made = {.of = of, .seed = seed, .root = root};
    builder->placed =
        scree_code_grow(builder, builder->placed, builder->placed_count, &builder->placed_capacity, sizeof made);
    if (!scree_code_has_failed(builder) && seed != 0) {
        builder->result = scree_noise_reseeded(builder->context, of, seed, &made.noise);
    } else if (!scree_code_has_failed(builder)) {
        const scree_noise_domain domain = scree_code_place_domain(&builder->place[root]);
        builder->result = scree_noise_placed(builder->context, of, &domain, &made.noise);
    }
    if (scree_code_has_failed(builder)) {
        return of;
    }
    builder->placed[builder->placed_count++] = made;
    return made.noise;
}

/* Noise with the seeds and in the domain of a place, which is made where it is not there. */
static const scree_noise_field *find_placed(scree_code_builder *builder, const scree_noise_field *noise, uint32_t place)
{
    const uint32_t root = builder->place[place].root;
    const uint64_t seed = builder->place[root].seed;
    const scree_noise_field *seeded = noise;
    if (seed != 0) {
        seeded = find_made(builder, noise, seed, SCREE_AT_SAMPLES);
        seeded = seeded != NULL ? seeded : make_noise(builder, noise, seed, SCREE_AT_SAMPLES);
    }
    if (root == SCREE_AT_SAMPLES || scree_code_has_failed(builder)) {
        return seeded;
    }
    const scree_noise_field *placed = find_made(builder, seeded, 0, root);
    return placed != NULL ? placed : make_noise(builder, seeded, 0, root);
}

static scree_operand compile_noise(scree_code_builder *builder, const scree_noise_field *noise, uint32_t place)
{
    const scree_noise_field *placed = find_placed(builder, noise, place);
    const bool is_warped = placed->warp != NULL && scree_code_place_is_displaced(&builder->place[place]);
    return evaluate_noise(builder, placed, SCREE_ALL_OCTAVES, is_warped ? warp_place(builder, placed, place) : place);
}

/* Noise of good parameters, without a place, which is made where it is not there; NULL where that has failed. */
static const scree_noise_field *find_noise(scree_code_builder *builder, const scree_noise_params *params)
{
    scree_noise_params complete = *params;
    scree_domain_noise found = {.of = NULL};
    builder->result = scree_noise_parameters_check(builder->context, &complete);
    for (uint32_t i = 0; i < builder->placed_count; i++) {
        const scree_domain_noise *known = &builder->placed[i];
        if (known->of == NULL && scree_noise_parameters_equal(&known->noise->params, &complete)) {
            return known->noise;
        }
    }
    builder->placed =
        scree_code_grow(builder, builder->placed, builder->placed_count, &builder->placed_capacity, sizeof found);
    if (!scree_code_has_failed(builder)) {
        builder->result = scree_noise_field_create(builder->context, &complete, &found.noise);
    }
    if (scree_code_has_failed(builder)) {
        return NULL;
    }
    builder->placed[builder->placed_count++] = found;
    return found.noise;
}

scree_operand scree_code_noise_at(scree_code_builder *builder, const scree_noise_params *params, uint32_t place)
{
    const scree_noise_field *noise = find_noise(builder, params);
    return noise != NULL ? compile_noise(builder, noise, place) : scree_number_operand(0.0f);
}

/* Whether a node at a place needs an input: those of axes that are not there have no effect. */
static bool needs_input(const scree_code_builder *builder, const scree_graph_node *node, uint32_t number,
                        uint32_t place)
{
    const uint32_t first = node->definition->first_along;
    return node->input[number] != NULL && (first == 0 || number < first || number - first < builder->place[place].axes);
}

/* The inputs of a node, which have been compiled at a place, from one on. */
static void find_inputs(const scree_code_builder *builder, const scree_graph_node *node, uint32_t first, uint32_t place,
                        scree_operand *input)
{
    for (uint32_t i = first; i < node->definition->info.input_count; i++) {
        const float number = i < node->input_count ? node->number[i] : NAN;
        input[i] = needs_input(builder, node, i, place) ? find_visited(builder, node->input[i], place)->operand
                                                        : scree_number_operand(number);
    }
}

static bool moves_first(const scree_op_definition *definition)
{
    return definition->place_first != NULL || definition->place_octave != NULL;
}

/* The place where an octave of the first input of a node is evaluated: elsewhere than the others, where these say so.
 */
static uint32_t place_of_first(scree_code_builder *builder, const scree_graph_node *node, uint32_t place,
                               uint32_t octave)
{
    scree_operand input[SCREE_MAX_OP_INPUTS];
    if (!moves_first(node->definition)) {
        return place;
    }
    find_inputs(builder, node, 1, place, input);
    return node->definition->place_octave != NULL ? node->definition->place_octave(builder, place, input, octave)
                                                  : node->definition->place_first(builder, place, input);
}

/* The octaves of the first input of a node whose other inputs have been compiled. */
static uint32_t octaves_of_first(scree_code_builder *builder, const scree_graph_node *node, uint32_t place)
{
    scree_operand input[SCREE_MAX_OP_INPUTS];
    if (node->definition->count_octaves == NULL) {
        return 1;
    }
    find_inputs(builder, node, 1, place, input);
    return node->definition->count_octaves(builder, input);
}

/* Appends what is made of the octaves of the first input, which have been compiled, or of a number. */
static scree_operand emit_octaves(scree_code_builder *builder, const scree_graph_node *node, uint32_t place,
                                  const scree_code_operator *compiled)
{
    scree_operand input[SCREE_MAX_OP_OCTAVES + SCREE_MAX_OP_INPUTS];
    const uint32_t octaves = octaves_of_first(builder, node, place);
    for (uint32_t o = 0; o < octaves && !scree_code_has_failed(builder); o++) {
        input[o] = compiled->input[0];
        if (node->input[0] != NULL) {
            input[o] = find_visited(builder, node->input[0], place_of_first(builder, node, place, o))->operand;
        }
    }
    memcpy(input + SCREE_MAX_OP_OCTAVES, compiled->input + 1, (SCREE_MAX_OP_INPUTS - 1) * sizeof *input);
    return scree_code_has_failed(builder) ? scree_number_operand(0.0f) : compiled->definition->emit(builder, input);
}

/* Appends what is made of the slopes of the first input, before which they come. */
static scree_operand emit_slopes(scree_code_builder *builder, const scree_code_operator *compiled)
{
    scree_operand input[SCREE_POSITION_AXES + SCREE_MAX_OP_INPUTS];
    builder->finds_slopes = compiled->definition->info.name;
    scree_code_slopes(builder, compiled->input[0], builder->here, input);
    memcpy(input + SCREE_POSITION_AXES, compiled->input, sizeof compiled->input);
    const scree_operand value = scree_code_has_failed(builder) ? scree_number_operand(0.0f)
                                                               : compiled->definition->emit(builder, input);
    builder->finds_slopes = NULL;
    return value;
}

/* Appends what a node becomes whose inputs have been compiled. */
static scree_operand compile_node(scree_code_builder *builder, const scree_graph_node *node, uint32_t place)
{
    const scree_op_definition *definition = node->definition;
    scree_code_operator *compiled = &builder->operators[builder->operator_count++];
    *compiled = (scree_code_operator){.definition = definition, .first_step = builder->step_count};
    builder->here = place;
    find_inputs(builder, node, 0, place, compiled->input);
    if (moves_first(definition) && node->input[0] != NULL) {
        compiled->input[0] = find_visited(builder, node->input[0], place_of_first(builder, node, place, 0))->operand;
    }
    scree_operand value = compiled->input[0];
    if (node->file != NULL) {
        value = scree_code_emit_file(builder, node->file);
    } else if (node->outputs != NULL) {
        value = find_visited(builder, node->input[0], place)->operand; /* The others follow at the end. */
    } else if (definition->reads_slopes) {
        value = emit_slopes(builder, compiled);
    } else if (definition->place_octave != NULL) {
        value = emit_octaves(builder, node, place, compiled);
    } else if (definition->place_first == NULL) {
        value = definition->emit != NULL ? definition->emit(builder, compiled->input)
                                         : scree_code_emit(builder, definition->instruction, compiled->input);
    }
    compiled->end_step = builder->step_count;
    return value;
}

/* Enters a field that is compiled at a place. Others refuse more than that before they are evaluated. */
static void enter_visited(scree_code_builder *builder, const scree_field *field, uint32_t place, scree_operand operand)
{
    *find_visited(builder, field, place) = (scree_visited_field){.field = field, .place = place, .operand = operand};
    if (++builder->visited_count > builder->visited_limit) {
        scree_code_fail_too_large(builder);
    }
}

/* Compiles a field whose inputs have been compiled, outside the frames of the recursion, which is deep. */
__attribute__((noinline)) static void compile_one(scree_code_builder *builder, const scree_field *field, uint32_t place)
{
    const scree_noise_field *noise = scree_noise_of(field);
    builder->maker = field;
    const scree_operand operand = noise != NULL ? compile_noise(builder, noise, place)
                                                : compile_node(builder, scree_graph_node_of(field), place);
    enter_visited(builder, field, place, operand);
}

/* A field at a place. */
typedef struct placed_field {
    const scree_field *field;
    uint32_t place;
} placed_field;

/* The next input of a field that has not been compiled, outside the frames of the recursion; none has a NULL field. The
   first one comes last where the others say how far it is displaced. */
__attribute__((noinline)) static placed_field next_input(scree_code_builder *builder, const scree_field *field,
                                                         uint32_t place)
{
    const scree_graph_node *node = scree_noise_of(field) == NULL ? scree_graph_node_of(field) : NULL;
    const bool moves = node != NULL && moves_first(node->definition);
    builder->maker = field;
    for (uint32_t i = moves ? 1 : 0; node != NULL && i < node->input_count; i++) {
        if (needs_input(builder, node, i, place) && find_visited(builder, node->input[i], place)->field == NULL) {
            return (placed_field){node->input[i], place};
        }
    }
    const uint32_t octaves = moves && node->input[0] != NULL ? octaves_of_first(builder, node, place) : 0;
    for (uint32_t o = 0; o < octaves && !scree_code_has_failed(builder); o++) {
        const placed_field input = {node->input[0], place_of_first(builder, node, place, o)};
        if (find_visited(builder, input.field, input.place)->field == NULL) {
            return input;
        }
    }
    return (placed_field){.field = NULL};
}

/* Compiles a field after all that it is made of. */
static void compile_field(scree_code_builder *builder, const scree_field *field, uint32_t place)
{
    for (placed_field input = next_input(builder, field, place); input.field != NULL && !scree_code_has_failed(builder);
         input = next_input(builder, field, place)) {
        compile_field(builder, input.field, input.place);
    }
    if (!scree_code_has_failed(builder)) {
        compile_one(builder, field, place);
    }
}

static void append_value(scree_code_builder *builder, scree_operand operand)
{
    if (!scree_code_has_failed(builder)) {
        scree_code_append(builder, &(scree_draft_step){.instruction = SCREE_INSTRUCTION_VALUE,
                                                       .inputs = 1,
                                                       .input = {operand},
                                                       .next = SCREE_NO_STEP});
    }
}

/* Ends with a value for each channel, made by an instruction that devices copy only: so they are trimmed before. */
static void end_with_channels(scree_code_builder *builder, const scree_graph_node *node)
{
    scree_operand value[SCREE_MAX_OUTPUT_CHANNELS];
    for (uint32_t i = 0; i < node->input_count; i++) {
        value[i] = SCREE_EMIT(builder, VALUE, find_visited(builder, node->input[i], SCREE_AT_SAMPLES)->operand);
    }
    builder->channels = node->input_count;
    for (uint32_t i = node->input_count; i-- > 0;) {
        append_value(builder, value[i]);
    }
}

/* Ends with the value of the field, which the last step makes by an instruction. */
static void end_with(scree_code_builder *builder, scree_operand operand)
{
    if (operand.is_number || operand.value + 1 != builder->step_count ||
        scree_step_inputs(builder->step[operand.value].instruction) == 0) {
        append_value(builder, operand);
    }
}

/* Allocates for N fields at most. */
static bool reserve_fields(scree_code_builder *builder, uint32_t fields)
{
    uint32_t entries = 16;
    while (entries < 2 * fields) {
        entries *= 2;
    }
    builder->visited_mask = entries - 1;
    builder->visited_limit = fields;
    builder->visited = calloc(entries, sizeof *builder->visited);
    builder->operators = calloc((size_t)fields + 1, sizeof *builder->operators);
    builder->place = calloc(1, sizeof *builder->place);
    memset(builder->bucket, 0xff, sizeof builder->bucket);
    if (builder->visited == NULL || builder->operators == NULL || builder->place == NULL) {
        scree_code_fail_without_memory(builder);
        return false;
    }
    builder->place_count = 1;
    builder->place_capacity = 1;
    builder->place[SCREE_AT_SAMPLES].axes = builder->axes;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        builder->place[SCREE_AT_SAMPLES].axis[axis] = (scree_domain_axis){.of = axis, .scale = 1.0};
    }
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        builder->position[axis] = scree_number_operand(0.0f);
        builder->place[SCREE_AT_SAMPLES].key[axis] = scree_number_operand(0.0f);
        builder->place[SCREE_AT_SAMPLES].along[axis] = scree_number_operand(0.0f);
    }
    return true;
}

static void free_builder(scree_code_builder *builder)
{
    free(builder->visited);
    free(builder->operators);
    free(builder->place);
    for (uint32_t i = 0; i < builder->placed_count; i++) {
        scree_noise_field_destroy(&builder->placed[i].noise);
    }
    free(builder->placed);
    free(builder->file);
    free(builder->source);
    free(builder->step);
    free(builder->slopes);
    free(builder->blocks);
    free(builder);
}

/* A builder with room for N fields; NULL, logged, without memory. */
static scree_code_builder *create_builder(scree_context *context, uint32_t axes, uint32_t fields)
{
    scree_code_builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL) {
        scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the instructions of a graph");
        return NULL;
    }
    builder->context = context;
    builder->axes = axes;
    builder->channels = 1;
    builder->most_scale = 1.0;
    if (!reserve_fields(builder, fields)) {
        free_builder(builder);
        return NULL;
    }
    return builder;
}

static scree_result compile(scree_context *context, const scree_field *field, uint32_t axes, scree_graph_code **code)
{
    const uint32_t most = scree_graph_node_of(field)->most_fields;
    scree_code_builder *builder =
        create_builder(context, axes, most < SCREE_MAX_GRAPH_FIELDS ? most : SCREE_MAX_GRAPH_FIELDS);
    if (builder == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    builder->has_derivatives = scree_graph_node_of(field)->has_derivatives;
    compile_field(builder, field, SCREE_AT_SAMPLES);
    if (!scree_code_has_failed(builder) && scree_field_channels(field, axes) > 1) {
        end_with_channels(builder, scree_graph_node_of(field));
    } else if (!scree_code_has_failed(builder)) {
        end_with(builder, find_visited(builder, field, SCREE_AT_SAMPLES)->operand);
    }
    if (!scree_code_has_failed(builder)) {
        *code = scree_code_finish(builder);
        if (*code == NULL) {
            scree_code_fail_without_memory(builder);
        }
    }
    const scree_result result = builder->result;
    free_builder(builder);
    return result;
}

scree_result scree_graph_code_of(scree_context *context, const scree_field *field, uint32_t axes,
                                 const scree_graph_code **code)
{
    _Atomic(scree_graph_code *) *kept = &scree_graph_node_of(field)->code[axes - 1];
    scree_graph_code *found = atomic_load_explicit(kept, memory_order_acquire);
    if (found == NULL) {
        scree_graph_code *made = NULL;
        const scree_result result = compile(context, field, axes, &made);
        if (result != SCREE_OK) {
            return result;
        }
        if (atomic_compare_exchange_strong(kept, &found, made)) {
            found = made;
        } else {
            scree_graph_code_free(made);
        }
    }
    *code = found;
    return SCREE_OK;
}

void scree_graph_code_free(scree_graph_code *code)
{
    for (uint32_t i = 0; code != NULL && i < code->placed_count; i++) {
        scree_noise_field_destroy(&code->placed[i]);
    }
    free(code);
}

/* Enters a field and all that it is made of among those that are visited, until they are more than the limit. */
static void visit(const scree_field *field, uint32_t limit, uint32_t *count, scree_code_builder *builder)
{
    scree_visited_field *visited = find_visited(builder, field, SCREE_AT_SAMPLES);
    if (visited->field != NULL || *count > limit) {
        return;
    }
    visited->field = field;
    ++*count;
    for (uint32_t i = 0; scree_noise_of(field) == NULL && i < scree_graph_node_of(field)->input_count; i++) {
        if (scree_graph_node_of(field)->input[i] != NULL) {
            visit(scree_graph_node_of(field)->input[i], limit, count, builder);
        }
    }
}

scree_result scree_graph_count_fields(scree_context *context, const scree_field *field, uint32_t limit, uint32_t *count)
{
    scree_code_builder *builder = create_builder(context, 1, limit + 1);
    *count = 0;
    if (builder == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    visit(field, limit, count, builder);
    free_builder(builder);
    return SCREE_OK;
}
