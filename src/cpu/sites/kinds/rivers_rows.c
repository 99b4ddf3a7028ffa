/*
 * Rivers along rows of a grid (kernels/noise/kinds/rivers_courses.h). The courses that a sample looks at are those of
 * its smallest cell: here each lane makes those of another cell, and samples of a cell look at those that can be the
 * lowest in some place of it. A sample has the bits of scree_rivers_sample(): the least of some numbers is the same in
 * any order, and those that are left out are greater.
 */
#include "noise/kinds/rivers_courses.h"
#include "kinds/row_batch.h"
#include "lane_memory.h"
#include "site_kernels.h"

/* Samples that are farther apart, in smallest cells, have few of them in common. */
#define LONGEST_STEP 0.5

/* Samples of a row that are worked on at a time. */
#define BATCH 512

#define COURSES (SCREE_RIVERS_CELLS * SCREE_RIVERS_MAX_LEVELS)

/* More than bounds and values differ by rounding. */
#define MARGIN 0.001f

/* Courses are kept, to be looked at by many samples. */
#define SCREE_RIVERS_KEEPS
typedef struct scree_rivers_view {
    scree_rivers_course *course;
} scree_rivers_view;

SCREE_FN scree_rivers_view scree_rivers_take(scree_rivers_view view, scree_site site, scree_site_source source,
                                             scree_rivers_course course, scree_index number)
{
    (void)source;
    (void)site;
    view.course[number] = course;
    return view;
}

#include "noise/kinds/rivers_tree.h"

/* Samples of a row that lie in the same smallest cell. */
typedef struct cell_run {
    uint32_t first;
    uint32_t count;
} cell_run;

/* A part of some rows: all lie in the same row of smallest cells. */
typedef struct river_rows {
    const scree_cpu_sites *sites;
    scree_site_source source;
    uint32_t mask; /* Leaves the number of the smallest cell of a position's part. */
    float size;    /* The smallest cell is so large. */
    uint32_t courses;
    scree_rivers_scale scale;
    uint32_t first_row;
    uint32_t rows;
    uint32_t run_count; /* Runs at hand, one for each lane. */
    cell_run run[SCREE_LANES];
    scree_rivers_course course[COURSES]; /* Each run has its own in a lane. */
    uint8_t number[SCREE_LANES][COURSES];
    uint32_t numbers[SCREE_LANES]; /* How many courses are looked at. */
    _Alignas(64) uint32_t part[BATCH + SCREE_MAX_LANES];
    _Alignas(64) uint32_t cell[BATCH + SCREE_MAX_LANES];
} river_rows;

static float lane_of(const scree_f32 *vector, uint32_t lane)
{
    float value;
    memcpy(&value, (const char *)vector + lane * sizeof value, sizeof value);
    return value;
}

/* A course of a run in all lanes. */
SCREE_FN scree_rivers_course course_of_run(const river_rows *rows, uint32_t run, uint32_t number)
{
    const scree_rivers_course *of = &rows->course[number];
    scree_rivers_course course;
    SCREE_UNROLL
    for (uint32_t i = 0; i <= 4; i++) {
        course.x[i] = scree_broadcast(lane_of(&of->x[i], run));
        course.y[i] = scree_broadcast(lane_of(&of->y[i], run));
    }
    course.level[0] = scree_broadcast(lane_of(&of->level[0], run));
    course.level[1] = scree_broadcast(lane_of(&of->level[1], run));
    return course;
}

/* A box along an axis, and how far some place of another one is from it: the nearest, and the farthest. */
typedef struct bounds {
    scree_f32 low;
    scree_f32 high;
} bounds;

SCREE_FN bounds bounds_of_points(const scree_f32 *p)
{
    bounds found = {p[0], p[0]};
    SCREE_UNROLL
    for (uint32_t i = 1; i <= 4; i++) {
        found.low = scree_minimum(found.low, p[i]);
        found.high = scree_maximum(found.high, p[i]);
    }
    return found;
}

SCREE_FN bounds distances(bounds from, bounds to)
{
    bounds found;
    found.low = scree_maximum(scree_maximum(from.low - to.high, to.low - from.high), scree_broadcast(0.0f));
    found.high = scree_maximum(to.high - from.low, from.high - to.low);
    return found;
}

