/* `scree import`: another system's tree of nodes as an expression. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "engine.h"
#include "enumeration_names.h"
#include "json_writer.h"
#include "message.h"
#include "noise_expression.h"
#include "options.h"
#include "recipe_text.h"

/* Reads a string from stdin, or takes that of the command line. The caller frees it; NULL after an error. */
static char *read_string(const char *operand)
{
    char error[RECIPE_TEXT_ERROR] = "out of memory";
    struct recipe_text text = {.bytes = NULL};
    if (strcmp(operand, "-") != 0) {
        text.bytes = strdup(operand);
    } else if (!recipe_text_read(operand, &text, error, sizeof error)) {
        text.bytes = NULL;
    } else if (!text.is_whole || strlen(text.bytes) != text.length) {
        snprintf(error, sizeof error, text.is_whole ? "has a zero byte" : "is longer than any string of FastNoise2");
        free(text.bytes);
        text.bytes = NULL;
    }
    if (text.bytes == NULL) {
        message_error("%s: %s", recipe_text_name(operand), error);
        return NULL;
    }
    text.bytes[strcspn(text.bytes, "\r\n")] = '\0';
    return text.bytes;
}

static int print_expression(const char *text, bool is_json)
{
    struct json_writer json;
    if (!is_json) {
        puts(text);
        return EXIT_CODE_OK;
    }
    emit_start(&json, stdout);
    emit_string(&json, "version", scree_version());
    emit_string(&json, "expression", text);
    emit_finish(&json);
    return EXIT_CODE_OK;
}

/* Refuses options of the other system. */
static int check_options(const struct option_value *values, int system)
{
    const enum option_id of_minecraft[] = {OPTION_IMPORT_PACK, OPTION_IMPORT_FUNCTION};
    const enum option_id of_fastnoise2[] = {OPTION_IMPORT_AXES};
    return system == IMPORT_OF_FASTNOISE2
               ? option_refuse_given(values, of_minecraft, 2, "is for minecraft; fastnoise2 has no files")
               : option_refuse_given(values, of_fastnoise2, 1, "is for fastnoise2; minecraft has 3 axes");
}

static int import(struct engine *engine, const struct arguments *arguments, int system)
{
    const struct option_value *values = arguments->values;
    char *text = NULL;
    scree_result result;
    if (system == IMPORT_OF_FASTNOISE2) {
        char *encoded = read_string(arguments->operands[1]);
        if (encoded == NULL) {
            return EXIT_CODE_FAILED;
        }
        const uint32_t axes = values[OPTION_IMPORT_AXES].given ? (uint32_t)values[OPTION_IMPORT_AXES].whole : 2;
        result = scree_import_fastnoise2(engine->context, encoded, axes, &text);
        free(encoded);
    } else {
        result = scree_import_minecraft(engine->context, arguments->operands[1], values[OPTION_IMPORT_PACK].text,
                                        values[OPTION_IMPORT_FUNCTION].text, &text);
    }
    if (result != SCREE_OK) {
        return noise_expression_fail(engine, result);
    }
    const int code = print_expression(text, values[OPTION_JSON].given);
    scree_recipe_text_free(&text);
    return code;
}

int command_import(const struct arguments *arguments)
{
    struct engine engine;
    const int system = enumeration_find(&enumeration_imports, arguments->operands[0]);
    int code = check_options(arguments->values, system);
    code = code == EXIT_CODE_OK ? engine_start(&engine, false) : code;
    if (code == EXIT_CODE_OK) {
        code = import(&engine, arguments, system);
        engine_stop(&engine);
    }
    return code;
}
