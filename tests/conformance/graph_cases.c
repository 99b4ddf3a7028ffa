#include "graph_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../npy_file.h"
#include "noise_cases.h"

/* Letters of what inputs must be. */
#define ANY 'x'
#define NOT_NEGATIVE 'a'
#define DIVISOR 'd' /* Not 0. */

/* The others lie in an interval. */
typedef struct domain {
    char letter;
    double low;
    double high;
} domain;

static const domain domains[] = {
    {'b', 0.25, 2.0},   /* A base. */
    {'e', -3.0, 3.0},   /* Its exponent. */
    {'p', 0.5, 3.0},    /* One that is positive. */
    {'f', 0.0, 0.5},    /* A falloff. */
    {'g', 0.1, 0.9},    /* An amount. */
    {'l', -4.0, -0.5},  /* The lower end of an interval, */
    {'h', 0.5, 4.0},    /* and the upper one. */
    {'m', 0.125, 8.0},  /* A multiple. */
    {'n', 2.0, 9.0},    /* Levels. */
    {'r', 0.0625, 2.0}, /* A radius. */
    {'s', 1.0, 8.0},    /* Steps. */
    {'t', -3.0, 3.0},   /* A displacement, or an offset. */
    {'c', 0.0, 1.0},    /* A factor of coordinates, */
    {'v', 0.25, 1.0},   /* and of those along an axis. */
    {'q', 0.25, 1.0},   /* A frequency. */
    {'z', 4.5, 8.0},    /* A number above those of 'h'. */
    {'u', 0.0, 1.0},
};

/* clang-format off */
/* The inputs of each operator; some have them in two ways. */
static const char *const inputs_of[][2] = {
    [SCREE_OP_CONSTANT] = {"x"}, [SCREE_OP_ADD] = {"xx"}, [SCREE_OP_SUB] = {"xx"}, [SCREE_OP_MUL] = {"xx"},
    [SCREE_OP_DIV] = {"xd"}, [SCREE_OP_MIN] = {"xx"}, [SCREE_OP_MAX] = {"xx"}, [SCREE_OP_SMIN] = {"xxr"},
    [SCREE_OP_SMAX] = {"xxr"}, [SCREE_OP_ABS] = {"x"}, [SCREE_OP_NEG] = {"x"}, [SCREE_OP_SIGN] = {"x"},
    [SCREE_OP_FLOOR] = {"xm"}, [SCREE_OP_CEIL] = {"xm"}, [SCREE_OP_ROUND] = {"xm"}, [SCREE_OP_MOD] = {"xm"},
    [SCREE_OP_SQRT] = {"a", "u"}, [SCREE_OP_POW] = {"be", "up"}, [SCREE_OP_MIX] = {"xxx", "xxu"},
    [SCREE_OP_CLAMP] = {"xlh"}, [SCREE_OP_REMAP] = {"xlhxx"}, [SCREE_OP_SCALE_BIAS] = {"xxx"},
    [SCREE_OP_STEP] = {"xx"}, [SCREE_OP_SMOOTHSTEP] = {"xlh"}, [SCREE_OP_BIAS] = {"xg", "ug"},
    [SCREE_OP_GAIN] = {"xg", "ug"}, [SCREE_OP_QUANTISE] = {"xnlh"}, [SCREE_OP_TERRACE] = {"xsu"},
    [SCREE_OP_SELECT] = {"xxxlhf"}, [SCREE_OP_MASK] = {"xx", "xu"}, [SCREE_OP_POSITION_X] = {""},
    [SCREE_OP_POSITION_Y] = {""}, [SCREE_OP_POSITION_Z] = {""}, [SCREE_OP_POSITION_W] = {""},
    [SCREE_OP_LENGTH] = {"xxxx"}, [SCREE_OP_SINE] = {"x"}, [SCREE_OP_DISPLACE] = {"xtttt"},
    [SCREE_OP_DISTANCE] = {"xxxx"}, [SCREE_OP_DISTANCE_MANHATTAN] = {"xxxx"}, [SCREE_OP_DISTANCE_CHEBYSHEV] = {"xxxx"},
    [SCREE_OP_GRADIENT] = {"uuuu"}, [SCREE_OP_CHECKER] = {"n"}, [SCREE_OP_SPHERE] = {"r"}, [SCREE_OP_BOX] = {"rrrr"},
    [SCREE_OP_TORUS] = {"rr"}, [SCREE_OP_CAPSULE] = {"rr"}, [SCREE_OP_DERIVATIVE] = {"xx"}, [SCREE_OP_SLOPE] = {"x"},
    [SCREE_OP_SCALE] = {"xcvvvv"}, [SCREE_OP_OFFSET] = {"xtttt"}, [SCREE_OP_FIX_AXIS] = {"xit"},
    [SCREE_OP_ADD_AXIS] = {"xt"}, [SCREE_OP_REMOVE_AXIS] = {"xj"}, [SCREE_OP_SEED_OFFSET] = {"xk"},
    [SCREE_OP_FRACTAL] = {"xouv"}, [SCREE_OP_AT] = {"xtttt"}, [SCREE_OP_EROSION] = {"xuqoulhpk"},
    [SCREE_OP_EROSION_RIDGES] = {"xuqoulhpk"}, [SCREE_OP_CURVE] = {"xxxxxxxxx"}, [SCREE_OP_SPLINE] = {"xlxthxtzxt"},
    [SCREE_OP_SELECT_MANY] = {"xfxtxtx"}, [SCREE_OP_NORMAL] = {"xxx"},
};
/* clang-format on */
#define OPS ((unsigned)(sizeof inputs_of / sizeof inputs_of[0]))

