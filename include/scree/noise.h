/**
 * @file
 * @brief Noise of many kinds (scree_noise_kind) with fractal sums, in 1 to 8 dimensions.
 *
 * Sources of the methods. Gradient noise: K. Perlin, "An Image Synthesizer" (SIGGRAPH 1985) and "Improving Noise"
 * (SIGGRAPH 2002). Simplex noise: K. Perlin, "Noise Hardware" (SIGGRAPH 2001 course notes); OpenSimplex2: K. Spencer
 * (2020). Cellular noise: S. Worley, "A Cellular Texture Basis Function" (SIGGRAPH 1996). Fractal sums: F. K. Musgrave
 * in Ebert et al., "Texturing and Modeling"; ping-pong and the weighted strength: J. Peck, FastNoise Lite (2020). The
 * order of evaluation on grids is scree's own contraction (docs/determinism.md). Gabor noise: A. Lagae et al.,
 * "Procedural Noise using Sparse Gabor Convolution" (SIGGRAPH 2009). Phasor noise: T. Tricard et al., "Procedural
 * Phasor Noise" (SIGGRAPH 2019). The noises of shaders: I. McEwan et al., "Efficient computational noise in GLSL"
 * (2012).
 */
#ifndef SCREE_NOISE_H
#define SCREE_NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/field.h>
#include <scree/grid.h>
#include <scree/parameter.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum number of octaves. */
#define SCREE_MAX_OCTAVES 32

/** The quantity at a lattice point. */
typedef enum scree_noise_kind {
    SCREE_NOISE_PERLIN = 0,  /**< A gradient: the field is zero at lattice points. */
    SCREE_NOISE_VALUE = 1,   /**< A value, uniform in [-1, 1). */
    SCREE_NOISE_WHITE = 2,   /**< The same, but one for each cell: nothing is interpolated, the fade has no effect. */
    SCREE_NOISE_SIMPLEX = 3, /**< Gradients at the corners of simplices: triangles, tetrahedra, and such of 4 axes. */
    /** K. Spencer's OpenSimplex2, 2 to 4 axes: the same simplices, in 3 axes with gradients that are symmetric in them.
     */
    SCREE_NOISE_OPENSIMPLEX2 = 4,
    SCREE_NOISE_OPENSIMPLEX2S = 5, /**< The same with a larger radius, 2 and 3 axes: smoother, and slower. */
    /** A point in each cell: distances to the nearest ones (S. Worley, "A Cellular Texture Basis Function", SIGGRAPH
        1996). 1 to 4 axes. */
    SCREE_NOISE_CELLULAR = 6,
    SCREE_NOISE_GABOR = 7,  /**< Waves at random positions, in a chosen direction or in all. 2 or 3 axes. */
    SCREE_NOISE_PHASOR = 8, /**< The sine of the phase of the sum of such waves. 2 or 3 axes. */
    /** Perlin noise as I. McEwan et al. made it for shaders (2012): a permutation of 289 numbers, and gradients by
        arithmetic. Repeats after 289 cells. With seed 0 the first octave is as published, in 3 axes times 1.5 / 2.2. 2
        or 3 axes. */
    SCREE_NOISE_GLSL_PERLIN = 9,
    SCREE_NOISE_GLSL_SIMPLEX = 10, /**< Their simplex noise, in 3 axes times 98 / 105. 2 or 3 axes. */
    /** Values, interpolated along each axis by a cubic through four nodes. 1 to 4 axes. */
    SCREE_NOISE_VALUE_CUBIC = 11,
    /** Waves across a direction (R. S. Johansen, "Phacelle - Cheap Directional Noise", 2026, has the idea). Stripes are
        4/3 of a cell apart. With 2 axes they lie along the first one; with 3 the third coordinate is the angle from
        there towards the second, in turns; with 4 the last two are the direction, whose length multiplies the number of
        stripes, and which repeats after 2^16. All octaves have the same one, unless `has_octave_rotation` turns them. */
    SCREE_NOISE_STRIPES = 12,
    /** Ground with rivers that meet (M. Gaillard et al., "Dendry: A Procedural Model for Dendritic Patterns", 2019, has
        the idea), or the distance to their banks. Every cell has a spring, whose river runs down to that of a neighbour
        and on, until no neighbour is lower; brooks of smaller cells run into it. 2 axes. */
    SCREE_NOISE_RIVERS = 13
} scree_noise_kind;

