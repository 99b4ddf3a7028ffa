#include "particle_cases.h"

#include <stdio.h>
#include <string.h>

#define PICTURE_WIDTH 93u
#define PICTURE_HEIGHT 71u
#define EARLY_CASES 100u
#define EARLY_SYSTEMS 10u
#define LATE_SYSTEMS 2u
/* All systems once more, as quads. */
#define FIRST_QUADS 116u
/* Bytes in front of positions and pixels: no multiple of what devices align to. */
#define SKIPPED 40u

/* A number below `end` that depends on a case and a choice. */
static unsigned choose(unsigned number, unsigned choice, unsigned end)
{
    uint32_t h = number * 0x9e3779b1u + choice * 0x85ebca6bu;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return (h >> 12) % end;
}

/* Systems that came later have cases after those of the others. */
static void choose_method(unsigned number, particle_case *c)
{
    const bool is_late = number >= EARLY_CASES && number < FIRST_QUADS;
    const unsigned systems = is_late ? LATE_SYSTEMS : EARLY_SYSTEMS;
    c->params.system = (scree_particle_system)(number % systems + (is_late ? EARLY_SYSTEMS : 0));
    c->params.type = (scree_particle_type)(number / systems % 2);
    c->params.integrator = (scree_particle_integrator)(1 + number / systems / 2 % 2);
    if (is_late) {
        /* Some are beyond the period of the noise. */
        c->params.has_numbers = true;
        c->params.numbers[0] = number / systems % 4 == 3 ? 3e6 : 1.5;
        c->params.numbers[1] = 0.5;
        c->params.numbers[2] = number * 1000;
    }
}

static void choose_system(unsigned number, particle_case *c)
{
    choose_method(number, c);
    c->params.seed = number / 40 % 2 == 0 ? 0 : 0x123456789abcdefu + number;
    c->first = number % 7 == 3 ? ((uint64_t)5 << 32) - 300 : choose(number, 1, 100000);
    c->count = 2 * choose(number, 2, 500) + 1;
    c->steps = number % 9 == 5 ? 0 : 1 + choose(number, 3, 300);
    c->is_kept = number % 3 != 1;
    if (number % 11 == 7) {
        /* Most particles go astray; wide ones leave float32 before they leave float64. */
        c->params.has_box = true;
        for (int i = 0; i < 3; i++) {
            c->params.box_origin[i] = -1e20;
            c->params.box_size[i] = i == 2 ? 0.0 : 2e20;
        }
    }
}

/* Sides from one pixel to some twenty: larger quads have a test of their own. */
static void choose_shape(unsigned number, double radius, scree_splat_params *splat)
{
    static const double shares[] = {0.01, 0.06, 0.15, 0.3};
    splat->shape = (scree_particle_shape)(choose(number, 4, 3) == 0);
    if (number >= FIRST_QUADS) {
        splat->shape = SCREE_PARTICLE_SHAPE_QUADS;
        splat->quad_size = shares[number % 4] * radius;
    }
}

static void choose_splat(unsigned number, particle_case *c)
{
    const scree_particle_system_info *info = scree_particle_system_describe(c->params.system);
    scree_camera *camera = &c->splat.camera;
    choose_shape(number, info->radius, &c->splat);
    c->splat.colour = (scree_particle_colour)choose(number, 5, 6);
    c->splat.colour_min = c->splat.colour == SCREE_PARTICLE_COLOUR_SPEED ? 0.0 : -info->radius;
    c->splat.colour_max = c->splat.colour == SCREE_PARTICLE_COLOUR_SPEED ? info->max_speed : info->radius;
    c->splat.every = choose(number, 6, 2) == 0 ? 0 : 1 + choose(number, 7, 70);
    memcpy(camera->centre, info->centre, sizeof camera->centre);
    camera->azimuth = choose(number, 8, 3600) / 10.0;
    camera->elevation = choose(number, 9, 1800) / 10.0 - 90.0;
    camera->roll = choose(number, 10, 2) * 33.0;
    camera->distance = (1.0 + choose(number, 11, 3)) * info->radius;
    camera->field_of_view = choose(number, 12, 3) == 0 ? 0.0 : 60.0;
    camera->extent = 2.0 * info->radius;
}

void particle_case_make(unsigned number, particle_case *c)
{
    *c = (particle_case){.count = 0};
    choose_system(number, c);
    choose_splat(number, c);
    snprintf(c->name, sizeof c->name,
             "particles system=%s type=%s integrator=%d seed=%llu first=%llu count=%llu steps=%llu every=%llu shape=%d "
             "colour=%d perspective=%d%s%s",
             scree_particle_system_describe(c->params.system)->name,
             c->params.type == SCREE_PARTICLE_F64 ? "f64" : "f32", (int)c->params.integrator,
             (unsigned long long)c->params.seed, (unsigned long long)c->first, (unsigned long long)c->count,
             (unsigned long long)c->steps, (unsigned long long)c->splat.every, (int)c->splat.shape,
             (int)c->splat.colour, c->splat.camera.field_of_view > 0.0, c->params.has_box ? " astray" : "",
             c->is_kept ? " kept" : "");
}

static size_t pixel_bytes(void)
{
    return (size_t)PICTURE_WIDTH * PICTURE_HEIGHT * sizeof(uint64_t);
}