/* The least ground that a course can make in a cell, and, of one near the cell, what it makes in all of it. */
SCREE_FN bounds grounds_of_course(const scree_rivers_course *course, bounds x, bounds y, uint32_t number,
                                  float steepness)
{
    const bounds along_x = distances(bounds_of_points(course->x), x);
    const bounds along_y = distances(bounds_of_points(course->y), y);
    const scree_f32 near = scree_root(along_x.low * along_x.low + along_y.low * along_y.low);
    const scree_f32 far = scree_root(along_x.high * along_x.high + along_y.high * along_y.high);
    const uint32_t column = number % 5;
    const uint32_t row = number / 5 % 5;
    const bool is_seen = column >= 1 && column <= 3 && row >= 1 && row <= 3;
    return (bounds){.low = scree_minimum(course->level[0], course->level[1]) + near * steepness,
                    .high = is_seen ? scree_maximum(course->level[0], course->level[1]) + far * steepness
                                    : scree_broadcast(64.0f)};
}

/* Finds the courses that can be the lowest ones somewhere in the cell of each run. */
SCREE_FN void choose_courses(river_rows *rows, scree_site site)
{
    const scree_f32 size = scree_broadcast(rows->size);
    const bounds x = {site.fraction[0], site.fraction[0] + size};
    const bounds y = {site.fraction[1], site.fraction[1] + size};
    scree_f32 least[COURSES];
    scree_f32 most = scree_broadcast(64.0f);
    for (uint32_t i = 0; i < rows->courses; i++) {
        const bounds found = grounds_of_course(&rows->course[i], x, y, i, rows->scale.steepness);
        least[i] = found.low;
        most = scree_minimum(most, found.high + MARGIN);
    }
    for (uint32_t run = 0; run < rows->run_count; run++) {
        const float bound = lane_of(&most, run);
        uint32_t count = 0;
        for (uint32_t i = 0; i < rows->courses; i++) {
            rows->number[run][count] = (uint8_t)i;
            count += lane_of(&least[i], run) <= bound;
        }
        rows->numbers[run] = count;
    }
}

/* Makes the courses of all runs at hand. */
static __attribute__((noinline)) void make_courses(river_rows *rows)
{
    _Alignas(64) uint32_t part[SCREE_LANES];
    _Alignas(64) uint32_t cell[SCREE_LANES];
    for (uint32_t lane = 0; lane < SCREE_LANES; lane++) {
        const uint32_t run = lane < rows->run_count ? lane : rows->run_count - 1;
        part[lane] = rows->part[rows->run[run].first] & rows->mask;
        cell[lane] = rows->cell[rows->run[run].first];
    }
    scree_site site;
    site.fraction[0] = scree_site_fraction(scree_load_u32(part));
    site.cell[0] = scree_load_u32(cell);
    site.fraction[1] = scree_site_fraction(scree_broadcast_u32(rows->sites->row_part[1][rows->first_row] & rows->mask));
    site.cell[1] = scree_broadcast_u32(rows->sites->row_cell[1][rows->first_row]);
    scree_rivers_seen((scree_rivers_view){rows->course}, site, rows->source);
    choose_courses(rows, site);
}

/* Evaluates the samples of a run in a row. Values behind its end are those of the next run, which overwrites them. */
SCREE_FN void evaluate_run(const river_rows *rows, uint32_t run, uint32_t row, float *values)
{
    const uint32_t end = rows->run[run].first + rows->run[run].count;
    scree_site site;
    site.fraction[1] = scree_site_fraction(scree_broadcast_u32(rows->sites->row_part[1][row]));
    for (uint32_t i = rows->run[run].first; i < end; i += SCREE_LANES) {
        scree_rivers_ground ground = scree_rivers_ground_start();
        site.fraction[0] = scree_site_fraction(scree_load_u32(rows->part + i));
        for (uint32_t n = 0; n < rows->numbers[run]; n++) {
            const uint32_t number = rows->number[run][n];
            ground =
                scree_rivers_lowered(ground, site, course_of_run(rows, run, number), number, rows->scale.steepness);
        }
        scree_store(values + i, scree_rivers_scaled(ground.value, rows->scale) * rows->source.amplitude);
    }
}

