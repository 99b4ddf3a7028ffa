#include <scree/picture.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "number_text.h"
#include "painted_file.h"
#include "picture_colours.h"
#include "sized_params.h"
#include "text_builder.h"

/* The maximum side of a PNG file. */
#define MAX_SIDE ((UINT64_C(1) << 31) - 1)

/* Widths of lines in pixels, and how dark they are, from 0 to 1. */
#define ZERO_WIDTH 2.6
#define FIFTH_WIDTH 1.3
#define LINE_WIDTH 1.0
#define FIFTH_DARKNESS 0.55
#define LINE_DARKNESS 0.28

/* The number of lines on each side of zero that an interval is chosen for, and the minimum distance between them in
   pixels. */
#define WANTED_LINES 10.0
#define MIN_ROOM 5.0

/* A fraction of the slope 1 that distances have. Where the field is flatter, as on ridges halfway between two surfaces,
   lines get no wider, and all lines except the one at zero fade. */
#define MIN_SLOPE 0.35

static const scree_colour zero_colour = {22, 22, 26};
static const scree_colour line_colour = {30, 30, 40};
static const scree_colour far_outside = {92, 50, 18};
static const scree_colour far_inside = {18, 38, 84};
static const scree_colour not_a_number = {255, 0, 255};

/* The state of a picture that is being painted. */
typedef struct picture_painter {
    const float *distances;
    uint64_t count[2];
    uint32_t scale[2];
    double pixel[2]; /* Sides of a pixel in units of distance. */
    bool is_bottom_up;
    scree_picture_info info;
    scree_picture_colours colours;
    float *rows[3]; /* Distances of the row of pixels above, of this one, and of the one below. */
} picture_painter;

static scree_result check_number(scree_context *context, const char *name, double value)
{
    if (value == 0.0 || (value >= SCREE_MIN_PICTURE_LENGTH && value <= SCREE_MAX_PICTURE_LENGTH)) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s; it must be %s to %s, or 0", name,
                      scree_show_double(value).text, scree_show_double(SCREE_MIN_PICTURE_LENGTH).text,
                      scree_show_double(SCREE_MAX_PICTURE_LENGTH).text);
}

static scree_result check_sides(scree_context *context, const scree_picture_params *params)
{
    uint64_t scale = 1;
    for (int axis = 0; axis < 2; axis++) {
        scale = params->scale[axis] == 0 ? scale : params->scale[axis];
        if (scale > SCREE_MAX_PICTURE_SCALE) {
            return scree_fail(context, SCREE_ERROR_INVALID, "scale is %" PRIu64 "; it must be 1 to %d, or 0", scale,
                              SCREE_MAX_PICTURE_SCALE);
        }
        if (params->count[axis] < 1 || params->count[axis] > MAX_SIDE / scale) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "a picture of %" PRIu64 " samples along axis %d, each of %" PRIu64
                              " pixels; it must have 1 to %" PRIu64 " pixels",
                              params->count[axis], axis, scale, MAX_SIDE);
        }
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, const scree_picture_params *params, const float *distances)
{
    if (params == NULL || distances == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "distances");
    }
    scree_result result = check_sides(context, params);
    for (int axis = 0; axis < 2 && result == SCREE_OK; axis++) {
        result = check_number(context, "voxel", params->voxel[axis]);
    }
    if (result == SCREE_OK) {
        result = check_number(context, "limit", params->limit);
    }
    return result == SCREE_OK ? check_number(context, "interval", params->interval) : result;
}

/* The largest finite magnitude, or 1 if that is 0. */
static double find_limit(const float *distances, uint64_t count)
{
    float maximum = 0.0f;
    for (uint64_t i = 0; i < count; i++) {
        float magnitude = fabsf(distances[i]);
        maximum = magnitude > maximum && magnitude < INFINITY ? magnitude : maximum;
    }
    return maximum > 0.0f ? (double)maximum : 1.0;
}

/* Chooses 1, 2 or 5 times a power of ten, so that about WANTED_LINES lines fit below the limit, at least MIN_ROOM
   apart. */
static double choose_interval(double limit, double pixel)
{
    static const double mantissas[] = {1.0, 2.0, 5.0};
    double chosen = 0.0;
    double nearest = INFINITY;
    double power = 1.0;
    double wanted = limit / WANTED_LINES;
    wanted = wanted > MIN_ROOM * pixel ? wanted : MIN_ROOM * pixel;
    while (power > wanted) {
        power /= 10.0;
    }
    while (power * 10.0 <= wanted) {
        power *= 10.0;
    }
    /* A step of more than 5 times the power becomes the next power of ten. */
    for (int i = 0; i < 4; i++) {
        double interval = power * (i < 3 ? mantissas[i] : 10.0);
        double ratio = interval > wanted ? interval / wanted : wanted / interval;
        if (ratio < nearest) {
            nearest = ratio;
            chosen = interval;
        }
    }
    return chosen;
}

