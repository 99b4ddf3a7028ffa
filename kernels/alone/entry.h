/*
 * Stand-ins for the definitions that some headers require of an entry file, so that the build can compile each header
 * on its own.
 */
#ifndef SCREE_KERNELS_ALONE_ENTRY_H
#define SCREE_KERNELS_ALONE_ENTRY_H

#include "base/portable.h"

/* For columns.h: levels that are a whole number of steps high. */
#define scree_levels scree_index
#define scree_level_at(levels, layer) scree_one_from_offset(scree_offset_from_index((levels) * (layer)))

/* For envelope.h: a line on which every sample is a vertex. */
SCREE_STRUCT(scree_line)
{
    scree_index count;
    scree_index measures;
};

#define scree_line_cursor scree_index
#define scree_line_count(line) (line).count
#define scree_line_strips(line) scree_strip_count((line).count)
#define scree_line_side(line) scree_one_from_offset(scree_offset_from_index((line).count))
#define scree_line_measures(line) (line).measures
#define scree_line_is_padded(line) false
#define scree_line_term(line, index) ((index) < (line).count ? SCREE_SQUARE_ZERO : SCREE_SQUARE_FAR)
#define scree_line_cursor_at(line, index) (index)
#define scree_line_cursor_moved(line, cursor, steps) ((cursor) + (steps))
#define scree_line_read(line, cursor, steps) scree_line_term(line, (cursor) + (steps))
#define scree_line_part_minimum(line, is_inside, part) SCREE_SQUARE_ZERO
#define scree_line_strip_minimum(line, is_inside, strip) SCREE_SQUARE_ZERO
#define scree_line_start_vertex(line, strip) (SCREE_STRIP * (strip))
#define scree_line_nearest(line, index) ((line).count + (index))

/* For hash_noise_group.h: gradients and parts that are all the same. */
SCREE_STRUCT(scree_hash_noise_group)
{
    scree_f32 value;
};

#define scree_hash_noise_group_gradient(group, index) ((index) == 0u ? (group).value : -(group).value)
#define scree_hash_noise_group_part(group, index) ((index) == 0u ? (group).value : -(group).value)

/* For the headers of scenes: memory whose words are their own numbers. */
#define scree_scene_memory scree_index
#define scree_scene_sample_bits(memory, index) ((memory) + (index))
#define scree_scene_minus_bits(memory, index) ((memory) - (index))
#define scree_scene_work(memory, index) ((memory) ^ (index))

#endif