/** How a lattice point is hashed. */
typedef enum scree_noise_hash {
    /** Integer hash of 64-bit cell indices and the seed; every octave has different values. */
    SCREE_NOISE_HASH_SCREE = 0,
    /** Perlin's permutation of 2002 and, up to 3 axes, his gradients, unscaled. Repeats after 256 cells. Seed 0
        reproduces the published values in the first octave. */
    SCREE_NOISE_HASH_PERLIN2002 = 1
} scree_noise_hash;

/** The set that gradients are drawn from. No effect on value noise or with SCREE_NOISE_HASH_PERLIN2002. */
typedef enum scree_noise_gradients {
    /** Midpoints of the edges of a cube (3 axes and more), 16 directions of equal length (2), 16 slopes (1). */
    SCREE_NOISE_GRADIENTS_EDGES = 0,
    SCREE_NOISE_GRADIENTS_SPHERE = 1, /**< 256 unit vectors. */
    SCREE_NOISE_GRADIENTS_CUBE = 2    /**< 256 vectors, uniform in the cube [-1, 1]^axes. */
} scree_noise_gradients;

/** The weight of the far node as a function of the fraction f of the cell. */
typedef enum scree_noise_fade {
    SCREE_NOISE_FADE_QUINTIC = 0, /**< 6f^5 - 15f^4 + 10f^3: continuous second derivative. */
    SCREE_NOISE_FADE_CUBIC = 1,   /**< 3f^2 - 2f^3. */
    SCREE_NOISE_FADE_COSINE = 2,  /**< (1 - cos(pi f)) / 2, by a polynomial that is the same on every machine. */
    SCREE_NOISE_FADE_LINEAR = 3   /**< f: creases at the cells' borders. */
} scree_noise_fade;

/**
 * How octaves are transformed and summed; v is an octave in [-1, 1], w its weight, s the sum so far. The last three are
 * those of F. K. Musgrave; in them an octave depends on those before, and octaves of weight 0 are left out. A factor
 * below 2^-32 counts as 0.
 */
typedef enum scree_noise_fractal {
    SCREE_NOISE_FRACTAL_FBM = 0,    /**< sum of w v: fractional Brownian motion. */
    SCREE_NOISE_FRACTAL_BILLOW = 1, /**< sum of w |v|. */
    SCREE_NOISE_FRACTAL_RIDGED = 2, /**< sum of w (1 - |v|)^2. */
    /** sum of w (2 p - 1); p is the distance of (v + 1) `ping_pong.strength` to the nearest even number. */
    SCREE_NOISE_FRACTAL_PING_PONG = 3,
    /** Hybrid multifractal: sum of f w (v + `musgrave.offset`). The factor f is 1 at first, then what the octave before
        has added, at most 1. */
    SCREE_NOISE_FRACTAL_HYBRID = 4,
    /** sum of w r; r = f (`musgrave.offset` - |v|)^2. The factor f is 1 at first, then r of the octave before times
        `musgrave.gain`, at most 1. */
    SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL = 5,
    /** sum of f w (v + `musgrave.offset`). The factor f is 1 at first, then s. */
    SCREE_NOISE_FRACTAL_HETERO_TERRAIN = 6
} scree_noise_fractal;

/**
 * How the lattice of simplex noise and of OpenSimplex2 lies in the field, after K. Spencer. It has no effect in 2 axes.
 */
typedef enum scree_noise_orientation {
    SCREE_NOISE_ORIENTATION_CLASSIC = 0, /**< All axes are alike: their main diagonal is the lattice's. */
    /** The third axis is along the main diagonal of the lattice, so that planes of x and y cut it evenly: for z as a
        height or as the time. In 4 axes the fourth is set as with `xyz`, then the third likewise within the space of
        the first three. */
    SCREE_NOISE_ORIENTATION_XY_PLANES = 1,
    /** The fourth axis is along the main diagonal of the lattice, so that spaces of x, y and z cut it evenly: for w as
        the time. In 3 axes the same as `classic`. */
    SCREE_NOISE_ORIENTATION_XYZ = 2
} scree_noise_orientation;

