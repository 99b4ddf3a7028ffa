/* The primer's programs as docs/primer.md tells them, in plain C, and a device's results compared with them. */
#ifndef SCREE_TEST_LESSON_DEFINITION_H
#define SCREE_TEST_LESSON_DEFINITION_H

#include <scree/device.h>

/* Runs every program on a device, with groups of every size that it has, and fails where a bit differs. */
void lesson_check_device(scree_device *device);

/* Runs that do not fit are refused, with a message, and change nothing. */
void lesson_check_refusals(scree_device *device);

#endif
