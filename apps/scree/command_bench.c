/* `scree bench`: hands its options to the benchmark. */
#include "bench.h"

#include "command.h"
#include "engine.h"
#include "options.h"

int command_bench(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    struct engine engine;
    struct device_choice choice = {.count = 0};
    struct scree_bench_options options = {
        .json = values[OPTION_JSON].given,
        .timeline = values[OPTION_TIMELINE].given,
        .quick = values[OPTION_QUICK].given,
        .repeats = (uint32_t)values[OPTION_REPEATS].whole,
        .baseline = values[OPTION_BASELINE].given ? values[OPTION_BASELINE].text : NULL,
        .devices = choice.params,
    };
    int code = engine_start(&engine, false);
    if (code == EXIT_CODE_OK) {
        code = engine_choose_device(&engine, arguments, &choice);
    }
    engine_stop(&engine);
    options.device_count = choice.count;
    return code == EXIT_CODE_OK ? scree_bench_noise(&options) : code;
}
