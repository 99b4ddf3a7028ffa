/* Pictures of benchmarks have this in common: their names, and the message where they cannot be written. */
#include <string.h>

#include "bench_internal.h"

#define SUFFIX ".svg"
#define SUFFIX_LENGTH (sizeof SUFFIX - 1)

bool bench_plot_name_is_good(const char *path)
{
    const size_t length = strlen(path);
    const bool is_good = length > SUFFIX_LENGTH && strcmp(path + length - SUFFIX_LENGTH, SUFFIX) == 0;
    if (!is_good) {
        bench_print_error("--plot %s: the name of a picture must end in " SUFFIX, path);
    }
    return is_good;
}

int bench_plot_failed(const char *path, const char *reason)
{
    bench_print_error("--plot %s: %s", path, reason);
    return 1;
}