/** The distance of cellular noise; d is the offset along each axis. */
typedef enum scree_noise_metric {
    SCREE_NOISE_METRIC_EUCLIDEAN = 0, /**< The root of the sum of d^2. */
    SCREE_NOISE_METRIC_SQUARED = 1,   /**< The sum of d^2. */
    SCREE_NOISE_METRIC_MANHATTAN = 2, /**< The sum of |d|. */
    SCREE_NOISE_METRIC_CHEBYSHEV = 3, /**< The greatest |d|. */
    SCREE_NOISE_METRIC_HYBRID = 4     /**< The sum of |d| + d^2. */
} scree_noise_metric;

/**
 * The feature of its points that cellular noise shows. F1, F2 and F3 are the distances to the nearest point, the second
 * and the third nearest, in cells of the octave; no point that is nearer is ever missed.
 *
 * An octave lies within [-1, 1]. A distance d is stored as 2 d / most - 1, where `most` is the largest that there can
 * be. With n axes, the jitter j, a = (1 + j) / 2, and h = 0 or 1/2, whichever gives more, the Euclidean one is
 *   - F1: a sqrt(n)
 *   - F2, F2 - F1: sqrt((a + h)^2 + (n - 1) (a - h)^2)
 *   - F3: sqrt(a^2 + (a + h)^2 + (n - 2) (a - h)^2); a + 1 with one axis
 *   - F1 F2: the product of those of F1 and F2
 *   - border: a third of the sum of those of F1 and F2
 *
 * and the squared one its square. Manhattan: F1 a n; F2 a n + h (2 - n); F3 a n + h (3 - n). Chebyshev: F1 a; F2 and F3
 * a + 1/2. With one axis F3 is a + 1 by both. The hybrid one is the squared one with x + x^2 for every square x^2; it
 * stores an offset as offset / x, where x + x^2 is its F1. Otherwise an offset is stored as offset / most, with `most`
 * of F1 (Euclidean where squared).
 */
typedef enum scree_noise_feature {
    SCREE_NOISE_FEATURE_F1 = 0, /**< F1; a smooth minimum of all distances where `cellular.smoothness` asks for one. */
    SCREE_NOISE_FEATURE_F2 = 1, /**< F2. */
    SCREE_NOISE_FEATURE_F3 = 2, /**< F3. */
    SCREE_NOISE_FEATURE_F2_MINUS_F1 = 3, /**< F2 - F1: -1 where two cells meet. */
    SCREE_NOISE_FEATURE_F1_TIMES_F2 = 4, /**< F1 F2. */
    SCREE_NOISE_FEATURE_VALUE = 5,       /**< A value for each point, uniform in [-1, 1): cells of one colour. */
    /** The distance to the border of the nearest point's cell, which is the nearest plane halfway between that point
        and another one. Euclidean metric only. */
    SCREE_NOISE_FEATURE_BORDER = 6,
    SCREE_NOISE_FEATURE_OFFSET_X = 7, /**< The nearest point's position: its offset from the sample along axis 0; */
    SCREE_NOISE_FEATURE_OFFSET_Y = 8, /**< along axis 1, */
    SCREE_NOISE_FEATURE_OFFSET_Z = 9, /**< axis 2, */
    SCREE_NOISE_FEATURE_OFFSET_W = 10 /**< and axis 3. */
} scree_noise_feature;

/** Parameters of skewed lattices: those of simplex noise and of OpenSimplex2. */
typedef struct scree_noise_lattice {
    scree_noise_orientation orientation; /**< 0 = classic. */
    uint32_t reserved[3];                /**< Must be 0. */
} scree_noise_lattice;