static void plan_picture(picture_painter *painter, const scree_picture_params *params, const float *distances)
{
    painter->distances = distances;
    painter->is_bottom_up = params->is_bottom_up;
    double voxel = 1.0;
    uint32_t scale = 1;
    for (int axis = 0; axis < 2; axis++) {
        voxel = params->voxel[axis] == 0.0 ? voxel : params->voxel[axis];
        scale = params->scale[axis] == 0 ? scale : params->scale[axis];
        painter->count[axis] = params->count[axis];
        painter->scale[axis] = scale;
        painter->pixel[axis] = voxel / scale;
    }
    painter->info.width = painter->count[0] * painter->scale[0];
    painter->info.height = painter->count[1] * painter->scale[1];
    painter->info.limit = params->limit > 0.0 ? params->limit
                                              : find_limit(distances, params->count[0] * params->count[1]);
    double greater = painter->pixel[0] > painter->pixel[1] ? painter->pixel[0] : painter->pixel[1];
    painter->info.interval = params->interval > 0.0 ? params->interval : choose_interval(painter->info.limit, greater);
    if (params->skips_lines) {
        painter->info.interval = 0.0;
    }
}

SCREE_ASSERT_NO_TAIL(scree_picture_params, key);

scree_result scree_picture_plan_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                      const float *distances, scree_picture_info *info, size_t info_size)
{
    scree_picture_params own;
    if (info == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "info is NULL");
    }
    memset(info, 0, info_size);
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = check_params(context, params, distances);
    if (result == SCREE_OK) {
        picture_painter planned;
        plan_picture(&planned, params, distances);
        scree_info_give(&planned.info, sizeof planned.info, info, info_size);
    }
    scree_float_environment_leave(&saved);
    return result;
}

/* The two neighbouring samples that a pixel is interpolated from, and the position of its centre between them. At the
   borders the fraction is below 0 or above 1, and the distance is extrapolated. */
typedef struct neighbours {
    uint64_t first;
    uint64_t second;
    double fraction;
} neighbours;

static neighbours find_neighbours(uint64_t pixel, uint64_t count, uint32_t scale)
{
    uint64_t first = pixel / scale;
    double fraction = ((double)(pixel % scale) + 0.5) / scale - 0.5;
    if (count == 1) {
        return (neighbours){0, 0, 0.0};
    }
    if ((fraction < 0.0 && first > 0) || first + 1 == count) {
        first--;
        fraction += 1.0;
    }
    return (neighbours){first, first + 1, fraction};
}

/* If one of the four samples is infinite, interpolation would give NaN, so the nearest sample is used. */
static float interpolate(const picture_painter *painter, const neighbours *x, const neighbours *y)
{
    const float *above = painter->distances + y->first * painter->count[0];
    const float *below = painter->distances + y->second * painter->count[0];
    float corners[4] = {above[x->first], above[x->second], below[x->first], below[x->second]};
    if (!(isfinite(corners[0]) && isfinite(corners[1]) && isfinite(corners[2]) && isfinite(corners[3]))) {
        float nearest = corners[(y->fraction < 0.5 ? 0 : 2) + (x->fraction < 0.5 ? 0 : 1)];
        if (!isfinite(nearest)) {
            return nearest;
        }
        for (int i = 0; i < 4; i++) {
            corners[i] = isfinite(corners[i]) ? corners[i] : nearest;
        }
    }
    double upper = (double)corners[0] + x->fraction * ((double)corners[1] - (double)corners[0]);
    double lower = (double)corners[2] + x->fraction * ((double)corners[3] - (double)corners[2]);
    return (float)(upper + y->fraction * (lower - upper));
}

static void fill_row(const picture_painter *painter, uint64_t row, float *values)
{
    uint64_t counted = painter->is_bottom_up ? painter->info.height - 1 - row : row;
    neighbours y = find_neighbours(counted, painter->count[1], painter->scale[1]);
    for (uint64_t column = 0; column < painter->info.width; column++) {
        neighbours x = find_neighbours(column, painter->count[0], painter->scale[0]);
        values[column] = interpolate(painter, &x, &y);
    }
}

/* The change of the distance per pixel, from the neighbours that are finite. */
static double slope_between(float before, float here, float after)
{
    bool has_before = isfinite(before);
    bool has_after = isfinite(after);
    double low = (double)(has_before ? before : here);
    double high = (double)(has_after ? after : here);
    return has_before && has_after ? (high - low) / 2.0 : high - low;
}

