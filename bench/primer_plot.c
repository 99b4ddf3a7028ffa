/*
 * The shares of the ceilings as a bar chart: a file of data for any program, and a picture of it by gnuplot where that
 * is installed.
 */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "primer.h"

#define DATA_SUFFIX ".dat"
#define ROW_PIXELS 18u
#define MARGIN_PIXELS 110u

static bool is_plotted(const struct primer_result *result)
{
    return primer_is_measured(result) && result->bound != PRIMER_UNBOUNDED;
}

/* A line for each row: its number, its share in percent, its median in seconds, and its name. Returns how many. */
static unsigned write_rows(const struct primer *primer, FILE *stream)
{
    unsigned rows = 0;
    for (size_t i = 0; i < primer_row_count; i++) {
        const struct primer_result *result = &primer->results[i];
        if (is_plotted(result)) {
            fprintf(stream, "%u %.3f %.9f \"%s: %s\"\n", rows++, 100.0 * primer_share(primer, result),
                    result->taken.median, result->row->lesson, result->row->name);
        }
    }
    return rows;
}

static int write_data(const struct primer *primer, const char *path, unsigned *rows)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL) {
        return bench_plot_failed(path, strerror(errno));
    }
    fputs("# number, percent of the ceiling, median in seconds, case\n", stream);
    *rows = write_rows(primer, stream);
    const bool failed = ferror(stream) != 0;
    return fclose(stream) != 0 || failed ? bench_plot_failed(path, strerror(errno)) : 0;
}

/* A name as gnuplot reads it: quoted, and never one that it would run as a command, which none with a folder is. */
static void write_name(FILE *stream, const char *path)
{
    fputs(path[0] == '/' ? "'" : "'./", stream);
    for (; *path != '\0'; path++) {
        fputs(*path == '\'' ? "''" : (const char[]){*path, '\0'}, stream);
    }
    fputc('\'', stream);
}

static void write_commands(FILE *stream, const char *picture, const char *data, unsigned rows)
{
    fprintf(stream,
            "set terminal svg size 1000,%u background rgb 'white' font 'sans-serif,12'\n"
            "set title 'Share of the ceiling that this run measured'\n"
            "set xlabel 'percent'\nset xrange [0:*]\nset yrange [%u.5:-0.5]\nset grid x\nset key off\n"
            "set ytics scale 0\nset style fill solid 0.7\n"
            "set arrow from 100, graph 0 to 100, graph 1 nohead lc rgb '#c0392b' front\nset output ",
            MARGIN_PIXELS + ROW_PIXELS * rows, rows - 1);
    write_name(stream, picture);
    fputs("\nplot ", stream);
    write_name(stream, data);
    fputs(" using ($2/2):1:($2/2):(0.38):ytic(4) with boxxyerror lc rgb '#2c6fbb'\n", stream);
}

/* Runs gnuplot, whose own complaints are shown. ENOENT where it is not installed, EIO where it failed. */
static int run_gnuplot(char *commands)
{
    char *const arguments[] = {"gnuplot", "-e", commands, NULL};
    pid_t process = 0;
    int status = 0;
    const int error = posix_spawnp(&process, arguments[0], NULL, NULL, arguments, environ);
    if (error != 0) {
        return error;
    }
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            return errno;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EIO;
}

static int draw(const char *picture, const char *data, unsigned rows)
{
    char *commands = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&commands, &length);
    if (stream == NULL) {
        return bench_out_of_memory();
    }
    write_commands(stream, picture, data, rows);
    const int error = fclose(stream) != 0 ? ENOMEM : run_gnuplot(commands);
    free(commands);
    if (error == ENOENT) {
        bench_print_error("warning: --plot %s: gnuplot is not installed, so there is no picture; the data is in %s",
                          picture, data);
        return 0;
    }
    return error == 0 ? 0 : bench_plot_failed(picture, error == EIO ? "gnuplot failed" : strerror(error));
}

int primer_plot(const struct primer *primer)
{
    const char *picture = primer->options->plot;
    char *data = malloc(strlen(picture) + sizeof DATA_SUFFIX);
    unsigned rows = 0;
    if (data == NULL) {
        return bench_out_of_memory();
    }
    strcat(strcpy(data, picture), DATA_SUFFIX);
    int code = write_data(primer, data, &rows);
    if (code == 0 && rows == 0) {
        bench_print_error("warning: --plot %s: this lesson has no shares of a ceiling", picture);
    } else if (code == 0) {
        code = draw(picture, data, rows);
    }
    free(data);
    return code;
}