/* A case that is being made. */
typedef struct builder {
    graph_case *c;
    uint64_t state;
    uint32_t left; /* Operators until there are enough. */
    bool can_displace;
    bool can_differentiate;
    uint32_t domains; /* Bits: there may be an operator that adds an axis, and one that removes one. */
    uint32_t drawn_domains;
    uint32_t scales; /* Other operators of domains that there may be. */
    uint32_t drawn_sources;
    uint32_t used_sources; /* They are taken in turn, and the last one may not be met. */
    /* For each source and node: a magnitude that no value exceeds, the operators up to it, and whether it is an input.
     */
    double limit[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES];
    uint32_t depth[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES];
    bool is_used[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES];
    bool is_derivative[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES]; /* It is made of derivatives, which have none. */
} builder;

#define SOURCE_LIMIT 0x1p12   /* No noise of these cases has a larger magnitude, */
#define POSITION_LIMIT 0x1p62 /* and no position. */
#define SLOPE_LIMIT 0x1p32    /* No slope, cut off as it is, has one of this, */
#define INPUT_LIMIT 0x1p24    /* Operators of such inputs have values far below 2^63. */

uint32_t graph_node_inputs(const graph_node *node)
{
    uint32_t count = 0;
    const scree_op_input_info *input = scree_op_input_describe(node->op, 0);
    while (node->count == 0 && input != NULL && !input->has_default) {
        input = scree_op_input_describe(node->op, ++count);
    }
    return node->count != 0 ? node->count : count;
}

static bool is_position(scree_op op)
{
    return op >= SCREE_OP_POSITION_X && op <= SCREE_OP_POSITION_W;
}

static bool is_slope(scree_op op)
{
    return op == SCREE_OP_DERIVATIVE || op == SCREE_OP_SLOPE || op == SCREE_OP_NORMAL;
}

static bool is_erosion(scree_op op)
{
    return op == SCREE_OP_EROSION || op == SCREE_OP_EROSION_RIDGES;
}

/* Whether an operator is made of the slopes of its first input. */
static bool reads_slopes(scree_op op)
{
    return is_slope(op) || is_erosion(op);
}

/* Whether an operator's first input has a domain of its own. */
static bool is_domain(scree_op op)
{
    return op >= SCREE_OP_SCALE && op <= SCREE_OP_AT;
}

#define MAY_ADD 1u
#define MAY_REMOVE 2u

/* Whether there may be one more of these. */
static bool may_have_domain(const builder *b, scree_op op)
{
    const uint32_t most_axes = b->c->grid.axes + ((b->domains & MAY_ADD) != 0 ? 1 : 0);
    if (op == SCREE_OP_AT && most_axes > 4) {
        return false;
    }
    return op == SCREE_OP_ADD_AXIS      ? (b->domains & ~b->drawn_domains & MAY_ADD) != 0
           : op == SCREE_OP_REMOVE_AXIS ? (b->domains & ~b->drawn_domains & MAY_REMOVE) != 0
                                        : b->scales > 0;
}

