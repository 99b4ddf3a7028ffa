/* The types of FastNoise2's nodes and their members, in the order in which its strings number them. */
#include "fastnoise2_tree.h"

/* clang-format off */
#define SCALE {"Feature Scale", 'f', 100.0f, 0}
#define SEED {"Seed Offset", 'i', 0.0f, 0}
#define OUTPUT {"Output Min", 'f', -1.0f, 0}, {"Output Max", 'f', 1.0f, 0}
#define EACH_AXIS(name, number) \
    {"X " name, 'f', number, 0}, {"Y " name, 'f', number, 0}, {"Z " name, 'f', number, 0}, {"W " name, 'f', number, 0}
#define EACH_AXIS_HYBRID(name) {"X " name, 0.0f}, {"Y " name, 0.0f}, {"Z " name, 0.0f}, {"W " name, 0.0f}
#define DISTANCE {"Distance Function", 'c', 1.0f, 5}
#define INDEX(name, number) {name, 'i', number, 0}
#define CELLULAR {"Minkowski P", 1.5f}, {"Grid Jitter", 1.0f}, {"Size Jitter", 0.0f}
#define OCTAVES {"Octaves", 'i', 3.0f, 0}, {"Lacunarity", 'f', 2.0f, 0}
#define FRACTAL {"Gain", 0.5f}, {"Weighted Strength", 0.0f}
#define WARP SCALE, SEED, EACH_AXIS("Amplitude Scaling", 1.0f)
#define AMPLITUDE {"Warp Amplitude", 50.0f}
#define OPERATOR .source = {"LHS"}, .hybrid = {{"RHS", 0.0f}}
#define OPERATOR_OF_NUMBERS .hybrid = {{"LHS", 0.0f}, {"RHS", 0.0f}}
#define SMOOTH .source = {"LHS"}, .hybrid = {{"RHS", 0.0f}, {"Smoothness", 0.1f}}
/* clang-format on */

