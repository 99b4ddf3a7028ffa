#include "noise_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"

static int apply_octaves(const struct option_value *values, scree_noise_params *noise)
{
    if (values[OPTION_OCTAVES].given || values[OPTION_GAIN].given) {
        noise->weight_count = 0;
    }
    if (!values[OPTION_WEIGHTS].given) {
        return EXIT_CODE_OK;
    }
    const struct option_value *weights = &values[OPTION_WEIGHTS];
    if (values[OPTION_GAIN].given) {
        message_error("--gain %s: not together with --weights", values[OPTION_GAIN].text);
        return EXIT_CODE_USAGE;
    }
    if (values[OPTION_OCTAVES].given && weights->count != noise->octaves) {
        message_error("--weights %s: has %" PRIu32 " weights, but --octaves is %" PRIu32, weights->text, weights->count,
                      noise->octaves);
        return EXIT_CODE_USAGE;
    }
    noise->octaves = noise->weight_count = weights->count;
    memcpy(noise->weights, weights->reals, sizeof noise->weights);
    return EXIT_CODE_OK;
}

/* Options of one value that set a parameter of noise; lists are applied where the octaves and the axes are known. */
static void apply_parameters(const struct option_value *values, scree_noise_params *noise)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id < 0 || !values[id].given) {
            continue;
        }
        void *at = (char *)noise + parameter->offset;
        if (parameter->type == SCREE_PARAMETER_CHOICE) {
            *(int *)at = values[id].choice;
        } else if (parameter->type == SCREE_PARAMETER_U32) {
            *(uint32_t *)at = (uint32_t)values[id].whole;
        } else if (parameter->type == SCREE_PARAMETER_U64) {
            *(uint64_t *)at = values[id].whole;
        } else if (parameter->type == SCREE_PARAMETER_REAL) {
            const double number = values[id].reals[0];
            *(double *)at = number == 0.0 ? parameter->zero : number;
        } else if (parameter->type == SCREE_PARAMETER_FLAG) {
            *(bool *)at = true;
        }
    }
}

int noise_options_apply(const struct option_value *values, scree_noise_params *noise)
{
    apply_parameters(values, noise);
    if (values[OPTION_ABS].given) {
        if (values[OPTION_FRACTAL].given && noise->fractal != SCREE_NOISE_FRACTAL_BILLOW) {
            message_error("--abs: means --fractal billow, but --fractal %s is given", values[OPTION_FRACTAL].text);
            return EXIT_CODE_USAGE;
        }
        noise->fractal = SCREE_NOISE_FRACTAL_BILLOW;
    }
    if (values[OPTION_KEEP_FINE_OCTAVES].given) {
        noise->skips_fine_octaves = false;
    }
    return apply_octaves(values, noise);
}

int noise_options_check(const struct option_value *values, const scree_noise_params *noise, uint32_t axes)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id >= 0 && values[id].given && !scree_noise_parameter_applies(parameter, noise, axes)) {
            return option_refuse(values, (enum option_id)id, "has no effect here; it belongs to %s", parameter->scope);
        }
    }
    return EXIT_CODE_OK;
}
