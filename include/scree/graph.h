/**
 * @file
 * @brief Graphs: fields that are made of other fields by operators.
 *
 * A field is made of others by scree_field_from_op(), and may be an input of further ones, so that fields form a graph
 * without cycles. It is a field like any other: immutable, shared by threads, evaluated at once or by jobs on any
 * device, on grids and at points, with the same bits everywhere. Noise (noise.h), the positions of samples and numbers
 * are what a graph begins with.
 *
 *     scree_field *land = NULL;
 *     scree_field_from_op(NULL, &(scree_op_params){.op = SCREE_OP_MIX, .input = {{plains}, {hills}, {mask}}}, &land);
 *
 * Values of every operator are 0 or have a magnitude from 2^-63 to less than 2^63: smaller ones become 0, and a graph
 * whose values might be larger is refused, as one is whose divisor might be 0. So are intermediate values of operators,
 * such as the inverse of a multiple or the difference of two limits. For that the library proves an interval
 * for every node, from the intervals of its inputs (scree_field_bound()). Those of positions are from the first sample
 * of a grid to its last, and at points from -2^60 to 2^60.
 *
 * A field may have several outputs (scree_field_from_outputs()), such as heights, a mask and normals, which are
 * evaluated together, so that what they share is computed once.
 */
#ifndef SCREE_GRAPH_H
#define SCREE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum number of inputs of an operator. */
#define SCREE_MAX_OP_INPUTS 33
/** The maximum number of operators, one after the other, from a field to what it begins with. */
#define SCREE_MAX_GRAPH_DEPTH 1024
/** The maximum number of fields that a field is made of, itself included. Those that are used twice count once. When a
    field is evaluated, those that are displaced in several ways, and the parts of their warps, count as often, and
    derivatives too. */
#define SCREE_MAX_GRAPH_FIELDS 4096