/** Parameters of cellular noise. */
typedef struct scree_noise_cellular {
    scree_noise_metric metric;   /**< 0 = Euclidean. */
    scree_noise_feature feature; /**< 0 = F1. An offset needs its axis. */
    /** How far points lie from the centres of their cells, up to 1: anywhere in the cell. 0 = 1; SCREE_ZERO = in the
        centres. */
    double jitter;
    /** Feature F1: rounds the creases where cells meet; 0 = none, otherwise 1/1024 to 1. Instead of the least distance
        the sample has -k log2(sum of 2^(-d/k)) over the points round it, where k is a quarter of the smoothness: k less
        where two points are equally far. The weight of a point is multiplied by (1 - (d/r)^8)^2, which ends at the
        cells that are looked at: r = 2; 3 with four axes; Manhattan n + 1; hybrid 6, and 12 from three axes on. However
        many points meet, the sum is at most S = 2^n + sum of ((j + 2)^n - (j + 1)^n) 2^(-j/(2k)) for j from 1 to
        2 r - 1, and the sample is raised by k log2(S), so that it is not negative; squares are of what is raised. The
        largest is that of F1, raised as far, and by -2 k log2(1 - (F1/r)^8). */
    double smoothness;
    double reserved[4]; /**< Must be 0. */
} scree_noise_cellular;

/** Parameters of Gabor and phasor noise. */
typedef struct scree_noise_gabor {
    double frequency; /**< Cycles of a wave in a cell of the octave, 1/16 to 64. 0 = 2. */
    double azimuth;   /**< Direction in which the waves run: degrees from x towards y, -360 to 360. */
    double elevation; /**< Its rise in three axes: degrees from the plane of x and y towards z, -360 to 360. */
    /** 0 = all waves run in that direction, 1 = in all directions alike; between, within an angle of this many right
        angles of it in two axes, within a cap of that height on the sphere in three. */
    double isotropy;
    double reserved[4]; /**< Must be 0. */
} scree_noise_gabor;

/** The shape of the waves of stripes. */
typedef enum scree_noise_profile {
    SCREE_NOISE_PROFILE_WAVE = 0, /**< A cosine, from -1 to 1. */
    /** (1 + w) / 2 with the cosine w, times the sign of the sine: 1 and -1 on the two sides of a ridge, 0 in a valley.
     */
    SCREE_NOISE_PROFILE_SAW = 1
} scree_noise_profile;

/** The parameter of stripes. */
typedef struct scree_noise_stripes {
    scree_noise_profile profile; /**< 0 = wave. */
    uint32_t reserved[7];        /**< Must be 0. */
} scree_noise_stripes;

/** The measure that rivers show. */
typedef enum scree_noise_measure {
    SCREE_NOISE_MEASURE_HEIGHT = 0, /**< The ground: it falls to the nearest river, and along that. */
    /** The distance to the nearest bank in quarters of a cell, at most 1; 0 at a bank, and down to -0.4 in the middle of
        the widest water. */
    SCREE_NOISE_MEASURE_DISTANCE = 1
} scree_noise_measure;

/** The parameters of rivers. */
typedef struct scree_noise_rivers {
    scree_noise_measure measure; /**< 0 = height. */
    uint32_t levels;             /**< Sizes of rivers and brooks, each half the one before, 1 to 4. 0 = 3. */
    uint32_t reserved[6];        /**< Must be 0. */
} scree_noise_rivers;

/** The parameter of SCREE_NOISE_FRACTAL_PING_PONG. */
typedef struct scree_noise_ping_pong {
    double strength;    /**< The number of waves that an octave is folded into, 1/16 to 16. 0 = 2. */
    double reserved[1]; /**< Must be 0. */
} scree_noise_ping_pong;

/** Parameters of F. K. Musgrave's fractals. */
typedef struct scree_noise_musgrave {
    double offset; /**< Added to octaves, or the height of ridges, 1/1024 to 16. 0 = 1. */
    /** SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL: how soon ridges let the octave after them through, 1/16 to 16. 0 = 2.
     */
    double gain;
    double reserved[2]; /**< Must be 0. */
} scree_noise_musgrave;

/** The most times that a field is warped. */
#define SCREE_MAX_WARPS 4