/* Whether an operator has the magnitude of positions. */
static bool is_of_positions(scree_op op)
{
    return is_position(op) || (op >= SCREE_OP_DISTANCE && op <= SCREE_OP_CAPSULE && op != SCREE_OP_CHECKER);
}

/* A magnitude that no value of an operator exceeds, where those of its inputs have such a sum. */
static double limit_of(scree_op op, double sum)
{
    if (is_of_positions(op) || is_slope(op)) {
        return is_slope(op) ? SLOPE_LIMIT : POSITION_LIMIT + sum;
    }
    switch (op) {
    case SCREE_OP_SIGN:
    case SCREE_OP_STEP:
    case SCREE_OP_SMOOTHSTEP:
    case SCREE_OP_BIAS:
    case SCREE_OP_GAIN:
    case SCREE_OP_SINE:
    case SCREE_OP_CHECKER:
        return 1.0;
    case SCREE_OP_MUL:
    case SCREE_OP_POW:
    case SCREE_OP_MIX:
    case SCREE_OP_REMAP:
    case SCREE_OP_SCALE_BIAS:
    case SCREE_OP_QUANTISE:
    case SCREE_OP_TERRACE:
    case SCREE_OP_SELECT:
    case SCREE_OP_FRACTAL:
    case SCREE_OP_SPLINE:
        return 4.0 * sum * sum;
    default:
        return 2.0 * sum;
    }
}

static graph_input field_input(uint32_t field)
{
    return (graph_input){.field = field};
}

static graph_input number_input(double number)
{
    return (graph_input){.field = GRAPH_NUMBER, .number = number};
}

/* Notes that an operator has an input. Returns the greatest magnitude of it. */
static double use_input(builder *b, const graph_input *input, uint32_t *depth)
{
    if (input->field == GRAPH_NUMBER) {
        b->c->has_numbers = true;
        return fabs(input->number);
    }
    b->c->has_shared = b->c->has_shared || b->is_used[input->field];
    b->is_used[input->field] = true;
    *depth = b->depth[input->field] > *depth ? b->depth[input->field] : *depth;
    return b->limit[input->field];
}

/* Appends an operator; returns its field. */
static uint32_t append(builder *b, const graph_node *node)
{
    const uint32_t field = GRAPH_MAX_SOURCES + b->c->node_count;
    double sum = 6.0; /* Numbers that are left out are no larger than 1. */
    if (b->c->node_count == GRAPH_MAX_NODES) {
        fprintf(stderr, "a graph of too many operators\n");
        exit(1);
    }
    b->is_derivative[field] = reads_slopes(node->op);
    for (uint32_t i = 0; i < graph_node_inputs(node); i++) {
        sum += use_input(b, &node->input[i], &b->depth[field]);
        b->is_derivative[field] = b->is_derivative[field] ||
                                  (node->input[i].field != GRAPH_NUMBER && b->is_derivative[node->input[i].field]);
    }
    b->c->node[b->c->node_count++] = *node;
    b->limit[field] = limit_of(node->op, sum);
    b->depth[field]++;
    return field;
}

static uint32_t append_abs(builder *b, uint32_t field)
{
    return append(b, &(graph_node){.op = SCREE_OP_ABS, .count = 1, .input = {field_input(field)}});
}

static uint32_t append_clamp(builder *b, uint32_t field, double low, double high)
{
    const graph_node node = {
        .op = SCREE_OP_CLAMP, .count = 3, .input = {field_input(field), number_input(low), number_input(high)}};
    const uint32_t clamped = append(b, &node);
    b->limit[clamped] = fmax(fabs(low), fabs(high));
    return clamped;
}

/* Positions of near grids, or of far ones, as numbers that an operator takes. */
static uint32_t append_small(builder *b, uint32_t field)
{
    static const double scales[] = {1.0, 0x1p-4, 0x1p-36, 0x1p-56};
    const double scale = scales[noise_case_draw(&b->state) % (sizeof scales / sizeof scales[0])];
    const graph_node node = {.op = SCREE_OP_MUL, .count = 2, .input = {field_input(field), number_input(scale)}};
    return append_clamp(b, append(b, &node), -64.0, 64.0);
}

static domain find_domain(char letter)
{
    size_t i = 0;
    while (domains[i].letter != letter) {
        i++;
    }
    return domains[i];
}

