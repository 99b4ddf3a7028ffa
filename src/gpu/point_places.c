#include "point_places.h"

#include <string.h>

void scree_points_place(const scree_plan *plan, const scree_points *points, uint64_t first, uint64_t count,
                        uint32_t *words)
{
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++, words += SCREE_PLACE_WORDS * count) {
            for (uint64_t i = 0; i < count; i++) {
                double coordinate = scree_points_coordinate(points, (size_t)(first + i), axis);
                scree_fixed position = scree_plan_point_position(&plan->octave[o], axis, coordinate);
                scree_axis_entry entry = scree_axis_entry_make(plan, o, axis, position);
                memcpy(&words[i], &entry.fraction, sizeof *words);
                memcpy(&words[count + i], &entry.fraction1, sizeof *words);
                memcpy(&words[2 * count + i], &entry.fade, sizeof *words);
                words[3 * count + i] = entry.key[0];
                words[4 * count + i] = entry.key[1];
            }
        }
    }
}
