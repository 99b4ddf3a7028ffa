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
    const int subject = vocabulary_find(&vocabulary_benches, arguments->operands[0]);
    if (subject == BENCH_OF_VARIANTS && options.baseline != NULL) {
        message_error("--baseline %s: only 'bench noise' compares with an earlier run", options.baseline);
        return EXIT_CODE_USAGE;
    }
    int code = engine_start(&engine, false);
    if (code == EXIT_CODE_OK) {
        code = engine_choose_device(&engine, arguments, &choice);
    }
    engine_stop(&engine);
    options.device_count = choice.count;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (subject == BENCH_OF_VARIANTS && choice.count > 1) {
        message_error("--device: 'bench variants' measures one device, not %u", choice.count);
        return EXIT_CODE_USAGE;
    }
    return subject == BENCH_OF_VARIANTS ? scree_bench_variants(&options) : scree_bench_noise(&options);
}
