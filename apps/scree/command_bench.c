/* `scree bench`: hands its options to the benchmark. */
#include "bench.h"

#include "command.h"
#include "engine.h"
#include "options.h"

int command_bench(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    const struct scree_bench_options options = {
        .json = values[OPTION_JSON].given,
        .quick = values[OPTION_QUICK].given,
        .repeats = (uint32_t)values[OPTION_REPEATS].whole,
        .baseline = values[OPTION_BASELINE].given ? values[OPTION_BASELINE].text : NULL,
        .device = engine_device_params(arguments),
    };
    const int code = engine_check_device(arguments);
    return code == EXIT_CODE_OK ? scree_bench_noise(&options) : code;
}