static size_t position_bytes(const particle_case *c)
{
    return c->is_kept ? (size_t)c->count * scree_particle_bytes(c->params.type) : 0;
}

size_t particle_case_words(const particle_case *c)
{
    return (pixel_bytes() + position_bytes(c)) / sizeof(uint32_t) + 1;
}

/* A case that is being run. */
typedef struct particle_running {
    const particle_case *c;
    scree_device *device;
    scree_field *particles;
    scree_buffer *buffer; /* The pixels, and behind them positions. */
    uint64_t lost;
} particle_running;

/* Runs a part of the particles from one step to another, drawn in a window. */
static scree_result run_part(particle_running *running, uint64_t first, uint64_t count, uint64_t first_step,
                             uint64_t steps, uint32_t left, uint32_t width, bool keeps)
{
    const particle_case *c = running->c;
    /* A window's rows are put together to the whole picture's by its own pixels, so it is drawn where it belongs. */
    const scree_accumulation window = {.buffer = running->buffer,
                                       .offset = SKIPPED + (uint64_t)left * PICTURE_HEIGHT * sizeof(uint64_t),
                                       .width = width,
                                       .height = PICTURE_HEIGHT,
                                       .left = left,
                                       .whole_width = PICTURE_WIDTH,
                                       .whole_height = PICTURE_HEIGHT};
    const scree_particle_run run = {
        .first = c->first + first,
        .count = count,
        .first_step = first_step,
        .steps = steps,
        .all_steps = c->steps,
        .positions = keeps ? running->buffer : NULL,
        .offset = keeps ? SKIPPED + pixel_bytes() + 8 + first * scree_particle_bytes(c->params.type) : 0,
        .is_continued = first_step > 0,
        .splat = &c->splat,
        .accumulation = window};
    scree_particle_report report;
    const scree_result result = scree_particles_run(running->device, running->particles, &run, &report);
    running->lost += first_step + steps == c->steps && left == 0 ? report.lost : 0;
    return result;
}

static scree_result run_whole(particle_running *running, uint32_t left, uint32_t width)
{
    return run_part(running, 0, running->c->count, 0, running->c->steps, left, width, running->c->is_kept);
}

/* Two parts of the cloud; the second one with its steps in two, if positions are kept meanwhile. */
static scree_result run_in_parts(particle_running *running, uint32_t left, uint32_t width)
{
    const particle_case *c = running->c;
    const uint64_t half = c->count / 4 * 2;
    const uint64_t steps = c->is_kept && half % 2 == 0 ? c->steps / 3 : 0;
    scree_result result = run_part(running, 0, half, 0, c->steps, left, width, c->is_kept);
    if (result == SCREE_OK && steps > 0) {
        result = run_part(running, half, c->count - half, 0, steps, left, width, true);
    }
    return result == SCREE_OK
               ? run_part(running, half, c->count - half, steps, c->steps - steps, left, width, c->is_kept)
               : result;
}

/* Puts two windows, one behind the other, together. */
static void join_windows(const uint64_t *windows, uint32_t width, uint64_t *picture)
{
    for (uint32_t y = 0; y < PICTURE_HEIGHT; y++) {
        memcpy(picture + (size_t)y * PICTURE_WIDTH, windows + (size_t)y * width, width * sizeof *picture);
        memcpy(picture + (size_t)y * PICTURE_WIDTH + width,
               windows + (size_t)PICTURE_HEIGHT * width + (size_t)y * (PICTURE_WIDTH - width),
               (PICTURE_WIDTH - width) * sizeof *picture);
    }
}

static scree_result read_result(particle_running *running, uint32_t window, uint32_t *words)
{
    static uint64_t windows[PICTURE_WIDTH * PICTURE_HEIGHT];
    static uint64_t picture[PICTURE_WIDTH * PICTURE_HEIGHT];
    const size_t bytes = position_bytes(running->c);
    const uint32_t lost = (uint32_t)running->lost;
    scree_result result = scree_buffer_read(running->buffer, SKIPPED, sizeof windows, windows);
    if (result == SCREE_OK && bytes > 0) {
        result =
            scree_buffer_read(running->buffer, SKIPPED + sizeof windows + 8, bytes, (char *)words + sizeof windows);
    }
    join_windows(windows, window, picture);
    memcpy(words, picture, sizeof picture);
    memcpy((char *)words + sizeof picture + bytes, &lost, sizeof lost);
    return result;
}

scree_result particle_case_run(scree_device *device, const particle_case *c, bool in_parts, uint32_t *words)
{
    const uint32_t window = in_parts ? PICTURE_WIDTH / 3 : PICTURE_WIDTH;
    particle_running running = {.c = c, .device = device};
    scree_result result = scree_field_from_particles(NULL, &c->params, &running.particles);
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, SKIPPED + pixel_bytes() + 8 + position_bytes(c) + 4, &running.buffer);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_fill(running.buffer, 0, NULL);
    }
    for (uint32_t left = 0; left < PICTURE_WIDTH && result == SCREE_OK; left = left == 0 ? window : PICTURE_WIDTH) {
        const uint32_t width = left == 0 ? window : PICTURE_WIDTH - window;
        result = in_parts ? run_in_parts(&running, left, width) : run_whole(&running, left, width);
    }
    if (result == SCREE_OK) {
        result = read_result(&running, window, words);
    }
    scree_buffer_destroy(&running.buffer);
    scree_field_release(&running.particles);
    return result;
}