static double draw_within(builder *b, double low, double high)
{
    const uint64_t choice = noise_case_draw(&b->state) % 8;
    const double drawn = low + noise_case_draw_unit(&b->state) * (high - low);
    return choice == 0 ? low : choice == 1 ? high : drawn;
}

static double draw_number(builder *b, char letter)
{
    static const double numbers[] = {0.0, 1.0, -1.0, 0x1p-63, -0x1p-63, 0.5, 1000.0, -0x1p-24};
    const uint64_t choice = noise_case_draw(&b->state) % 16;
    const double drawn = draw_within(b, -4.0, 4.0);
    switch (letter) {
    case ANY:
        return choice < sizeof numbers / sizeof numbers[0] ? numbers[choice] : drawn;
    case NOT_NEGATIVE:
        return fabs(drawn);
    case DIVISOR:
        return drawn + copysign(0.5, drawn);
    default:
        return draw_within(b, find_domain(letter).low, find_domain(letter).high);
    }
}

/* Limits a field to what an input may be. */
static uint32_t limit_field(builder *b, char letter, uint32_t field)
{
    if (letter == ANY) {
        return field;
    }
    b->left -= b->left > 0;
    if (letter == NOT_NEGATIVE) {
        return append_abs(b, field);
    }
    if (letter == DIVISOR) {
        const graph_node node = {
            .op = SCREE_OP_ADD, .count = 2, .input = {field_input(append_abs(b, field)), number_input(0.5)}};
        return append(b, &node);
    }
    return append_clamp(b, field, find_domain(letter).low, find_domain(letter).high);
}

/* Positions, behind which there is no noise, are rarer than other operators. Some graphs have no displacements. */
static scree_op choose_op(builder *b)
{
    scree_op op = SCREE_OP_CONSTANT;
    do {
        op = (scree_op)(noise_case_draw(&b->state) % OPS);
    } while ((is_of_positions(op) && noise_case_draw(&b->state) % 4 != 0) ||
             (op == SCREE_OP_DISPLACE && !b->can_displace) || (reads_slopes(op) && !b->can_differentiate) ||
             (is_erosion(op) && (b->c->grid.axes != 2 || b->domains != 0)) ||
             (is_domain(op) && !may_have_domain(b, op)));
    return op;
}

static uint32_t draw_op(builder *b, scree_op op);

/* A new operator, one that is there, or the next source. */
static uint32_t draw_field(builder *b, bool is_first)
{
    const uint64_t choice = noise_case_draw(&b->state) % 16;
    if (b->left > 0 && choice < (is_first ? 15 : 7)) {
        const scree_op op = choose_op(b);
        const uint32_t field = is_of_positions(op) ? append_small(b, draw_op(b, op)) : draw_op(b, op);
        const bool is_large = b->limit[field] > (noise_case_draw(&b->state) % 2 == 0 ? SOURCE_LIMIT : INPUT_LIMIT);
        return is_large ? append_clamp(b, field, -64.0, 64.0) : field;
    }
    if (b->c->node_count > 0 && noise_case_draw(&b->state) % 3 == 0) {
        const uint32_t field = GRAPH_MAX_SOURCES + (uint32_t)(noise_case_draw(&b->state) % b->c->node_count);
        return b->limit[field] > INPUT_LIMIT ? append_clamp(b, field, -64.0, 64.0) : field;
    }
    return b->used_sources++ % b->drawn_sources;
}

/* An input of a domain. Factors are numbers, and so is what displaces where nothing may be displaced. */
static graph_input draw_domain_number(builder *b, char letter)
{
    const uint32_t axes = b->c->grid.axes < 4 ? b->c->grid.axes : 4;
    const uint64_t drawn = noise_case_draw(&b->state);
    if (letter == 'k' || letter == 'o') {
        return number_input(letter == 'k' ? (double)(drawn % 2000) - 1000.0 : 1.0 + (double)(drawn % 3));
    }
    if (letter == 'i' || letter == 'j') {
        const uint32_t first = letter == 'j' ? 1 : 0;
        const uint32_t there = axes - (letter == 'i' && (b->domains & MAY_REMOVE) != 0 && axes > 1 ? 1 : 0);
        return number_input((double)(first + drawn % (there - first)));
    }
    return number_input(drawn % 4 == 0 ? floor(4.0 * draw_number(b, letter)) / 4.0 : draw_number(b, letter));
}

