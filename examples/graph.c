/*
 * A field made of fields: plains, hills and terraced mountains, each where a mask says so, whose borders the ground
 * itself bends. Their heights become the grey values of a picture, of which the command `scree render` makes a
 * landscape.
 *
 *     graph PICTURE     such as: graph land.png; scree render land.png --scene terrain -o landscape.png
 */
#include <stdio.h>

#include <scree/scree.h>

/* These do nothing after an error, so that one check at the end suffices. */
static scree_field *make_noise(scree_noise_params params, scree_result *result)
{
    scree_field *field = NULL;
    *result = *result == SCREE_OK ? scree_field_from_noise(NULL, &params, &field) : *result;
    return field;
}

static scree_field *combine(scree_op_params params, scree_result *result)
{
    scree_field *field = NULL;
    *result = *result == SCREE_OK ? scree_field_from_op(NULL, &params, &field) : *result;
    return field;
}

/* The second field where the mask is above an edge, otherwise the first; mixed where it is near. */
static scree_field *choose(scree_field *below, scree_field *above, scree_field *mask, double edge, scree_result *result)
{
    return combine((scree_op_params){.op = SCREE_OP_SELECT,
                                     .count = 6,
                                     .input = {{below}, {above}, {mask}, {NULL, edge}, {NULL, 1e6}, {NULL, 0.08}}},
                   result);
}

static scree_result make_land(scree_field **land)
{
    scree_result result = SCREE_OK;
    scree_field *mask = make_noise((scree_noise_params){.seed = 5, .octaves = 2, .gain = 0.25}, &result);
    scree_field *rough = make_noise((scree_noise_params){.seed = 1, .octaves = 7}, &result);
    scree_field *ridges = make_noise(
        (scree_noise_params){.fractal = SCREE_NOISE_FRACTAL_RIDGED, .seed = 2, .octaves = 4, .gain = 0.35}, &result);
    scree_field *plains =
        combine((scree_op_params){.op = SCREE_OP_SCALE_BIAS, .count = 3, .input = {{rough}, {NULL, 0.25}, {NULL, 0.2}}},
                &result);
    scree_field *hills =
        combine((scree_op_params){.op = SCREE_OP_SCALE_BIAS, .count = 3, .input = {{rough}, {NULL, 0.8}, {NULL, 0.6}}},
                &result);
    scree_field *mountains = combine(
        (scree_op_params){.op = SCREE_OP_TERRACE, .count = 3, .input = {{ridges}, {NULL, 6}, {NULL, 0.5}}}, &result);
    scree_field *bend = combine((scree_op_params){.op = SCREE_OP_MUL, .input = {{rough}, {NULL, 0.35}}}, &result);
    scree_field *border =
        combine((scree_op_params){.op = SCREE_OP_DISPLACE, .count = 3, .input = {{mask}, {bend}, {bend}}}, &result);
    scree_field *lowland = choose(plains, hills, border, -0.1, &result);
    *land = choose(lowland, mountains, border, 0.2, &result);
    scree_field *inputs[] = {mask, rough, ridges, plains, hills, mountains, bend, border, lowland};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        scree_field_release(&inputs[i]); /* The land holds references of its own. */
    }
    return result;
}

int main(int count, char **texts)
{
    const scree_grid grid = {.axes = 2, .count = {512, 512}, .step = {4.0 / 512}};
    scree_field *land = NULL;
    scree_range bound = {0, 0};
    if (count != 2) {
        fprintf(stderr, "usage: graph PICTURE\n");
        return 2;
    }
    scree_log_to(scree_log_to_stderr, NULL, SCREE_LOG_ERROR);
    scree_result result = make_land(&land);
    result = result == SCREE_OK ? scree_field_bound(land, &grid, &bound, NULL) : result;
    result = result == SCREE_OK ? scree_field_write(land, &grid, texts[1]) : result;
    if (result == SCREE_OK) {
        printf("%s: heights are within %.3f to %.3f\n", texts[1], (double)bound.minimum, (double)bound.maximum);
    }
    scree_field_release(&land);
    return result == SCREE_OK ? 0 : 1;
}
