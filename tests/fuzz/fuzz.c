#include "fuzz.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long messages;

_Noreturn void fuzz_broken(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: required: %s\n", file, line, condition);
    abort();
}

/* Bytes beyond ASCII may be names in UTF-8. */
static void check_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    messages++;
    FUZZ_REQUIRE(message[0] != '\0');
    for (const char *at = message; *at != '\0'; at++) {
        FUZZ_REQUIRE((unsigned char)*at >= 0x20 && *at != 0x7f);
    }
}

scree_context *fuzz_context(void)
{
    static scree_context *context;
    if (context == NULL) {
        const scree_context_params params = {.log = check_message, .log_level = SCREE_LOG_INFO};
        FUZZ_REQUIRE(scree_context_create(&params, &context) == SCREE_OK);
    }
    return context;
}

unsigned long fuzz_message_count(void)
{
    return messages;
}

void fuzz_check_outcome(scree_result result, const scree_file_info *info)
{
    if (result != SCREE_OK) {
        FUZZ_REQUIRE(result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_IO || result == SCREE_ERROR_UNSUPPORTED);
        return;
    }
    FUZZ_REQUIRE(scree_format_describe(info->format) != NULL);
    FUZZ_REQUIRE(scree_type_name(info->type) != NULL);
    FUZZ_REQUIRE(info->axes >= 1 && info->axes <= SCREE_MAX_AXES);
    for (uint32_t a = 0; a < info->axes; a++) {
        FUZZ_REQUIRE(info->count[a] >= 1);
    }
    bool empty = isnan(info->range.minimum) && isnan(info->range.maximum);
    FUZZ_REQUIRE(empty || info->range.minimum <= info->range.maximum);
    FUZZ_REQUIRE(empty || (isfinite(info->range.minimum) && isfinite(info->range.maximum)));
    /* Where there are several channels, the others may be of other types. */
    bool is_other = empty || info->channels != NULL;
    bool whole = info->type == SCREE_TYPE_U8 || info->type == SCREE_TYPE_U16;
    FUZZ_REQUIRE(!whole || is_other || info->range.minimum >= 0.0f);
    FUZZ_REQUIRE(info->type != SCREE_TYPE_U16 || is_other || info->range.maximum <= 65535.0f);
    FUZZ_REQUIRE(info->type != SCREE_TYPE_U8 || is_other || info->range.maximum <= 255.0f);
}

/* Every sample has come exactly once, and what is said of them is true. */
static void check_samples(const scree_file_info *info, const scree_collector *collector)
{
    uint64_t samples = 1;
    uint64_t holes = 0;
    float minimum = INFINITY;
    float maximum = -INFINITY;
    for (uint32_t a = 0; a < info->axes; a++) {
        samples *= info->count[a];
    }
    FUZZ_REQUIRE(collector->nodata_cells + collector->valid == samples);
    for (uint64_t i = 0; i < samples; i++) {
        float value = collector->values[i];
        FUZZ_REQUIRE(!isinf(value));
        FUZZ_REQUIRE(!isnan(value) || collector->first_nodata_cell <= i);
        holes += isnan(value) ? 1 : 0;
        minimum = value < minimum ? value : minimum;
        maximum = value > maximum ? value : maximum;
    }
    FUZZ_REQUIRE(holes == collector->nodata_cells);
    FUZZ_REQUIRE(holes == samples || (info->range.minimum == minimum && info->range.maximum == maximum));
    FUZZ_REQUIRE(collector->channel[0] != '\0' && memchr(collector->channel, '\0', sizeof collector->channel) != NULL);
}

scree_format fuzz_format(const char *name)
{
    int format = 0;
    const scree_format_info *info = scree_format_describe(SCREE_FORMAT_PNG);
    while (info != NULL && strcmp(info->name, name) != 0) {
        info = scree_format_describe((scree_format)++format);
    }
    FUZZ_REQUIRE(info != NULL && info->is_read);
    return (scree_format)format;
}

static scree_result read_once(scree_reader *reader, const scree_format_row *format)
{
    unsigned long before = messages;
    rewind(reader->stream);
    scree_result result = format->read(reader);
    FUZZ_REQUIRE(result == SCREE_OK || messages > before);
    return result;
}

void fuzz_read(const uint8_t *data, size_t size, const scree_format_row *format, const scree_sidecar *sidecar)
{
    /* A stream that is read does not write to its memory. */
    FILE *stream = fmemopen((void *)(uintptr_t)data, size, "rb");
    FUZZ_REQUIRE(stream != NULL);
    scree_file_info info = {.file_bytes = size};
    scree_collector collector = {.values = NULL};
    scree_reader reader = {.context = fuzz_context(),
                           .name = "input",
                           .stream = stream,
                           .info = &info,
                           .collector = &collector,
                           .sidecar = sidecar};
    scree_result result = read_once(&reader, format);
    fuzz_check_outcome(result, &info);
    scree_file_info_clear(&info);
    /* The last byte, which is often of no other use, chooses. */
    static const char *const channels[] = {"0", "1", "2", "3", "a", NULL};
    const uint8_t choice = size == 0 ? 0 : data[size - 1];
    const scree_samples_params wanted = {
        .channel = channels[choice % 6], .has_page = choice >= 128, .page = choice % 3};
    info = (scree_file_info){.file_bytes = size};
    collector = (scree_collector){.values = NULL};
    reader.wanted = &wanted;
    scree_result second = read_once(&reader, format);
    if (second == SCREE_OK) {
        check_samples(&info, &collector);
    } else if (second != SCREE_ERROR_INVALID) {
        fuzz_check_outcome(second, &info);
    }
    free(collector.values);
    scree_file_info_clear(&info);
    fclose(stream);
}
