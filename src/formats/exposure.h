/* Exposures of histograms (histogram.h): from counts to brightness. */
#ifndef SCREE_EXPOSURE_H
#define SCREE_EXPOSURE_H

#include <scree/histogram.h>

/* An exposure of one histogram. */
typedef struct scree_light_meter {
    scree_exposure exposure;
    double factor;
    double unit;
    double white;           /* The white count in splats, like all counts here that are divided by `unit`. */
    float log_of_white;     /* LOG: the denominator; 0 where float32 cannot distinguish it from 0. */
    float gamma_power;      /* 1 / gamma. */
    uint64_t *pixels_up_to; /* EQUALISED: pixels whose count is in a bin or below it. NULL otherwise. */
    scree_histogram_info info;
} scree_light_meter;

/* The parameters are checked. Clear the meter in any case. Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_light_meter_make(scree_light_meter *meter, const scree_histogram_params *params,
                                    const scree_histogram *histogram);
void scree_light_meter_clear(scree_light_meter *meter);

/* Returns a count in splats. */
double scree_light_meter_splats(const scree_light_meter *meter, uint64_t count);

/* A value raised to 1 / gamma. */
double scree_light_meter_gamma(const scree_light_meter *meter, double value);

/* The brightness of a count that is not 0, of all exposures but ADDITIVE. */
double scree_light_meter_brightness(const scree_light_meter *meter, uint64_t count);

#endif
