/* The noise of kernels/lessons/hash_noise.h in plain C, sample by sample, and a device's results compared with it. */
#ifndef SCREE_TEST_HASH_NOISE_DEFINITION_H
#define SCREE_TEST_HASH_NOISE_DEFINITION_H

#include <scree/device.h>

/* Runs every program of noise that the device has groups for, with few and many octaves, and fails where a bit differs.
 */
void hash_noise_check_device(scree_device *device);

/* Runs whose groups do not fill a field, or whose octaves are too many, are refused with a message. */
void hash_noise_check_refusals(scree_device *device);

#endif
