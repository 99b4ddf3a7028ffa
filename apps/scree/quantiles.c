#include "quantiles.h"

#include <string.h>

#include "command.h"
#include "message.h"
#include "parameter_names.h"
#include "vocabulary.h"

/* Whether options change the noise, whatever distribution is made of it. */
static bool changes_noise(const struct option_value *values)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id >= 0 && values[id].given && strcmp(parameter->name, "distribution") != 0) {
            return true;
        }
    }
    return values[OPTION_ABS].given || values[OPTION_KEEP_FINE_OCTAVES].given;
}

static int check_place(const struct option_value *place, bool are_points, const struct request *request)
{
    if (place->given && request->recipe.noise.values.distribution == SCREE_NOISE_DISTRIBUTION_OWN) {
        message_error("--quantiles %s: needs --distribution uniform or normal, which is made from them", place->text);
        return EXIT_CODE_USAGE;
    }
    if (place->given && place->choice == QUANTILES_OF_GRID && (request->is_sphere || are_points)) {
        message_error("--quantiles grid: not with %s, which %s no grid of the noise",
                      request->is_sphere ? "--projection" : "points", request->is_sphere ? "is" : "are");
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

int quantiles_apply(struct engine *engine, const struct arguments *arguments, bool are_points, struct request *request)
{
    const struct option_value *place = &arguments->values[OPTION_QUANTILES];
    scree_noise_params *noise = &request->recipe.noise;
    const int code = check_place(place, are_points, request);
    if (code != EXIT_CODE_OK || noise->values.distribution == SCREE_NOISE_DISTRIBUTION_OWN || request->is_sphere) {
        return code;
    }
    if (noise->values.quantile_count > 0 && !place->given && !changes_noise(arguments->values)) {
        return EXIT_CODE_OK;
    }
    noise->values.quantile_count = 0;
    const bool is_of_grid = place->given && place->choice == QUANTILES_OF_GRID;
    scree_noise_params measured = *noise;
    measured.skip_fine_octaves = noise->skip_fine_octaves && !are_points; /* Points have all octaves. */
    const scree_result result = scree_noise_measure_quantiles(engine->context, &measured, &request->recipe.grid,
                                                              is_of_grid, noise->values.quantiles);
    noise->values.quantile_count = result == SCREE_OK ? SCREE_NOISE_QUANTILES : 0;
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
