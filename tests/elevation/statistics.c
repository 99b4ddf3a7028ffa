/*
 * Prints what scree_samples_read() finds in a file, on one line: width, height, smallest, largest, mean, standard
 * deviation, share of cells with data in per cent.
 *
 *     statistics FILE [CHANNEL]
 */
#include <inttypes.h>
#include <stdio.h>

#include <scree/scree.h>

static void print_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    fprintf(stderr, "%s%s\n", level == SCREE_LOG_WARNING ? "warning: " : "", message);
}

int main(int argc, char **argv)
{
    const scree_context_params settings = {.log = print_message, .log_level = SCREE_LOG_WARNING};
    scree_context *context = NULL;
    scree_samples samples;
    if (argc < 2 || argc > 3 || scree_context_create(&settings, &context) != SCREE_OK) {
        fprintf(stderr, "usage: statistics FILE [CHANNEL]\n");
        return 2;
    }
    const scree_samples_params params = {
        .path = argv[1], .channel = argc == 3 ? argv[2] : NULL, .nodata_rule = SCREE_NODATA_LOWEST};
    scree_result result = scree_samples_read(context, &params, &samples);
    if (result == SCREE_OK) {
        printf("%" PRIu64 " %" PRIu64 " %.17g %.17g %.17g %.17g %.9g\n", samples.count[0], samples.count[1],
               samples.minimum, samples.maximum, samples.mean, samples.deviation,
               100.0 * (double)samples.valid / (double)(samples.valid + samples.nodata_count));
        scree_samples_clear(&samples);
    }
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : 1;
}
