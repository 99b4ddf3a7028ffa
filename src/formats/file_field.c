/* The samples of files as fields. */
#include <scree/input.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "choices.h"
#include "context_internal.h"
#include "file_field.h"
#include "float_environment.h"
#include "graph_file.h"
#include "graph_order.h"
#include "graph_type.h"
#include "number_text.h"
#include "sized_params.h"

static const char *const filter_names[] = {
    [SCREE_FILTER_LINEAR] = "linear", [SCREE_FILTER_NEAREST] = "nearest", [SCREE_FILTER_CUBIC] = "cubic"};
SCREE_DEFINE_NAMES(scree_filter, filter_names)

static const char *const edge_names[] = {
    [SCREE_EDGE_CLAMP] = "clamp", [SCREE_EDGE_REPEAT] = "repeat", [SCREE_EDGE_MIRROR] = "mirror"};
SCREE_DEFINE_NAMES(scree_edge, edge_names)

SCREE_ASSERT_NO_TAIL(scree_file_field_params, file);

static scree_result check_way(scree_context *context, const scree_file_field_params *params)
{
    if (scree_filter_name(params->filter) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "filter is %d; it must be 0 to 2", (int)params->filter);
    }
    if (scree_edge_name(params->edge) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "edge is %d; it must be 0 to 2", (int)params->edge);
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, const scree_file_field_params *params)
{
    const scree_result result = check_way(context, params);
    if (result != SCREE_OK) {
        return result;
    }
    if (params->file.path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "path is NULL");
    }
    if (params->file.has_threshold) {
        return scree_fail(context, SCREE_ERROR_INVALID, "has_threshold is true; a field of samples has no threshold");
    }
    if (params->file.has_nodata && !isfinite(params->file.nodata)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "nodata is %s; it must be finite, and others are holes anyway",
                          scree_show_double(params->file.nodata).text);
    }
    if (params->file.nodata_rule == SCREE_NODATA_FILL && !isfinite(params->file.fill)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "fill is %s; it must be finite",
                          scree_show_double((double)params->file.fill).text);
    }
    return SCREE_OK;
}

/* Texts do not name the format: it must be the one that follows from the rest, as where a text is read. */
static scree_result find_reading(scree_context *context, const scree_file_field_params *params,
                                 scree_samples_params *reading)
{
    const scree_samples_params *given = &params->file;
    const scree_value_reader in = {.context = context, .name = given->path};
    *reading = *given;
    reading->has_format = false;
    reading->format = SCREE_FORMAT_PNG;
    const scree_result result = scree_reading_check(&in, reading);
    const bool is_other = given->has_format && !(reading->has_format && reading->format == given->format);
    return result == SCREE_OK && is_other
               ? scree_fail(
                     context, SCREE_ERROR_INVALID,
                     "%s: has_format is true; the format of a field's file follows from its name, or its size and type",
                     given->path)
               : result;
}

/* The range of samples leaves out holes, which may have become another number. */
static void add_holes(const scree_file_field_params *params, scree_samples *samples)
{
    if (params->file.nodata_rule == SCREE_NODATA_FILL && samples->nodata_count > 0) {
        samples->range.minimum = fminf(samples->range.minimum, params->file.fill);
        samples->range.maximum = fmaxf(samples->range.maximum, params->file.fill);
    }
}

static scree_result make_field(scree_context *context, const scree_file_field_params *params, scree_field **field)
{
    scree_samples_params reading;
    scree_samples samples = {.axes = 0};
    scree_result result = check_params(context, params);
    result = result == SCREE_OK ? find_reading(context, params, &reading) : result;
    result = result == SCREE_OK ? scree_samples_read(context, &reading, &samples) : result;
    scree_graph_file *file = NULL;
    add_holes(params, &samples);
    result = result == SCREE_OK ? scree_graph_file_make(context, params, &samples, &file) : result;
    scree_samples_clear(&samples);
    return result == SCREE_OK ? scree_graph_field_of_file(context, file, field) : result;
}

scree_result scree_field_from_file_sized(scree_context *context, const scree_file_field_params *params, size_t size,
                                         scree_field **field)
{
    scree_file_field_params own;
    scree_result result = SCREE_OK;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = make_field(context, params, field);
    scree_float_environment_leave(&saved);
    return result;
}

/* Finds the range of values, which are there in memory. */
static scree_result find_range(scree_context *context, const scree_values_params *params, scree_samples *samples)
{
    uint64_t count = params->axes >= 1 && params->axes <= SCREE_FILE_AXES ? 1 : 0; /* Others are refused later. */
    for (uint32_t axis = 0; axis < params->axes && count > 0; axis++) {
        if (params->count[axis] < 1 || params->count[axis] > SCREE_MAX_FILE_SIDE ||
            params->count[axis] > SCREE_MAX_FILE_SAMPLES / count) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "count is %" PRIu64 " along axis %" PRIu32
                              "; it must be 1 to %d, and all counts together "
                              "at most %d",
                              params->count[axis], axis, SCREE_MAX_FILE_SIDE, SCREE_MAX_FILE_SAMPLES);
        }
        count *= params->count[axis];
    }
    samples->range = (scree_range){INFINITY, -INFINITY};
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(params->values[i])) {
            return scree_fail(context, SCREE_ERROR_INVALID, "value %" PRIu64 " is %s; it must be finite", i,
                              scree_show_double((double)params->values[i]).text);
        }
        samples->range.minimum = fminf(samples->range.minimum, params->values[i]);
        samples->range.maximum = fmaxf(samples->range.maximum, params->values[i]);
    }
    return SCREE_OK;
}

