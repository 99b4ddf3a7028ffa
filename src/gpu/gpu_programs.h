/*
 * The programs that GPUs run, as one list (an X-macro). It generates the enum that src/gpu dispatches by, the table of
 * SPIR-V modules, the table of CUDA's fat binaries and the emulated parts of the tests. The build reads the rows, too,
 * so each row is a line of its own.
 */
#ifndef SCREE_GPU_PROGRAMS_H
#define SCREE_GPU_PROGRAMS_H

/* X(program, shader): src/vulkan/SHADER.comp is the program's entry file for Vulkan. */
#define SCREE_GPU_PROGRAMS(X)                       \
    X(PLANES, contraction_planes)                   \
    X(SAMPLES, contraction_samples)                 \
    X(PLANE_DUALS, contraction_dual_planes)         \
    X(SAMPLE_DUALS, contraction_dual_samples)       \
    X(DIRECT, direct_kernels)                       \
    X(DIRECT_DUALS, direct_duals)                   \
    X(POINTS, points)                               \
    X(POINTS_WHOLE, points_whole)                   \
    X(POINT_DUALS, point_duals)                     \
    X(POINT_DUALS_WHOLE, point_duals_whole)         \
    X(SITES, site_kernels)                          \
    X(SITE_DUALS, site_duals)                       \
    X(SITE_POINTS, site_points)                     \
    X(SITE_POINT_DUALS, site_point_duals)           \
    X(WARPS, site_warps)                            \
    X(WARP_DUALS, site_warp_duals)                  \
    X(WARP_POINTS, site_warp_points)                \
    X(WARP_POINT_DUALS, site_warp_point_duals)      \
    X(TABLES, table_kernels)                        \
    X(TABLES_WHOLE, table_kernels_whole)            \
    X(CONVERT, convert_kernels)                     \
    X(VALUE_MAP, value_map_kernels)                 \
    X(COMBINE, combine)                             \
    X(COMBINE_DUALS, combine_duals)                 \
    X(COMBINE_FILES, combine_files)                 \
    X(SUM, sum_kernels)                             \
    X(LESSON, lesson_kernels)                       \
    X(LESSON_WIDE, lesson_wide)                     \
    X(PARTICLES, particles_narrow)                  \
    X(PARTICLES_WIDE, particles_wide)               \
    X(PARTICLES_HALVES, particles_narrow_halves)    \
    X(PARTICLES_WIDE_HALVES, particles_wide_halves) \
    X(SCENE, scene_drawing)                         \
    X(SCENE_PREPARE, scene_prepare)                 \
    X(SELF_TEST, self_test)                         \
    X(SELF_TEST_WIDE, self_test_wide)               \
    X(FLOOD_SEEDS, flood_seeds)                     \
    X(FLOOD_PASS, flood_pass)                       \
    X(FLOOD_SEARCH, flood_search)                   \
    X(FLOOD_DISTANCES, flood_distances)             \
    X(MESH, mesh_kernels)                           \
    X(VOXELS, distance_voxels)                      \
    X(SQUARES_WHOLE, distance_squares_whole)        \
    X(SQUARES_REAL, distance_squares_real)          \
    X(LINES_WHOLE, distance_lines_whole)            \
    X(LINES_REAL, distance_lines_real)

/*
 * X(part, image, source, axes, is_value, is_real): CUDA compiles src/cuda/SOURCE.cu into one image for each part, with
 * SCREE_PART_AXES, SCREE_PART_VALUE and SCREE_PART_REAL defined to the values of the row. Particles are of
 * float64 where `is_real` is 1.
 */
#define SCREE_GPU_PARTS(X)                                                \
    X(CONTRACTION_2, contraction_2, contraction_kernels, 2, 0, 0)         \
    X(CONTRACTION_3, contraction_3, contraction_kernels, 3, 0, 0)         \
    X(CONTRACTION_MANY, contraction_many, contraction_kernels, 0, 0, 0)   \
    X(CONTRACTION_VALUE, contraction_value, contraction_kernels, 0, 1, 0) \
    X(CONTRACTION_DUALS, contraction_duals, contraction_duals, 0, 0, 0)   \
    X(DIRECT, direct, direct_kernels, 0, 0, 0)                            \
    X(DIRECT_DUALS, direct_duals, direct_duals, 0, 0, 0)                  \
    X(POINTS, points, point_kernels, 0, 0, 0)                             \
    X(POINT_DUALS, point_duals, point_duals, 0, 0, 0)                     \
    X(SITES, sites, site_kernels, 0, 0, 0)                                \
    X(SITE_DUALS, site_duals, site_duals, 0, 0, 0)                        \
    X(WARPS, warps, warp_kernels, 0, 0, 0)                                \
    X(WARP_DUALS, warp_duals, warp_duals, 0, 0, 0)                        \
    X(TABLES, tables, table_kernels, 0, 0, 0)                             \
    X(CONVERT, convert, convert_kernels, 0, 0, 0)                         \
    X(COMBINE, combine, combine_kernels, 0, 0, 0)                         \
    X(COMBINE_DUALS, combine_duals, combine_duals, 0, 0, 0)               \
    X(COMBINE_FILES, combine_files, combine_files, 0, 0, 0)               \
    X(SUM, sum, sum_kernels, 0, 0, 0)                                     \
    X(LESSONS, lessons, lesson_kernels, 0, 0, 0)                          \
    X(PARTICLES, particles, particle_kernels, 0, 0, 0)                    \
    X(PARTICLES_WIDE, particles_wide, particle_kernels, 0, 0, 1)          \
    X(SCENES, scenes, scene_kernels, 0, 0, 0)                             \
    X(FLOOD, flood, flood_kernels, 0, 0, 0)                               \
    X(MESH, mesh, mesh_kernels, 0, 0, 0)                                  \
    X(DISTANCE_WHOLE, distance_whole, distance_kernels, 0, 0, 0)          \
    X(DISTANCE_REAL, distance_real, distance_kernels, 0, 0, 1)

typedef enum scree_gpu_program {
#define SCREE_GPU_PROGRAM(program, shader) SCREE_GPU_##program,
    SCREE_GPU_PROGRAMS(SCREE_GPU_PROGRAM)
#undef SCREE_GPU_PROGRAM
        SCREE_GPU_PROGRAM_COUNT
} scree_gpu_program;

#endif