/* The slope in distance per pixel, at least MIN_SLOPE times the pixel's side. `*fade` is less than 1 where the field is
   flatter than that. */
static double find_slope(const picture_painter *painter, uint64_t column, double *fade)
{
    const float *here = painter->rows[1];
    uint64_t last = painter->info.width - 1;
    float left = column > 0 ? here[column - 1] : (float)INFINITY;
    float right = column < last ? here[column + 1] : (float)INFINITY;
    double x = slope_between(left, here[column], right);
    double y = slope_between(painter->rows[0][column], here[column], painter->rows[2][column]);
    double slope = sqrt(x * x + y * y);
    double lesser = painter->pixel[0] < painter->pixel[1] ? painter->pixel[0] : painter->pixel[1];
    double minimum = MIN_SLOPE * lesser;
    *fade = slope < minimum ? slope / minimum : 1.0;
    return slope > minimum ? slope : minimum;
}

/* The fraction of a pixel that is covered by a line whose middle is `away` pixels off. */
static double cover(double away, double width)
{
    double covered = width / 2.0 + 0.5 - away;
    return covered < 0.0 ? 0.0 : covered > 1.0 ? 1.0 : covered;
}

static scree_colour mix(scree_colour colour, scree_colour with, double part)
{
    float share = (float)part;
    return (scree_colour){colour.red + share * (with.red - colour.red),
                          colour.green + share * (with.green - colour.green),
                          colour.blue + share * (with.blue - colour.blue)};
}

static scree_colour colour_of(const picture_painter *painter, double distance)
{
    double part = fabs(distance) / painter->info.limit;
    int step = part < 1.0 ? (int)(part * (SCREE_PICTURE_STEPS - 1) + 0.5) : SCREE_PICTURE_STEPS - 1;
    return distance < 0.0 ? painter->colours.inside[step] : painter->colours.outside[step];
}

static scree_colour paint(const picture_painter *painter, uint64_t column)
{
    double distance = (double)painter->rows[1][column];
    if (!isfinite(distance)) {
        return isnan(distance) ? not_a_number : distance < 0.0 ? far_inside : far_outside;
    }
    scree_colour colour = colour_of(painter, distance);
    if (painter->info.interval == 0.0) {
        return colour;
    }
    double fade;
    double slope = find_slope(painter, column, &fade);
    double lines = fabs(distance) / painter->info.interval;
    double nearest = floor(lines + 0.5);
    if (nearest > 0.0) {
        bool fifth = fmod(nearest, 5.0) == 0.0;
        double away = fabs(lines - nearest) * painter->info.interval / slope;
        double covered = fade * cover(away, fifth ? FIFTH_WIDTH : LINE_WIDTH);
        colour = mix(colour, line_colour, covered * (fifth ? FIFTH_DARKNESS : LINE_DARKNESS));
    }
    return mix(colour, zero_colour, cover(fabs(distance) / slope, ZERO_WIDTH));
}

static uint8_t round_channel(float value)
{
    return (uint8_t)(value + 0.5f);
}

static void paint_row(const picture_painter *painter, uint8_t *pixels)
{
    for (uint64_t column = 0; column < painter->info.width; column++) {
        scree_colour colour = paint(painter, column);
        pixels[3 * column] = round_channel(colour.red);
        pixels[3 * column + 1] = round_channel(colour.green);
        pixels[3 * column + 2] = round_channel(colour.blue);
    }
}

/* Fills a row outside the picture with infinities, which have no part in a slope. */
static void fill_missing_row(const picture_painter *painter, float *values)
{
    for (uint64_t column = 0; column < painter->info.width; column++) {
        values[column] = INFINITY;
    }
}

/* Moves on to a row of pixels. Rows must be visited in order. */
static void move_to_row(picture_painter *painter, uint64_t row)
{
    float *first = painter->rows[0];
    painter->rows[0] = painter->rows[1];
    painter->rows[1] = painter->rows[2];
    painter->rows[2] = first;
    if (row == 0) {
        fill_missing_row(painter, painter->rows[0]);
        fill_row(painter, 0, painter->rows[1]);
    }
    if (row + 1 < painter->info.height) {
        fill_row(painter, row + 1, painter->rows[2]);
    } else {
        fill_missing_row(painter, painter->rows[2]);
    }
}

static void destroy_painter(picture_painter *painter)
{
    if (painter != NULL) {
        for (int i = 0; i < 3; i++) {
            free(painter->rows[i]);
        }
        free(painter);
    }
}

