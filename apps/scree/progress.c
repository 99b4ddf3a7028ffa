#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "report.h"

#define BAR_WIDTH 30
#define UPDATE_SECONDS 0.1
/* Short jobs show no bar: it would only flicker. */
#define DELAY_SECONDS 0.3

void progress_start(struct progress *progress, enum progress_choice choice, bool quiet)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;
    *progress = (struct progress){
        .shown = choice == PROGRESS_ALWAYS || (choice == PROGRESS_AUTO && terminal && !quiet),
        .terminal = terminal,
        .started = scree_os_clock_seconds(),
        .part = 1.0,
    };
    progress->begun = progress->started;
}

static void draw_line(struct progress *progress, double share, double rate, double left)
{
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++) {
        bar[i] = (double)i < share * BAR_WIDTH ? '#' : '.';
    }
    bar[BAR_WIDTH] = '\0';
    char speed[40];
    const char *noun = progress->noun != NULL ? progress->noun : progress->voxels > 0 ? "voxels" : "samples";
    report_three_digits(speed, sizeof speed, 1e-6 * rate);
    fprintf(stderr, "%s%3d %% [%s] %s M%s/s, %d:%02d left%s", progress->terminal ? "\r" : "", (int)(100 * share), bar,
            speed, noun, (int)(left / 60), (int)left % 60, progress->terminal ? "\033[K" : "\n");
    fflush(stderr);
    progress->drawn = progress->terminal;
}

void progress_update(struct progress *progress, const scree_job_status *status)
{
    const double now = scree_os_clock_seconds();
    const double passed = now - progress->started;
    if (!progress->shown || status->total == 0 || status->done == 0) {
        return;
    }
    const double done = (double)status->done / (double)status->total;
    const double total = progress->voxels > 0 ? (double)progress->voxels : (double)status->total;
    const double rate = done * total / (passed > 0 ? passed : 1e-9);
    const double share = progress->before + progress->part * done;
    const double left = (1 - share) * (now - progress->begun) / (share - progress->resumed);
    if (progress->terminal) {
        if (passed < DELAY_SECONDS || now - progress->updated < UPDATE_SECONDS) {
            return;
        }
    } else if ((unsigned)(10 * share) <= progress->tenths) {
        return;
    }
    progress->tenths = (unsigned)(10 * share);
    progress->updated = now;
    draw_line(progress, share, rate, left < 1e8 ? left : 1e8);
}

void progress_finish(struct progress *progress)
{
    if (progress->drawn) {
        fputs("\r\033[K", stderr);
        progress->drawn = false;
    }
}
