/*
 * Commands that make a field: what was asked for becomes a request, the request a field, and the field goes into files
 * and a report. This is the same for all types of field.
 */
#ifndef FIELD_COMMAND_H
#define FIELD_COMMAND_H

#include "field_type.h"

/* Runs a command; returns its exit code. */
int field_command(const struct arguments *arguments, const struct field_type *type);

#endif