static scree_result make_of_values(scree_context *context, const scree_values_params *params, scree_field **field)
{
    const scree_file_field_params way = {.filter = params->filter, .edge = params->edge};
    scree_samples samples = {.axes = params->axes, .values = (float *)(uintptr_t)params->values};
    scree_graph_file *file = NULL;
    if (params->values == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "values is NULL");
    }
    memcpy(samples.count, params->count, sizeof samples.count);
    scree_result result = check_way(context, &way);
    result = result == SCREE_OK ? find_range(context, params, &samples) : result;
    result = result == SCREE_OK ? scree_graph_file_make(context, &way, &samples, &file) : result;
    return result == SCREE_OK ? scree_graph_field_of_file(context, file, field) : result;
}

SCREE_ASSERT_NO_TAIL(scree_values_params, values);

scree_result scree_field_from_values_sized(scree_context *context, const scree_values_params *params, size_t size,
                                           scree_field **field)
{
    scree_values_params own;
    scree_result result = SCREE_OK;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = make_of_values(context, params, field);
    scree_float_environment_leave(&saved);
    return result;
}

/* Messages of a context that has no others: warnings go to the one that its user is. */
static void pass_warning(void *user, scree_log_level level, const char *message)
{
    if (level == SCREE_LOG_WARNING) {
        scree_log(user, SCREE_LOG_WARNING, "%s", message);
    }
}

scree_result scree_file_field_quietly(scree_context *context, const scree_file_field_params *params,
                                      scree_field **field)
{
    const scree_context_params quiet = {.log = pass_warning, .log_user = context, .log_level = SCREE_LOG_WARNING};
    scree_context *own = NULL;
    scree_result result = scree_context_create(&quiet, &own);
    result = result == SCREE_OK ? scree_field_from_file(own, params, field) : result;
    if (result == SCREE_OK) {
        (*field)->context = context;
    }
    scree_context_destroy(&own);
    return result;
}

const char *scree_file_field_key(size_t number)
{
    return number == 0 ? "filter" : number == 1 ? "edge" : scree_reading_key(number - 2);
}

SCREE_DEFINE_BY_NUMBER(filter_name, scree_filter, scree_filter_name)
SCREE_DEFINE_BY_NUMBER(edge_name, scree_edge, scree_edge_name)

scree_result scree_file_field_read(const scree_value_reader *in, size_t number, const json_t *value,
                                   scree_file_field_params *params)
{
    int choice = 0;
    if (number > 1) {
        return scree_reading_read(in, number - 2, value, &params->file);
    }
    const scree_result result =
        scree_value_choice(in, scree_file_field_key(number), value, number == 0 ? filter_name : edge_name, &choice);
    params->filter = number == 0 ? (scree_filter)choice : params->filter;
    params->edge = number == 1 ? (scree_edge)choice : params->edge;
    return result;
}

bool scree_file_field_print(const scree_file_field_params *params, scree_reading_printer *print, void *user)
{
    if (params->filter != SCREE_FILTER_LINEAR) {
        print(user, "filter", scree_filter_name(params->filter), true);
    }
    if (params->edge != SCREE_EDGE_CLAMP) {
        print(user, "edge", scree_edge_name(params->edge), true);
    }
    return scree_reading_print(&params->file, print, user);
}

bool scree_file_field_is_of(const scree_field *field, const scree_file_field_params *params)
{
    const scree_graph_file *file = scree_graph_node_of(field)->file;
    return file != NULL && file->params.filter == params->filter && file->params.edge == params->edge &&
           scree_reading_is_same(&file->params.file, &params->file);
}

/* Whether a field has values on the samples of a file: operators may ask for others. */
static bool has_grid(const scree_field *field, const scree_graph_file *file, scree_grid *grid)
{
    scree_program program = {.axes = 0};
    *grid = (scree_grid){.axes = file->axes};
    for (uint32_t axis = 0; axis < file->axes; axis++) {
        grid->count[axis] = file->count[axis];
        grid->step[axis] = 1.0;
    }
    const bool has = scree_program_make(scree_context_silent(), field, grid, &program) == SCREE_OK;
    scree_program_clear(&program);
    return has;
}

bool scree_field_file_grid(const scree_field *field, scree_grid *grid)
{
    scree_graph_order order;
    scree_grid found;
    bool has = false;
    if (field == NULL || grid == NULL || field->type != &scree_graph_type) {
        return false;
    }
    const bool has_order = scree_graph_order_make(field, &order);
    for (uint32_t i = 0; has_order && i < order.count && !has; i++) {
        const bool is_node = order.field[i]->type == &scree_graph_type;
        const scree_graph_file *file = is_node ? scree_graph_node_of(order.field[i])->file : NULL;
        has = file != NULL && has_grid(field, file, &found);
    }
    scree_graph_order_clear(&order);
    if (has) {
        *grid = found;
    }
    return has;
}
