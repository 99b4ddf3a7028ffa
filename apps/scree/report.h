/* Parts of JSON and of lines that several commands print. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "json_writer.h"
#include "outcome.h"

/*
 * Sizes of texts: a device such as "vulkan:0", with the maximum number of indices, and a UUID in its canonical form.
 */
#define REPORT_DEVICE_SIZE (16 + 11 * SCREE_MAX_MEMBERS)
#define REPORT_UUID_SIZE 37

/* "1024x1024" */
void report_size(char *text, size_t size, const uint64_t *count, uint32_t axes);

/* A positive number with three significant digits, whole digits never cut: "0.114", "11.4", "1140". */
void report_three_digits(char *text, size_t size, double number);

/* Seconds with nine digits behind the point, never with an exponent. */
void report_json_seconds(struct json_writer *json, const char *key, double seconds);

void report_json_counts(struct json_writer *json, const char *key, const uint64_t *count, uint32_t axes);
void report_json_range(struct json_writer *json, const char *key, scree_range range);
void report_json_device(struct json_writer *json, const char *key, const scree_device_info *info);

/* "vulkan:0" or "vulkan:0,2", as --device takes it. */
void report_device(char *text, size_t size, const scree_device_info *info);

/* Bytes, time, speed and device of a finished command, for a line: "2.0 MiB, 0.00512 s, 205 Msamples/s, vulkan:0". */
#define REPORT_SPEED_SIZE (160 + REPORT_DEVICE_SIZE)
void report_speed(char text[REPORT_SPEED_SIZE], const struct outcome *outcome, uint64_t count, const char *noun);

/* How the JSON of a field begins: versions and the device. */
void report_json_head(struct json_writer *json, const scree_device_info *device);

/* How long it took; `count` samples, whose rate has the key NOUN_per_second. */
void report_json_speed(struct json_writer *json, const struct outcome *outcome, uint64_t count, const char *noun);

/* "01234567-89ab-cdef-0123-456789abcdef"; empty where a device has none. */
void report_uuid(char *text, size_t size, const scree_device_info *info);

#endif