static graph_input draw_input(builder *b, char letter, bool is_first)
{
    const bool has_ended = b->left == 0 && letter != ANY;
    const bool is_number = is_first ? noise_case_draw(&b->state) % 32 == 0
                                    : noise_case_draw(&b->state) % 5 < 2 || has_ended;
    return is_number ? number_input(draw_number(b, letter))
                     : field_input(limit_field(b, letter, draw_field(b, is_first)));
}

/* An operator, behind all that it is made of. */
static uint32_t draw_op(builder *b, scree_op op)
{
    const bool is_second = noise_case_draw(&b->state) % 2 == 1 && inputs_of[op][1] != NULL;
    const char *letters = inputs_of[op][is_second];
    const uint32_t axes = b->c->grid.axes < 4 ? b->c->grid.axes : 4;
    const uint32_t positions = (b->domains & MAY_REMOVE) != 0 && axes > 1 ? axes - 1 : axes;
    graph_node node = {.op = is_position(op) ? SCREE_OP_POSITION_X + (op - SCREE_OP_POSITION_X) % positions : op};
    const uint32_t needed = graph_node_inputs(&node);
    const uint32_t most = op == SCREE_OP_DISPLACE || op == SCREE_OP_OFFSET || op == SCREE_OP_AT ? 1 + axes
                          : op == SCREE_OP_SCALE                                                ? 2 + axes
                                                 : (uint32_t)strlen(letters);
    const uint32_t size = scree_op_describe(node.op)->group_size > 0 ? scree_op_describe(node.op)->group_size : 1;
    const uint32_t groups = (most - needed) / size;
    const uint32_t drawn = needed + size * (uint32_t)(noise_case_draw(&b->state) % (groups + 1));
    const uint32_t given = op == SCREE_OP_FRACTAL ? 4 : drawn; /* Its own lacunarity makes positions too large. */
    node.count = given > needed || noise_case_draw(&b->state) % 2 == 0 ? given : 0;
    b->left -= b->left > 0;
    b->scales -= is_domain(op) && op != SCREE_OP_ADD_AXIS && op != SCREE_OP_REMOVE_AXIS && b->scales > 0;
    b->drawn_domains |= op == SCREE_OP_ADD_AXIS ? MAY_ADD : op == SCREE_OP_REMOVE_AXIS ? MAY_REMOVE : 0;
    for (uint32_t i = 0; i < given; i++) {
        const bool is_of_domain = is_domain(op) && i > 0 && letters[i] != 'u';
        if (op == SCREE_OP_CURVE && i > 0) {
            break;
        }
        const bool is_number = (is_of_domain && (letters[i] != 't' || !b->can_displace)) ||
                               (is_erosion(op) && strchr("qok", letters[i]) != NULL);
        node.input[i] = is_number ? draw_domain_number(b, letters[i]) : draw_input(b, letters[i], i == 0);
    }
    for (uint32_t i = 1; i < given && op == SCREE_OP_CURVE; i++) {
        /* Points are numbers, each behind the one before. */
        const double behind = (double)i - 4.0 + noise_case_draw_unit(&b->state);
        node.input[i] = number_input(i % 2 == 1 ? behind : draw_number(b, ANY));
    }
    if ((op == SCREE_OP_DERIVATIVE || op == SCREE_OP_NORMAL) && given > 1) {
        /* Upwards is behind the last axis. */
        node.input[1] = number_input((double)(noise_case_draw(&b->state) % (axes + (op == SCREE_OP_NORMAL))));
    }
    if (reads_slopes(op) && node.input[0].field != GRAPH_NUMBER && b->is_derivative[node.input[0].field]) {
        node.input[0] = field_input(b->used_sources++ % b->drawn_sources);
    }
    return append(b, &node);
}

/* A case of noise in this number of axes, with samples of one channel. */
static noise_case draw_noise(uint32_t axes, uint64_t *state)
{
    noise_case drawn;
    do {
        const unsigned number = (unsigned)(noise_case_draw(state) % noise_case_count());
        drawn = noise_case_make(number, noise_case_draw(state));
    } while (drawn.grid.axes != axes || drawn.edge != NULL || noise_case_channels(&drawn) != 1);
    return drawn;
}