/** An operator. Its inputs in parentheses are in their order; one with a number may be left out, and is that number. */
typedef enum scree_op {
    SCREE_OP_CONSTANT = 0, /**< (value): the value itself. */
    SCREE_OP_ADD = 1,      /**< (a, b): a + b. */
    SCREE_OP_SUB = 2,      /**< (a, b): a - b. */
    SCREE_OP_MUL = 3,      /**< (a, b): a b. */
    SCREE_OP_DIV = 4,      /**< (a, b): a / b. */
    SCREE_OP_MIN = 5,      /**< (a, b): the lesser one. */
    SCREE_OP_MAX = 6,      /**< (a, b): the greater one. */
    /** (a, b, radius 0.25): the lesser one, rounded where both differ by less than the radius, by which it is a quarter
        lower where they are equal (I. Quilez, "smooth minimum", the quadratic one). The radius is at least 2^-20. */
    SCREE_OP_SMIN = 7,
    SCREE_OP_SMAX = 8,   /**< (a, b, radius 0.25): the greater one, likewise. */
    SCREE_OP_ABS = 9,    /**< (x): its magnitude. */
    SCREE_OP_NEG = 10,   /**< (x): -x. */
    SCREE_OP_SIGN = 11,  /**< (x): -1, 0 or 1. */
    SCREE_OP_FLOOR = 12, /**< (x, multiple 1): the greatest multiple that is not above x; multiples, of a positive
                              number, are rounded to float32. */
    SCREE_OP_CEIL = 13,  /**< (x, multiple 1): the least multiple that is not below x, likewise. */
    SCREE_OP_ROUND = 14, /**< (x, multiple 1): the nearest multiple, the greater of two, likewise. */
    SCREE_OP_MOD = 15,   /**< (x, divisor 1): x less the greatest multiple of the divisor, which is positive, that is
                              not above it: from 0 to the divisor. */
    SCREE_OP_SQRT = 16,  /**< (x): the square root; x must not be negative. */
    SCREE_OP_POW = 17,   /**< (x, exponent): x to the power of the exponent; x must be positive, or 0 with an exponent
                              that is positive. Its error is below 2^-16 of the value. */
    SCREE_OP_MIX = 18,   /**< (a, b, t): a where t is 0, b where it is 1, and linear in t. */
    SCREE_OP_CLAMP = 19, /**< (x, low -1, high 1): the nearest number from low to high; high where low is above it. */
    /** (x, from_low -1, from_high 1, to_low 0, to_high 1): linear, to_low where x is from_low, to_high where it is
        from_high. These two are at least 2^-60 apart, in either order. */
    SCREE_OP_REMAP = 20,
    SCREE_OP_SCALE_BIAS = 21, /**< (x, scale 1, bias 0): x scale + bias. */
    SCREE_OP_STEP = 22,       /**< (x, edge 0): 0 where x is below the edge, otherwise 1. */
    SCREE_OP_SMOOTHSTEP = 23, /**< (x, low 0, high 1): from 0 at low to 1 at high, by a cubic without slope there. They
                                   are at least 2^-60 apart, in either order. */
    /** (x, amount 0.5): shapes x, limited to 0 to 1, so that one half becomes the amount (C. Schlick, "Fast
        Alternatives to Perlin's Bias and Gain Functions", Graphics Gems IV, 1994). The amount is from 2^-10 to
        1 - 2^-10. */
    SCREE_OP_BIAS = 24,
    SCREE_OP_GAIN = 25, /**< (x, amount 0.5): the same for both halves, mirrored; steeper at 1/2 for less than 1/2. */
    SCREE_OP_QUANTISE = 26, /**< (x, levels, low -1, high 1): the nearest of N numbers from low to high, which
                                 is at least 2^-60 above low. Levels are rounded down, and 2 to 2^22. */
    /** (x, steps, smoothness 0): terraces, N steps for each unit of x; the smoothness, 0 to 1, is the part of each that
        climbs to the next, so that with 1 it is x. Steps are positive. */
    SCREE_OP_TERRACE = 27,
    /** (outside, inside, control, lower, upper, falloff 0): inside where the control is from lower to upper, otherwise
        outside; both are mixed where it is nearer to one of these numbers than the falloff, which is 0 to 2^62 and,
        unless it is 0, counts as 2^-40 at least. The lower one is not above the upper one. */
    SCREE_OP_SELECT = 28,
    SCREE_OP_MASK = 29, /**< (x, by): x times the second, which is limited to 0 to 1. */
    /** (): the position along the first axis, as grids and points give it, rounded to float32. */
    SCREE_OP_POSITION_X = 30,
    SCREE_OP_POSITION_Y = 31, /**< (): the same along the second axis, */
    SCREE_OP_POSITION_Z = 32, /**< (): the third, */
    SCREE_OP_POSITION_W = 33, /**< (): and the fourth. A field in fewer axes is refused when it is evaluated. */
    SCREE_OP_LENGTH = 34,     /**< (a, b, c 0, d 0): the square root of the sum of their squares. */
    SCREE_OP_SINE = 35,       /**< (x): the sine of x turns: 0 at whole numbers, 1 a quarter after them. */
    /** (field, x 0, y 0, z 0, w 0): the field where every sample lies farther along each axis, by as many cells of the
        first octave as the values say there: noise, and positions, of all that the field is made of. Noise that is
        displaced has 1 to 4 axes and the hash scree; every octave of it, and of its own warp, has a frequency of 2^-30
        or more, a period of 2^28 cells or less, and is displaced by 2^26 cells or less, which intervals prove: at
        points those of positions are so wide that they need SCREE_OP_CLAMP. A warp that is progressive keeps octaves
        that skips_fine_octaves would leave out. Displacements are float32 numbers, added to exact positions; those
        along axes that are not there have no effect. */
    SCREE_OP_DISPLACE = 36,
    /** (x 0, y 0, z 0, w 0): the distance from a point. This and what follows is made of positions along the axes of
       the field, up to the fourth; inputs along axes that are not there have no effect. */
    SCREE_OP_DISTANCE = 37,
    /** (x 0, y 0, z 0, w 0): the sum of the distances from a point along the axes. */
    SCREE_OP_DISTANCE_MANHATTAN = 38,
    SCREE_OP_DISTANCE_CHEBYSHEV = 39, /**< (x 0, y 0, z 0, w 0): the greatest of them. */
    SCREE_OP_GRADIENT = 40,           /**< (x 0, y 0, z 0, w 0): the sum of positions times these numbers. */
    SCREE_OP_CHECKER = 41, /**< (size 1): 0 and 1 in turn along every axis, in cells of that size, which is positive. */
    /** (radius 1): the distance from the surface of a sphere round the origin, negative inside. */
    SCREE_OP_SPHERE = 42,
    SCREE_OP_BOX = 43,   /**< (x 1, y 1, z 1, w 1): that of a box round the origin, whose sides are twice as long. */
    SCREE_OP_TORUS = 44, /**< (radius 1, tube 0.25): that of a ring round the origin in the plane of the first two axes;
                              the tube is the radius of its section. */
    SCREE_OP_CAPSULE = 45, /**< (length 1, radius 0.5): that of a rod along the first axis, from -length to length, with
                                round ends. */
    /** (field, axis 0): the derivative along an axis, which is the number 0, 1, 2 or 3: the analytic one, by the chain
        rule. All noise of the field must have derivatives (noise.h), in 1 to 4 axes, and octaves with a frequency of
        2^24 or less; derivatives have none themselves. Where the field has a step or an edge, it is that of one of its
        sides, and 0 where it would be infinite. Slopes beyond 2^30 are cut off, those within operators too. */
    SCREE_OP_DERIVATIVE = 46,
    SCREE_OP_SLOPE = 47, /**< (field): the length of the gradient, whose components these are. */
    /** (field, factor 1, x 1, y 1, z 1, w 1): the field at coordinates times the factor and the one of each axis: with
        2 it is half as large. This and what follows changes the coordinates of noise and of positions, so that a field
        has its own domain. Numbers have products from 0 to 2^30, and noise has exact positions there. A field as a
        factor displaces samples, as SCREE_OP_DISPLACE does. */
    SCREE_OP_SCALE = 48,
    /** (field, x 0, y 0, z 0, w 0): the field at coordinates plus offsets: numbers, of up to 2^60, are exact, and
        fields displace samples. */
    SCREE_OP_OFFSET = 49,
    /** (field, axis, at 0): the field at one coordinate along an axis, which is a number from 0 to 3. What does not
       vary along an axis is evaluated once for all samples along it. */
    SCREE_OP_FIX_AXIS = 50,
    /** (field, at 0): a field of one more axis, the last, at one coordinate there: a slice of a volume, as a map; where
        `at` is a field, that of at most 4 axes, a slice that is not flat. */
    SCREE_OP_ADD_AXIS = 51,
    /** (field, axis): a field of one axis less, the same for all samples along an axis, which is a number from 1 on;
        later axes follow in its place. So a map of x and z is part of a volume whose height is y. */
    SCREE_OP_REMOVE_AXIS = 52,
    /** (field, offset 1): the field with a whole number from -2^24 to 2^24 added to the seeds of all its noise. */
    SCREE_OP_SEED_OFFSET = 53,
    /** (field, octaves 4, gain 0.5, lacunarity 2): a fractal of any field: the sum of 1 to 16 octaves, which is a
       number. Octave i is the field at coordinates times a power of the lacunarity, a number from 1/16 to 16, with
       other seeds for its noise, times a power of the gain; octave 0 is the field itself. Powers of the lacunarity are
       2^30 at most. */
    SCREE_OP_FRACTAL = 54,
    /** (field, x, y 0, z 0, w 0): the field of 1 to 4 axes at coordinates: numbers, or fields whose values are those of
        each sample. Positions of samples have no effect: so fields are turned, mirrored and repeated, and noise of one
        number is made. Noise is displaced, with the limits of SCREE_OP_DISPLACE: coordinates that are fields lie within
        2^26 cells of its finest octave. */
    SCREE_OP_AT = 55,
    /** (field, strength 0.2, frequency 2, octaves 5, gain 0.5, low -0.5, high 0.5, onset 1, seed 0): a map, of 2 axes,
        with gullies and ridges that run down its slopes and branch, as water makes them; every sample by itself, so that
        a part of a map is that of the whole (R. S. Johansen, "Fast and Gorgeous Erosion Filter", 2026: the method).
        The strength is the height of the first gullies, from a crease to a ridge. They are about 4/3 apart in units of
        coordinates, divided by the frequency; each of the 1 to 16 octaves has twice the frequency, and the gain times the
        height, of the one before. Where the field has no slope it is lowered by the strength at `low` and below, in
        valleys, and raised by it at `high` and above, on peaks; gullies are whole from a slope of `onset` on. The field
        has the derivatives that SCREE_OP_DERIVATIVE needs, and erosion has none. Frequency (2^-20 to 2^10), octaves and
        seed (a whole number of a magnitude up to 2^24) are numbers, and the rest may be fields: low is 2^-60 or more
        below high, the onset is at least 2^-20 and the gain is not negative. */
    SCREE_OP_EROSION = 56,
    /** (the same): where that leaves ridges, 1, and creases, -1. Strength and gain have no effect. */
    SCREE_OP_EROSION_RIDGES = 57,
    /** (x, x1, y1, x2, y2, up to x16, y16): a curve through points, which are numbers, each 2^-60 or more behind the one
        before. It is a cubic between two, neither rises nor falls beyond both, and is level before the first and behind
        the last one (F. N. Fritsch and J. Butland, "A Method for Constructing Local Monotone Piecewise Cubic
        Interpolants", 1984). */
    SCREE_OP_CURVE = 58,
    /** (x, x1, y1, slope1, x2, y2, slope2, up to x10, y10, slope10): likewise with slopes that are given, and straight
        before the first and behind the last point. All of them may be fields. */
    SCREE_OP_SPLINE = 59,
    /** (control, falloff, value, from1, value1, up to from15, value15): the value, replaced by the first where the
        control is at `from1` or above, that by the second where it is at `from2` or above, and so on; both are mixed
        where it is nearer to one of these limits than the falloff, as SCREE_OP_SELECT mixes them. */
    SCREE_OP_SELECT_MANY = 60,
    /** (field, axis, height 1): a component of the unit normal of the surface that lies as high over the axes as the field
        times the height says: along an axis, a number from 0 on, or upwards for the number behind the last axis. The
        field has the derivatives that SCREE_OP_DERIVATIVE needs; the height has a magnitude of up to 2^30. */
    SCREE_OP_NORMAL = 61
} scree_op;

