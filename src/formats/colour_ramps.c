#include "colour_ramps.h"

#include <stddef.h>

#include "choices.h"
#include "float_environment.h"

#define MAX_POINTS 18

typedef struct ramp_row {
    const char *name;
    const char *description;
    int points;               /* Control points at equal distances. */
    uint32_t rgb[MAX_POINTS]; /* 0xRRGGBB */
} ramp_row;

/*
 * Viridis, magma, inferno and plasma are by N. Smith and S. van der Walt (mpl-colormaps, released under CC0), cividis
 * is by J. R. Nuñez, C. R. Anderton and R. S. Renslow ("Optimizing colormaps with consideration for color vision
 * deficiency to enable accurate interpretation of scientific data", PLOS ONE, 2018, released under CC0). Their tables
 * have 256 colours, of which each fifteenth is a control point here.
 */
static const ramp_row rows[] = {
    [SCREE_RAMP_GREY] = {.name = "grey", .description = "black to white", .points = 2, .rgb = {0x000000, 0xffffff}},
    [SCREE_RAMP_VIRIDIS] = {.name = "viridis",
                            .description = "purple, green, yellow; perceptually uniform",
                            .points = 18,
                            .rgb = {0x440154, 0x481769, 0x472a7a, 0x433d84, 0x3d4e8a, 0x355e8d, 0x2e6d8e, 0x297b8e,
                                    0x23898e, 0x1f978b, 0x21a585, 0x2eb37c, 0x46c06f, 0x65cb5e, 0x89d548, 0xb0dd2f,
                                    0xd8e219, 0xfde725}},
    [SCREE_RAMP_MAGMA] = {.name = "magma",
                          .description = "black, purple, orange, pale yellow; perceptually uniform",
                          .points = 18,
                          .rgb = {0x000004, 0x090720, 0x1a1042, 0x311165, 0x4a1079, 0x621980, 0x792282, 0x912b81,
                                  0xaa337d, 0xc23b75, 0xd9466b, 0xec5860, 0xf7725c, 0xfc8e64, 0xfeaa74, 0xfec68a,
                                  0xfde2a3, 0xfcfdbf}},
    [SCREE_RAMP_INFERNO] = {.name = "inferno",
                            .description = "black, red, yellow; perceptually uniform",
                            .points = 18,
                            .rgb = {0x000004, 0x0a0722, 0x1e0c45, 0x380962, 0x510e6c, 0x69166e, 0x801f6c, 0x982766,
                                    0xb0315b, 0xc63d4d, 0xd94d3d, 0xe9612b, 0xf47918, 0xfa9407, 0xfcb014, 0xf8cd37,
                                    0xf2ea69, 0xfcffa4}},
    [SCREE_RAMP_PLASMA] = {.name = "plasma",
                           .description = "blue, red, yellow; perceptually uniform",
                           .points = 18,
                           .rgb = {0x0d0887, 0x2f0596, 0x4903a0, 0x6100a7, 0x7801a8, 0x8e0ca4, 0xa21d9a, 0xb42e8d,
                                   0xc43e7f, 0xd24f71, 0xde6164, 0xe97257, 0xf3854b, 0xf99a3e, 0xfdaf31, 0xfdc627,
                                   0xf8df25, 0xf0f921}},
    [SCREE_RAMP_CIVIDIS] = {.name = "cividis",
                            .description = "blue, grey, yellow; nearly the same with red-green colour blindness",
                            .points = 18,
                            .rgb = {0x00224e, 0x002d68, 0x163770, 0x2e416d, 0x3f4c6c, 0x4e566c, 0x5c616e, 0x696b71,
                                    0x767676, 0x838179, 0x928c78, 0xa09875, 0xafa471, 0xbfb06b, 0xcfbd62, 0xdfca57,
                                    0xf0d846, 0xfee838}},
    [SCREE_RAMP_TERRAIN] = {.name = "terrain",
                            .description = "green lowlands, yellow, brown, grey and white heights",
                            .points = 11,
                            .rgb = {0x3f7a62, 0x5f9467, 0x8aae72, 0xb8c683, 0xdcd596, 0xdfc48a, 0xcba675, 0xb08968,
                                    0xa08a7e, 0xc6c1bd, 0xfbfbfb}},
    [SCREE_RAMP_ATLAS] = {.name = "atlas",
                          .description = "blue seas up to the middle of the range, and land above it",
                          .points = 17,
                          .rgb = {0x0a2347, 0x0f3560, 0x174b7b, 0x246596, 0x3a82af, 0x5da3c6, 0x8cc4da, 0xbfe3e6,
                                  0x6f9f63, 0x8fb56d, 0xbcc67d, 0xded596, 0xd9bb80, 0xbd9465, 0x9a7560, 0xaaa29e,
                                  0xfbfbfb}},
    [SCREE_RAMP_WATER] = {.name = "water",
                          .description = "deep blue, turquoise, white: pools and skies",
                          .points = 8,
                          .rgb = {0x06264f, 0x0b4577, 0x13679b, 0x2a8cb8, 0x55b1cc, 0x93d3dd, 0xcfedec, 0xffffff}},
    [SCREE_RAMP_SAND] = {.name = "sand",
                         .description = "brown, ochre, cream: dunes and dry earth",
                         .points = 8,
                         .rgb = {0x3b2418, 0x64402a, 0x8c603c, 0xae8050, 0xc99f68, 0xdebd88, 0xeed8ae, 0xf9eed7}},
    [SCREE_RAMP_WOOD] = {.name = "wood",
                         .description = "dark brown, reddish brown, pale yellow: planks",
                         .points = 7,
                         .rgb = {0x2e1810, 0x56301b, 0x7d4a28, 0x9f6838, 0xbc864c, 0xd5a768, 0xe8c78e}},
};

