/*
 * Clocks, throttling and the link to the host as the driver tells them: of an NVIDIA GPU by its management library
 * (NVML), whichever interface drives the device, of a processor by Linux's cpufreq, and of any card's link by Linux's
 * list of devices on the PCI bus. A processor's clock is measured besides.
 */
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "../src/base/os.h"
#include "primer.h"

/* As nvml.h numbers them. */
#define NVML_CLOCK_SM 1
#define NVML_SUCCESS 0

/* A measurement of a processor's clock makes so many additions, and the loop has so many of them in a row. */
#define CHAIN_ADDITIONS (1u << 22)
#define UNROLLED 16u
#define ATTEMPTS 5

typedef struct nvmlDevice_st *nvmlDevice_t;

struct primer_clocks {
    bool is_cpu;
    void *library;
    nvmlDevice_t device;
    char driver[96];
    int (*shut_down)(void);
    int (*clock)(nvmlDevice_t device, int type, unsigned *megahertz);
    int (*most_clock)(nvmlDevice_t device, int type, unsigned *megahertz);
    int (*reasons)(nvmlDevice_t device, unsigned long long *reasons);
    int (*generation)(nvmlDevice_t device, unsigned *generation);
    int (*lanes)(nvmlDevice_t device, unsigned *lanes);
};

static const struct {
    unsigned long long bit;
    const char *name;
} throttles[] = {
    {0x2, "application clocks"}, {0x4, "power cap"},         {0x8, "hardware slowdown"}, {0x10, "sync boost"},
    {0x20, "software thermal"},  {0x40, "hardware thermal"}, {0x80, "power brake"},      {0x100, "display clocks"},
};

/* Generations of PCI Express: gigatransfers of a lane in a second, and the part of its bits that is not coding. */
static const struct {
    double transfers;
    double payload;
} links[] = {{0.0, 0.0},           {2.5, 8.0 / 10.0},     {5.0, 8.0 / 10.0},
             {8.0, 128.0 / 130.0}, {16.0, 128.0 / 130.0}, {32.0, 128.0 / 130.0},
             {64.0, 236.0 / 256.0}};

/* Stores a function of the library at `function`; false if it has none of that name. */
static bool find(void *library, const char *name, void *function)
{
    void *found = scree_os_library_find(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* NVML's name of a card: "GPU-" and the bytes of its UUID. */
static void write_uuid(const uint8_t *uuid, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "GPU-");
    for (int i = 0; i < 16; i++) {
        const bool has_dash = i == 4 || i == 6 || i == 8 || i == 10;
        length += (size_t)snprintf(text + length, size - length, "%s%02x", has_dash ? "-" : "", uuid[i]);
    }
}

static bool find_functions(struct primer_clocks *clocks)
{
    return find(clocks->library, "nvmlShutdown", &clocks->shut_down) &&
           find(clocks->library, "nvmlDeviceGetClockInfo", &clocks->clock) &&
           find(clocks->library, "nvmlDeviceGetMaxClockInfo", &clocks->most_clock) &&
           find(clocks->library, "nvmlDeviceGetCurrentClocksThrottleReasons", &clocks->reasons) &&
           find(clocks->library, "nvmlDeviceGetCurrPcieLinkGeneration", &clocks->generation) &&
           find(clocks->library, "nvmlDeviceGetCurrPcieLinkWidth", &clocks->lanes);
}

static bool find_card(struct primer_clocks *clocks, const scree_device_info *info)
{
    int (*by_uuid)(const char *uuid, nvmlDevice_t *device) = NULL;
    int (*driver_version)(char *text, unsigned size) = NULL;
    char uuid[64];
    write_uuid(info->uuid, uuid, sizeof uuid);
    if (find(clocks->library, "nvmlSystemGetDriverVersion", &driver_version)) {
        driver_version(clocks->driver, sizeof clocks->driver);
    }
    return find(clocks->library, "nvmlDeviceGetHandleByUUID", &by_uuid) &&
           by_uuid(uuid, &clocks->device) == NVML_SUCCESS;
}

static bool open_library(struct primer_clocks *clocks, const scree_device_info *info)
{
    int (*start)(void) = NULL;
    clocks->library = scree_os_library_open("libnvidia-ml.so.1", false, NULL);
    if (clocks->library == NULL) {
        return false;
    }
    if (find_functions(clocks) && find(clocks->library, "nvmlInit_v2", &start) && start() == NVML_SUCCESS) {
        if (find_card(clocks, info)) {
            return true;
        }
        clocks->shut_down();
    }
    scree_os_library_close(clocks->library);
    return false;
}

struct primer_clocks *primer_clocks_open(const scree_device_info *info)
{
    static const uint8_t none[16] = {0};
    struct primer_clocks *clocks = calloc(1, sizeof *clocks);
    if (clocks == NULL) {
        return NULL;
    }
    clocks->is_cpu = info->backend == SCREE_BACKEND_CPU;
    const bool may_be_told = memcmp(info->uuid, none, sizeof none) != 0;
    if (!clocks->is_cpu && !(may_be_told && open_library(clocks, info))) {
        free(clocks);
        return NULL;
    }
    return clocks;
}

void primer_clocks_close(struct primer_clocks *clocks)
{
    if (clocks != NULL && clocks->library != NULL) {
        clocks->shut_down();
        scree_os_library_close(clocks->library);
    }
    free(clocks);
}

/* The whole number with which a file of the system begins; 0 without it. */
static uint64_t read_number(const char *path)
{
    uint64_t number = 0;
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        char text[32] = "";
        number = fgets(text, sizeof text, file) != NULL ? strtoull(text, NULL, 10) : 0;
        fclose(file);
    }
    return number;
}