/** The positions at which the octaves of a warp are evaluated. */
typedef enum scree_noise_warp_fractal {
    SCREE_NOISE_WARP_INDEPENDENT = 0, /**< All of them where the sample is; their sum displaces it. */
    SCREE_NOISE_WARP_PROGRESSIVE = 1  /**< Each of them where those before have displaced the sample to. */
} scree_noise_warp_fractal;
/** The maximum number of octaves of curl noise in 3 axes. */
#define SCREE_MAX_CURL_OCTAVES 8

/** Numbers that a sample has beside its value, or instead of it (scree_field_channels()). */
typedef struct scree_noise_sample {
    /**
     * Behind the value, the derivative along each axis, for each cell of the first octave. They are those of the
     * mathematical field, computed along with the value, whose bits they do not change. Where a field has a crease they
     * are those of one of its sides. For all kinds but white noise, warped by any but that too. Derivatives of a warp
     * are cut off beyond a magnitude of 2^30.
     */
    bool has_derivatives;
    /**
     * Instead of the value, the curl of a potential, for each cell of the first octave: a velocity without sources or
     * sinks (R. Bridson et al., "Curl-Noise for Procedural Fluid Flow", 2007). In 2 axes the noise is the potential,
     * and a sample has two channels; in 3 axes the potential has three parts, each a noise of its own with up to
     * SCREE_MAX_CURL_OCTAVES octaves, and a sample has three channels. As with `has_derivatives`, which excludes it.
     */
    bool is_curl;
    bool reserved[6]; /**< Must be false. */
} scree_noise_sample;

/** Distributions of a field's values. */
typedef enum scree_noise_distribution {
    SCREE_NOISE_DISTRIBUTION_OWN = 0,     /**< The noise's own, unchanged. */
    SCREE_NOISE_DISTRIBUTION_UNIFORM = 1, /**< Evenly in [-1, 1]: a share p of them is above 1 - 2 p. */
    SCREE_NOISE_DISTRIBUTION_NORMAL = 2   /**< Normally: mean 0, standard deviation 1, cut off at -4.8 and 4.8. */
} scree_noise_distribution;

/** Quantiles that describe the distribution of a field's own values. */
#define SCREE_NOISE_QUANTILE_COUNT 257

/**
 * Another distribution of values. A monotone map, which is linear between SCREE_NOISE_QUANTILE_COUNT quantiles of the
 * noise, takes each value to what is as rare in the wanted distribution; values beyond the first and the last become
 * the ends. The map is one for all of the field, so tiles and points agree. Derivatives are multiplied by its slope;
 * curl has no such map. Where many samples of a field have one value, they have one value still.
 */
typedef struct scree_noise_values {
    scree_noise_distribution distribution; /**< 0 = the noise's own. */
    /** 0: the field measures its quantiles when it is first used with some number of axes, on 2^22 points that are
         spread over all of it: the same numbers on every machine. That takes the CPU as long as any other 2^22 points.
         Otherwise SCREE_NOISE_QUANTILE_COUNT: as scree_noise_measure_quantiles() has found them. */
    uint32_t quantile_count;
    /** The lowest value, then for z from -4.7625 to 4.7625 in steps of 0.0375 the value that as many are below as of a
        normal distribution are below z, then the highest value; none is below the one before. Used as float32. */
    double quantiles[SCREE_NOISE_QUANTILE_COUNT];
    double reserved[4]; /**< Must be 0. */
} scree_noise_values;

/**
 * The warp of a field: noise that displaces samples before the field is evaluated, after K. Perlin and I. Quilez. The
 * displacement along each axis is noise of its own, of the default fade and gradients. All kinds can warp all others,
 * in 1 to 4 axes. Along an axis with a period, that must be a whole number of cells of the warp, too: the warped field
 * repeats then. Cells of displaced octaves count modulo 2^32.
 */
