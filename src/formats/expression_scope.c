#include "expression_scope.h"

#include <stdlib.h>
#include <string.h>

#include "expression_file.h"
#include "op_definition.h"
#include "suggestion.h"

/* The first number of elements in an array that grows. */
#define FIRST_CAPACITY 8

/* The name of an operator in expressions. */
static void op_name(scree_op op, char name[SCREE_MAX_NAME_BYTES + 1])
{
    size_t i = 0;
    for (const char *from = scree_op_name(op); from[i] != '\0' && i < SCREE_MAX_NAME_BYTES; i++) {
        name[i] = from[i] == '-' ? '_' : from[i];
    }
    name[i] = '\0';
}

static bool find_op(const char *name, scree_op *op)
{
    char own[SCREE_MAX_NAME_BYTES + 1];
    for (int number = 0; scree_op_name((scree_op)number) != NULL; number++) {
        op_name((scree_op)number, own);
        if (strcmp(own, name) == 0) {
            *op = (scree_op)number;
            return true;
        }
    }
    return false;
}

/* The number of a parameter; that of all where there is none of this name. */
static uint32_t find_parameter(const scree_expression_definition *function, const char *name)
{
    uint32_t number = 0;
    while (number < function->count && strcmp(function->parameter[number].name.text, name) != 0) {
        number++;
    }
    return number;
}

/* Finds a parameter of the function whose body is read. While the body is only checked it has no value. */
static bool find_argument(const scree_expression_scope *scope, const char *name, scree_expression_found *found)
{
    const uint32_t slot = scope->function != NULL ? find_parameter(scope->function, name) : 0;
    if (scope->function == NULL || slot == scope->function->count) {
        return false;
    }
    const scree_expression_parameter *parameter = &scope->function->parameter[slot];
    found->type = SCREE_EXPRESSION_VALUE;
    found->value = parameter->has_default && scope->is_called ? &parameter->value : NULL;
    for (uint32_t i = 0; i < scope->count; i++) {
        found->value = scope->argument[i].slot == slot ? &scope->argument[i].value : found->value;
    }
    return true;
}

/* FNV-1a. */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return hash;
}

/* The number of a definition among the first ones; that of these where none of them has this name. */
static size_t find_among(const scree_expression_definitions *definitions, size_t count, const char *name)
{
    const uint32_t hash = hash_of(name);
    size_t number = 0;
    while (number < count && (definitions->definition[number].hash != hash ||
                              strcmp(definitions->definition[number].name.text, name) != 0)) {
        number++;
    }
    return number;
}

static bool find_definition(const scree_expression_scope *scope, const char *name, scree_expression_found *found)
{
    const size_t number = find_among(scope->definitions, scope->visible, name);
    if (number == scope->visible) {
        return false;
    }
    found->function = &scope->definitions->definition[number];
    found->type = found->function->is_function ? SCREE_EXPRESSION_FUNCTION : SCREE_EXPRESSION_VALUE;
    found->value = &found->function->value;
    return true;
}

void scree_expression_find(const scree_expression_scope *scope, const scree_expression_name *name,
                           scree_expression_found *found)
{
    *found = (scree_expression_found){.type = SCREE_EXPRESSION_UNKNOWN, .maker.name = *name};
    if (find_argument(scope, name->text, found) || find_definition(scope, name->text, found)) {
        return;
    }
    if (find_op(name->text, &found->op)) {
        found->type = SCREE_EXPRESSION_OPERATOR;
    } else if (scree_expression_find_maker(name->text, &found->maker)) {
        found->type = SCREE_EXPRESSION_MAKER;
    } else if (strcmp(name->text, SCREE_EXPRESSION_FILE_NAME) == 0) {
        found->type = SCREE_EXPRESSION_FILE;
    }
}

/* The nearest of many names, which is copied, because names of the library are written otherwise in expressions. */
typedef struct name_search {
    scree_suggestion suggestion;
    char best[SCREE_MAX_NAME_BYTES + 1];
} name_search;

/* Takes a name of the library as expressions have it. */
static void consider(name_search *search, const char *name, bool is_meant)
{
    char own[SCREE_MAX_NAME_BYTES + 1];
    size_t i = 0;
    for (; name[i] != '\0' && i < SCREE_MAX_NAME_BYTES; i++) {
        own[i] = name[i] == '-' ? '_' : name[i];
    }
    own[i] = '\0';
    (is_meant ? scree_suggestion_mean : scree_suggestion_consider)(&search->suggestion, own);
    if (search->suggestion.best == own) {
        memcpy(search->best, own, i + 1);
        search->suggestion.best = search->best;
    }
}

/* Names of definitions, and of the parameters of the function whose body is read. */
static void consider_own(name_search *search, const scree_expression_scope *scope, bool is_called)
{
    const uint32_t count = scope->function != NULL && !is_called ? scope->function->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        consider(search, scope->function->parameter[i].name.text, false);
    }
    for (size_t i = 0; i < scope->visible; i++) {
        const scree_expression_definition *definition = &scope->definitions->definition[i];
        if (definition->is_function == is_called) {
            consider(search, definition->name.text, false);
        }
    }
}

/* Whether other systems call the samples of a file so. */
static bool means_file(const char *word)
{
    static const char *const words[] = {"image", "heightmap", "texture", "load", "open", "image_texture"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !is_one; i++) {
        is_one = strcmp(words[i], word) == 0;
    }
    return is_one;
}

