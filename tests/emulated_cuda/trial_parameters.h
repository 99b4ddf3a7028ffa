/* Parameters of the kernels in part_trial.cpp. */
#ifndef SCREE_TEST_TRIAL_PARAMETERS_H
#define SCREE_TEST_TRIAL_PARAMETERS_H

#include <stdint.h>

typedef struct trial_parameters {
    uint32_t *words;
    uint32_t rounds;
} trial_parameters;

#endif
