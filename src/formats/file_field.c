/* The samples of files as fields. */
#include <scree/input.h>

#include <string.h>

#include "choices.h"
#include "context_internal.h"
#include "file_field.h"
#include "float_environment.h"
#include "graph_file.h"
#include "graph_order.h"
#include "graph_type.h"
#include "sized_params.h"

static const char *const filter_names[] = {
    [SCREE_FILTER_LINEAR] = "linear", [SCREE_FILTER_NEAREST] = "nearest", [SCREE_FILTER_CUBIC] = "cubic"};
SCREE_DEFINE_NAMES(scree_filter, filter_names)

static const char *const edge_names[] = {
    [SCREE_EDGE_CLAMP] = "clamp", [SCREE_EDGE_REPEAT] = "repeat", [SCREE_EDGE_MIRROR] = "mirror"};
SCREE_DEFINE_NAMES(scree_edge, edge_names)

static const scree_nodata_rule holes_rules[] = {SCREE_NODATA_REFUSE, SCREE_NODATA_LOWEST};

const char *scree_holes_name(int choice)
{
    return (size_t)choice < sizeof holes_rules / sizeof holes_rules[0] ? scree_nodata_rule_name(holes_rules[choice])
                                                                       : NULL;
}

scree_nodata_rule scree_holes_rule(int choice)
{
    return holes_rules[choice];
}

SCREE_ASSERT_NO_TAIL(scree_file_field_params, channel);

static scree_result check_params(scree_context *context, const scree_file_field_params *params)
{
    if (params->path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "path is NULL");
    }
    if (scree_filter_name(params->filter) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "filter is %d; it must be 0 to 2", (int)params->filter);
    }
    if (scree_edge_name(params->edge) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "edge is %d; it must be 0 to 2", (int)params->edge);
    }
    if (params->nodata_rule != SCREE_NODATA_REFUSE && params->nodata_rule != SCREE_NODATA_LOWEST) {
        return scree_fail(context, SCREE_ERROR_INVALID, "nodata_rule is %d; it must be %d or %d",
                          (int)params->nodata_rule, SCREE_NODATA_REFUSE, SCREE_NODATA_LOWEST);
    }
    return SCREE_OK;
}

static scree_result make_field(scree_context *context, const scree_file_field_params *params, scree_field **field)
{
    const scree_samples_params reading = {
        .path = params->path, .channel = params->channel, .nodata_rule = params->nodata_rule};
    scree_samples samples = {.axes = 0};
    scree_result result = check_params(context, params);
    result = result == SCREE_OK ? scree_samples_read(context, &reading, &samples) : result;
    scree_graph_file *file = NULL;
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

uint32_t scree_file_words(const scree_file_field_params *params, scree_file_word word[SCREE_FILE_WORDS])
{
    uint32_t count = 0;
    if (params->channel != NULL) {
        word[count++] = (scree_file_word){"channel", params->channel, false};
    }
    if (params->filter != SCREE_FILTER_LINEAR) {
        word[count++] = (scree_file_word){"filter", scree_filter_name(params->filter), true};
    }
    if (params->edge != SCREE_EDGE_CLAMP) {
        word[count++] = (scree_file_word){"edge", scree_edge_name(params->edge), true};
    }
    if (params->nodata_rule != SCREE_NODATA_REFUSE) {
        word[count++] = (scree_file_word){"holes", scree_nodata_rule_name(params->nodata_rule), true};
    }
    return count;
}

static bool are_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool scree_file_field_is_of(const scree_field *field, const scree_file_field_params *params)
{
    const scree_graph_file *file = scree_graph_node_of(field)->file;
    return file != NULL && are_same(file->params.path, params->path) &&
           are_same(file->params.channel, params->channel) && file->params.filter == params->filter &&
           file->params.edge == params->edge && file->params.nodata_rule == params->nodata_rule;
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
