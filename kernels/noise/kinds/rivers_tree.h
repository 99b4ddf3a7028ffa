/*
 * The courses that a sample looks at (rivers_courses.h), in rows of five cells, those of larger cells first. Samples
 * take one after the other. An entry file that keeps them defines SCREE_RIVERS_KEEPS, the type scree_rivers_view and
 * scree_rivers_take() itself.
 */
#ifndef SCREE_KERNELS_RIVERS_TREE_H
#define SCREE_KERNELS_RIVERS_TREE_H

#include "noise/kinds/rivers_courses.h"

#if !defined(SCREE_RIVERS_KEEPS)

/* The ground so far. */
#define scree_rivers_view scree_rivers_ground

SCREE_FN scree_rivers_ground scree_rivers_take(const scree_rivers_ground ground, const scree_site site,
                                               const scree_site_source source, const scree_rivers_course course,
                                               const scree_index number)
{
    return scree_rivers_lowered(ground, site, course, number, scree_rivers_scale_of(source).steepness);
}

#endif

SCREE_FN scree_rivers_view scree_rivers_seen(const scree_rivers_view view, const scree_site site,
                                             const scree_site_source source)
{
    scree_rivers_view seen = view;
    scree_rivers_column x[9];
    scree_rivers_column y[9];
    scree_rivers_spring spring[81];
    scree_rivers_way way[49];
    scree_rivers_node node[150];
    scree_index measure = source.options.word[SCREE_RIVERS_MEASURE];
    scree_index levels = source.options.word[SCREE_RIVERS_LEVELS];
    SCREE_ROLLED
    for (scree_index i = 0u; i < 9u; i++) {
        x[i] = scree_rivers_column_of(site.cell[0], source.axis[0], scree_offset_from_index(i) - 4);
        y[i] = scree_rivers_column_of(site.cell[1], source.axis[1], scree_offset_from_index(i) - 4);
    }
    SCREE_ROLLED
    for (scree_index i = 0u; i < 81u; i++) {
        spring[i] = scree_rivers_spring_of(x[i % 9u], y[i / 9u]);
    }
    /* The directions in which rivers leave; then the courses of those in the middle. */
    SCREE_ROLLED
    for (scree_index i = 0u; i < 49u; i++) {
        scree_index first = i / 7u * 9u + i % 7u;
        scree_rivers_spring own = spring[first + 10u];
        scree_rivers_way none;
        none.x = scree_zero();
        none.y = none.x;
        scree_rivers_descent descent = scree_rivers_descent_from(own, none);
        SCREE_ROLLED
        for (scree_index n = 0u; n < 9u; n++) {
            descent = scree_rivers_descended(descent, own, spring[first + n / 3u * 9u + n % 3u], none, n);
        }
        way[i] = scree_rivers_turned(descent.x - own.x, descent.y - own.y, own.turn);
    }
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_RIVERS_CELLS; i++) {
        scree_index first = i / 5u * 9u + i % 5u + 10u;
        scree_index first_way = i / 5u * 7u + i % 5u;
        scree_rivers_spring own = spring[first + 10u];
        scree_rivers_descent descent = scree_rivers_descent_from(own, way[first_way + 8u]);
        SCREE_ROLLED
        for (scree_index n = 0u; n < 9u; n++) {
            descent = scree_rivers_descended(descent, own, spring[first + n / 3u * 9u + n % 3u],
                                             way[first_way + n / 3u * 7u + n % 3u], n);
        }
        scree_rivers_node start = scree_rivers_river_start(own, way[first_way + 8u], measure);
        scree_rivers_node end = scree_rivers_river_end(descent, measure);
        scree_rivers_course course = scree_rivers_course_of(scree_rivers_curve_of(start, end), start, end);
        node[2u * i] = start;
        node[2u * i + 1u] = scree_rivers_middle(scree_rivers_curve_of(start, end), course);
        seen = scree_rivers_take(seen, site, source, course, i);
    }
    SCREE_ROLLED
    for (scree_index i = SCREE_RIVERS_CELLS; i < levels * SCREE_RIVERS_CELLS; i++) {
        scree_index level = i / SCREE_RIVERS_CELLS;
        scree_rivers_fine fine_x = scree_rivers_fine_of(site.cell[0], site.fraction[0], source.axis[0], level,
                                                        scree_offset_from_index(i % 5u) - 2);
        scree_rivers_fine fine_y = scree_rivers_fine_of(site.cell[1], site.fraction[1], source.axis[1], level,
                                                        scree_offset_from_index(i / 5u % 5u) - 2);
        scree_rivers_spring own = scree_rivers_fine_spring(fine_x, fine_y, level);
        scree_rivers_mouth mouth = scree_rivers_mouth_start(node[24]);
        SCREE_ROLLED
        for (scree_index larger = 0u; larger < level; larger++) {
            float part = scree_one_from_bits((127u + larger - level) << 23u);
            scree_f32 apart[5];
            SCREE_ROLLED
            for (scree_index n = 0u; n < 5u; n++) {
                apart[n] = scree_rivers_apart(fine_x, level - larger, n);
            }
            SCREE_ROLLED
            for (scree_index n = 0u; n < SCREE_RIVERS_CELLS; n++) {
                scree_f32 penalty = apart[n % 5u] + scree_rivers_apart(fine_y, level - larger, n / 5u);
                if (scree_some_less(penalty, scree_f32_in_all(1.0f))) {
                    scree_index first = 2u * (larger * SCREE_RIVERS_CELLS + n);
                    mouth = scree_rivers_nearer(mouth, own, node[first], penalty, part);
                    mouth = scree_rivers_nearer(mouth, own, node[first + 1u], penalty, part);
                }
            }
        }
        scree_rivers_node start = scree_rivers_brook_start(mouth, own, level, measure);
        scree_rivers_node end = scree_rivers_brook_end(mouth, level, measure);
        scree_rivers_course course = scree_rivers_course_of(scree_rivers_curve_of(start, end), start, end);
        if (level + 1u < levels) {
            node[2u * i] = start;
            node[2u * i + 1u] = scree_rivers_middle(scree_rivers_curve_of(start, end), course);
        }
        seen = scree_rivers_take(seen, site, source, course, i);
    }
    return seen;
}

#endif
