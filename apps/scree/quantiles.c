#include "quantiles.h"

#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "message.h"

/* Quantiles are of the noise, whatever distribution is made of it. */
static bool quantiles_hold(const char *parameter)
{
    return strcmp(parameter, "distribution") == 0;
}

static int check_place(const struct option_value *place, enum quantiles_samples samples,
                       const scree_noise_values *values)
{
    static const char *const others[] = {[QUANTILES_AT_POINTS] = "points", [QUANTILES_AT_SPHERE] = "--projection"};
    if (place->given && values->distribution == SCREE_NOISE_DISTRIBUTION_OWN) {
        message_error("--quantiles %s: needs --distribution uniform or normal, which is made from them", place->text);
        return EXIT_CODE_USAGE;
    }
    if (place->given && place->choice == QUANTILES_OF_GRID && samples != QUANTILES_AT_GRID) {
        message_error("--quantiles grid: not with %s; only the samples of a grid can be measured", others[samples]);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

int quantiles_apply(struct engine *engine, const struct arguments *arguments, enum quantiles_samples samples,
                    const scree_grid *grid, scree_noise_params *noise)
{
    const struct option_value *place = &arguments->values[OPTION_QUANTILES];
    scree_noise_values *values = &noise->values;
    const int code = check_place(place, samples, values);
    const bool is_changed = options_change_noise(arguments->values, quantiles_hold) ||
                            arguments->values[OPTION_KEEP_FINE_OCTAVES].given;
    const bool stay = values->quantile_count > 0 && !place->given && !is_changed;
    if (code != EXIT_CODE_OK || stay) {
        return code;
    }
    values->quantile_count = 0;
    if (values->distribution == SCREE_NOISE_DISTRIBUTION_OWN || samples == QUANTILES_AT_SPHERE) {
        return EXIT_CODE_OK;
    }
    scree_noise_params measured = *noise;
    measured.skips_fine_octaves = measured.skips_fine_octaves && samples == QUANTILES_AT_GRID;
    const bool is_of_grid = place->given && place->choice == QUANTILES_OF_GRID;
    const scree_result result =
        scree_noise_measure_quantiles(engine->context, &measured, grid, is_of_grid, values->quantiles);
    values->quantile_count = result == SCREE_OK ? SCREE_NOISE_QUANTILE_COUNT : 0;
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
