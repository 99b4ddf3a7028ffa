#include "benchmark.h"

#include <stdio.h>

void benchmark_ask(struct benchmark *benchmark, const struct bench_variants_choice *choice)
{
    const bool begins = choice != NULL;
    benchmark->begins = begins;
    benchmark->is_wanted = begins;
    benchmark->ends = !begins;
    benchmark->choice = begins ? *choice : benchmark->choice;
    benchmark->seen.results.is_running = begins;
}

/* Begins a benchmark, or goes on with it by a run. */
static scree_result advance(struct benchmark *benchmark, const struct render_context *render, bool begins,
                            const struct bench_variants_choice *choice)
{
    if (!begins) {
        return benchmark->runs != NULL ? bench_variants_step(benchmark->runs) : SCREE_OK;
    }
    bench_variants_end(&benchmark->runs);
    return bench_variants_begin(render->context, render->device, choice, &benchmark->runs);
}

/* Copies what has been measured, for others to see. Called under the lock. */
static void show(struct benchmark *benchmark, bool begins, bool goes_on, const char *problem)
{
    viewer_bench *seen = &benchmark->seen;
    if (benchmark->runs != NULL || begins) {
        *seen = (viewer_bench){.problem = ""};
    }
    if (benchmark->runs != NULL) {
        seen->results = *bench_variants_results_of(benchmark->runs);
    }
    snprintf(seen->problem, sizeof seen->problem, "%.255s", problem);
    benchmark->is_wanted = benchmark->begins || (benchmark->is_wanted && goes_on);
    seen->results.is_running = benchmark->is_wanted;
}

static bool is_running(const struct benchmark *benchmark)
{
    return benchmark->runs != NULL && bench_variants_results_of(benchmark->runs)->is_running;
}

void benchmark_work(struct benchmark *benchmark, const struct render_context *render, viewer_messages *messages,
                    pthread_mutex_t *lock)
{
    char problem[512] = "";
    pthread_mutex_lock(lock);
    const bool begins = benchmark->begins;
    const bool is_wanted = benchmark->is_wanted;
    const struct bench_variants_choice choice = benchmark->choice;
    benchmark->begins = false;
    pthread_mutex_unlock(lock);
    const scree_result result = is_wanted ? advance(benchmark, render, begins, &choice) : SCREE_OK;
    viewer_messages_check(messages, result, problem, sizeof problem);
    viewer_messages_take_error(messages, NULL, 0);
    const bool goes_on = is_wanted && result == SCREE_OK && is_running(benchmark);
    pthread_mutex_lock(lock);
    show(benchmark, begins, goes_on, problem);
    pthread_mutex_unlock(lock);
    if (!goes_on) {
        bench_variants_end(&benchmark->runs);
    }
}
