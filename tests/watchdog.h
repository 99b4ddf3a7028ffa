/*
 * The time after which a test gives up: it ends a test that would hang. Nothing that a test asserts depends on it, for
 * machines differ in speed, and in what else they do. Scripts have the same in tests/cli/lib.sh.
 */
#ifndef SCREE_TEST_WATCHDOG_H
#define SCREE_TEST_WATCHDOG_H

#include <stdint.h>

#define WATCHDOG_SECONDS 600u
#define WATCHDOG_NANOSECONDS (WATCHDOG_SECONDS * UINT64_C(1000000000))

#endif
