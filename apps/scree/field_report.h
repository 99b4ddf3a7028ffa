/* Reports of commands that make a field: a line on stderr for people, warnings, and JSON. */
#ifndef FIELD_REPORT_H
#define FIELD_REPORT_H

#include "field_type.h"

/* Prints what the options ask for. Returns an exit code, after a message where it is not 0. */
int field_report(const struct field_request *request, const struct outcome *outcome);

#endif
