/*
 * Strings of FastNoise2's trees. What they compute was measured with FastNoise2 1.1.1 on an AVX-512 processor, but for a
 * dimension that is added to three, which that version evaluates at a place that is not defined.
 */
#ifndef SCREE_TEST_FASTNOISE2_ROWS_H
#define SCREE_TEST_FASTNOISE2_ROWS_H

#define FASTNOISE2_POSITIONS 4

/* A tree without noise, and its values in 2, 3 and 4 axes at (1.6, -2.1, 3.3, 0.4) and at three positions that are each
   (2.3, 1.7, -0.9, 0.6) farther. */
typedef struct measured_tree {
    const char *name;
    const char *string;
    double value[3][FASTNOISE2_POSITIONS];
} measured_tree;

/* clang-format off */
static const measured_tree measured_trees[] = {
    {"Constant", "@CCDABA==",
     {{-2.5, -2.5, -2.5, -2.5}, {-2.5, -2.5, -2.5, -2.5}, {-2.5, -2.5, -2.5, -2.5}}},
    {"Checkerboard", "AgCamTlAC@AgD4E",
     {{0.25, 1, 0.25, 0.25}, {1, 0.25, 1, 0.25}, {1, 0.25, 0.25, 1}}},
    {"SineWave", "Aw@AIBAC@AQMAQ@BPwQ=",
     {{-1.591568, -1.394607, -0.6913304, -0.2356808}, {-1.500898, -1.331651, -1.045375, -1.098422}, {-1.275048, -1.270201, -1.170315, -1.170772}}},
    {"Gradient", "BACamZk+CM3MTL4QzczMPRjNzMw+Aw@AEAKAw@AKBADA==",
     {{1.525654, 1.861241, 2.151371, 2.438013}, {1.845729, 2.095191, 2.335629, 2.596594}, {1.991257, 2.491031, 2.98548, 3.48429}}},
    {"DistanceToPoint", "BQMAAIA/CgM@ACgQAw=",
     {{4.247728, 8.528197, 28.15694, 62.20391}, {15.33588, 14.30991, 30.79834, 65.21231}, {15.79364, 15.3259, 33.48174, 70.27952}}},
    {"DistanceToPoint", "BQAC@CwAAgD8T@BvwQ=",
     {{2.7, 3.3, 6.5, 10.5}, {6.5, 6.2, 8.5, 11.6}, {6.9, 7.2, 10.1, 13.8}}},
    {"DistanceToPoint", "BQAD@CwAAgD8T@BvwQ=",
     {{7.469999, 11.87, 35.23, 75.75}, {25.71, 23.18, 41.23, 78.06}, {26.27, 25.18, 45.39, 85.1}}},
    {"DistanceToPoint", "BQAE@CwAAgD8T@BvwQ=",
     {{2.1, 2.9, 5.2, 7.5}, {3.8, 2.9, 5.2, 7.5}, {3.8, 2.9, 5.2, 7.5}}},
    {"FractalFBm", "DQAE@BCDMz8z8JAw@AKBABAOamRk/BA==",
     {{-0.747718, -0.08898201, 0.3299075, 0.6089834}, {-0.493715, -0.1434861, 0.07940782, 0.1410209}, {-0.08287618, -0.06642526, -0.0231413, 0.01496776}}},
    {"FractalFBm weighted", "DQkD@BoEAEAgM@ADgQAQLMzMzPwQ=",
     {{-0.1115267, -0.05317222, 0.265719, 0.5057324}, {-0.07061996, -0.02510416, 0.07504659, 0.06583267}, {-0.006207731, -0.005108491, 0.02305327, 0.02826114}}},
    {"FractalRidged", "DwkD@BoEAM",
     {{0.5726123, 1.474891, 0.5403933, 0.225076}, {0.9329826, 1.564399, 1.044284, 1.482262}, {1.59678, 1.686578, 1.228576, 1.573577}}},
    {"FractalRidged weighted", "DwkD@BoEAECgM@BQQQw=",
     {{0.5675822, 1.47624, 0.5443894, 0.1694063}, {0.9332198, 1.564635, 1.044444, 1.48136}, {1.59679, 1.686587, 1.228593, 1.573467}}},
    {"PingPong", "DgkD@BoEAEAwAAQEAE",
     {{0.3848035, 0.168607, 0.7294282, 0.3201919}, {0.2359295, 0.07785916, 0.2155609, 0.2010934}, {0.01885438, 0.01546836, 0.06780803, 0.08565366}}},
    {"Add", "FQkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.7717322, 1.193798, 1.843143, 2.509936}, {1.151357, 1.464047, 1.821854, 2.077031}, {1.383715, 1.884844, 2.412603, 2.918551}}},
    {"Multiply", "FwkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{-0.115441, -0.07025294, 0.3890284, 1.091875}, {-0.09673107, -0.03867005, 0.1257439, 0.1347326}, {-0.008735835, -0.009745029, 0.0540204, 0.08251303}}},
    {"Min", "GgkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{-0.1282678, -0.05620235, 0.2431427, 0.559936}, {-0.07864314, -0.02595305, 0.07185364, 0.06703115}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"Max", "GwkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.9, 1.25, 1.6, 1.95}, {1.23, 1.49, 1.75, 2.01}, {1.39, 1.89, 2.39, 2.89}}},
    {"Subtract", "FgMAAMA/CgQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.6, 0.25, -0.1, -0.45}, {0.27, 0.00999999, -0.25, -0.51}, {0.11, -0.39, -0.8900001, -1.39}}},
    {"Divide", "GAID@BoEAECwAAQL8E",
     {{0.1710238, 0.07493647, -0.3241903, -0.7465814}, {0.1048575, 0.03460407, -0.09580485, -0.08937486}, {0.008379698, 0.0068748, -0.0301369, -0.03806829}}},
    {"Divide by a node", "GAIEAJqZmT4IzcxMvhDNzMw9GM3MzD4EChUJAw@AKBABAM@ABADA==",
     {{0.480838, 0.6430711, 0.713285, 0.7617378}, {0.6401726, 0.7547945, 0.8446543, 0.9724091}, {0.6971908, 0.9474425, 1.181646, 1.424662}}},
    {"Modulus", "LQIEAJqZmT4IzcxMvhDNzMw9GM3MzD4EC6RwvT4E",
     {{0.16, 0.14, 0.1199999, 0.1}, {0.12, 0.01000004, 0.27, 0.1599999}, {0.28, 0.03999998, 0.1700001, 0.3000001}}},
    {"Abs", "GQkEAJqZmT4IzcxMvhDNzMw9GM3MzD4M",
     {{0.9, 1.25, 1.6, 1.95}, {1.23, 1.49, 1.75, 2.01}, {1.39, 1.89, 2.39, 2.89}}},
    {"MinSmooth", "HAkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgQLzcxMPwQ=",
     {{-0.1282678, -0.05620235, 0.2431427, 0.559936}, {-0.07864314, -0.02595305, 0.07185364, 0.06703115}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"MaxSmooth", "HQkD@BoEAEAgQAmpmZPgjNzEy+EM3MzD0YzczMPgQKAw@AMBADA==",
     {{0.9, 1.25, 1.6, 1.95}, {1.23, 1.49, 1.75, 2.01}, {1.39, 1.89, 2.39, 2.89}}},
    {"SignedSquareRoot", "HgkEAJqZmT4IzcxMvhDNzMw9GM3MzD4M",
     {{0.9487793, 1.117859, 1.265039, 1.396326}, {1.109132, 1.220629, 1.322754, 1.417698}, {1.178921, 1.374818, 1.546265, 1.700062}}},
    {"PowInt", "IAAD@BCQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.7290001, 1.953125, 4.096, 7.414876}, {1.860867, 3.307949, 5.359375, 8.120601}, {2.685619, 6.751269, 13.65192, 24.13757}}},
    {"DomainScale", "IQCamdk/CQM@ACgQAw=",
     {{-0.3389322, -0.131539, 0.3674968, 0.2121296}, {-0.3053677, -0.09581447, 0.1794037, 0.04297495}, {-0.0414021, -0.03195286, 0.09285259, 0.02923048}}},
    {"DomainScale", "IQCamdm/CQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{-1.53, -2.125, -2.72, -3.315}, {-2.091, -2.533, -2.975, -3.417}, {-2.363, -3.213, -4.063, -4.913001}}},
    {"DomainOffset", "IgkD@BoEAEAwAAoD8KBACamZk+CM3MTL4QzczMPRjNzMw+DA==",
     {{-0.1282719, 0.1450399, 0.5462362, 0.7766346}, {-0.05727917, 0.08562052, 0.1687417, 0.09369814}, {-0.00374192, 0.02309227, 0.06234086, 0.04376042}}},
    {"DomainRotate", "IwDNzEw/CQM@ACgQAw=",
     {{-0.03154528, 0.2729121, 0.5500048, 0.6830274}, {-0.01934093, 0.1260252, 0.1625376, 0.08176672}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"DomainRotate", "IwDNzEw/CM3MzL4QmpmZPgkD@BoEAM",
     {{-0.0001730323, 0.06695831, 0.2438601, 0.43177}, {-0.08975381, 0.07959902, 0.2959074, 0.4643656}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"DomainAxisScale", "J@CBAC@DQ@BPwkEAJqZmT4IzcxMvhDNzMw9GM3MzD4M",
     {{0.96, 2.34, 3.72, 5.1}, {1.125, 2.46, 3.795, 5.130001}, {1.285, 2.86, 4.435, 6.010001}}},
    {"SeedOffset", "JQkD@BoEAM",
     {{-0.1282678, -0.05620235, 0.2431427, 0.559936}, {-0.07864314, -0.02595305, 0.07185364, 0.06703115}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"GeneratorCache", "JwkD@BoEAM",
     {{-0.1282678, -0.05620235, 0.2431427, 0.559936}, {-0.07864314, -0.02595305, 0.07185364, 0.06703115}, {-0.006284773, -0.0051561, 0.02260268, 0.02855122}}},
    {"Fade", "KBED@BoEAEBACamZk+CM3MTL4QzczMPRjNzMw+BAID@CEEECw@AL8TAABAPwQ=",
     {{0.2406304, 0.4418148, 0.9087671, 1.471781}, {0.4231765, 0.5720376, 0.7714414, 0.8814848}, {0.5510753, 0.7515986, 0.9775013, 1.188034}}},
    {"Fade", "KAAB@BEQM@ACgQAQEAJqZmT4IzcxMvhDNzMw9GM3MzD4EAgM@CQQQL@BvxMAAEA/BA==",
     {{0.1738073, 0.3686451, 0.9023672, 1.569638}, {0.3510675, 0.4956084, 0.703626, 0.8050209}, {0.4835465, 0.6600563, 0.8673754, 1.057288}}},
    {"Fade", "KAAC@BEQM@ACgQAQEAJqZmT4IzcxMvhDNzMw9GM3MzD4EAgM@CQQQL@BvxMAAEA/BA==",
     {{0.1276893, 0.3168621, 0.8975691, 1.635889}, {0.2999235, 0.4408403, 0.65417, 0.7491712}, {0.4349594, 0.5941837, 0.787867, 0.9627523}}},
    {"Remap", "KQkEAJqZmT4IzcxMvhDNzMw9GM3MzD4EAw@AL8LAACAPhoD@CEEM",
     {{-0.09623385, -0.05462603, 0.3169715, 1.045224}, {-0.04767412, -0.01835706, 0.06330478, 0.08023638}, {-0.00260303, -0.002748623, 0.01615407, 0.0294269}}},
    {"Remap", "KQAB@BCQQAmpmZPgjNzEy+EM3MzD0YzczMPgQD@BvwsAAIA+GgM@CQQw=",
     {{-0.05155385, -0.02341115, 0.1132041, 0.3199666}, {-0.02066797, -0.00691849, 0.02110159, 0.02397501}, {-0.001032948, -0.0008625388, 0.004192233, 0.006510377}}},
    {"Terrace", "Kg@AEBACQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{1, 1.333333, 1.666667, 2}, {1.333333, 1.333333, 1.666667, 2}, {1.333333, 2, 2.333333, 3}}},
    {"Terrace", "Kg@BBACQQAmpmZPgjNzEy+EM3MzD0YzczMPgQDMzMzPwQ=",
     {{1, 1.25, 1.5, 2}, {1.201429, 1.5, 1.75, 2}, {1.5, 2, 2.5, 3}}},
    {"AddDimension", "KwkEAJqZmT4IzcxMvhDNzMw9GM3MzD4EAw@AD8E",
     {{0.95, 1.3, 1.65, 2}, {1.43, 1.69, 1.95, 2.21}, {1.39, 1.89, 2.39, 2.89}}},
    {"RemoveDimension", "L@ECQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.9, 1.25, 1.6, 1.95}, {-1.29, -0.6, 0.09000007, 0.7800002}, {-1.25, -0.5, 0.2500001, 1}}},
    {"RemoveDimension", "LAkEAJqZmT4IzcxMvhDNzMw9GM3MzD4M",
     {{0.9, 1.25, 1.6, 1.95}, {-0.18, 0.6900001, 1.56, 2.43}, {-0.14, 0.7900001, 1.72, 2.65}}},
    {"RemoveDimension", "LAAC@BCQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.9, 1.25, 1.6, 1.95}, {0.9, 1.25, 1.6, 1.95}, {0.9400001, 1.35, 1.76, 2.17}}},
    {"RemoveDimension", "LAAD@BCQQAmpmZPgjNzEy+EM3MzD0YzczMPgw=",
     {{0.9, 1.25, 1.6, 1.95}, {1.23, 1.49, 1.75, 2.01}, {1.23, 1.49, 1.75, 2.01}}},
    {"DomainRotatePlane", "LgkD@BoEAM",
     {{0.007497549, -0.05249691, -0.03459787, 0.103416}, {0.008916378, -0.1059033, -0.1340379, 0.04005134}, {0.0007125139, -0.02103972, -0.04216385, 0.01705945}}},
    {"DomainRotatePlane", "LgAB@BCQM@ACgQAw=",
     {{0.007497549, -0.05249691, -0.03459787, 0.103416}, {0.07082736, 0.0859642, -0.1042027, -0.4658002}, {0.005660176, 0.0170784, -0.03277868, -0.1984027}}},
    {"PowFloat", "HwIEAJqZmT4IzcxMvhDNzMw9GM3MzD4EC83MzD8E",
     {{0.8453539, 1.419068, 2.132673, 2.912102}, {1.384972, 1.91431, 2.45193, 3.056758}, {1.652551, 2.770298, 4.018683, 5.546412}}},
    {"DistanceToPoint Minkowski", "BQAF@BIwAAIEAE",
     {{2.474788, 3.907421, 6.293678, 8.758162}, {3.875948, 4.326494, 6.361062, 8.762383}, {3.881257, 4.368004, 6.43895, 8.871012}}},
};

/* Every type of nodes with its defaults, over Perlin noise; and, behind them, with nodes for all that may be one. */
static const char *const trees_of_types[] = {
    "AAQ=", /* Constant */
    "AQQ=", /* White */
    "AgQ=", /* Checkerboard */
    "AwQ=", /* SineWave */
    "BAQ=", /* Gradient */
    "BQQ=", /* DistanceToPoint */
    "BgQ=", /* Simplex */
    "BwQ=", /* SuperSimplex */
    "CAQ=", /* Perlin */
    "CQQ=", /* Value */
    "CgQ=", /* CellularValue */
    "CwQ=", /* CellularDistance */
    "DAkIDA==", /* CellularLookup */
    "DQkIDA==", /* FractalFBm */
    "DgkIDA==", /* PingPong */
    "DwkIDA==", /* FractalRidged */
    "EAkIDA==", /* DomainWarpSimplex */
    "EQkIDA==", /* DomainWarpSuperSimplex */
    "EgkIDA==", /* DomainWarpGradient */
    "EwkSCQgU", /* DomainWarpFractalProgressive */
    "FAkSCQgU", /* DomainWarpFractalIndependent */
    "FQkIDA==", /* Add */
    "FgQ=", /* Subtract */
    "FwkIDA==", /* Multiply */
    "GAQ=", /* Divide */
    "GQkIDA==", /* Abs */
    "GgkIDA==", /* Min */
    "GwkIDA==", /* Max */
    "HAkIDA==", /* MinSmooth */
    "HQkIDA==", /* MaxSmooth */
    "HgkIDA==", /* SignedSquareRoot */
    "HwQ=", /* PowFloat */
    "IAkIDA==", /* PowInt */
    "IQkIDA==", /* DomainScale */
    "IgkIDA==", /* DomainOffset */
    "IwkIDA==", /* DomainRotate */
    "JAkIDA==", /* DomainAxisScale */
    "JQkIDA==", /* SeedOffset */
    "JgkIDA==", /* ConvertRGBA8 */
    "JwkIDA==", /* GeneratorCache */
    "KBEIBAgM", /* Fade */
    "KQkIDA==", /* Remap */
    "KgkIDA==", /* Terrace */
    "KwkIDA==", /* AddDimension */
    "LAkIDA==", /* RemoveDimension */
    "LQQ=", /* Modulus */
    "LgkIDA==", /* DomainRotatePlane */
    "BAIGBAoGBBIGBBoGDA==", /* Gradient of nodes */
    "BQIGBAoGBBIGBBoGBCIGDA==", /* DistanceToPoint of nodes */
    "CgIGBAoGBBIGDA==", /* CellularValue of nodes */
    "CwIGBAoGBBIGDA==", /* CellularDistance of nodes */
    "DAkJBAIGBAoGBBIGDA==", /* CellularLookup of nodes */
    "DQkJBAIGBAoGDA==", /* FractalFBm of nodes */
    "DgkJBAIGDA==", /* PingPong of nodes */
    "DwkJBAIGBAoGDA==", /* FractalRidged of nodes */
    "EAkJBAIGDA==", /* DomainWarpSimplex of nodes */
    "EQkJBAIGDA==", /* DomainWarpSuperSimplex of nodes */
    "EgkJBAIGDA==", /* DomainWarpGradient of nodes */
    "EwkQCQkEAgYMAgYECgYM", /* DomainWarpFractalProgressive of nodes */
    "FAkQCQkEAgYMAgYECgYM", /* DomainWarpFractalIndependent of nodes */
    "FQkJBAIGDA==", /* Add of nodes */
    "FgIGBAoGDA==", /* Subtract of nodes */
    "FwkJBAIGDA==", /* Multiply of nodes */
    "GAIGBAoGDA==", /* Divide of nodes */
    "GgkJBAIGDA==", /* Min of nodes */
    "GwkJBAIGDA==", /* Max of nodes */
    "HAkJBAIGBAoGDA==", /* MinSmooth of nodes */
    "HQkJBAIGBAoGDA==", /* MaxSmooth of nodes */
    "HwIGBAoGDA==", /* PowFloat of nodes */
    "IgkJBAIGBAoGBBIGBBoGDA==", /* DomainOffset of nodes */
    "KBEJBAkEAgYECgYEEgYM", /* Fade of nodes */
    "KQkJBAIGBAoGBBIGBBoGDA==", /* Remap of nodes */
    "KgkJBAIGDA==", /* Terrace of nodes */
    "KwkJBAIGDA==", /* AddDimension of nodes */
    "LQIGBAoGDA==", /* Modulus of nodes */
};
/* clang-format on */

#endif
