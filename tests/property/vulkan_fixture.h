/* Fixture of the Vulkan tests: the devices that they run on. */
#ifndef SCREE_TEST_VULKAN_FIXTURE_H
#define SCREE_TEST_VULKAN_FIXTURE_H

#include "faulty_vulkan.h"
#include "gpu_suite.h"

/* The device under test, by its number among the Vulkan devices. */
extern uint32_t vulkan_index;

#endif