/** An input of an operator: a field, or the number where `field` is NULL. */
typedef struct scree_op_operand {
    const scree_field *field; /**< Noise, or a graph. Retained: it may be released after the call. */
    double number;            /**< 0, or a magnitude from 2^-63 to less than 2^63; rounded to float32. */
} scree_op_operand;

/** Parameters of scree_field_from_op(). Grows (context.h). */
typedef struct scree_op_params {
    scree_op op; /**< The operator. */
    /** Inputs that are given; the rest are the operator's own numbers. 0 = all without such a number, and no more. */
    uint32_t count;
    scree_op_operand input[SCREE_MAX_OP_INPUTS]; /**< The inputs, in the operator's order. */
} scree_op_params;

/** An operator, to its users. The library's; grows (context.h). */
typedef struct scree_op_info {
    const char *name;        /**< Such as "smoothstep". */
    const char *description; /**< A line for people. */
    uint32_t input_count;    /**< 0 to SCREE_MAX_OP_INPUTS. */
    /** Inputs behind those that have no number of their own come in groups of so many; 0 = one by one. A group that is not
        given has no effect. */
    uint32_t group_size;
    const char *group;       /**< The theme of the operator, such as "shaping". */
    const char *limits;      /**< Limits of its inputs, such as "steps above 0"; NULL = none. */
    const char *example;     /**< An expression (expression.h) that shows it on a map. */
    const char *elsewhere;   /**< Its names in other systems: "FastNoise2 Fade, libnoise Blend"; NULL = none is known. */
} scree_op_info;