/* Where samples of a row are along axis 0: whole vectors of them. */
SCREE_FN void locate_batch(river_rows *rows, size_t first, size_t count)
{
    const scree_index last = rows->source.axis[0].last;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_site_position sum = position_in_row(rows->sites, rows->first_row, first + i, last);
        scree_store_u32(rows->part + i, sum.part);
        scree_store_u32(rows->cell + i, sum.cell);
    }
}

/* Finds the next runs, from a sample on. Returns the sample behind them. */
static uint32_t find_runs(river_rows *rows, uint32_t first, uint32_t count)
{
    rows->run_count = 0;
    for (uint32_t i = first; i < count && rows->run_count < SCREE_LANES;) {
        cell_run *run = &rows->run[rows->run_count++];
        run->first = i;
        for (i++; i < count && rows->cell[i] == rows->cell[run->first] &&
                  ((rows->part[i] ^ rows->part[run->first]) & rows->mask) == 0;
             i++) {
        }
        run->count = i - run->first;
        first = i;
    }
    return first;
}

/* Whether a row lies in the same smallest cells as the one before. */
static bool is_same_row(const river_rows *rows, uint32_t row)
{
    const scree_cpu_sites *sites = rows->sites;
    return sites->row_part[0][row] == sites->row_part[0][row - 1] &&
           sites->row_cell[0][row] == sites->row_cell[0][row - 1] &&
           sites->row_cell[1][row] == sites->row_cell[1][row - 1] &&
           ((sites->row_part[1][row] ^ sites->row_part[1][row - 1]) & rows->mask) == 0;
}

/* Evaluates a batch of samples of the rows at hand. */
SCREE_FN void evaluate_batch(river_rows *rows, size_t first, size_t count)
{
    float values[SCREE_BATCH_ROWS][BATCH + SCREE_MAX_LANES];
    const size_t whole = (count + SCREE_LANES - 1) / SCREE_LANES * SCREE_LANES;
    locate_batch(rows, first, whole);
    for (uint32_t next = 0; next < whole;) {
        next = find_runs(rows, next, (uint32_t)whole);
        make_courses(rows);
        for (uint32_t row = 0; row < rows->rows; row++) {
            for (uint32_t run = 0; run < rows->run_count; run++) {
                evaluate_run(rows, run, rows->first_row + row, values[row]);
            }
        }
    }
    for (uint32_t row = 0; row < rows->rows; row++) {
        deliver_batch(values[row], count, rows->sites,
                      rows->sites->out + (rows->first_row + row) * rows->sites->row_stride + first);
    }
}

scree_cpu_evaluate_rows SCREE_CPU_SYMBOL(scree_evaluate_rows_rivers);

bool SCREE_CPU_SYMBOL(scree_evaluate_rows_rivers)(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                                  scree_cpu_evaluate_sites *each)
{
    const uint32_t levels = octave->site_options->word[SCREE_RIVERS_LEVELS];
    river_rows rows;
    (void)each;
    if (sites->step <= 0.0 || sites->step * (double)(1u << (levels - 1)) > LONGEST_STEP || sites->part[1] != NULL) {
        return false;
    }
    rows.sites = sites;
    rows.source = (scree_site_source){.amplitude = scree_broadcast(octave->amplitude),
                                      .axis = {octave->site_axes[0], octave->site_axes[1]},
                                      .options = *octave->site_options};
    rows.mask = ~(UINT32_MAX >> (levels - 1));
    rows.size = 1.0f / (float)(1u << (levels - 1));
    rows.courses = levels * SCREE_RIVERS_CELLS;
    rows.scale = scree_rivers_scale_of(rows.source);
    for (rows.first_row = 0; rows.first_row < sites->rows; rows.first_row += rows.rows) {
        for (rows.rows = 1; rows.first_row + rows.rows < sites->rows && is_same_row(&rows, rows.first_row + rows.rows);
             rows.rows++) {
        }
        for (size_t first = 0; first < sites->count; first += BATCH) {
            evaluate_batch(&rows, first, sites->count - first < BATCH ? sites->count - first : BATCH);
        }
    }
    return true;
}
