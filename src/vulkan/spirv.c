/* The shaders as the build compiled, checked and embedded them (CMakeLists.txt). */
#include "noise_kernels.h"

#define DECLARE(name)                           \
    extern const uint32_t scree_spirv_##name[]; \
    extern const uint32_t scree_spirv_##name##_bytes;
#define DECLARE_BOTH(name) DECLARE(name) DECLARE(name##_controls)

DECLARE_BOTH(contraction_planes)
DECLARE_BOTH(contraction_samples)
DECLARE_BOTH(direct_kernels)
DECLARE_BOTH(direct_points)
DECLARE_BOTH(variant_kernels)
DECLARE_BOTH(convert_kernels)
DECLARE_BOTH(flood_seeds)
DECLARE_BOTH(flood_pass)
DECLARE_BOTH(flood_distances)
DECLARE_BOTH(mesh_kernels)
DECLARE_BOTH(self_test)
DECLARE_BOTH(distance_voxels)
DECLARE_BOTH(distance_squares_whole)
DECLARE_BOTH(distance_squares_real)
DECLARE_BOTH(distance_lines_whole)
DECLARE_BOTH(distance_lines_real)

typedef struct spirv_module {
    const uint32_t *words;
    const uint32_t *bytes;
} spirv_module;

#define MODULES(name)                                                           \
    {                                                                           \
        {scree_spirv_##name, &scree_spirv_##name##_bytes},                      \
        {                                                                       \
            scree_spirv_##name##_controls, &scree_spirv_##name##_controls_bytes \
        }                                                                       \
    }

static const spirv_module modules[SCREE_VULKAN_SHADERS][2] = {
    [SCREE_VULKAN_PLANES] = MODULES(contraction_planes),
    [SCREE_VULKAN_SAMPLES] = MODULES(contraction_samples),
    [SCREE_VULKAN_DIRECT] = MODULES(direct_kernels),
    [SCREE_VULKAN_POINTS] = MODULES(direct_points),
    [SCREE_VULKAN_VARIANT] = MODULES(variant_kernels),
    [SCREE_VULKAN_CONVERT] = MODULES(convert_kernels),
    [SCREE_VULKAN_FLOOD_SEEDS] = MODULES(flood_seeds),
    [SCREE_VULKAN_FLOOD_PASS] = MODULES(flood_pass),
    [SCREE_VULKAN_FLOOD_DISTANCES] = MODULES(flood_distances),
    [SCREE_VULKAN_MESH] = MODULES(mesh_kernels),
    [SCREE_VULKAN_SELF_TEST] = MODULES(self_test),
    [SCREE_VULKAN_VOXELS] = MODULES(distance_voxels),
    [SCREE_VULKAN_SQUARES_WHOLE] = MODULES(distance_squares_whole),
    [SCREE_VULKAN_SQUARES_REAL] = MODULES(distance_squares_real),
    [SCREE_VULKAN_LINES_WHOLE] = MODULES(distance_lines_whole),
    [SCREE_VULKAN_LINES_REAL] = MODULES(distance_lines_real),
};

const uint32_t *scree_vulkan_spirv(scree_vulkan_shader shader, bool has_float_controls, size_t *bytes)
{
    const spirv_module *module = &modules[shader][has_float_controls];
    *bytes = *module->bytes;
    return module->words;
}