/** An input of an operator. The library's; grows (context.h). */
typedef struct scree_op_input_info {
    const char *name;      /**< Such as "low". */
    bool has_default;      /**< It may be left out. */
    double default_number; /**< The number that it then is. */
} scree_op_input_info;

/** Describes an operator; NULL for a number that is not one: a loop from 0 lists them all. Thread-safety: safe. */
SCREE_API const scree_op_info *scree_op_describe(scree_op op);

/** Describes an input of an operator; NULL past the last. Thread-safety: safe. */
SCREE_API const scree_op_input_info *scree_op_input_describe(scree_op op, uint32_t number);

/** The name of an operator, such as "mix"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_op_name(scree_op op);
/** The reverse of scree_op_name(); false where no operator has that name. */
SCREE_API bool scree_op_from_name(const char *name, scree_op *op);
/** A line about an operator for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_op_description(scree_op op);

/** As scree_field_from_op(), with parameters of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_op_sized(scree_context *context, const scree_op_params *params, size_t size,
                                                 scree_field **field);

/**
 * Makes a field from others. The caller owns `*field` and releases it with scree_field_release(). A `context` other
 * than NULL must outlive it. What depends on the number of axes, and on the ranges that follow from it, is checked by
 * the calls that evaluate the field: noise that has no such number of axes, a divisor that may be 0, values that
 * may be too large. Inputs have one channel each. Thread-safety: safe.
 * Errors, logged: SCREE_ERROR_INVALID (naming the operator, the input, its value and its limits),
 * SCREE_ERROR_UNSUPPORTED for an input of another type, or with derivatives, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_field_from_op(scree_context *context, const scree_op_params *params,
                                               scree_field **field)
{
    return scree_field_from_op_sized(context, params, sizeof *params, field);
}

/** The maximum number of channels of all outputs of a field, and so of its outputs. */
#define SCREE_MAX_OUTPUT_CHANNELS 9
/** The maximum number of components of an output. */
#define SCREE_MAX_OUTPUT_COMPONENTS 4
/** The maximum length of the name of an output, in bytes. */
#define SCREE_MAX_OUTPUT_NAME_BYTES 60