static const scree_fn2_row rows[FN2_TYPE_COUNT] = {
    [FN2_CONSTANT] = {"Constant", .variable = {{"Value", 'f', 1.0f, 0}}},
    [FN2_WHITE] = {"White", .variable = {SEED, OUTPUT}},
    [FN2_CHECKERBOARD] = {"Checkerboard", .variable = {SCALE, OUTPUT}},
    [FN2_SINE_WAVE] = {"SineWave", .variable = {SCALE, OUTPUT}},
    [FN2_GRADIENT] = {"Gradient", .variable = {EACH_AXIS("Multiplier", 0.0f)}, .hybrid = {EACH_AXIS_HYBRID("Offset")}},
    /* Strings leave out Euclidean here, and FastNoise2 then takes the square all the same. */
    [FN2_DISTANCE_TO_POINT] = {"DistanceToPoint", .variable = {DISTANCE},
                               .hybrid = {EACH_AXIS_HYBRID("Point"), {"Minkowski P", 1.5f}}},
    [FN2_SIMPLEX] = {"Simplex", .variable = {SCALE, SEED, OUTPUT}},
    [FN2_SUPER_SIMPLEX] = {"SuperSimplex", .variable = {SCALE, SEED, OUTPUT}},
    [FN2_PERLIN] = {"Perlin", .variable = {SCALE, SEED, OUTPUT}},
    [FN2_VALUE] = {"Value", .variable = {SCALE, SEED, OUTPUT}},
    [FN2_CELLULAR_VALUE] = {"CellularValue",
                            .variable = {SCALE, SEED, OUTPUT, DISTANCE, INDEX("Value Index", 0.0f)},
                            .hybrid = {CELLULAR}},
    [FN2_CELLULAR_DISTANCE] = {"CellularDistance",
                               .variable = {SCALE,
                                            SEED,
                                            OUTPUT,
                                            DISTANCE,
                                            INDEX("Distance Index 0", 0.0f),
                                            INDEX("Distance Index 1", 1.0f),
                                            {"Return Type", 'c', 0.0f, 4}},
                               .hybrid = {CELLULAR}},
    [FN2_CELLULAR_LOOKUP] = {"CellularLookup", .variable = {SCALE, SEED, DISTANCE}, .source = {"Lookup"},
                             .hybrid = {CELLULAR}},
    [FN2_FRACTAL_FBM] = {"FractalFBm", .variable = {OCTAVES}, .source = {"Source"}, .hybrid = {FRACTAL}},
    [FN2_PING_PONG] = {"PingPong", .source = {"Source"}, .hybrid = {{"Ping Pong Strength", 2.0f}}},
    [FN2_FRACTAL_RIDGED] = {"FractalRidged", .variable = {OCTAVES}, .source = {"Source"}, .hybrid = {FRACTAL}},
    [FN2_WARP_SIMPLEX] = {"DomainWarpSimplex", .variable = {WARP, {"Vectorization Scheme", 'c', 0.0f, 1}},
                          .source = {"Source"}, .hybrid = {AMPLITUDE}},
    [FN2_WARP_SUPER_SIMPLEX] = {"DomainWarpSuperSimplex", .variable = {WARP, {"Vectorization Scheme", 'c', 0.0f, 1}},
                                .source = {"Source"}, .hybrid = {AMPLITUDE}},
    [FN2_WARP_GRADIENT] = {"DomainWarpGradient", .variable = {WARP}, .source = {"Source"}, .hybrid = {AMPLITUDE}},
    [FN2_WARP_PROGRESSIVE] = {"DomainWarpFractalProgressive", .variable = {OCTAVES}, .source = {"Domain Warp Source"},
                              .hybrid = {FRACTAL}},
    [FN2_WARP_INDEPENDENT] = {"DomainWarpFractalIndependent", .variable = {OCTAVES}, .source = {"Domain Warp Source"},
                              .hybrid = {FRACTAL}},
    [FN2_ADD] = {"Add", OPERATOR},
    [FN2_SUBTRACT] = {"Subtract", OPERATOR_OF_NUMBERS},
    [FN2_MULTIPLY] = {"Multiply", OPERATOR},
    [FN2_DIVIDE] = {"Divide", OPERATOR_OF_NUMBERS},
    [FN2_ABS] = {"Abs", .source = {"Source"}},
    [FN2_MIN] = {"Min", OPERATOR},
    [FN2_MAX] = {"Max", OPERATOR},
    [FN2_MIN_SMOOTH] = {"MinSmooth", SMOOTH},
    [FN2_MAX_SMOOTH] = {"MaxSmooth", SMOOTH},
    [FN2_SIGNED_SQUARE_ROOT] = {"SignedSquareRoot", .source = {"Source"}},
    [FN2_POW_FLOAT] = {"PowFloat", .hybrid = {{"Value", 2.0f}, {"Pow", 2.0f}}},
    [FN2_POW_INT] = {"PowInt", .variable = {{"Pow", 'i', 2.0f, 0}}, .source = {"Value"}},
    [FN2_DOMAIN_SCALE] = {"DomainScale", .variable = {{"Scaling", 'f', 1.0f, 0}}, .source = {"Source"}},
    [FN2_DOMAIN_OFFSET] = {"DomainOffset", .source = {"Source"}, .hybrid = {EACH_AXIS_HYBRID("Offset")}},
    [FN2_DOMAIN_ROTATE] = {"DomainRotate",
                           .variable = {{"Yaw", 'f', 0.0f, 0}, {"Pitch", 'f', 0.0f, 0}, {"Roll", 'f', 0.0f, 0}},
                           .source = {"Source"}},
    [FN2_DOMAIN_AXIS_SCALE] = {"DomainAxisScale", .variable = {EACH_AXIS("Scaling", 1.0f)}, .source = {"Source"}},
    [FN2_SEED_OFFSET] = {"SeedOffset", .variable = {{"Seed Offset", 'i', 1.0f, 0}}, .source = {"Source"}},
    [FN2_CONVERT_RGBA8] = {"ConvertRGBA8", .variable = {{"Min", 'f', -1.0f, 0}, {"Max", 'f', 1.0f, 0}},
                           .source = {"Source"}},
    [FN2_GENERATOR_CACHE] = {"GeneratorCache", .source = {"Source"}},
    [FN2_FADE] = {"Fade", .variable = {{"Interpolation", 'c', 0.0f, 2}}, .source = {"A", "B"},
                  .hybrid = {{"Fade", 0.0f}, {"Fade Min", -1.0f}, {"Fade Max", 1.0f}}},
    [FN2_REMAP] = {"Remap", .variable = {{"Clamp Output", 'c', 0.0f, 1}}, .source = {"Source"},
                   .hybrid = {{"From Min", -1.0f}, {"From Max", 1.0f}, {"To Min", 0.0f}, {"To Max", 1.0f}}},
    [FN2_TERRACE] = {"Terrace", .variable = {{"Step Count", 'f', 1.0f, 0}}, .source = {"Source"},
                     .hybrid = {{"Smoothness", 0.0f}}},
    [FN2_ADD_DIMENSION] = {"AddDimension", .source = {"Source"}, .hybrid = {{"New Dimension Position", 0.0f}}},
    [FN2_REMOVE_DIMENSION] = {"RemoveDimension", .variable = {{"Remove Dimension", 'c', 1.0f, 3}},
                              .source = {"Source"}},
    [FN2_MODULUS] = {"Modulus", OPERATOR_OF_NUMBERS},
    [FN2_DOMAIN_ROTATE_PLANE] = {"DomainRotatePlane", .variable = {{"Rotation Type", 'c', 0.0f, 1}},
                                 .source = {"Source"}},
};

const scree_fn2_row *scree_fn2_row_of(uint32_t type)
{
    return type < FN2_TYPE_COUNT ? &rows[type] : NULL;
}