/* Kilohertz that a file of the first processor tells, as megahertz; 0 without it. */
static double read_cpufreq(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cpufreq/%s", name);
    return 1e-3 * (double)read_number(path);
}

static void name_throttles(unsigned long long reasons, char *text, size_t size)
{
    size_t length = 0;
    snprintf(text, size, "none");
    for (size_t i = 0; i < sizeof throttles / sizeof throttles[0] && length < size; i++) {
        if ((reasons & throttles[i].bit) != 0) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", throttles[i].name);
        }
    }
}

static void read_card(struct primer_clocks *clocks, struct primer_clock *clock)
{
    unsigned now = 0;
    unsigned most = 0;
    unsigned long long reasons = 0;
    clock->is_reported = clocks->clock(clocks->device, NVML_CLOCK_SM, &now) == NVML_SUCCESS &&
                         clocks->most_clock(clocks->device, NVML_CLOCK_SM, &most) == NVML_SUCCESS;
    clock->megahertz = now;
    clock->most_megahertz = most;
    if (clocks->reasons(clocks->device, &reasons) == NVML_SUCCESS) {
        name_throttles(reasons, clock->throttle, sizeof clock->throttle);
    }
}

void primer_clocks_read(struct primer_clocks *clocks, struct primer_clock *clock)
{
    *clock = (struct primer_clock){0};
    if (clocks == NULL) {
        return;
    }
    if (!clocks->is_cpu) {
        read_card(clocks, clock);
        return;
    }
    clock->megahertz = read_cpufreq("scaling_cur_freq");
    clock->most_megahertz = read_cpufreq("cpuinfo_max_freq");
    clock->is_reported = clock->megahertz > 0.0;
}

const char *primer_clocks_driver(const struct primer_clocks *clocks)
{
    return clocks != NULL && clocks->driver[0] != '\0' ? clocks->driver : NULL;
}

/* Additions of a chain, of which a processor makes one in each clock because each waits for the one before. */
static double measure_megahertz(void)
{
    uint64_t sum = 0;
    uint64_t term = 1;
    double best = 0.0;
    /* The compiler must not know what is added, nor that two additions could be one. */
    __asm__ volatile("" : "+r"(term));
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const double start = bench_clock();
        for (uint32_t i = 0; i < CHAIN_ADDITIONS / UNROLLED; i++) {
            SCREE_UNROLL
            for (uint32_t j = 0; j < UNROLLED; j++) {
                sum += term;
                __asm__ volatile("" : "+r"(sum));
            }
        }
        const double megahertz = 1e-6 * CHAIN_ADDITIONS / (bench_clock() - start);
        best = megahertz > best ? megahertz : best;
    }
    return best;
}

struct primer_frequency primer_frequency_of(const struct primer *primer, const struct primer_result *result)
{
    if (primer->is_cpu) {
        return (struct primer_frequency){measure_megahertz(), "measured by a chain of additions"};
    }
    if (result->clock.is_reported) {
        return (struct primer_frequency){result->clock.megahertz, "the clock of the last round"};
    }
    return (struct primer_frequency){primer->limits.clock_megahertz, "the highest clock of the device"};
}

static bool ask_card(const struct primer_clocks *clocks, struct primer_bus *bus)
{
    unsigned generation = 0;
    unsigned lanes = 0;
    const bool is_reported = clocks != NULL && !clocks->is_cpu &&
                             clocks->generation(clocks->device, &generation) == NVML_SUCCESS &&
                             clocks->lanes(clocks->device, &lanes) == NVML_SUCCESS;
    *bus = (struct primer_bus){is_reported ? generation : 0, lanes};
    return is_reported;
}

/* The generation of a link that makes so many whole gigatransfers a second in each lane; 0 of one that is not known. */
static uint32_t generation_of(uint64_t transfers)
{
    uint32_t generation = 0;
    for (uint32_t i = 1; i < sizeof links / sizeof links[0]; i++) {
        generation = (uint64_t)links[i].transfers == transfers ? i : generation;
    }
    return generation;
}

static uint64_t read_link(const scree_lesson_bus *place, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%04x:%02x:%02x.%x/%s", place->domain, place->bus, place->device,
             place->function, name);
    return read_number(path);
}

struct primer_bus primer_bus_of(const struct primer *primer)
{
    const scree_lesson_bus *place = &primer->limits.bus;
    struct primer_bus bus = {0};
    if (!ask_card(primer->clocks, &bus) && place->is_reported) {
        bus.generation = generation_of(read_link(place, "current_link_speed"));
        bus.lanes = (uint32_t)read_link(place, "current_link_width");
    }
    return bus.lanes > 0 && bus.generation < sizeof links / sizeof links[0] ? bus : (struct primer_bus){0};
}

double primer_bus_rate(const struct primer_bus *bus)
{
    return 1e9 / 8.0 * links[bus->generation].transfers * links[bus->generation].payload * bus->lanes;
}