static picture_painter *create_painter(const scree_picture_params *params, const float *distances)
{
    picture_painter *painter = calloc(1, sizeof *painter);
    if (painter == NULL) {
        return NULL;
    }
    plan_picture(painter, params, distances);
    scree_picture_colours_make(&painter->colours);
    for (int i = 0; i < 3; i++) {
        painter->rows[i] = malloc((size_t)painter->info.width * sizeof(float));
        if (painter->rows[i] == NULL) {
            destroy_painter(painter);
            return NULL;
        }
    }
    return painter;
}

static void paint_rows(void *user, uint64_t first, uint64_t rows, void *pixels)
{
    picture_painter *painter = user;
    for (uint64_t row = 0; row < rows; row++) {
        move_to_row(painter, first + row);
        paint_row(painter, (uint8_t *)pixels + 3 * row * painter->info.width);
    }
}

static scree_result draw(scree_context *context, const scree_picture_params *params, const float *distances,
                         uint8_t *pixels)
{
    scree_result result = check_params(context, params, distances);
    if (result != SCREE_OK || pixels == NULL) {
        return result != SCREE_OK ? result : scree_fail(context, SCREE_ERROR_INVALID, "pixels is NULL");
    }
    picture_painter *painter = create_painter(params, distances);
    if (painter != NULL) {
        paint_rows(painter, 0, painter->info.height, pixels);
    }
    destroy_painter(painter);
    return painter != NULL ? SCREE_OK : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a picture");
}

scree_result scree_picture_draw_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                      const float *distances, uint8_t *pixels)
{
    scree_picture_params own;
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = draw(context, params, distances, pixels);
    scree_float_environment_leave(&saved);
    return result;
}

/* Prints the entry of the metadata that describes the picture. */
static char *print_picture(const picture_painter *painter)
{
    scree_text text = {0};
    scree_text_append(&text, "{\"limit\": ");
    scree_text_double(&text, painter->info.limit);
    scree_text_append(&text, ", \"interval\": ");
    scree_text_double(&text, painter->info.interval);
    scree_text_format(&text, ", \"scale\": [%" PRIu32 ", %" PRIu32 "], \"first_row_below\": %s}", painter->scale[0],
                      painter->scale[1], painter->is_bottom_up ? "true" : "false");
    if (text.failed) {
        scree_text_clear(&text);
    }
    return text.data;
}

/* Opens the file, writes it and completes it; only its name is still temporary. */
static scree_result write_picture(scree_context *context, const scree_picture_params *params, picture_painter *painter,
                                  const scree_writer_params *file, scree_writer **writer)
{
    const scree_painted_file painted = {.volume = {.axes = 2,
                                                   .count = {painter->info.width, painter->info.height},
                                                   .type = SCREE_TYPE_U8,
                                                   .source = SCREE_TYPE_U8,
                                                   .voxel = {painter->pixel[0], painter->pixel[1]},
                                                   .key = params->key,
                                                   .metadata = params->metadata},
                                        .about = print_picture(painter),
                                        .paint = paint_rows,
                                        .painter = painter};
    return scree_painted_file_write(context, &painted, file, writer);
}

static scree_result prepare_file(scree_context *context, const scree_picture_params *params, const float *distances,
                                 const scree_writer_params *file, scree_writer **writer)
{
    scree_result result = check_params(context, params, distances);
    if (result != SCREE_OK || file == NULL || file->path == NULL) {
        return result != SCREE_OK ? result
                                  : scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", file ? "path" : "file");
    }
    picture_painter *painter = create_painter(params, distances);
    result = painter == NULL ? scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s", file->path)
                             : write_picture(context, params, painter, file, writer);
    destroy_painter(painter);
    return result;
}

scree_result scree_picture_draw_file_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                           const float *distances, const scree_writer_params *file, size_t file_size,
                                           scree_writer **writer)
{
    scree_picture_params own;
    scree_writer_params own_file;
    if (writer == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "writer is NULL");
    }
    *writer = NULL;
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    file = scree_params_take(context, file, file_size, &own_file, sizeof own_file, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = prepare_file(context, params, distances, file, writer);
    scree_float_environment_leave(&saved);
    return result;
}

scree_result scree_picture_write_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                       const float *distances, const char *path, bool replace)
{
    const scree_writer_params file = {.path = path, .replaces = replace};
    scree_writer *writer;
    scree_result result = scree_picture_draw_file_sized(context, params, size, distances, &file, sizeof file, &writer);
    if (result == SCREE_OK) {
        result = scree_writer_commit(&writer, 1);
    }
    scree_writer_close(&writer);
    return result;
}
