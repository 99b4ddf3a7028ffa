/* The timeline of one stream, device by device: as a table, as a chart, and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_internal.h"
#include "bench_json.h"

#define BOXES_SHOWN 24
#define CHART_WIDTH 84
#define KINDS 2

static const struct bench_case streamed = {
    .kind = SCREE_NOISE_PERLIN, .axes = 3, .count = {1024, 1024, 1024}, .step = 0.002, .octaves = 1};
static const struct bench_case streamed_quick = {
    .kind = SCREE_NOISE_PERLIN, .axes = 3, .count = {512, 512, 128}, .step = 0.002, .octaves = 1};

/* The time from the first start to the last end of a box's spans of one kind. */
struct interval {
    bool is_there;
    double start;
    double end;
};

struct box_line {
    uint32_t device;
    struct interval kinds[KINDS];
};

struct timeline {
    scree_device_info info;
    scree_grid grid;
    double seconds; /* Wall-clock time of the stream. */
    scree_job_span *spans;
    size_t span_count;
    size_t box_count;
    struct box_line boxes[BOXES_SHOWN];
};

/* Streams once; the second time it is kept, when the device has the memory that it needs. */
static scree_result run_stream(struct timeline *timeline, scree_device *device, bool quick)
{
    const struct bench_case *subject = quick ? &streamed_quick : &streamed;
    struct bench_touching touching;
    scree_result result = SCREE_OK;
    timeline->grid = bench_make_grid(subject, false);
    for (int iteration = 0; result == SCREE_OK && iteration < 2; iteration++) {
        scree_job *job = NULL;
        const double start = bench_clock();
        result = bench_stream_start(device, subject, &timeline->grid, SCREE_TYPE_F32, &touching, &job);
        if (result == SCREE_OK) {
            result = scree_job_wait(job, UINT64_MAX);
        }
        timeline->seconds = bench_clock() - start;
        timeline->span_count = scree_job_timeline(job, timeline->spans, SCREE_MAX_SPANS);
        scree_job_release(&job);
    }
    return result;
}

static void sort_into_boxes(struct timeline *timeline)
{
    for (size_t i = 0; i < timeline->span_count; i++) {
        const scree_job_span *span = &timeline->spans[i];
        timeline->box_count = span->box >= timeline->box_count ? (size_t)span->box + 1 : timeline->box_count;
        if (span->box >= BOXES_SHOWN) {
            continue;
        }
        struct box_line *line = &timeline->boxes[span->box];
        struct interval *interval = &line->kinds[span->kind];
        line->device = span->device;
        interval->start = interval->is_there && interval->start < span->start ? interval->start : span->start;
        interval->end = interval->is_there && interval->end > span->end ? interval->end : span->end;
        interval->is_there = true;
    }
}

static int compare_starts(const void *a, const void *b)
{
    const double left = ((const scree_job_span *)a)->start;
    const double right = ((const scree_job_span *)b)->start;
    return (left > right) - (left < right);
}

/* Seconds of a transfer during which its device computed other boxes. The spans are sorted by their starts. */
static double overlapped_seconds(const struct timeline *timeline, const scree_job_span *download)
{
    double seconds = 0;
    double reached = download->start;
    for (size_t i = 0; i < timeline->span_count; i++) {
        const scree_job_span *other = &timeline->spans[i];
        if (other->kind != SCREE_SPAN_COMPUTE || other->device != download->device || other->box == download->box) {
            continue;
        }
        const double start = other->start > reached ? other->start : reached;
        const double end = other->end < download->end ? other->end : download->end;
        if (end > start) {
            seconds += end - start;
            reached = end;
        }
    }
    return seconds;
}

/* Seconds of a timeline. */
struct overlap {
    double computing;
    double transfers;
    double both; /* Computing a box while another of the same device was transferred. */
};

static struct overlap find_overlap(struct timeline *timeline)
{
    struct overlap found = {0};
    qsort(timeline->spans, timeline->span_count, sizeof *timeline->spans, compare_starts);
    for (size_t i = 0; i < timeline->span_count; i++) {
        const scree_job_span *span = &timeline->spans[i];
        if (span->kind == SCREE_SPAN_DOWNLOAD) {
            found.transfers += span->end - span->start;
            found.both += overlapped_seconds(timeline, span);
        } else {
            found.computing += span->end - span->start;
        }
    }
    return found;
}

static size_t shown_boxes(const struct timeline *timeline)
{
    return timeline->box_count < BOXES_SHOWN ? timeline->box_count : BOXES_SHOWN;
}

static void print_interval(const struct interval *interval)
{
    if (interval->is_there) {
        printf(" %10.3f..%10.3f", 1e3 * interval->start, 1e3 * interval->end);
    } else {
        printf(" %22s", "-");
    }
}

static void print_table(const struct timeline *timeline)
{
    printf("\n%4s %6s %22s %22s\n", "box", "device", "compute, ms", "download, ms");
    for (size_t i = 0; i < shown_boxes(timeline); i++) {
        printf("%4zu %6" PRIu32, i, timeline->info.member_index[timeline->boxes[i].device]);
        print_interval(&timeline->boxes[i].kinds[SCREE_SPAN_COMPUTE]);
        print_interval(&timeline->boxes[i].kinds[SCREE_SPAN_DOWNLOAD]);
        putchar('\n');
    }
}

