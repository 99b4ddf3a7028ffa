/* Golden values of graphs: golden.h has the command line. */
#include <stdlib.h>

#include "golden.h"
#include "graph_cases.h"

/* clang-format off */
/* Inputs: a source, a node, a number. */
#define S(source) {.field = (source)}
#define N(node) {.field = GRAPH_MAX_SOURCES + (node)}
#define K(constant) {.field = GRAPH_NUMBER, .number = (constant)}
#define NODE(OP, inputs, ...) {SCREE_OP_##OP, inputs, {__VA_ARGS__}}
#define AT(AXIS) {.op = SCREE_OP_POSITION_##AXIS}

#define GRID_1 {.axes = 1, .count = {1000}, .origin = {-3.25}, .step = {0.11}}
#define GRID_2 {.axes = 2, .count = {100, 37}, .origin = {-3.25, 7.5}, .step = {0.11}}
#define GRID_3 {.axes = 3, .count = {33, 17, 9}, .origin = {-3.25, 7.5, 0.3}, .step = {0.11}}
#define GRID_4 {.axes = 4, .count = {17, 9, 5, 3}, .origin = {-3.25, 7.5, 0.3, 9.0}, .step = {0.11}}
#define GRID_FAR {.axes = 3, .count = {33, 17, 9}, .origin = {0x1p40, -0x1p50, 0.3}, .step = {0.002}, \
                  .first = {-40, 1000, 7}}
#define GRID_WIDE {.axes = 3, .count = {33, 17, 9}, .origin = {0x1p40, -0x1p50, 0.3}, \
                   .step = {333333.3, 999999.9, 0.11}}
#define SOURCES .source_count = 3, \
    .source = {{.octaves = 5, .seed = 1}, {.kind = SCREE_NOISE_CELLULAR, .octaves = 2, .seed = 2}, \
               {.kind = SCREE_NOISE_VALUE, .octaves = 3, .seed = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED}}

#define WARPS .source_count = 3, \
    .source = {{.octaves = 4, .seed = 1, .warp = {.amplitude = 0.8, .frequency = 2, .octaves = 3, .times = 2}}, \
               {.kind = SCREE_NOISE_SIMPLEX, .seed = 2, \
                .warp = {.amplitude = -1.7, .kind = SCREE_NOISE_VALUE, .octaves = 3, .times = 2, \
                         .fractal = SCREE_NOISE_WARP_PROGRESSIVE}}, \
               {.octaves = 2, .seed = 3}}

#define SMOOTH .source_count = 3, \
    .source = {{.octaves = 4, .seed = 1}, {.kind = SCREE_NOISE_SIMPLEX, .octaves = 2, .seed = 2}, \
               {.kind = SCREE_NOISE_VALUE, .octaves = 2, .seed = 3, .warp = {.amplitude = 0.5}}}

