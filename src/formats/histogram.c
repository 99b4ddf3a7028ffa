/* Pictures of histograms: counts and sums become colours. */
#include "histogram_painter.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "context_internal.h"
#include "float_environment.h"
#include "number_text.h"
#include "sized_params.h"

/* The share of a ramp's colour that a splat adds. */
#define RAMP_SHARE 0.05

#define CHANNELS 3

static const double default_tint[CHANNELS] = {0.0154, 0.05, 0.3};

static const scree_choice exposures[] = {
    [SCREE_EXPOSURE_ADDITIVE] = {"additive", "each drawing adds its colour, as additive blending does"},
    [SCREE_EXPOSURE_LINEAR] = {"linear", "in proportion to the count; the greatest one is white"},
    [SCREE_EXPOSURE_LOG] = {"log", "the logarithm of the count: faint parts show beside bright ones"},
    [SCREE_EXPOSURE_EQUALISED] = {"equalised", "the rank of the count among all pixels: every shade as often"},
};

SCREE_DEFINE_CHOICES(scree_exposure, exposures)

static scree_result check_number(scree_context *context, const char *name, double value, double minimum, double maximum)
{
    if (value == 0.0 || (value >= minimum && value <= maximum)) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s; it must be %s to %s, or 0", name,
                      scree_show_double(value).text, scree_show_double(minimum).text, scree_show_double(maximum).text);
}

static scree_result check_numbers(scree_context *context, const scree_histogram_params *params)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"factor", params->factor}, {"white", params->white}, {"unit", params->unit}};
    scree_result result = check_number(context, "gamma", params->gamma, SCREE_MIN_GAMMA, SCREE_MAX_GAMMA);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && result == SCREE_OK; i++) {
        result = check_number(context, numbers[i].name, numbers[i].value, SCREE_MIN_EXPOSURE_NUMBER,
                              SCREE_MAX_EXPOSURE_NUMBER);
    }
    return result;
}

static scree_result check_colour(scree_context *context, const char *name, const double *colour)
{
    for (int i = 0; i < CHANNELS; i++) {
        if (!(colour[i] >= 0.0 && colour[i] <= 1.0)) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s[%d] is %s; it must be 0 to 1", name, i,
                              scree_show_double(colour[i]).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, const scree_histogram_params *params)
{
    if (scree_exposure_name(params->exposure) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "exposure is %d, which is none", (int)params->exposure);
    }
    if ((params->has_ramp || params->is_coloured_by_value) && scree_ramp_name(params->ramp) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "ramp is %d, which is none", (int)params->ramp);
    }
    scree_result result = check_numbers(context, params);
    if (result == SCREE_OK && params->has_tint) {
        result = check_colour(context, "tint", params->tint);
    }
    return result == SCREE_OK ? check_colour(context, "background", params->background) : result;
}

static scree_result check(scree_context *context, const scree_histogram_params *params,
                          const scree_histogram *histogram, scree_type type)
{
    if (params == NULL || histogram == NULL || histogram->counts == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL",
                          params == NULL      ? "params"
                          : histogram == NULL ? "histogram"
                                              : "counts");
    }
    if (histogram->width < 1 || histogram->height < 1) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a histogram of %" PRIu32 "x%" PRIu32 "; no side may be 0",
                          histogram->width, histogram->height);
    }
    if (params->is_coloured_by_value && histogram->sums == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "is_coloured_by_value is true and sums is NULL");
    }
    if (type != SCREE_TYPE_U8 && type != SCREE_TYPE_U16) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d; pictures of histograms are u8 or u16", (int)type);
    }
    return check_params(context, params);
}

static void look_up(const scree_histogram_painter *painter, double position, double colour[CHANNELS])
{
    const scree_colour found = scree_ramp_at(&painter->ramp, position);
    colour[0] = (double)found.red / 255.0;
    colour[1] = (double)found.green / 255.0;
    colour[2] = (double)found.blue / 255.0;
}

/* The colour of the mean value of a pixel, whose values are 0 to 255. */
static void look_up_value(const scree_histogram_painter *painter, uint64_t pixel, double colour[CHANNELS])
{
    const double mean = (double)painter->histogram->sums[pixel] / (double)painter->histogram->counts[pixel];
    look_up(painter, mean / 255.0, colour);
}

static void paint_added(const scree_histogram_painter *painter, uint64_t pixel, double colour[CHANNELS])
{
    const scree_histogram_params *params = &painter->params;
    const scree_light_meter *meter = &painter->meter;
    double strength = scree_light_meter_splats(meter, painter->histogram->counts[pixel]) * meter->factor;
    if (params->has_ramp && !params->is_coloured_by_value) {
        look_up(painter, scree_light_meter_gamma(meter, strength * RAMP_SHARE), colour);
        return;
    }
    if (params->is_coloured_by_value) {
        look_up_value(painter, pixel, colour);
        strength *= RAMP_SHARE;
    } else {
        memcpy(colour, params->tint, sizeof params->tint);
    }
    for (int i = 0; i < CHANNELS; i++) {
        colour[i] = params->background[i] + scree_light_meter_gamma(meter, strength * colour[i]);
    }
}

