#include "file_reading.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "choices.h"
#include "context_internal.h"
#include "text_builder.h"

SCREE_DEFINE_BY_NUMBER(type_name, scree_type, scree_type_name)

static const scree_nodata_rule holes_rules[] = {SCREE_NODATA_REFUSE, SCREE_NODATA_LOWEST};

/* Rules for no-data cells, besides a number that they become. */
static const char *holes_name(int choice)
{
    return (size_t)choice < sizeof holes_rules / sizeof holes_rules[0] ? scree_nodata_rule_name(holes_rules[choice])
                                                                       : NULL;
}

static scree_result read_holes(const scree_value_reader *in, const char *key, const json_t *value,
                               scree_samples_params *file)
{
    double fill = 0;
    int choice = 0;
    if (json_is_number(value)) {
        /* The number of the largest float32 in its shortest form is greater than that. */
        const scree_result result = scree_value_number(in, key, value, -0x1.fffffefp127, 0x1.fffffefp127, &fill);
        file->nodata_rule = SCREE_NODATA_FILL;
        file->fill = result == SCREE_OK ? (float)fill : 0.0f;
        return result;
    }
    if (!json_is_string(value)) {
        return scree_value_fail(in, key, value, "\"lowest\", \"refuse\" or a number");
    }
    const scree_result result = scree_value_choice(in, key, value, holes_name, &choice);
    file->nodata_rule = holes_rules[choice];
    return result;
}

static scree_result read_channel(const scree_value_reader *in, const char *key, const json_t *value,
                                 scree_samples_params *file)
{
    file->channel = json_string_value(value);
    return file->channel != NULL ? SCREE_OK : scree_value_fail(in, key, value, "a string");
}

static scree_result read_page(const scree_value_reader *in, const char *key, const json_t *value,
                              scree_samples_params *file)
{
    int64_t page = 0;
    const scree_result result = scree_value_whole(in, key, value, 0, UINT32_MAX, &page);
    file->has_page = true;
    file->page = (uint32_t)page;
    return result;
}

static scree_result read_nodata(const scree_value_reader *in, const char *key, const json_t *value,
                                scree_samples_params *file)
{
    file->has_nodata = true;
    return scree_value_number(in, key, value, -HUGE_VAL, HUGE_VAL, &file->nodata);
}

static scree_result read_raw_size(const scree_value_reader *in, const char *key, const json_t *value,
                                  scree_samples_params *file)
{
    const scree_result result = scree_value_check_array(in, key, value, 1, 3);
    file->axes = result == SCREE_OK ? (uint32_t)json_array_size(value) : 0;
    return result == SCREE_OK ? scree_value_counts(in, key, value, 1, INT64_MAX, file->count) : result;
}

static scree_result read_raw_type(const scree_value_reader *in, const char *key, const json_t *value,
                                  scree_samples_params *file)
{
    int choice = 0;
    const scree_result result = scree_value_choice(in, key, value, type_name, &choice);
    file->has_type = true;
    file->type = (scree_type)choice;
    return result;
}

static scree_result read_raw_big_endian(const scree_value_reader *in, const char *key, const json_t *value,
                                        scree_samples_params *file)
{
    return scree_value_flag(in, key, value, &file->is_big_endian);
}

static const struct {
    const char *key;
    scree_result (*read)(const scree_value_reader *in, const char *key, const json_t *value,
                         scree_samples_params *file);
} readings[] = {
    {"channel", read_channel},
    {"page", read_page},
    {"holes", read_holes},
    {"nodata", read_nodata},
    {"raw-size", read_raw_size},
    {"raw-type", read_raw_type},
    {"raw-big-endian", read_raw_big_endian},
};

const char *scree_reading_key(size_t number)
{
    return number < sizeof readings / sizeof readings[0] ? readings[number].key : NULL;
}

scree_result scree_reading_read(const scree_value_reader *in, size_t number, const json_t *value,
                                scree_samples_params *file)
{
    return readings[number].read(in, readings[number].key, value, file);
}

scree_result scree_reading_check(const scree_value_reader *in, scree_samples_params *file)
{
    scree_format format;
    if (file->axes == 0 && (file->has_type || file->is_big_endian)) {
        return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" needs \"raw-size\"", in->name,
                          file->has_type ? "raw-type" : "raw-big-endian");
    }
    if (file->axes > 0 && !scree_format_from_path(file->path, &format)) {
        file->has_format = true;
        file->format = file->has_type ? SCREE_FORMAT_RAW : SCREE_FORMAT_R16;
    }
    return SCREE_OK;
}

/* A list that is being printed: each value in turn is made in the text. */
typedef struct reading_list {
    scree_text text;
    scree_reading_printer *print;
    void *user;
    bool has_failed;
} reading_list;

/* Hands over the value that the text has. */
static void end_value(reading_list *list, const char *key)
{
    list->has_failed = list->has_failed || list->text.failed;
    if (!list->has_failed) {
        list->print(list->user, key, list->text.data, false);
    }
    scree_text_clear(&list->text);
}

static void print_values(const scree_samples_params *file, reading_list *list)
{
    if (file->channel != NULL) {
        scree_text_quoted(&list->text, file->channel);
        end_value(list, "channel");
    }
    if (file->has_page) {
        scree_text_format(&list->text, "%" PRIu32, file->page);
        end_value(list, "page");
    }
    if (file->nodata_rule == SCREE_NODATA_FILL) {
        scree_text_float(&list->text, file->fill);
        end_value(list, "holes");
    } else if (file->nodata_rule == SCREE_NODATA_LOWEST) {
        list->print(list->user, "holes", scree_nodata_rule_name(file->nodata_rule), true);
    }
    if (file->has_nodata) {
        scree_text_double(&list->text, file->nodata);
        end_value(list, "nodata");
    }
    if (file->axes > 0) {
        scree_text_counts(&list->text, file->count, file->axes);
        end_value(list, "raw-size");
    }
    if (file->axes > 0 && file->has_type) {
        list->print(list->user, "raw-type", scree_type_name(file->type), true);
    }
    if (file->axes > 0 && file->is_big_endian) {
        scree_text_append(&list->text, "true");
        end_value(list, "raw-big-endian");
    }
}

bool scree_reading_print(const scree_samples_params *file, scree_reading_printer *print, void *user)
{
    reading_list list = {.print = print, .user = user};
    print_values(file, &list);
    return !list.has_failed;
}

static bool are_same_texts(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool scree_reading_is_same(const scree_samples_params *a, const scree_samples_params *b)
{
    return are_same_texts(a->path, b->path) && are_same_texts(a->channel, b->channel) && a->has_page == b->has_page &&
           a->page == b->page && a->axes == b->axes && memcmp(a->count, b->count, sizeof a->count) == 0 &&
           a->has_type == b->has_type && a->type == b->type && a->is_big_endian == b->is_big_endian &&
           a->has_nodata == b->has_nodata && (!a->has_nodata || a->nodata == b->nodata) &&
           a->nodata_rule == b->nodata_rule && a->fill == b->fill && a->has_format == b->has_format &&
           a->format == b->format;
}
