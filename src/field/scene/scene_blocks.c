#include "scene_blocks.h"

#include "scene/scene_table.h"

scree_scene_blocks_plan scree_scene_plan_blocks(uint32_t width, uint32_t depth)
{
    scree_scene_blocks_plan plan = {0};
    do {
        const uint32_t level = ++plan.levels;
        plan.columns[level] = scree_scene_blocks(width, level);
        plan.rows[level] = scree_scene_blocks(depth, level);
        plan.offset[level] = plan.blocks;
        plan.blocks += plan.columns[level] * plan.rows[level];
    } while (plan.columns[plan.levels] * plan.rows[plan.levels] > 1);
    return plan;
}