static void consider_library(name_search *search, bool is_called)
{
    const scree_op_info *info;
    const char *name;
    for (int op = 0; (info = scree_op_describe((scree_op)op)) != NULL; op++) {
        if ((info->input_count > 0) == is_called) {
            consider(search, info->name, scree_op_is_called_elsewhere((scree_op)op, search->suggestion.word));
        }
    }
    if (is_called) {
        consider(search, SCREE_EXPRESSION_FILE_NAME, means_file(search->suggestion.word));
    }
    for (int kind = 0; is_called && (name = scree_noise_kind_name((scree_noise_kind)kind)) != NULL; kind++) {
        consider(search, name, false);
    }
    for (int fractal = 0; is_called && (name = scree_noise_fractal_name((scree_noise_fractal)fractal)) != NULL;
         fractal++) {
        consider(search, name, false);
    }
}

scree_result scree_expression_fail_unknown(const scree_expression_reader *in, const scree_expression_scope *scope,
                                           const scree_expression_name *name, bool is_called)
{
    if (scope->function != NULL && !scope->is_called && strcmp(scope->function->name.text, name->text) == 0) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                     "'%s' is not yet defined in its own body; no function calls itself", name->text);
    }
    name_search search = {.suggestion.word = name->text};
    char suggestion[SCREE_SUGGESTION_TEXT];
    if (name->text[1] != '\0') { /* Every letter is near every other one. */
        consider_own(&search, scope, is_called);
        consider_library(&search, is_called);
    }
    return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "unknown %s '%s'%s",
                                 is_called ? "function" : "name", name->text,
                                 scree_suggestion_text(&search.suggestion, "'", "'", suggestion));
}

bool scree_expression_is_keyword(const char *name)
{
    static const char *const words[] = {"let", "fn", "true", "false"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !is_one; i++) {
        is_one = strcmp(words[i], name) == 0;
    }
    return is_one;
}

/* Names of the language stay what they are. */
static scree_result check_name(const scree_expression_reader *in, const scree_expression_name *name)
{
    scree_op op;
    scree_expression_maker maker;
    const char *other = NULL;
    if (scree_expression_is_keyword(name->text)) {
        other = "a keyword";
    } else if (find_op(name->text, &op)) {
        other = "the name of an operator";
    } else if (scree_expression_find_maker(name->text, &maker)) {
        other = strcmp(maker.key, "kind") == 0 ? "the name of a kind of noise" : "the name of a fractal";
    }
    return other == NULL ? SCREE_OK
                         : scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                                 "'%s' is %s, and cannot be defined", name->text, other);
}

scree_result scree_expression_check_definition(const scree_expression_reader *in,
                                               const scree_expression_definitions *definitions,
                                               const scree_expression_name *name)
{
    const size_t number = find_among(definitions, definitions->count, name->text);
    if (number < definitions->count) {
        const size_t offset = definitions->definition[number].name.offset;
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "'%s' is already defined at %s", name->text,
                                     scree_expression_show_place(in, offset).text);
    }
    return check_name(in, name);
}

scree_result scree_expression_check_parameter(const scree_expression_reader *in,
                                              const scree_expression_definition *function,
                                              const scree_expression_name *name)
{
    return find_parameter(function, name->text) == function->count
               ? check_name(in, name)
               : scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "%s: '%s' is a parameter already",
                                       function->name.text, name->text);
}

scree_result scree_expression_define(const scree_expression_reader *in, scree_expression_definitions *definitions,
                                     scree_expression_definition *definition)
{
    if (definitions->count == SCREE_MAX_DEFINITIONS) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, definition->name.offset,
                                     "the text has more than %d definitions", SCREE_MAX_DEFINITIONS);
    }
    if (definitions->count == definitions->capacity) {
        const size_t capacity = definitions->capacity == 0 ? FIRST_CAPACITY : 2 * definitions->capacity;
        scree_expression_definition *more = realloc(definitions->definition, capacity * sizeof *more);
        if (more == NULL) {
            return scree_expression_fail_memory(in);
        }
        definitions->definition = more;
        definitions->capacity = capacity;
    }
    definition->hash = hash_of(definition->name.text);
    definitions->definition[definitions->count++] = *definition;
    *definition = (scree_expression_definition){.count = 0};
    return SCREE_OK;
}

scree_result scree_expression_add_parameter(const scree_expression_reader *in, scree_expression_definition *function,
                                            scree_expression_parameter *parameter)
{
    if (function->count == SCREE_MAX_ARGUMENTS) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, parameter->name.offset,
                                     "%s: a function has at most %d parameters", function->name.text,
                                     SCREE_MAX_ARGUMENTS);
    }
    scree_expression_parameter *more = realloc(function->parameter, (function->count + 1) * sizeof *more);
    if (more == NULL) {
        return scree_expression_fail_memory(in);
    }
    function->parameter = more;
    function->parameter[function->count++] = *parameter;
    *parameter = (scree_expression_parameter){.has_default = false};
    return SCREE_OK;
}

void scree_expression_definition_clear(scree_expression_definition *definition)
{
    for (uint32_t i = 0; i < definition->count; i++) {
        scree_expression_value_clear(&definition->parameter[i].value);
    }
    free(definition->parameter);
    scree_expression_value_clear(&definition->value);
    *definition = (scree_expression_definition){.count = 0};
}

void scree_expression_definitions_clear(scree_expression_definitions *definitions)
{
    for (size_t i = 0; i < definitions->count; i++) {
        scree_expression_definition_clear(&definitions->definition[i]);
    }
    free(definitions->definition);
    *definitions = (scree_expression_definitions){.count = 0};
}
