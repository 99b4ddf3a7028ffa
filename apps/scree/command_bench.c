/* `scree bench`: hands its options to the benchmark. */
#include "bench.h"

#include "command.h"
#include "engine.h"
#include "message.h"
#include "options.h"
#include "vocabulary.h"

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
    const int subject = vocabulary_find(&vocabulary_benches, arguments->operands[0]);
    if (subject == BENCH_OF_VARIANTS && options.baseline != NULL) {
        message_error("--baseline %s: only 'bench noise' compares with an earlier run", options.baseline);
        return EXIT_CODE_USAGE;
    }
    const int code = engine_check_device(arguments);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    return subject == BENCH_OF_VARIANTS ? scree_bench_variants(&options) : scree_bench_noise(&options);
}
