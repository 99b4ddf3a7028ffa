/* Fixture of the Vulkan tests: the devices that they run on. */
#ifndef SCREE_TEST_VULKAN_FIXTURE_H
#define SCREE_TEST_VULKAN_FIXTURE_H

#include "faulty_vulkan.h"
#include "gpu_suite.h"

/* Exit status of a program that found no device to test. */
#define VULKAN_SKIPPED 77

/* The device under test, by its number among the Vulkan devices. */
extern uint32_t vulkan_index;

/* Looks for the next device that can be used, from number `first` on; false, with the reason printed, for none. */
bool vulkan_find(uint32_t first);

/* Setup of every test: no faults, and the CPU to compare with. */
int vulkan_setup(void **state);

/* Teardown of every test: the validation layer must have had nothing to say. */
int vulkan_teardown(void **state);

#define vulkan_test(function) cmocka_unit_test_setup_teardown(function, vulkan_setup, vulkan_teardown)

/* Opens the device under test, failing the test where that fails. */
scree_device *vulkan_open(void);

/* Opens it where that should fail; returns how, and fixture_message says why. */
scree_result vulkan_refused(scree_backend backend, uint32_t index);

#endif