typedef struct scree_noise_warp {
    double amplitude;      /**< The weight of the warp's first octave, in cells of the field's first one: 0 = no
                                warp, otherwise a magnitude from 2^-32 to 1e6. No sample may be displaced by more
                                than 2^26 cells of any octave. */
    double frequency;      /**< Cells of the warp's first octave for each cell of the field's, 2^-16 to 2^16. 0 = 1. */
    scree_noise_kind kind; /**< 0 = Perlin. */
    scree_noise_warp_fractal fractal; /**< 0 = independent. */
    uint64_t seed;                    /**< Together with the field's seed, makes another warp. */
    uint32_t octaves;                 /**< 1 to 32. 0 = 1. */
    uint32_t times;                   /**< 1 to 4: once, the field is evaluated at p + w(p); twice, at p + w(p + v(p))
                                           with another warp v of the same parameters; and so on. 0 = 1. */
    double lacunarity;                /**< Ratio of an octave's frequency to that of the octave before, 1/16 to 16.
                                           0 = 2. */
    double gain;                      /**< Ratio of an octave's weight to that of the octave before, magnitude at most
                                           16. 0 = 0.5; SCREE_ZERO = no weight after the first octave. */
    double reserved[4];               /**< Must be 0. */
} scree_noise_warp;

/**
 * Parameters of a noise field. A zeroed struct is one octave of Perlin noise. The groups of kinds and fractals have no
 * effect on others, and are checked all the same. All periods are checked, but only those of the
 * grid's axes have an effect. Grows (context.h).
 */
typedef struct scree_noise_params {
    scree_noise_kind kind;           /**< 0 = Perlin. */
    scree_noise_hash hash;           /**< 0 = scree's own. */
    scree_noise_gradients gradients; /**< 0 = edges. */
    scree_noise_fade fade;           /**< 0 = quintic. */
    scree_noise_fractal fractal;     /**< 0 = fbm. */
    uint64_t seed;                   /**< Any number; each gives another field. */
    uint32_t octaves;                /**< 1 to 32. 0 = 1. */
    double lacunarity; /**< Ratio of an octave's frequency to that of the octave before, 1/16 to 16. 0 = 2. */
    double gain;       /**< Ratio of an octave's weight to that of the octave before, magnitude at most 16. 0
                            = 0.5; SCREE_ZERO = no weight after the first octave. */
    /** A weight for each octave, 0 or a magnitude from 2^-32 to 1e6, instead of the powers of `gain` (which are 0
        below 2^-32). Read when `weight_count` is not 0. */
    double weights[SCREE_MAX_OCTAVES];
    uint32_t weight_count; /**< 0, or the number of octaves. */
    /** Leaves out octaves, except the first, whose step exceeds one cell on some axis (even an axis of one sample):
        on this grid they would be white noise. Points skip no octave. */
    bool skips_fine_octaves;
    /** Rotates every octave against the one before by a fixed angle, so that no grain along the axes remains: for 2 to
        4 axes, without a period. All octaves are evaluated sample by sample then, which is slower for a kind that
        interpolates, and such a kind is another field. */
    bool has_octave_rotation;
    /** Cells of the first octave after which an axis repeats, at most 2^40. 0 = never. Needs an integer lacunarity. */
    uint64_t period[SCREE_MAX_AXES];
    /**
     * 0 to 1: how far an octave is weakened where those before are low. The weight of an octave is multiplied by
     * 1 - weighted_strength (1 - h) for each octave before, where its height h is (v + 1) / 2 (fbm), |v| (billow),
     * 1 - |v| (ridged) or p (ping-pong), in [0, 1]. Less than 2^-32 is 0. The other fractals need 0.
     */
    double weighted_strength;
    scree_noise_ping_pong ping_pong; /**< SCREE_NOISE_FRACTAL_PING_PONG. */
    scree_noise_musgrave musgrave;   /**< SCREE_NOISE_FRACTAL_HYBRID and the fractals after it. */
    scree_noise_lattice lattice;     /**< Simplex noise, in the GLSL form too, and OpenSimplex2. */
    scree_noise_cellular cellular;   /**< Cellular noise. */
    scree_noise_gabor gabor;         /**< Gabor and phasor noise. */
    scree_noise_warp warp;           /**< Zeroed = none. */
    scree_noise_sample sample;       /**< Zeroed = the value alone. */
    scree_noise_values values;       /**< Zeroed = as the noise makes them. */
    scree_noise_stripes stripes;     /**< Stripes. */
    scree_noise_rivers rivers;       /**< Rivers. */
} scree_noise_params;

