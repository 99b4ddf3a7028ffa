#include "field_report.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "message.h"
#include "report.h"

static void print_line(const struct field_request *request, const struct outcome *outcome)
{
    const scree_range measured = outcome->generated.measured;
    struct field_line line = {.before = "", .values = "no finite values"};
    char size[200];
    char speed[REPORT_SPEED_SIZE];
    text_begin(&line.files);
    report_size(size, sizeof size, request->count, request->axes);
    report_speed(speed, outcome, request->samples, request->type->noun);
    if (measured.minimum <= measured.maximum) {
        snprintf(line.values, sizeof line.values, "values %.4g to %.4g", (double)measured.minimum,
                 (double)measured.maximum);
    }
    request->type->complete_line(request, outcome, &line);
    message_report("%s: %s%s %s%s, %s%s, %s%s", text_end(&line.files), line.before, size,
                   scree_type_name(request->stored), line.detail, line.values, line.range, speed, line.choices);
    text_clear(&line.files);
}

bool field_report_begin_json(const struct field_request *request, const scree_device_info *device,
                             struct json_writer *json)
{
    char *description = request->type->describe(request);
    if (description == NULL) {
        message_error("%s: out of memory", request->arguments->command->name);
        return false;
    }
    emit_start(json, stdout);
    emit_open_object(json, NULL);
    report_json_head(json, device);
    emit_raw(json, request->type->key, description);
    report_json_counts(json, "counts", request->count, request->axes);
    emit_unsigned(json, request->type->noun, request->samples);
    scree_recipe_text_free(&description);
    return true;
}

static int print_json(const struct field_request *request, const struct outcome *outcome)
{
    struct json_writer json;
    if (!field_report_begin_json(request, &outcome->device, &json)) {
        return EXIT_CODE_FAILED;
    }
    if (request->type->emit_field != NULL) {
        request->type->emit_field(request, outcome, &json);
    }
    emit_float(&json, "minimum", outcome->generated.measured.minimum);
    emit_float(&json, "maximum", outcome->generated.measured.maximum);
    report_json_speed(&json, outcome, request->samples, request->type->noun);
    emit_string(&json, "path", request->file.path);
    request->type->emit_results(request, outcome, &json);
    emit_unsigned(&json, "bytes_written", outcome->bytes);
    emit_string(&json, "sha256", outcome->digest);
    emit_close_object(&json);
    emit_finish(&json);
    return EXIT_CODE_OK;
}

int field_report(const struct field_request *request, const struct outcome *outcome)
{
    const bool quiet = request->values[OPTION_QUIET].given;
    if (!quiet && outcome->bytes > 0) {
        print_line(request, outcome);
    }
    if (!quiet && request->type->warn != NULL) {
        request->type->warn(request, outcome);
    }
    if (request->values[OPTION_JSON].given) {
        return print_json(request, outcome);
    }
    if (request->type->print != NULL) {
        request->type->print(request, outcome);
    }
    return EXIT_CODE_OK;
}