static bool is_displaced_well(const scree_noise_params *params)
{
    bool is_good = params->hash == SCREE_NOISE_HASH_SCREE && fabs(params->warp.amplitude) < 64.0 &&
                   params->warp.frequency < 64.0;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        is_good = is_good && params->period[axis] < 1u << 12;
    }
    return is_good;
}

static bool is_differentiated_well(const scree_noise_params *params)
{
    const bool is_warped = params->warp.amplitude != 0.0;
    return scree_noise_kind_describe(params->kind)->has_derivatives && params->warp.frequency < 64.0 &&
           (!is_warped || scree_noise_kind_describe(params->warp.kind)->has_derivatives);
}

/* Whether noise can have one axis more, or less. */
static bool has_axes(const scree_noise_params *params, uint32_t axes)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->kind);
    const bool is_warped = params->warp.amplitude != 0.0;
    const scree_noise_kind_info *warp = scree_noise_kind_describe(params->warp.kind);
    return axes >= kind->min_axes && axes <= kind->max_axes &&
           (!params->has_octave_rotation || (axes >= 2 && axes <= 4)) &&
           (params->kind != SCREE_NOISE_CELLULAR || params->cellular.feature < SCREE_NOISE_FEATURE_OFFSET_X + axes) &&
           (!is_warped || (axes <= 4 && axes >= warp->min_axes && axes <= warp->max_axes));
}

static bool has_domains(const scree_noise_params *params, uint32_t axes, uint32_t changes)
{
    return (changes & MAY_ADD) == 0
               ? (changes & MAY_REMOVE) == 0 || has_axes(params, axes - 1)
               : has_axes(params, axes + 1) && ((changes & MAY_REMOVE) == 0 || has_axes(params, axes - 1));
}

static scree_noise_params draw_source(uint32_t axes, const builder *kinds, uint64_t *state)
{
    const bool is_displaced = kinds->can_displace;
    const bool is_differentiated = kinds->can_differentiate;
    const uint32_t most = axes > 4 ? 2 : 4;
    scree_noise_params params;
    do {
        params = draw_noise(axes, state).params;
    } while ((is_displaced && !is_displaced_well(&params)) || (is_differentiated && !is_differentiated_well(&params)) ||
             !has_domains(&params, axes, kinds->domains));
    params.octaves = params.octaves < most ? params.octaves : most;
    params.weight_count = params.weight_count != 0 ? params.octaves : 0;
    return params;
}

#define MOST_SAMPLES 40000u

uint64_t graph_case_samples(const scree_grid *grid)
{
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= grid->count[axis];
    }
    return samples;
}

/* The grid of a case of noise; some are wider than what a device computes at a time, and some higher. */
static void draw_grid(graph_case *c, unsigned variant, uint32_t axes, uint64_t *state, const char **position)
{
    const noise_case drawn = draw_noise(axes, state);
    c->grid = drawn.grid;
    *position = drawn.position;
    if (variant % 8 == 7 && axes <= 2) {
        const uint32_t axis = variant / 8 % axes;
        c->grid.count[axis] = axis == 0 ? 9001 : 1030;
        c->grid.row_stride = c->grid.plane_stride = 0;
    }
    for (uint32_t axis = axes; axis-- > 0;) {
        while (graph_case_samples(&c->grid) > MOST_SAMPLES && c->grid.count[axis] > 1) {
            c->grid.count[axis] /= 2;
        }
    }
}

/* Draws which domains there may be: some graphs have none. Displaced noise, and such as has derivatives, has 4 axes at
 * most.
 */
static void draw_domains(builder *b, scree_op last, uint32_t axes)
{
    const uint64_t drawn = noise_case_draw(&b->state);
    if ((!is_domain(last) && drawn % 2 == 0) || is_erosion(last)) {
        return;
    }
    b->scales = 3;
    b->domains |= (last == SCREE_OP_ADD_AXIS || drawn / 2 % 2 == 0) && axes < 8 ? MAY_ADD : 0;
    b->domains |= (last == SCREE_OP_REMOVE_AXIS || drawn / 4 % 2 == 0) && axes > 1 && axes <= 4 ? MAY_REMOVE : 0;
    if (axes >= 4 && last != SCREE_OP_ADD_AXIS && (b->can_displace || b->can_differentiate || last == SCREE_OP_AT)) {
        b->domains &= ~MAY_ADD;
    }
    b->can_displace = b->can_displace && (axes < 4 || last != SCREE_OP_ADD_AXIS);
    b->can_differentiate = b->can_differentiate && (axes < 4 || last != SCREE_OP_ADD_AXIS);
}

