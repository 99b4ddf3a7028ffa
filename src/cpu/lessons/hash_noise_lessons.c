#include "hash_noise_lessons.h"

#include "lessons/hash_noise.h"

/* The data that a group shares. */
typedef struct scree_hash_noise_group {
    const float *gradients;
    const float *parts;
} scree_hash_noise_group;

#define scree_hash_noise_group_gradient(group, index) (group).gradients[index]
#define scree_hash_noise_group_part(group, index) (group).parts[index]

#include "lessons/hash_noise_group.h"

SCREE_FN scree_hash_noise_position position_of(uint32_t program, const scree_lesson_step *step, uint32_t group,
                                               uint32_t thread)
{
    return scree_hash_noise_position_of(program, scree_hash_noise_indices(program, group, thread, step->stride_log),
                                        step->word);
}

SCREE_FN void store(uint32_t program, const scree_lesson_step *step, uint32_t group, uint32_t thread, float value,
                    float *values)
{
    const scree_hash_noise_position indices = scree_hash_noise_indices(program, group, thread, step->stride_log);
    values[scree_hash_noise_index(indices, step->stride_log)] = value;
}

SCREE_FN void make_alone(uint32_t program, const scree_lesson_step *step, const uint32_t *gradients, float *values,
                         uint32_t group)
{
    for (uint32_t thread = 0; thread < step->group; thread++) {
        const scree_hash_noise_position position = position_of(program, step, group, thread);
        float sum = scree_zero();
        for (uint32_t octave = 0; octave < step->each; octave++) {
            const scree_hash_noise_cell cell = scree_hash_noise_cell_of(position, octave);
            sum = scree_hash_noise_add_octave(sum, scree_hash_noise_alone(program, gradients, cell), octave);
        }
        store(program, step, group, thread, sum, values);
    }
}

SCREE_FN void share(uint32_t program, const scree_hash_noise_position *first, uint32_t octaves, float *gradients,
                    float *parts)
{
    const scree_hash_noise_group shared = {gradients, parts};
    const uint32_t corners = scree_hash_noise_group_corners(program, octaves);
    for (uint32_t corner = 0; corner < corners; corner++) {
        for (uint32_t axis = 0; axis < scree_hash_noise_axes(program); axis++) {
            gradients[scree_hash_noise_gradient_index(program, corner, axis)] =
                scree_hash_noise_make_gradient(program, *first, corner, axis);
        }
    }
    for (uint32_t i = 0; program != SCREE_HASH_NOISE_3D_HALF && i < corners * SCREE_HASH_NOISE_SIDE; i++) {
        const uint32_t corner = i / SCREE_HASH_NOISE_SIDE;
        const uint32_t at = i % SCREE_HASH_NOISE_SIDE;
        for (uint32_t axis = 0; axis < scree_hash_noise_space(program); axis++) {
            parts[scree_hash_noise_part_index(program, corner, axis, at)] =
                scree_hash_noise_make_part(program, shared, *first, corner, axis, at);
        }
    }
}

SCREE_FN void make_shared(uint32_t program, const scree_lesson_step *step, float *values, uint32_t group)
{
    float gradients[SCREE_HASH_NOISE_GROUP_GRADIENTS];
    float parts[SCREE_HASH_NOISE_GROUP_PARTS];
    const scree_hash_noise_group shared = {gradients, parts};
    const scree_hash_noise_position first = position_of(program, step, group, 0);
    share(program, &first, step->each, gradients, parts);
    for (uint32_t thread = 0; thread < step->group; thread++) {
        const scree_hash_noise_position position = position_of(program, step, group, thread);
        float sum = scree_zero();
        for (uint32_t octave = 0; octave < step->each; octave++) {
            const scree_hash_noise_cell cell = scree_hash_noise_cell_of(position, octave);
            sum = scree_hash_noise_add_octave(sum, scree_hash_noise_shared(program, shared, cell, octave, thread),
                                              octave);
        }
        store(program, step, group, thread, sum, values);
    }
}

void scree_cpu_hash_noise(const scree_lesson_step *step, const uint32_t *gradients, float *values, uint32_t group)
{
    switch (step->program) {
    case SCREE_HASH_NOISE_TABLE:
        make_alone(SCREE_HASH_NOISE_TABLE, step, gradients, values, group);
        break;
    case SCREE_HASH_NOISE_BITS:
        make_alone(SCREE_HASH_NOISE_BITS, step, gradients, values, group);
        break;
    case SCREE_HASH_NOISE_2D:
        make_shared(SCREE_HASH_NOISE_2D, step, values, group);
        break;
    case SCREE_HASH_NOISE_2D_TIME:
        make_shared(SCREE_HASH_NOISE_2D_TIME, step, values, group);
        break;
    case SCREE_HASH_NOISE_3D:
        make_shared(SCREE_HASH_NOISE_3D, step, values, group);
        break;
    case SCREE_HASH_NOISE_3D_HALF:
        make_shared(SCREE_HASH_NOISE_3D_HALF, step, values, group);
        break;
    default:
        make_shared(SCREE_HASH_NOISE_3D_TIME, step, values, group);
        break;
    }
}