static const graph_case cases[] = {
    {"arithmetic-1", GRID_1, SOURCES, 8,
     {NODE(ADD, 2, S(0), S(1)), NODE(ABS, 1, S(2)), NODE(ADD, 2, N(1), K(0.5)), NODE(DIV, 2, N(0), N(2)),
      NODE(NEG, 1, N(3)), NODE(SUB, 2, N(4), S(0)), NODE(CONSTANT, 1, K(2.7)), NODE(MUL, 2, N(5), N(6))}},
    {"choosing-2", GRID_2, SOURCES, 6,
     {NODE(MIN, 2, S(0), S(1)), NODE(SMIN, 2, N(0), S(2)), NODE(MAX, 2, S(0), S(2)), NODE(SMAX, 3, N(2), S(1), K(0.7)),
      NODE(SIGN, 1, S(0)), NODE(MIX, 3, N(1), N(3), N(4))}},
    {"rounding-3", GRID_3, SOURCES, 6,
     {NODE(FLOOR, 2, S(0), K(0.3)), NODE(CEIL, 2, S(1), K(0.2)), NODE(ROUND, 2, S(2), K(0.1)), NODE(MOD, 2, S(0), K(0.4)),
      NODE(MIX, 3, N(0), N(1), N(2)), NODE(ADD, 2, N(4), N(3))}},
    {"powers-4", GRID_4, SOURCES, 5,
     {NODE(ABS, 1, S(0)), NODE(SQRT, 1, N(0)), NODE(CLAMP, 3, S(2), K(0.125), K(3.0)), NODE(POW, 2, N(2), S(1)),
      NODE(SUB, 2, N(3), N(1))}},
    {"limits-2", GRID_2, SOURCES, 5,
     {NODE(REMAP, 5, S(0), K(-0.5), K(0.7), S(1), S(2)), NODE(CLAMP, 1, N(0)), NODE(SCALE_BIAS, 3, N(1), S(2), K(-0.3)),
      NODE(STEP, 2, S(0), S(1)), NODE(MASK, 2, N(2), N(3))}},
    {"shapes-3", GRID_3, SOURCES, 6,
     {NODE(SMOOTHSTEP, 3, S(0), K(-0.6), K(0.8)), NODE(BIAS, 2, N(0), K(0.3)), NODE(CLAMP, 3, S(1), K(0.2), K(0.8)),
      NODE(GAIN, 2, S(2), N(2)), NODE(MASK, 2, N(1), N(3)), NODE(SMAX, 2, N(4), S(0))}},
    {"terraces-2", GRID_2, SOURCES, 4,
     {NODE(QUANTISE, 2, S(0), K(7.0)), NODE(TERRACE, 3, S(1), K(5.0), K(0.4)), NODE(TERRACE, 2, S(2), K(3.0)),
      NODE(SELECT, 6, N(0), N(1), N(2), K(0.3), K(0.9), K(0.2))}},
    {"land-3-far", GRID_FAR, SOURCES, 4,
     {NODE(SELECT, 5, S(0), S(2), S(1), K(-0.4), K(0.1)), NODE(SMOOTHSTEP, 1, S(2)), NODE(MIX, 3, S(0), N(0), N(1)),
      NODE(MUL, 2, N(2), N(2))}},
    {"positions-4", GRID_4, SOURCES, 7,
     {AT(X), AT(Y), AT(Z), AT(W), NODE(LENGTH, 4, N(0), N(1), N(2), N(3)), NODE(MUL, 2, N(4), S(0)),
      NODE(ADD, 2, N(5), N(3))}},
    {"waves-2", GRID_2, SOURCES, 6,
     {AT(X), AT(Y), NODE(SCALE_BIAS, 3, N(1), K(0.3), S(0)), NODE(ADD, 2, N(0), N(2)), NODE(SINE, 1, N(3)),
      NODE(MUL, 2, N(4), S(1))}},
    {"ball-3", GRID_3, .source_count = 0, .source = {{0}}, 5,
     {AT(X), AT(Y), AT(Z), NODE(LENGTH, 3, N(0), N(1), N(2)), NODE(SUB, 2, N(3), K(1.0))}},
    {"displaced-1", GRID_1, SOURCES, 2, {NODE(MUL, 2, S(0), K(0.4)), NODE(DISPLACE, 2, S(2), N(0))}},
    {"displaced-2", GRID_2, SOURCES, 4,
     {NODE(SCALE_BIAS, 3, S(0), K(0.7), K(0.2)), NODE(DISPLACE, 3, S(1), N(0), S(2)), NODE(DISPLACE, 2, N(1), K(-1.75)),
      NODE(SUB, 2, N(2), S(1))}},
    {"displaced-3", GRID_3, SOURCES, 6,
     {AT(Z), NODE(SINE, 1, N(0)), NODE(ADD, 2, S(0), N(0)), NODE(DISPLACE, 4, N(2), N(1), K(0.0), S(2)),
      NODE(DISPLACE, 3, S(1), N(3), S(0)), NODE(SMIN, 2, N(3), N(4))}},
    {"displaced-4", GRID_4, SOURCES, 2, {NODE(MUL, 2, S(2), K(2.5)), NODE(DISPLACE, 5, S(0), N(0), S(1), N(0), S(2))}},
    {"displaced-3-far", GRID_FAR, WARPS, 3,
     {NODE(DISPLACE, 4, S(0), S(2), K(1000.3), S(1)), NODE(DISPLACE, 2, S(1), N(0)), NODE(MIX, 3, N(0), N(1), S(2))}},
    {"shapes-of-positions-2", GRID_2, SOURCES, 8,
     {NODE(DISTANCE, 2, K(-1.0), K(8.5)), NODE(DISTANCE_MANHATTAN, 2, S(0), K(9.0)), NODE(DISTANCE_CHEBYSHEV, 0, {0}),
      NODE(GRADIENT, 2, K(0.3), S(2)), NODE(CHECKER, 1, K(0.7)), NODE(MIX, 3, N(0), N(1), N(4)),
      NODE(SMIN, 2, N(5), N(2)), NODE(ADD, 2, N(6), N(3))}},
    {"bodies-4", GRID_4, SOURCES, 7,
     {NODE(SPHERE, 1, K(7.5)), NODE(BOX, 3, K(2.0), K(7.0), S(1)), NODE(TORUS, 2, K(8.0), K(0.5)),
      NODE(CAPSULE, 2, K(3.0), S(1)), NODE(SMIN, 2, N(0), N(1)), NODE(MIN, 2, N(2), N(3)), NODE(SMAX, 2, N(4), N(5))}},
    {"slopes-2", GRID_2, SMOOTH, 5,
     {NODE(MUL, 2, S(0), S(1)), NODE(SLOPE, 1, N(0)), NODE(DERIVATIVE, 2, S(2), K(1.0)), NODE(SINE, 1, N(1)),
      NODE(ADD, 2, N(3), N(2))}},
    {"slopes-3-displaced", GRID_3, SMOOTH, 6,
     {NODE(DISPLACE, 3, S(0), S(1), S(2)), NODE(DERIVATIVE, 1, N(0)), NODE(SLOPE, 1, S(0)), NODE(CLAMP, 1, N(1)),
      NODE(DISPLACE, 4, N(2), N(3), K(0.3), S(2)), NODE(MIX, 3, N(1), N(4), S(1))}},
    {"positions-3-far", GRID_WIDE, SOURCES, 7,
     {AT(X), AT(Y), AT(Z), NODE(MUL, 2, N(0), K(1.1e-6)), NODE(SINE, 1, N(3)), NODE(MUL, 2, N(1), K(0x1p-50)),
      NODE(LENGTH, 4, N(4), N(5), N(2), S(0))}},
    {"scaled-2", GRID_2, SOURCES, 6,
     {NODE(SCALE, 4, S(0), K(0.37), K(1.0), K(3.3)), NODE(OFFSET, 3, S(1), K(1000000.3), K(-7.7)),
      NODE(SCALE, 2, N(1), K(2.1)), AT(Y), NODE(SCALE, 3, N(3), K(0.3), S(2)), NODE(SMAX, 3, N(0), N(2), N(4))}},
    {"heights-3", GRID_3, SOURCES, 7,
     {NODE(TERRACE, 3, S(0), K(4.0), K(0.3)), NODE(REMOVE_AXIS, 2, N(0), K(1.0)), AT(Y), NODE(SUB, 2, N(2), N(1)),
      NODE(DISPLACE, 4, N(3), S(1), S(2), S(1)), NODE(FIX_AXIS, 3, S(2), K(2.0), K(0.7)), NODE(SMIN, 2, N(4), N(5))}},
    {"slices-2", GRID_2, SOURCES, 5,
     {NODE(ADD_AXIS, 2, S(0), K(12.3)), NODE(ADD_AXIS, 2, S(2), S(1)), NODE(MUL, 2, N(0), N(1)), NODE(FIX_AXIS, 2, N(2), K(0.0)),
      NODE(ADD, 2, N(2), N(3))}},
    {"axes-4", GRID_4, SMOOTH, 7,
     {NODE(REMOVE_AXIS, 2, S(2), K(1.0)), NODE(REMOVE_AXIS, 2, S(1), K(3.0)), NODE(REMOVE_AXIS, 2, N(0), K(2.0)),
      NODE(MIX, 3, N(0), N(1), N(2)), NODE(SCALE, 2, N(3), K(0.7)), NODE(SLOPE, 1, N(4)), NODE(SUB, 2, N(5), N(2))}},
    {"fractals-3", GRID_3, WARPS, 6,
     {NODE(ABS, 1, S(0)), NODE(FRACTAL, 4, N(0), K(4.0), S(2), K(1.9)), NODE(SEED_OFFSET, 2, S(1), K(-7.0)),
      NODE(DISPLACE, 3, S(2), N(2), N(0)), NODE(FRACTAL, 2, N(3), K(3.0)), NODE(MIX, 3, N(1), N(4), N(2))}},
    {"coordinates-3", GRID_3, WARPS, 7,
     {AT(X), AT(Z), NODE(MOD, 2, N(0), K(1.7)), NODE(AT, 4, S(0), N(1), N(2), S(1)), NODE(SLOPE, 1, S(2)),
      NODE(AT, 3, N(4), N(3), K(0.4)), NODE(ADD, 2, N(3), N(5))}},
    {"erosion-2", GRID_2, SMOOTH, 6,
     {NODE(MUL, 2, S(0), K(0.6)), NODE(EROSION, 9, N(0), S(1), K(1.3), K(4.0), K(0.6), K(-0.4), K(0.7), K(0.8), K(5.0)),
      NODE(EROSION_RIDGES, 4, N(0), K(0.1), K(1.3), K(4.0)), NODE(SCALE, 2, N(1), K(1.7)),
      NODE(DISPLACE, 3, N(3), N(2), S(2)), NODE(ADD, 2, N(4), N(2))}},
    {"curves-2", GRID_2, SOURCES, 4,
     {NODE(CURVE, 9, S(0), K(-0.7), K(0.2), K(-0.1), K(-0.5), K(0.3), K(0.9), K(0.8), K(0.9)),
      NODE(SPLINE, 10, S(0), K(-0.5), S(2), K(0.7), K(0.1), K(0.4), S(1), K(0.9), N(0), K(-1.2)),
      NODE(SELECT_MANY, 7, S(2), K(0.15), N(0), K(0.3), N(1), S(1), S(0)), NODE(ADD, 2, N(1), N(2))}},
    {"normals-2", GRID_2, SMOOTH, 5,
     {NODE(NORMAL, 3, S(0), K(0.0), K(0.4)), NODE(NORMAL, 3, S(0), K(1.0), S(1)), NODE(NORMAL, 2, S(2), K(2.0)),
      NODE(MUL, 2, N(0), N(1)), NODE(ADD, 2, N(3), N(2))}},
    {"outputs-3", GRID_3, SMOOTH, 5,
     {NODE(REMOVE_AXIS, 2, S(0), K(1.0)), AT(Y), NODE(SUB, 2, N(1), N(0)), NODE(DISPLACE, 2, S(2), S(1)),
      NODE(MIX, 3, N(2), S(1), N(3))},
     .channels = 6, .channel = {GRAPH_MAX_SOURCES + 4, GRAPH_MAX_SOURCES, GRAPH_MAX_SOURCES + 1, 1,
                                GRAPH_MAX_SOURCES + 2, 0}},
};
/* clang-format on */

#define CASE_COUNT (sizeof cases / sizeof cases[0])

static bool describe(scree_device *device, unsigned number, char *line, size_t size)
{
    const graph_case *c = &cases[number];
    const size_t numbers = (size_t)graph_case_samples(&c->grid) * (c->channels > 0 ? c->channels : 1);
    float *values = malloc(numbers * sizeof *values);
    scree_field *field = NULL;
    scree_job *job = NULL;
    const bool is_done = values != NULL && graph_case_field(c, NULL, &field) == SCREE_OK &&
                         scree_job_fill(device, field, &c->grid, values, &job) == SCREE_OK &&
                         scree_job_wait(job, UINT64_MAX) == SCREE_OK;
    scree_job_release(&job);
    scree_field_release(&field);
    if (is_done) {
        golden_describe(c->name, values, numbers, line, size);
    }
    free(values);
    return is_done;
}

int main(int argc, char **argv)
{
    return golden_main(argc, argv, describe, CASE_COUNT);
}
