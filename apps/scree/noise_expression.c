#include "noise_expression.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/graph.h>

#include "command.h"
#include "message.h"
#include "recipe_text.h"
#include "text.h"

bool noise_expression_is_given(const struct option_value *values)
{
    return values[OPTION_EXPRESSION].given || values[OPTION_EXPRESSION_FILE].given;
}

/* The name of the text in messages. */
static const char *name_of(const struct option_value *values)
{
    const char *path = values[OPTION_EXPRESSION_FILE].text;
    return path != NULL ? recipe_text_name(path) : "--expr";
}

int noise_expression_check_options(const struct option_value *values, const char *name, bool is_preset)
{
    static const struct {
        enum option_id id;
        const char *reason;
    } needs_noise[] = {
        {OPTION_NORMALS, "is made of the derivatives of noise by options; a graph has normal(f, axis)"},
        {OPTION_SLOPE, "is made of the derivatives of noise by options; a graph has slope(f)"},
        {OPTION_LOOP, "sets a period of noise, which stands in a graph itself"},
        {OPTION_PROJECTION, "leaves out octaves that are too fine for the sphere; those of a graph stay"},
    };
    for (int id = 0; id < OPTION_COUNT; id++) {
        const bool is_of_noise = option_table[id].group == GROUP_FIELD && id != OPTION_EXPRESSION &&
                                 id != OPTION_EXPRESSION_FILE;
        const bool is_of_preset = is_preset && (id == OPTION_PRESET || id == OPTION_SEED);
        if (values[id].given && is_of_noise && !is_of_preset) {
            return option_refuse(values, (enum option_id)id, "is for noise by options; %s describes a graph", name);
        }
    }
    if (values[OPTION_PRINT_RECIPE].given && values[OPTION_POINTS].given) {
        return option_refuse(values, OPTION_PRINT_RECIPE,
                             "not together with --points; a graph at points has no recipe");
    }
    for (size_t i = 0; i < sizeof needs_noise / sizeof needs_noise[0]; i++) {
        if (values[needs_noise[i].id].given) {
            return option_refuse(values, needs_noise[i].id, "%s", needs_noise[i].reason);
        }
    }
    return EXIT_CODE_OK;
}

static int check_arguments(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    const enum option_id id = values[OPTION_EXPRESSION].given ? OPTION_EXPRESSION : OPTION_EXPRESSION_FILE;
    if (id == OPTION_EXPRESSION && values[OPTION_EXPRESSION_FILE].given) {
        return option_refuse(values, OPTION_EXPRESSION_FILE, "not together with --expr");
    }
    if (arguments->operand_count > 0) {
        message_error("%s: not together with --%s; a field is that of a recipe or of an expression",
                      arguments->operands[0], option_table[id].name);
        return EXIT_CODE_USAGE;
    }
    return noise_expression_check_options(values, id == OPTION_EXPRESSION ? "--expr" : "--expr-file", false);
}

/* Reads the text; what the text has of memory is the caller's to free, also after an error. */
static int read_text(const struct option_value *values, struct recipe_text *text)
{
    const char *path = values[OPTION_EXPRESSION_FILE].text;
    char error[RECIPE_TEXT_ERROR] = "out of memory";
    if (path == NULL) {
        text->bytes = strdup(values[OPTION_EXPRESSION].text);
        text->length = strlen(values[OPTION_EXPRESSION].text);
        text->is_whole = true;
    } else if (!recipe_text_read(path, text, error, sizeof error)) {
        text->bytes = NULL;
    }
    if (text->bytes == NULL) {
        message_error("%s: %s", name_of(values), error);
        return EXIT_CODE_FAILED;
    }
    if (!text->is_whole) {
        message_error("%s: has more than %zu bytes, the most that an expression has", name_of(values),
                      SCREE_MAX_EXPRESSION_BYTES);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* Further lines are that of the text and a caret: they stand as they are, without the program's name. */
int noise_expression_fail(struct engine *engine, scree_result result)
{
    message_error_lines(engine_reason(engine, result));
    engine_forget(engine);
    /* A text that is no expression is a wrong value, like a wrong option. */
    return result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
}

int noise_expression_make(struct engine *engine, const struct arguments *arguments, char **kept, scree_field **field)
{
    const char *name = name_of(arguments->values);
    struct recipe_text text = {.bytes = NULL};
    int code = check_arguments(arguments);
    if (code == EXIT_CODE_OK) {
        code = read_text(arguments->values, &text);
    }
    *kept = text.bytes;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result = scree_field_from_expression(engine->context, text.bytes, text.length, name, field);
    if (result != SCREE_OK) {
        return noise_expression_fail(engine, result);
    }
    if (scree_field_channels(*field, 2) != 1 && scree_field_output_name(*field, 0) == NULL) {
        message_error("%s: is noise with \"derivatives\" or \"curl\", whose samples are several numbers; give it by "
                      "options or by a recipe",
                      name);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* Operators have numbers of float32, in which whole ones are exact up to here. */
#define MOST_SEED (UINT64_C(1) << 24)

int noise_expression_reseed(struct engine *engine, const struct option_value *values, scree_field **field)
{
    const struct option_value *seed = &values[OPTION_SEED];
    scree_field *made = NULL;
    if (!seed->given) {
        return EXIT_CODE_OK;
    }
    if (seed->whole > MOST_SEED) {
        return option_refuse(values, OPTION_SEED, "must be at most %" PRIu64 " with this preset, an expression",
                             MOST_SEED);
    }
    const scree_op_params params = {
        .op = SCREE_OP_SEED_OFFSET, .count = 2, .input = {{.field = *field}, {.number = (double)seed->whole}}};
    const scree_result result = scree_field_from_op(engine->context, &params, &made);
    scree_field_release(field);
    *field = made;
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

/* Indents all lines but the first, as parts of other texts are. */
static char *indent(const char *text)
{
    struct text made;
    FILE *stream = text_begin(&made)->stream;
    for (; *text != '\0'; text++) {
        fputc(*text, stream);
        if (*text == '\n') {
            fputs("  ", stream);
        }
    }
    text_end(&made);
    return made.bytes;
}

scree_result noise_expression_describe(const scree_field *field, scree_recipe *recipe, char **graph)
{
    char *text = NULL;
    scree_result result = scree_field_print(field, &recipe->grid, &recipe->output, &text);
    *graph = NULL;
    if (result == SCREE_OK && strstr(text, "\"field\": \"graph\"") == NULL) {
        result = scree_recipe_parse(NULL, text, strlen(text), NULL, recipe);
    } else if (result == SCREE_OK) {
        *graph = indent(text);
        result = *graph != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_recipe_text_free(&text);
    return result;
}