/** The abilities of a noise kind. The library's; grows (context.h). */
typedef struct scree_noise_kind_info {
    const char *name;        /**< The name in recipes, such as "perlin". */
    const char *description; /**< A line for people. */
    uint32_t min_axes;       /**< The minimum number of axes. */
    uint32_t max_axes;       /**< The maximum number of axes. */
    uint32_t min_period;     /**< The shortest period along an axis, in cells; 0 where the lattice cannot repeat. */
    uint64_t max_period;     /**< The longest in any octave, UINT64_MAX for as long as periods can be. */
    bool interpolates;       /**< Interpolates between lattice points by the fade. */
    bool has_gradients;      /**< Draws gradients from the chosen set. */
    bool has_sites;          /**< Has a lattice that is skewed, rotated, or seen beyond the corners of a cell. It has at
                                  most 4 axes, cells count modulo 2^32, and the fade has no effect. */
    bool has_derivatives;    /**< Changes from sample to sample within a cell, so that it has derivatives. */
} scree_noise_kind_info;

/** Describes a kind; NULL for a number that is not one, so that a loop from 0 lists them all. */
SCREE_API const scree_noise_kind_info *scree_noise_kind_describe(scree_noise_kind kind);

/** The name of a kind, such as "perlin" or "glsl-simplex"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_kind_name(scree_noise_kind kind);
/** The reverse of scree_noise_kind_name(); false where no kind has that name. */
SCREE_API bool scree_noise_kind_from_name(const char *name, scree_noise_kind *kind);
/** A line about a kind for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_kind_description(scree_noise_kind kind);

/** The name of a hash: "scree", "perlin2002"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_hash_name(scree_noise_hash hash);
/** The reverse of scree_noise_hash_name(); false where no hash has that name. */
SCREE_API bool scree_noise_hash_from_name(const char *name, scree_noise_hash *hash);
/** A line about a hash for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_hash_description(scree_noise_hash hash);

/** The name of a set of gradients: "edges", "sphere", "cube"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_gradients_name(scree_noise_gradients gradients);
/** The reverse of scree_noise_gradients_name(); false where no set has that name. */
SCREE_API bool scree_noise_gradients_from_name(const char *name, scree_noise_gradients *gradients);
/** A line about a set of gradients for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_gradients_description(scree_noise_gradients gradients);

/** The name of a fade: "quintic", "cubic", "cosine", "linear"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_fade_name(scree_noise_fade fade);
/** The reverse of scree_noise_fade_name(); false where no fade has that name. */
SCREE_API bool scree_noise_fade_from_name(const char *name, scree_noise_fade *fade);
/** A line about a fade for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_fade_description(scree_noise_fade fade);

/** The name of a fractal, such as "fbm" or "ping-pong"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_fractal_name(scree_noise_fractal fractal);
/** The reverse of scree_noise_fractal_name(); false where no fractal has that name. */
SCREE_API bool scree_noise_fractal_from_name(const char *name, scree_noise_fractal *fractal);
/** A line about a fractal for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_fractal_description(scree_noise_fractal fractal);

/** The name of an orientation: "classic", "xy-planes", "xyz"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_orientation_name(scree_noise_orientation orientation);
/** The reverse of scree_noise_orientation_name(); false where no orientation has that name. */
SCREE_API bool scree_noise_orientation_from_name(const char *name, scree_noise_orientation *orientation);
/** A line about an orientation for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_orientation_description(scree_noise_orientation orientation);

/** The name of a distribution: "own", "uniform", "normal"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_distribution_name(scree_noise_distribution distribution);
/** The reverse of scree_noise_distribution_name(); false where no distribution has that name. */
SCREE_API bool scree_noise_distribution_from_name(const char *name, scree_noise_distribution *distribution);
/** A line about a distribution for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_distribution_description(scree_noise_distribution distribution);

/** The name of a fractal of warps: "independent", "progressive"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_warp_fractal_name(scree_noise_warp_fractal fractal);
/** The reverse of scree_noise_warp_fractal_name(); false where no fractal has that name. */
SCREE_API bool scree_noise_warp_fractal_from_name(const char *name, scree_noise_warp_fractal *fractal);
/** A line about a fractal of warps for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_warp_fractal_description(scree_noise_warp_fractal fractal);

/** The name of a metric, such as "euclidean"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_metric_name(scree_noise_metric metric);
/** The reverse of scree_noise_metric_name(); false where no metric has that name. */
SCREE_API bool scree_noise_metric_from_name(const char *name, scree_noise_metric *metric);
/** A line about a metric for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_metric_description(scree_noise_metric metric);

/** The name of a feature, such as "f1", "f2-f1" or "offset-x"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_feature_name(scree_noise_feature feature);
/** The reverse of scree_noise_feature_name(); false where no feature has that name. */
SCREE_API bool scree_noise_feature_from_name(const char *name, scree_noise_feature *feature);
/** A line about a feature for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_feature_description(scree_noise_feature feature);

/** The name of a profile: "wave", "saw"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_profile_name(scree_noise_profile profile);
/** The reverse of scree_noise_profile_name(); false where no profile has that name. */
SCREE_API bool scree_noise_profile_from_name(const char *name, scree_noise_profile *profile);
/** A line about a profile for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_profile_description(scree_noise_profile profile);

/** The name of a measure: "height", "distance"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_measure_name(scree_noise_measure measure);
/** The reverse of scree_noise_measure_name(); false where no measure has that name. */
SCREE_API bool scree_noise_measure_from_name(const char *name, scree_noise_measure *measure);
/** A line about a measure for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_noise_measure_description(scree_noise_measure measure);

/** As scree_field_from_noise(), with parameters of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_noise_sized(scree_context *context, const scree_noise_params *params,
                                                    size_t size, scree_field **field);

/**
 * Makes a noise field: checks the parameters and precomputes everything that depends on them alone. The caller owns
 * `*field` and releases it with scree_field_release(). A `context` other than NULL must outlive it.
 * Errors: SCREE_ERROR_INVALID (logged with the parameter's name, its value and its limits), SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_field_from_noise(scree_context *context, const scree_noise_params *params,
                                                  scree_field **field)
{
    return scree_field_from_noise_sized(context, params, sizeof *params, field);
}

/** As scree_noise_measure_quantiles(), with parameters of `size` bytes (context.h). */
SCREE_API scree_result scree_noise_measure_quantiles_sized(scree_context *context, const scree_noise_params *params,
                                                           size_t size, const scree_grid *grid, bool is_of_grid,
                                                           double quantiles[SCREE_NOISE_QUANTILE_COUNT]);

