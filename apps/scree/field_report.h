/* Reports of commands that make a field: a line on stderr for people, warnings, and JSON. */
#ifndef FIELD_REPORT_H
#define FIELD_REPORT_H

#include "field_type.h"

/*
 * Begins the JSON of a field on stdout: the program, the device, the description and the counts. The caller ends it.
 * Prints a message and returns false without memory for the description.
 */
bool field_report_begin_json(const struct field_request *request, const scree_device_info *device,
                             struct json_writer *json);

/* Prints what the options ask for. Returns an exit code, after a message where it is not 0. */
int field_report(const struct field_request *request, const struct outcome *outcome);

#endif
