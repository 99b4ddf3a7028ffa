/* Maps that give a field's values another distribution: the quantiles that they are made from, measured or given. */
#ifndef SCREE_VALUE_MAP_H
#define SCREE_VALUE_MAP_H

#include "noise_field.h"
#include "range_scan.h"

/* Widens a range by one that was found before values were mapped, if it is not empty: maps are monotone. */
static inline void scree_range_widen_mapped(scree_range *range, const scree_range *found, const uint32_t *value_map)
{
    if (value_map == NULL || found->minimum > found->maximum) {
        scree_range_widen(range, found->minimum, found->maximum);
    } else {
        scree_range_widen(range, scree_distribution_map(value_map, found->minimum).value,
                          scree_distribution_map(value_map, found->maximum).value);
    }
}

/* The finder of a field's maps (noise_field.h). Any number of threads may call it at once; one of them measures. */
scree_result scree_value_map_find(scree_context *context, scree_noise_field *field, uint32_t axes, uint32_t octaves,
                                  const scree_value_map **map);

#endif
