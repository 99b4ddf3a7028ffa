/* Limits of the parameters of fields, as the public headers state them; plans and recipes check them. */
#ifndef SCREE_FIELD_LIMITS_H
#define SCREE_FIELD_LIMITS_H

#include <stdint.h>

#define SCREE_MIN_LACUNARITY (1.0 / 16.0)
#define SCREE_MAX_LACUNARITY 16.0
#define SCREE_MAX_GAIN 16.0
#define SCREE_MAX_WEIGHT 1e6
/* The largest magnitude that a fractal's bound may have, far enough from that of a float. */
#define SCREE_MAX_BOUND 0x1p100
/* Products with smaller weights could be subnormal (fade.h). */
#define SCREE_MIN_WEIGHT 0x1p-32
/* A float32 factor keeps its precision, and octaves stay far from the limits of positions. */
#define SCREE_MIN_WARP_FREQUENCY 0x1p-16
#define SCREE_MAX_WARP_FREQUENCY 0x1p16
/* Cells of any octave by which a warp may displace a sample, and that a period of a warped field may have. */
#define SCREE_MAX_DISPLACEMENT 0x1p26
#define SCREE_MAX_WARPED_PERIOD 0x1p28
/* The least frequency of an octave whose samples a graph displaces: products with displacements are not subnormal. */
#define SCREE_MIN_DISPLACED_FREQUENCY 0x1p-30
/* The highest frequency of an octave whose slopes a graph reads, beyond which few would not be cut off. */
#define SCREE_MAX_DIFFERENTIATED_FREQUENCY 0x1p24
#define SCREE_MIN_STEP 0x1p-48
#define SCREE_MAX_STEP 0x1p20
#define SCREE_MAX_DOMAIN_SCALE 0x1p30
#define SCREE_MAX_ORIGIN 0x1p60
#define SCREE_MAX_FIRST ((int64_t)1 << 40)
#define SCREE_MAX_PERIOD ((uint64_t)1 << 40)

#endif