/** An output of a field: a field, or a vector of some. */
typedef struct scree_field_output {
    const char *name; /**< Letters, digits and `_`, not a digit first; borrowed during the call. */
    /** Noise without derivatives, or graphs without outputs; retained. The first NULL ends them. */
    const scree_field *component[SCREE_MAX_OUTPUT_COMPONENTS];
} scree_field_output;

/** Parameters of scree_field_from_outputs(). Grows (context.h). */
typedef struct scree_outputs_params {
    scree_field_output output[SCREE_MAX_OUTPUT_CHANNELS]; /**< At least one, with other names. A name of NULL ends them. */
} scree_outputs_params;

/** As scree_field_from_outputs(), with parameters of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_outputs_sized(scree_context *context, const scree_outputs_params *params,
                                                      size_t size, scree_field **field);

/**
 * Makes a field of several outputs. A sample has a channel for each component, in their order
 * (scree_field_channels()), and its range is that of the first one; samples of more than one are stored as float32
 * (job.h). What several outputs are made of is computed once. Such a field is no input of operators. The caller owns
 * `*field` and releases it with scree_field_release(). A `context` other than NULL must outlive it. Thread-safety:
 * safe.
 * Errors, logged: SCREE_ERROR_INVALID (a name, or the number of outputs or channels), SCREE_ERROR_UNSUPPORTED for a
 * component of another type or of several channels, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_field_from_outputs(scree_context *context, const scree_outputs_params *params,
                                                    scree_field **field)
{
    return scree_field_from_outputs_sized(context, params, sizeof *params, field);
}

/** The name of an output, from 0 on; NULL past the last, and for a field that was not made of outputs. It lives as long
    as the field. Thread-safety: safe. */
SCREE_API const char *scree_field_output_name(const scree_field *field, uint32_t number);

/** The names of the channels, with blanks between them, as scree_volume (volume.h) has them: that of the output or, where
    this is a vector, with ".x", ".y", ".z" or ".w" behind it. NULL likewise. */
SCREE_API const char *scree_field_channel_names(const scree_field *field);

/**
 * The field of one output by its name, or of one channel by the name of that, with the same samples: a component, or a
 * field of this output alone where it is a vector. The caller owns `*output` and releases it. Thread-safety: safe.
 * Errors, logged: SCREE_ERROR_INVALID where the field has none of this name, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_field_take_output(const scree_field *field, const char *name, scree_field **output);

#ifdef __cplusplus
}
#endif

#endif
