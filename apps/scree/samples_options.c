#include "samples_options.h"

#include <string.h>

#include "command.h"
#include "message.h"

int samples_options_check(const struct option_value *values, const char *path)
{
    static const enum option_id of_raw[] = {OPTION_RAW_TYPE, OPTION_RAW_BIG_ENDIAN};
    const struct option_value *size = &values[OPTION_RAW_SIZE];
    scree_format format;
    if (!size->given) {
        return option_refuse_given(values, of_raw, sizeof of_raw / sizeof of_raw[0], "needs --raw-size");
    }
    /* The size and the type of other files stand in their headers, so that options for them would be ignored. */
    if (!scree_format_from_path(path, &format) || scree_format_describe(format)->is_headerless) {
        return EXIT_CODE_OK;
    }
    return option_refuse(values, OPTION_RAW_SIZE,
                         "is of files without a header, and %s is of the format %s, which has one", path,
                         scree_format_describe(format)->name);
}

/* A file without a header whose size is given may have any name. */
static void apply_raw(const struct option_value *values, scree_samples_params *params)
{
    const struct option_value *size = &values[OPTION_RAW_SIZE];
    const struct option_value *type = &values[OPTION_RAW_TYPE];
    if (!size->given) {
        return;
    }
    params->axes = size->count;
    for (uint32_t axis = 0; axis < size->count; axis++) {
        params->count[axis] = (uint64_t)size->wholes[axis];
    }
    params->is_big_endian = values[OPTION_RAW_BIG_ENDIAN].given;
    params->has_type = type->given;
    params->type = (scree_type)type->choice;
    if (!scree_format_from_path(params->path, &params->format)) {
        params->has_format = true;
        params->format = type->given ? SCREE_FORMAT_RAW : SCREE_FORMAT_R16;
    }
}

scree_samples_params samples_options_params(const struct option_value *values, const char *path)
{
    scree_samples_params params = {
        .path = path,
        .channel = values[OPTION_CHANNEL].given ? values[OPTION_CHANNEL].text : NULL,
        .has_page = values[OPTION_PAGE].given,
        .page = (uint32_t)values[OPTION_PAGE].whole,
        .has_nodata = values[OPTION_NODATA].given,
        .nodata = values[OPTION_NODATA].reals[0],
        .nodata_rule = (scree_nodata_rule)values[OPTION_HOLES].choice,
        .fill = (float)values[OPTION_HOLES].reals[0],
    };
    apply_raw(values, &params);
    return params;
}

/* The library knows no options: the one that would help is named here. */
int samples_options_fail(struct engine *engine, scree_result result)
{
    static const struct {
        const char *words; /* Words in the library's message. */
        const char *hint;
    } hints[] = {
        {"a rule for them must be chosen", ": --holes lowest, or --holes VALUE"},
        {"a page must be chosen", ": --page N"},
        {"a part must be chosen", ": --page N"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (strstr(engine_reason(engine, result), hints[i].words) != NULL) {
            engine_add_hint(engine, hints[i].hint);
        }
    }
    return engine_fail(engine, result);
}

int samples_options_find_given(const struct option_value *values, bool is_noise)
{
    static const enum option_id of_files[] = {OPTION_CHANNEL,  OPTION_PAGE,     OPTION_HOLES,         OPTION_NODATA,
                                              OPTION_RAW_SIZE, OPTION_RAW_TYPE, OPTION_RAW_BIG_ENDIAN};
    const size_t first = is_noise ? 1 : 0;
    return option_find_given(values, of_files + first, sizeof of_files / sizeof of_files[0] - first);
}
