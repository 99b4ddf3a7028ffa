/* The table of noise parameters (scree/parameter.h), and what follows from it. */
#ifndef SCREE_NOISE_PARAMETERS_H
#define SCREE_NOISE_PARAMETERS_H

#include <scree/context.h>
#include <scree/noise.h>
#include <scree/parameter.h>

/*
 * Fills in defaults, and checks every parameter by its own limits. Errors: SCREE_ERROR_INVALID, logged with the
 * parameter's name, value and limits.
 */
scree_result scree_noise_parameters_check(scree_context *context, scree_noise_params *params);

/* Refuses reserved members that are not zero: they are those of a newer version. Errors: SCREE_ERROR_UNSUPPORTED,
 * logged. */
scree_result scree_noise_reserved_check(scree_context *context, const scree_noise_params *params);

/* Whether a parameter has any effect beside the others; recipes leave out those that have none. */
bool scree_noise_parameter_counts(const scree_parameter *parameter, const scree_noise_params *params, uint32_t axes);

/* Whether two structs, complete and good, have the same parameters. */
bool scree_noise_parameters_equal(const scree_noise_params *a, const scree_noise_params *b);

#endif
