/*
 * Random input for some seconds: nothing breaks, nothing leaks, the validation layer is silent. An argument gives the
 * seconds, a second one the seed; without, the seed is always the same.
 */
#include "session_fixture.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static uint64_t state = 1;
static double seconds = 1.5;

static uint32_t draw_number(uint32_t end)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % end;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Keys that end the session or write files are left out. */
static bool is_harmless(const viewer_event *event)
{
    return (event->modifiers & VIEWER_CTRL) == 0 || strchr("zyb", (int)event->key) != NULL;
}

/* Values that keep fields small, and some that are refused. */
static viewer_event draw_setting(void)
{
    static const char *const settings[][2] = {
        {"side", "8"},        {"side", "24"},       {"threshold", "0.1"},   {"scene", "map"},  {"scene", "cloud"},
        {"scene", "voxels"},  {"scene", "terrain"}, {"scene", "surface"},   {"kind", "white"}, {"kind", "cellular"},
        {"kind", "perlin"},   {"octaves", "2"},     {"seed", "7"},          {"look", "light"}, {"panel", "true"},
        {"azimuth", "1e400"}, {"nothing", "1"},     {"terrain-side", "32"}, {"gain", "0.7"},   {"particles", "1000"},
        {"pace", "0.7"},      {"pace", "0"},        {"time-axis", "false"}, {"depth", "-3"},   {"side", "100"},
        {"scene", "columns"}, {"height", "-0.8"},
    };
    const uint32_t row = draw_number(COUNT_OF(settings));
    viewer_event event = {.kind = VIEWER_EVENT_SET};
    strcpy(event.name, settings[row][0]);
    strcpy(event.text, settings[row][1]);
    return event;
}

static viewer_event draw_event(void)
{
    viewer_event event = {.kind = VIEWER_EVENT_MOVE};
    switch (draw_number(8)) {
    case 0:
        event.kind = draw_number(2) ? VIEWER_EVENT_PRESS : VIEWER_EVENT_RELEASE;
        event.button = (viewer_button)draw_number(3);
        break;
    case 1:
        event.kind = VIEWER_EVENT_WHEEL;
        event.y = (double)draw_number(9) - 4.0;
        break;
    case 2:
        event.kind = VIEWER_EVENT_KEY;
        event.key = draw_number(4) == 0 ? VIEWER_KEY_ESCAPE + draw_number(VIEWER_KEY_COUNT - VIEWER_KEY_ESCAPE)
                                        : (uint32_t) "abcfghiklmnoprtvxyz.,+-?123456[]"[draw_number(32)];
        event.modifiers = draw_number(4) == 0 ? draw_number(8) : 0;
        break;
    case 3:
        event = draw_setting();
        break;
    case 4:
        event.kind = draw_number(2) ? VIEWER_EVENT_HOLD : VIEWER_EVENT_LET;
        event.key = (uint32_t) "wasdqet"[draw_number(7)];
        break;
    case 5:
        event.kind = VIEWER_EVENT_TYPE;
        strcpy(event.text, "0.5");
        break;
    default:
        event.x = (double)draw_number(FIXTURE_WIDTH + 40) - 20.0;
        event.y = (double)draw_number(FIXTURE_HEIGHT + 40) - 20.0;
        break;
    }
    return event;
}

/* Sizes stay small: what is to be found is in their change. */
static void draw_frame(session_fixture *fixture)
{
    const bool is_other = draw_number(16) == 0;
    const uint32_t width = is_other ? 1 + draw_number(700) : FIXTURE_WIDTH;
    const uint32_t height = is_other ? 1 + draw_number(500) : FIXTURE_HEIGHT;
    assert_int_equal(session_frame(fixture->running, width, height, 1.0 / 60.0), SCREEN_SHOWN);
}

static int remove_one(const char *path, const struct stat *unused, int type, struct FTW *way)
{
    (void)type;
    (void)way;
    return remove(path);
}

static void nothing_breaks(void **unused)
{
    session_fixture fixture = {0};
    const double start = now();
    unsigned events = 0;
    fixture_begin(&fixture);
    while (now() - start < seconds) {
        for (uint32_t i = draw_number(8); i > 0; i--) {
            const viewer_event event = draw_event();
            if (event.kind != VIEWER_EVENT_KEY || is_harmless(&event)) {
                session_input(fixture.running, &event);
                events++;
            }
        }
        draw_frame(&fixture);
    }
    printf("%u events\n", events);
    fixture_end(&fixture);
}

/* Buttons that save files write them into a folder that is removed afterwards. */
int main(int argc, char **argv)
{
    char folder[] = "/tmp/scree-random-XXXXXX";
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_breaks)};
    seconds = argc > 1 ? atof(argv[1]) : seconds;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : state;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        return 1;
    }
    const int result = fixture_has_screen() ? cmocka_run_group_tests(tests, NULL, NULL) : FIXTURE_SKIPPED;
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return result;
}