static const ramp_row *row_of(scree_ramp ramp)
{
    return (unsigned)ramp < sizeof rows / sizeof rows[0] ? &rows[ramp] : NULL;
}

SCREE_DEFINE_CHOICES_BY(scree_ramp, row_of)

/* Control point `i` of a channel; beyond the ends the line through the last two goes on. */
static float point_at(const ramp_row *row, int i, int shift)
{
    if (i >= 0 && i < row->points) {
        return (float)(row->rgb[i] >> shift & 255u);
    }
    const int end = i < 0 ? 0 : row->points - 1;
    const int inner = i < 0 ? 1 : row->points - 2;
    return 2.0f * point_at(row, end, shift) - point_at(row, inner, shift);
}

/* The cubic polynomial of E. Catmull and R. Rom (1974) through the points b and c, kept within a channel. */
static float interpolate(float a, float b, float c, float d, float f)
{
    const float value = b +
                        0.5f * f * (c - a + f * (2.0f * a - 5.0f * b + 4.0f * c - d + f * (3.0f * (b - c) + d - a)));
    return value < 0.0f ? 0.0f : value > 255.0f ? 255.0f : value;
}

static float channel_between(const ramp_row *row, int first, float f, int shift)
{
    return interpolate(point_at(row, first - 1, shift), point_at(row, first, shift), point_at(row, first + 1, shift),
                       point_at(row, first + 2, shift), f);
}

static scree_colour colour_at_step(const ramp_row *row, int step)
{
    const float position = (float)step / (float)(SCREE_RAMP_STEPS - 1) * (float)(row->points - 1);
    const int first = position < (float)(row->points - 1) ? (int)position : row->points - 2;
    const float f = position - (float)first;
    return (scree_colour){channel_between(row, first, f, 16), channel_between(row, first, f, 8),
                          channel_between(row, first, f, 0)};
}

void scree_ramp_make(scree_ramp ramp, bool is_reversed, scree_ramp_table *table)
{
    for (int step = 0; step < SCREE_RAMP_STEPS; step++) {
        table->colours[is_reversed ? SCREE_RAMP_STEPS - 1 - step : step] = colour_at_step(&rows[ramp], step);
    }
}

scree_colour scree_ramp_at(const scree_ramp_table *table, double position)
{
    const double clamped = position < 0.0 ? 0.0 : position > 1.0 ? 1.0 : position;
    return table->colours[(int)(clamped * (SCREE_RAMP_STEPS - 1) + 0.5)];
}

scree_result scree_ramp_colours(scree_ramp ramp, bool is_reversed, uint32_t count, uint8_t *colours)
{
    if (row_of(ramp) == NULL || colours == NULL || count == 0) {
        return SCREE_ERROR_INVALID;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_ramp_table table;
    scree_ramp_make(ramp, is_reversed, &table);
    for (uint32_t i = 0; i < count; i++) {
        const scree_colour colour = scree_ramp_at(&table, count > 1 ? (double)i / (count - 1) : 0.0);
        colours[3 * (size_t)i] = (uint8_t)(colour.red + 0.5f);
        colours[3 * (size_t)i + 1] = (uint8_t)(colour.green + 0.5f);
        colours[3 * (size_t)i + 2] = (uint8_t)(colour.blue + 0.5f);
    }
    scree_float_environment_leave(&saved);
    return SCREE_OK;
}