void graph_case_make(unsigned number, uint64_t seed, graph_case *c)
{
    const unsigned variant = number / OPS;
    const bool is_displaced = number % OPS == SCREE_OP_DISPLACE;
    const bool is_differentiated = reads_slopes((scree_op)(number % OPS));
    const scree_op last = (scree_op)(number % OPS);
    const uint32_t usual = is_erosion(last) ? 2 : last == SCREE_OP_REMOVE_AXIS ? 2 + variant % 3 : 1 + variant % 4;
    const uint32_t axes =
        variant % 16 == 13 && !is_displaced && !is_differentiated && !is_domain(last) ? 5 + variant / 16 % 4 : usual;
    builder b = {.c = c, .state = seed * 1000003u + number};
    const char *position = NULL;
    memset(c, 0, sizeof *c);
    draw_grid(c, variant, axes, &b.state, &position);
    b.can_displace = is_displaced || (axes <= 4 && noise_case_draw(&b.state) % 2 == 0);
    b.can_differentiate = is_differentiated || (axes <= 4 && noise_case_draw(&b.state) % 2 == 0);
    draw_domains(&b, last, axes);
    b.left = 1 + (uint32_t)(noise_case_draw(&b.state) % 24);
    b.drawn_sources = 1 + (uint32_t)(noise_case_draw(&b.state) % GRAPH_MAX_SOURCES);
    for (uint32_t i = 0; i < b.drawn_sources; i++) {
        c->source[i] = draw_source(axes, &b, &b.state);
        b.limit[i] = SOURCE_LIMIT;
    }
    c->depth = b.depth[draw_op(&b, last)];
    c->source_count = b.used_sources < b.drawn_sources ? b.used_sources : b.drawn_sources;
    snprintf(c->name, sizeof c->name, "%04u-%u-axes-%s-%u-operators-%u-sources-at-%s", number, axes,
             scree_op_name(c->node[c->node_count - 1].op), c->node_count, c->source_count, position);
}

#define FILE_AXES 3u

static char file_paths[FILE_AXES][64];

static void remove_files(void)
{
    for (uint32_t i = 0; i < FILE_AXES; i++) {
        if (file_paths[i][0] != '\0') {
            remove(file_paths[i]);
        }
    }
}

/* A file of noise of 1 to 3 axes, as NumPy writes it. */
static const char *find_file(uint32_t axes)
{
    static const char *const shapes[FILE_AXES] = {"(97,)", "(31, 53)", "(7, 11, 13)"};
    static const uint32_t samples[FILE_AXES] = {97, 31 * 53, 7 * 11 * 13};
    static float values[31 * 53];
    char *path = file_paths[axes - 1];
    uint64_t state = axes;
    if (path[0] != '\0') {
        return path;
    }
    for (uint32_t i = 0; i < samples[axes - 1]; i++) {
        /* Some samples are equal, some tiny, and some are far from their neighbours. */
        const double drawn = 2.0 * noise_case_draw_unit(&state) - 1.0;
        const uint64_t kind = noise_case_draw(&state) % 16;
        values[i] = (float)(kind == 0 ? drawn * 0x1p-70 : kind == 1 ? 100.0 * drawn : kind < 6 ? 0.5 : drawn);
    }
    snprintf(path, sizeof file_paths[0], "/tmp/scree-graph-case-XXXXXX");
    if (!npy_file_write(path, shapes[axes - 1], values, samples[axes - 1])) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(1);
    }
    static bool is_to_be_removed;
    is_to_be_removed = is_to_be_removed || atexit(remove_files) == 0;
    return path;
}

static bool changes_axes(const graph_case *c)
{
    bool changes = false;
    for (uint32_t i = 0; i < c->node_count; i++) {
        changes = changes || c->node[i].op == SCREE_OP_ADD_AXIS || c->node[i].op == SCREE_OP_REMOVE_AXIS;
    }
    return changes;
}

void graph_case_add_files(unsigned number, graph_case *c)
{
    uint64_t state = 77777u + number;
    const bool may_have = c->grid.axes <= FILE_AXES && !changes_axes(c);
    for (uint32_t i = 0; i < c->source_count && may_have; i++) {
        const uint64_t drawn = noise_case_draw(&state);
        c->files |= drawn % 3 == 0 ? 1u << i : 0;
        c->file[i] = (scree_file_field_params){.file.path = find_file(c->grid.axes),
                                               .filter = (scree_filter)(drawn / 4 % 3),
                                               .edge = (scree_edge)(drawn / 16 % 3)};
    }
}