/* Draws at least one column for each interval. */
static void draw(char *line, const struct interval *interval, double end, char letter)
{
    const double columns_per_second = CHART_WIDTH / end;
    size_t from = (size_t)(interval->start * columns_per_second);
    size_t to = (size_t)(interval->end * columns_per_second);
    from = from < CHART_WIDTH ? from : CHART_WIDTH - 1;
    to = to < CHART_WIDTH ? to : CHART_WIDTH;
    memset(line + from, letter, to > from ? to - from : 1);
}

static void print_chart(const struct timeline *timeline)
{
    double end = 0;
    for (size_t i = 0; i < shown_boxes(timeline); i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            const struct interval *interval = &timeline->boxes[i].kinds[kind];
            end = interval->is_there && interval->end > end ? interval->end : end;
        }
    }
    printf("\n# computes, = transfers to the host; a column is %.4g ms\n", 1e3 * end / CHART_WIDTH);
    for (size_t i = 0; end > 0 && i < shown_boxes(timeline); i++) {
        const struct interval *kinds = timeline->boxes[i].kinds;
        char line[CHART_WIDTH + 1];
        memset(line, ' ', CHART_WIDTH);
        line[CHART_WIDTH] = '\0';
        if (kinds[SCREE_SPAN_DOWNLOAD].is_there) {
            draw(line, &kinds[SCREE_SPAN_DOWNLOAD], end, '=');
        }
        if (kinds[SCREE_SPAN_COMPUTE].is_there) {
            draw(line, &kinds[SCREE_SPAN_COMPUTE], end, '#');
        }
        printf("%4zu |%s|\n", i, line);
    }
}

static void report_text(struct timeline *timeline)
{
    char device[BENCH_DEVICE_SIZE];
    const struct overlap overlap = find_overlap(timeline);
    bench_describe_device(device, sizeof device, &timeline->info);
    printf("scree %s, %s, %s: %" PRIu64 "x%" PRIu64 "x%" PRIu64 " f32 streamed in %.2f ms\n", scree_version(), device,
           timeline->info.name, timeline->grid.count[0], timeline->grid.count[1], timeline->grid.count[2],
           1e3 * timeline->seconds);
    if (timeline->span_count == 0) {
        printf("%s does not tell when it works on a box\n", device);
        return;
    }
    printf("%zu boxes%s\n", timeline->box_count,
           timeline->box_count > BOXES_SHOWN ? ", of which the first are shown" : "");
    print_table(timeline);
    print_chart(timeline);
    if (overlap.transfers > 0) {
        printf(
            "\ntransfers: %.3f ms; computing: %.3f ms, %.1f %% of it while another box of the device was transferred\n",
            1e3 * overlap.transfers, 1e3 * overlap.computing, 100 * overlap.both / overlap.computing);
    } else {
        printf("\nno transfers\n");
    }
}

static int report_json(struct timeline *timeline)
{
    char device[BENCH_DEVICE_SIZE];
    const struct overlap overlap = find_overlap(timeline);
    json_t *spans = json_array();
    bench_describe_device(device, sizeof device, &timeline->info);
    for (size_t i = 0; i < timeline->span_count; i++) {
        const scree_job_span *span = &timeline->spans[i];
        json_array_append_new(spans, json_pack("{s:i, s:I, s:s, s:f, s:f}", "device",
                                               (int)timeline->info.member_index[span->device], "box",
                                               (json_int_t)span->box, "kind", scree_span_kind_name(span->kind), "start",
                                               span->start, "end", span->end));
    }
    json_t *root = json_pack("{s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:o}", "benchmark", "timeline", "version",
                             scree_version(), "device", device, "name", timeline->info.name, "seconds",
                             timeline->seconds, "transfer_seconds", overlap.transfers, "compute_seconds",
                             overlap.computing, "spans", spans);
    if (root != NULL && overlap.transfers > 0) {
        json_object_set_new(root, "share_overlapped", json_real(overlap.both / overlap.computing));
    }
    return bench_print_json(root);
}

int bench_timeline(const struct scree_bench_options *options)
{
    const scree_context_params params = {.log = bench_print_message};
    struct timeline timeline = {.spans = calloc(SCREE_MAX_SPANS, sizeof *timeline.spans)};
    scree_context *context = NULL;
    scree_device *device = NULL;
    if (timeline.spans == NULL || scree_context_create(&params, &context) != SCREE_OK) {
        free(timeline.spans);
        return bench_out_of_memory();
    }
    scree_result result = scree_device_open_group(context, options->devices, options->device_count, &device);
    if (result == SCREE_OK) {
        result = scree_device_describe(device, &timeline.info);
    }
    if (result == SCREE_OK) {
        result = run_stream(&timeline, device, options->quick);
    }
    int code = result == SCREE_OK ? 0 : bench_exit_code(result);
    if (code == 0) {
        sort_into_boxes(&timeline);
        if (options->json) {
            code = report_json(&timeline);
        } else {
            report_text(&timeline);
        }
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    free(timeline.spans);
    return code;
}
