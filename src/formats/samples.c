/* Samples in memory: checks the parameters and fills no-data cells. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "number_text.h"
#include "readers.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_samples, offset);

static scree_result check_format(scree_context *context, const scree_samples_params *params)
{
    if (!params->has_format) {
        return SCREE_OK;
    }
    const scree_format_info *format = scree_format_describe(params->format);
    if (format == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "format is %d, which is none", (int)params->format);
    }
    if (!format->is_read) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%s: scree writes files of the format %s, but does not read them", params->path,
                          format->name);
    }
    return SCREE_OK;
}

static scree_result check_size(scree_context *context, const scree_samples_params *params)
{
    if (params->axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %" PRIu32 "; it must be 1 to %d, or 0", params->axes,
                          SCREE_MAX_AXES);
    }
    for (uint32_t a = 0; a < params->axes; a++) {
        if (params->count[a] == 0) {
            return scree_fail(context, SCREE_ERROR_INVALID, "count[%" PRIu32 "] is 0; it must be at least 1", a);
        }
    }
    if (params->has_type && (size_t)params->type >= SCREE_TYPE_COUNT) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d, which is none", (int)params->type);
    }
    return SCREE_OK;
}

static scree_result check_nodata_rule(scree_context *context, const scree_samples_params *params)
{
    if (params->nodata_rule < SCREE_NODATA_REFUSE || params->nodata_rule > SCREE_NODATA_LOWEST) {
        return scree_fail(context, SCREE_ERROR_INVALID, "nodata_rule is %d, which is no rule",
                          (int)params->nodata_rule);
    }
    if (params->nodata_rule == SCREE_NODATA_FILL && isinf(params->fill)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "fill is %s; it must be finite or nan",
                          scree_show_float(params->fill).text);
    }
    return SCREE_OK;
}

static scree_result check_threshold(scree_context *context, const scree_samples_params *params)
{
    return params->has_threshold && isnan(params->threshold)
               ? scree_fail(context, SCREE_ERROR_INVALID, "threshold is nan; samples cannot be compared with it")
               : SCREE_OK;
}

static scree_result check_params(scree_context *context, const scree_samples_params *params)
{
    if (params == NULL || params->path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "path");
    }
    scree_result result = check_format(context, params);
    if (result == SCREE_OK) {
        result = check_size(context, params);
    }
    if (result == SCREE_OK) {
        result = check_threshold(context, params);
    }
    return result == SCREE_OK ? check_nodata_rule(context, params) : result;
}

/* Prints the position of a sample as (x, y, ...). */
static void print_position(uint64_t index, const scree_file_info *info, char text[200])
{
    size_t length = 0;
    for (uint32_t a = 0; a < info->axes; a++) {
        length +=
            (size_t)snprintf(text + length, 200 - length, "%s%" PRIu64, a == 0 ? "(" : ", ", index % info->count[a]);
        index /= info->count[a];
    }
    snprintf(text + length, 200 - length, ")");
}

static scree_result fill_nodata_cells(const scree_reader *reader)
{
    scree_collector *collector = reader->collector;
    scree_nodata_rule rule = reader->wanted->nodata_rule;
    if (collector->nodata_cells == 0) {
        return SCREE_OK;
    }
    if (rule == SCREE_NODATA_REFUSE) {
        char position[200];
        print_position(collector->first_nodata_cell, reader->info, position);
        return scree_reader_fail(reader,
                                 "%" PRIu64 " of its %" PRIu64 " cells have no data (no finite number, or the value "
                                 "that stands for none), the first at %s; a rule for them must be chosen",
                                 collector->nodata_cells, collector->nodata_cells + collector->valid, position);
    }
    if (rule == SCREE_NODATA_LOWEST && collector->valid == 0) {
        return scree_reader_fail(reader, "none of its cells has data, so there is no lowest to fill them with");
    }
    float fill = rule == SCREE_NODATA_FILL ? reader->wanted->fill : scree_collector_range(collector).minimum;
    for (uint64_t i = collector->first_nodata_cell; i < collector->nodata_cells + collector->valid; i++) {
        collector->values[i] = isnan(collector->values[i]) ? fill : collector->values[i];
    }
    return SCREE_OK;
}

/* Hands the collector's samples over to the caller. */
static void take_samples(const scree_reader *reader, scree_samples *samples)
{
    const scree_collector *collector = reader->collector;
    bool any = collector->valid > 0;
    *samples = (scree_samples){
        .axes = reader->info->axes,
        .values = collector->values,
        .format = reader->info->format,
        .type = reader->info->type,
        .nodata_count = collector->nodata_cells,
        .valid = collector->valid,
        .range = reader->info->range,
        .minimum = any ? collector->minimum : (double)NAN,
        .maximum = any ? collector->maximum : (double)NAN,
        .mean = any ? collector->mean : (double)NAN,
        .threshold = scree_collector_threshold(collector, reader->info->type),
        .geometry = reader->info->geometry,
        .scale = reader->info->scale,
        .offset = reader->info->offset,
        .deviation = any ? sqrt(collector->squares / (double)collector->valid) : (double)NAN,
    };
    memcpy(samples->count, reader->info->count, sizeof samples->count);
    memcpy(samples->channel, collector->channel, sizeof samples->channel);
}

static scree_result read_samples(scree_context *context, const scree_samples_params *params, scree_samples *samples)
{
    scree_result result = check_params(context, params);
    if (result != SCREE_OK) {
        return result;
    }
    scree_collector collector = {.values = NULL};
    if (params->has_nodata) {
        scree_collector_add_nodata(&collector, params->nodata, true);
    }
    collector.has_threshold = params->has_threshold;
    collector.threshold = params->has_threshold ? params->threshold : 0.0;
    scree_file_info info = {0};
    scree_reader reader = {
        .context = context, .name = params->path, .info = &info, .collector = &collector, .wanted = params};
    result = scree_file_read(&reader);
    if (result == SCREE_OK) {
        result = fill_nodata_cells(&reader);
    }
    if (result == SCREE_OK) {
        take_samples(&reader, samples);
    } else {
        free(collector.values);
    }
    scree_file_info_clear(&info);
    return result;
}

SCREE_ASSERT_NO_TAIL(scree_samples_params, threshold);

scree_result scree_samples_read_sized(scree_context *context, const scree_samples_params *params, size_t size,
                                      scree_samples *samples, size_t samples_size)
{
    scree_samples_params own;
    scree_samples read = {0};
    if (samples == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "samples is NULL");
    }
    memset(samples, 0, samples_size);
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = read_samples(context, params, &read);
    scree_float_environment_leave(&saved);
    scree_info_hand_over(&read, sizeof read, samples, samples_size);
    free(read.values);
    return result;
}

void scree_samples_clear_sized(scree_samples *samples, size_t size)
{
    if (samples != NULL) {
        scree_samples own;
        scree_params_copy(samples, size, &own, sizeof own);
        free(own.values);
        memset(samples, 0, size);
    }
}
