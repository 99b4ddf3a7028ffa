/* Compiled once for each instruction set, with SCREE_LANES * 4 bytes of reals side by side. */
#include "elementary_real_lanes.h"

#include "base/elementary_real.h"

#define PASTE(name, isa) name##_##isa
#define NAME(name, isa) PASTE(name, isa)

void NAME(elementary_real_run, SCREE_ISA)(const real *angles, real *sines, real *cosines, size_t count)
{
    for (size_t i = 0; i < count; i += sizeof(scree_real) / sizeof(real)) {
        scree_real angle;
        memcpy(&angle, angles + i, sizeof angle);
        scree_sincos_real both = scree_sincos_radians(angle);
        memcpy(sines + i, &both.sine, sizeof both.sine);
        memcpy(cosines + i, &both.cosine, sizeof both.cosine);
    }
}
