/* The noises of shaders. */
#include "noise_kind_definition.h"

/* The lattice is that of simplex noise. The gradients are the kernel's own, and so is the bound. */
static const scree_skewed_lattice lattice = {0};

const scree_noise_kind_definition scree_kind_glsl_perlin = {
    .info = SCREE_KIND_INFO(glsl_perlin, "glsl-perlin", SCREE_GLSL_MODULUS,
                            "Perlin noise as shaders have it, without tables; repeats after 289 cells"),
    .modulus = SCREE_GLSL_MODULUS,
};

const scree_noise_kind_definition scree_kind_glsl_simplex = {
    .info = SCREE_KIND_INFO(glsl_simplex, "glsl-simplex", SCREE_GLSL_MODULUS,
                            "simplex noise as shaders have it, by the same arithmetic"),
    .modulus = SCREE_GLSL_MODULUS,
    .lattice = &lattice,
};