/* Finds the fields that have the axes of the case: all that the last one is made of, but for what operators evaluate in
   other axes alone. Returns their number. */
static uint32_t find_whole_fields(const graph_case *c, uint32_t *fields)
{
    bool is_whole[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES] = {false};
    uint32_t count = 0;
    is_whole[GRAPH_MAX_SOURCES + c->node_count - 1] = true;
    for (uint32_t i = c->node_count; i-- > 0;) {
        const graph_node *node = &c->node[i];
        const bool is_other = node->op == SCREE_OP_ADD_AXIS || node->op == SCREE_OP_REMOVE_AXIS;
        for (uint32_t k = is_other ? 1 : 0; is_whole[GRAPH_MAX_SOURCES + i] && k < graph_node_inputs(node); k++) {
            if (node->input[k].field != GRAPH_NUMBER) {
                is_whole[node->input[k].field] = true;
            }
        }
    }
    for (uint32_t i = 0; i < GRAPH_MAX_SOURCES + c->node_count; i++) {
        if (is_whole[i]) {
            fields[count++] = i;
        }
    }
    return count;
}

void graph_case_add_outputs(unsigned number, graph_case *c)
{
    uint32_t fields[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES];
    uint64_t state = 99999u + number;
    const uint64_t drawn = noise_case_draw(&state);
    if (drawn % 4 != 0) {
        return;
    }
    const uint32_t count = find_whole_fields(c, fields);
    c->channels = 2 + (uint32_t)(drawn / 4 % (SCREE_MAX_OUTPUT_CHANNELS - 1));
    c->channel[0] = GRAPH_MAX_SOURCES + c->node_count - 1;
    for (uint32_t i = 1; i < c->channels; i++) {
        c->channel[i] = fields[noise_case_draw(&state) % count];
    }
}

/* Makes the field of several outputs, of one component but for the second, which has two where there are three. */
static scree_result make_outputs(const graph_case *c, scree_context *context, scree_field **fields, scree_field **made)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    scree_outputs_params params = {{{.name = NULL}}};
    uint32_t next = 0;
    for (uint32_t i = 0; next < c->channels; i++) {
        params.output[i].name = names[i];
        params.output[i].component[0] = fields[c->channel[next++]];
        if (i == 1 && next < c->channels) {
            params.output[i].component[1] = fields[c->channel[next++]];
        }
    }
    return scree_field_from_outputs(context, &params, made);
}

/* Makes a node from the fields before it, behind them. */
static scree_result make_node(const graph_node *node, scree_context *context, scree_field **fields, scree_field **made)
{
    scree_op_params params = {.op = node->op, .count = node->count};
    for (uint32_t i = 0; i < graph_node_inputs(node); i++) {
        const graph_input *input = &node->input[i];
        params.input[i] = input->field == GRAPH_NUMBER ? (scree_op_operand){.number = input->number}
                                                       : (scree_op_operand){.field = fields[input->field]};
    }
    return scree_field_from_op(context, &params, made);
}

scree_result graph_case_field(const graph_case *c, scree_context *context, scree_field **field)
{
    scree_field *fields[GRAPH_MAX_SOURCES + GRAPH_MAX_NODES] = {NULL};
    const uint32_t end = GRAPH_MAX_SOURCES + c->node_count;
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < c->source_count && result == SCREE_OK; i++) {
        result = (c->files >> i & 1u) != 0 ? scree_field_from_file(context, &c->file[i], &fields[i])
                                           : scree_field_from_noise(context, &c->source[i], &fields[i]);
    }
    for (uint32_t i = GRAPH_MAX_SOURCES; i < end && result == SCREE_OK; i++) {
        result = make_node(&c->node[i - GRAPH_MAX_SOURCES], context, fields, &fields[i]);
    }
    if (result == SCREE_OK && c->channels > 0) {
        result = make_outputs(c, context, fields, field);
    } else {
        *field = scree_field_retain(fields[end - 1]);
    }
    for (uint32_t i = 0; i < end; i++) {
        scree_field_release(&fields[i]);
    }
    return result;
}
