#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"

void report_size(char *text, size_t size, const uint64_t *count, uint32_t axes)
{
    number_print_counts(text, size, count, axes, "x");
}

void report_three_digits(char *text, size_t size, double number)
{
    int decimals = 0;
    /* Below 99.95, because from there on rounding makes three digits before the point. */
    for (double scaled = number; scaled < 99.95 && scaled > 0 && decimals < 12; scaled *= 10) {
        decimals++;
    }
    snprintf(text, size, "%.*f", decimals, number);
}

void report_json_seconds(struct json_writer *json, const char *key, double seconds)
{
    char text[40];
    snprintf(text, sizeof text, "%.9f", seconds);
    emit_raw(json, key, text);
}

void report_json_counts(struct json_writer *json, const char *key, const uint64_t *count, uint32_t axes)
{
    emit_open_inline_array(json, key);
    for (uint32_t axis = 0; axis < axes; axis++) {
        emit_unsigned(json, NULL, count[axis] > 0 ? count[axis] : 1);
    }
    emit_close_inline_array(json);
}

void report_json_range(struct json_writer *json, const char *key, scree_range range)
{
    emit_open_inline_array(json, key);
    emit_float(json, NULL, range.minimum);
    emit_float(json, NULL, range.maximum);
    emit_close_inline_array(json);
}

void report_device(char *text, size_t size, const scree_device_info *info)
{
    size_t length = (size_t)snprintf(text, size, "%s:%" PRIu32, scree_backend_name(info->backend), info->index);
    for (uint32_t i = 1; i < info->members && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, ",%" PRIu32, info->member_index[i]);
    }
}

void report_uuid(char *text, size_t size, const scree_device_info *info)
{
    static const uint8_t none[sizeof info->uuid] = {0};
    size_t length = 0;
    text[0] = '\0';
    if (memcmp(info->uuid, none, sizeof none) == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof info->uuid && length < size; i++) {
        const bool starts_group = i == 4 || i == 6 || i == 8 || i == 10;
        const int added = snprintf(text + length, size - length, "%s%02x", starts_group ? "-" : "", info->uuid[i]);
        length += added > 0 ? (size_t)added : 0;
    }
}

void report_json_device(struct json_writer *json, const char *key, const scree_device_info *info)
{
    char uuid[REPORT_UUID_SIZE];
    report_uuid(uuid, sizeof uuid, info);
    emit_open_object(json, key);
    emit_string(json, "backend", scree_backend_name(info->backend));
    emit_unsigned(json, "index", info->index);
    if (info->members > 1) {
        emit_open_inline_array(json, "members");
        for (uint32_t i = 0; i < info->members; i++) {
            emit_unsigned(json, NULL, info->member_index[i]);
        }
        emit_close_inline_array(json);
    }
    emit_string(json, "name", info->name);
    emit_string(json, "kind", scree_device_kind_name(info->kind));
    emit_string(json, "uuid", uuid[0] != '\0' ? uuid : NULL);
    emit_unsigned(json, "memory_bytes", info->memory_bytes);
    if (info->backend == SCREE_BACKEND_CPU) {
        emit_string(json, "level", scree_cpu_level_name(info->cpu_level));
        emit_open_inline_array(json, "built_levels");
        for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
            if (scree_cpu_level_built((scree_cpu_level)level)) {
                emit_string(json, NULL, scree_cpu_level_name((scree_cpu_level)level));
            }
        }
        emit_close_inline_array(json);
        emit_unsigned(json, "threads", info->threads);
    }
    emit_boolean(json, "usable", info->unsupported_reason[0] == '\0');
    if (info->unsupported_reason[0] != '\0') {
        emit_string(json, "refusal", info->unsupported_reason);
    }
    emit_close_object(json);
}

static double rate_of(const struct outcome *outcome, uint64_t count)
{
    return outcome->seconds > 0 ? (double)count / outcome->seconds : 0;
}

void report_speed(char text[REPORT_SPEED_SIZE], const struct outcome *outcome, uint64_t count, const char *noun)
{
    char bytes[32];
    char seconds[40];
    char rate[40];
    char device[REPORT_DEVICE_SIZE];
    const bool is_cpu = outcome->device.backend == SCREE_BACKEND_CPU;
    number_print_bytes(bytes, sizeof bytes, outcome->bytes);
    report_three_digits(seconds, sizeof seconds, outcome->seconds);
    report_three_digits(rate, sizeof rate, 1e-6 * (double)count / outcome->seconds);
    report_device(device, sizeof device, &outcome->device);
    snprintf(text, REPORT_SPEED_SIZE, "%s, %s s, %s M%s/s%s%s", bytes, seconds, rate, noun, is_cpu ? "" : ", ",
             is_cpu ? "" : device);
}

void report_json_head(struct json_writer *json, const scree_device_info *device)
{
    emit_string(json, "version", scree_version());
    emit_unsigned(json, "output_revision", scree_output_revision());
    report_json_device(json, "device", device);
}

void report_json_speed(struct json_writer *json, const struct outcome *outcome, uint64_t count, const char *noun)
{
    char key[40];
    const double rate = round(rate_of(outcome, count));
    snprintf(key, sizeof key, "%s_per_second", noun);
    report_json_seconds(json, "seconds", outcome->seconds);
    if (outcome->generated.device_seconds > 0) {
        report_json_seconds(json, "device_seconds", outcome->generated.device_seconds);
    }
    emit_unsigned(json, key, rate < 0x1p63 ? (uint64_t)rate : 0);
}