/**
 * Measures the quantiles of noise before any map, for scree_noise_values: those that a field with the axes and the
 * octaves of `grid` measures by itself; or with `is_of_grid` those of the grid's own samples, at most 2^22 that are
 * spread evenly over it, so that shares of this grid are exact. Uses all processors for a moment.
 * Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. Thread-safety: safe.
 */
static inline scree_result scree_noise_measure_quantiles(scree_context *context, const scree_noise_params *params,
                                                         const scree_grid *grid, bool is_of_grid,
                                                         double quantiles[SCREE_NOISE_QUANTILE_COUNT])
{
    return scree_noise_measure_quantiles_sized(context, params, sizeof *params, grid, is_of_grid, quantiles);
}

/** The parameters of noise by number, from 0 on; NULL past the last. Thread-safety: safe. */
SCREE_API const scree_parameter *scree_noise_parameter(size_t number);

/** As scree_noise_parameter_applies(), with parameters of `size` bytes (context.h). */
SCREE_API bool scree_noise_parameter_applies_sized(const scree_parameter *parameter, const scree_noise_params *params,
                                                   size_t size, uint32_t axes);

/**
 * Whether noise of these parameters in `axes` axes lies in the scope of a parameter. Outside of it, its value has no
 * effect. Thread-safety: safe.
 */
static inline bool scree_noise_parameter_applies(const scree_parameter *parameter, const scree_noise_params *params,
                                                 uint32_t axes)
{
    return scree_noise_parameter_applies_sized(parameter, params, sizeof *params, axes);
}

#ifdef __cplusplus
}
#endif

#endif
