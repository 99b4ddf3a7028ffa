/*
 * Prints a file's samples for a script that has written it:
 *
 *     read_samples FILE [CHANNEL]
 *
 * The first line has the type and the sizes, x first; then comes one value a line, x fastest, as float32 in hexadecimal
 * digits. The exit code is 1 where a file is refused.
 */
#include <inttypes.h>
#include <stdio.h>

#include <scree/scree.h>

static void print_error(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    fprintf(stderr, "%s\n", message);
}

static void print_samples(const scree_samples *samples)
{
    uint64_t count = 1;
    printf("%s", scree_type_name(samples->type));
    for (uint32_t a = 0; a < samples->axes; a++) {
        printf(" %" PRIu64, samples->count[a]);
        count *= samples->count[a];
    }
    printf("\n");
    for (uint64_t i = 0; i < count; i++) {
        printf("%a\n", (double)samples->values[i]);
    }
}

int main(int argc, char **argv)
{
    const scree_context_params context_params = {.log = print_error};
    const scree_samples_params params = {.path = argc > 1 ? argv[1] : NULL, .channel = argc > 2 ? argv[2] : NULL};
    scree_context *context = NULL;
    scree_samples samples = {0};
    scree_result result = scree_context_create(&context_params, &context);
    result = result == SCREE_OK ? scree_samples_read(context, &params, &samples) : result;
    if (result == SCREE_OK) {
        print_samples(&samples);
    }
    scree_samples_clear(&samples);
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : 1;
}