static void paint_exposed(const scree_histogram_painter *painter, uint64_t pixel, double colour[CHANNELS])
{
    const double brightness = scree_light_meter_brightness(&painter->meter, painter->histogram->counts[pixel]);
    const double *background = painter->params.background;
    if (painter->params.has_ramp && !painter->params.is_coloured_by_value) {
        look_up(painter, brightness, colour);
        return;
    }
    if (painter->params.is_coloured_by_value) {
        look_up_value(painter, pixel, colour);
    } else {
        colour[0] = colour[1] = colour[2] = 1.0;
    }
    for (int i = 0; i < CHANNELS; i++) {
        colour[i] = background[i] + (colour[i] - background[i]) * brightness;
    }
}

static void paint_pixel(const scree_histogram_painter *painter, uint64_t pixel, double colour[CHANNELS])
{
    if (painter->histogram->counts[pixel] == 0) {
        memcpy(colour, painter->params.background, sizeof painter->params.background);
    } else if (painter->params.exposure == SCREE_EXPOSURE_ADDITIVE) {
        paint_added(painter, pixel, colour);
    } else {
        paint_exposed(painter, pixel, colour);
    }
}

static double quantise(double value, double maximum)
{
    const double clamped = value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
    return floor(clamped * maximum + 0.5);
}

void scree_histogram_painter_paint(const scree_histogram_painter *painter, uint64_t first, uint64_t count, void *pixels)
{
    uint8_t *bytes = pixels;
    uint16_t *words = pixels;
    for (uint64_t i = 0; i < count; i++) {
        double colour[CHANNELS];
        paint_pixel(painter, first + i, colour);
        for (size_t channel = 0; channel < CHANNELS; channel++) {
            if (painter->type == SCREE_TYPE_U8) {
                bytes[CHANNELS * i + channel] = (uint8_t)quantise(colour[channel], 255.0);
            } else {
                words[CHANNELS * i + channel] = (uint16_t)quantise(colour[channel], 65535.0);
            }
        }
    }
}

void scree_histogram_painter_destroy(scree_histogram_painter *painter)
{
    if (painter != NULL) {
        scree_light_meter_clear(&painter->meter);
        free(painter);
    }
}

scree_result scree_histogram_painter_create(scree_context *context, const scree_histogram_params *params,
                                            const scree_histogram *histogram, scree_type type,
                                            scree_histogram_painter **painter)
{
    *painter = NULL;
    scree_result result = check(context, params, histogram, type);
    if (result != SCREE_OK) {
        return result;
    }
    scree_histogram_painter *made = calloc(1, sizeof *made);
    if (made == NULL || scree_light_meter_make(&made->meter, params, histogram) != SCREE_OK) {
        scree_histogram_painter_destroy(made);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a picture");
    }
    made->params = *params;
    if (!params->has_tint) {
        memcpy(made->params.tint, default_tint, sizeof default_tint);
    }
    made->histogram = histogram;
    made->type = type;
    if (params->has_ramp || params->is_coloured_by_value) {
        scree_ramp_make(params->ramp, params->is_reversed, &made->ramp);
    }
    *painter = made;
    return SCREE_OK;
}

static uint64_t pixels_of(const scree_histogram *histogram)
{
    return (uint64_t)histogram->width * histogram->height;
}

static scree_result draw(scree_context *context, const scree_histogram_params *params, const scree_histogram *histogram,
                         scree_type type, void *pixels, scree_histogram_info *info)
{
    if (pixels == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "pixels is NULL");
    }
    scree_histogram_painter *painter;
    scree_result result = scree_histogram_painter_create(context, params, histogram, type, &painter);
    if (result != SCREE_OK) {
        return result;
    }
    scree_histogram_painter_paint(painter, 0, pixels_of(histogram), pixels);
    *info = painter->meter.info;
    scree_histogram_painter_destroy(painter);
    return SCREE_OK;
}

SCREE_ASSERT_NO_TAIL(scree_histogram_params, key);
SCREE_ASSERT_NO_TAIL(scree_histogram_info, drawn);

const scree_histogram_params *scree_histogram_params_take(scree_context *context, const scree_histogram_params *params,
                                                          size_t size, size_t splat_size,
                                                          scree_histogram_own_params *own, scree_result *result)
{
    params = scree_params_take(context, params, size, &own->params, sizeof own->params, result);
    if (params != NULL) {
        own->params.splat =
            scree_params_take(context, params->splat, splat_size, &own->splat, sizeof own->splat, result);
    }
    return params;
}

scree_result scree_histogram_draw_sized(scree_context *context, const scree_histogram_params *params, size_t size,
                                        size_t splat_size, const scree_histogram *histogram, scree_type type,
                                        void *pixels, scree_histogram_info *info, size_t info_size)
{
    scree_histogram_info drawn;
    scree_histogram_own_params own;
    scree_result result = SCREE_OK;
    params = scree_histogram_params_take(context, params, size, splat_size, &own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = draw(context, params, histogram, type, pixels, &drawn);
    scree_float_environment_leave(&saved);
    if (result == SCREE_OK && info != NULL) {
        scree_info_give(&drawn, sizeof drawn, info, info_size);
    }
    return result;
}
