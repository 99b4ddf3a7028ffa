/*
 * The threads of a block take turns: each runs until it waits for others. A barrier that some of them never reach, and
 * a word from a thread that is no more, are found out.
 */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated_fiber.h"
#include "emulated_internal.h"

#define MOST_THREADS 1024u
#define WARP 32u

/* Fills memory that no kernel should read; as floats NaNs. */
#define GARBAGE 0xf7
#define BEYOND 0x08
#define BEYOND_BYTES 128u
#define BLOCK_MEMORY_BYTES (EMULATED_MOST_SHARED_BYTES + BEYOND_BYTES)

typedef enum thread_state {
    READY,
    AT_BLOCK, /* Waits for all threads of the block. */
    AT_WARP,  /* Waits for all threads of the warp. */
    ENDED,
} thread_state;

typedef struct block_thread {
    emulated_fiber fiber;
    emulated_index index;
    thread_state state;
    uint32_t exchanges;    /* So far. */
    uint32_t exchanged[2]; /* The last two words: a thread may be one exchange ahead of the others. */
} block_thread;

typedef struct block_warp {
    uint32_t alive;
    uint32_t waiting;
} block_warp;

emulated_index emulated_block_index;
emulated_index emulated_block_size;
emulated_index emulated_grid_size;
emulated_index *emulated_thread_index;

/* The block that runs. */
static struct {
    const emulated_kernel *kernel;
    const void *parameters;
    bool runs_backwards;
    uint32_t threads;
    uint32_t alive;
    uint32_t waiting;
    block_warp warps[MOST_THREADS / WARP];
    uint32_t now; /* The thread that has its turn. */
    emulated_fiber host;
    const char *wrong; /* Why the kernel cannot go on. */
} block;

static block_thread threads[MOST_THREADS];
static uint32_t made_threads;

/* Named as the kernels name it; their file says of what it consists. Behind it stands what they must not touch. */
extern unsigned char scree_block_memory[];
_Alignas(128) unsigned char scree_block_memory[BLOCK_MEMORY_BYTES];

static void give_turn(uint32_t next)
{
    uint32_t before = block.now;
    block.now = next;
    emulated_thread_index = &threads[next].index;
    emulated_fiber_switch(&threads[before].fiber, &threads[next].fiber);
}

static void return_to_host(void)
{
    emulated_fiber_switch(&threads[block.now].fiber, &block.host);
}

static void stop(const char *wrong)
{
    block.wrong = wrong;
    return_to_host();
}

static uint32_t neighbour_of(uint32_t thread)
{
    if (block.runs_backwards) {
        return thread > 0 ? thread - 1 : block.threads - 1;
    }
    return thread + 1 < block.threads ? thread + 1 : 0;
}

/* Finds the thread whose turn is next, round the block; this thread comes last of all. */
static bool find_ready(uint32_t *next)
{
    *next = block.now;
    do {
        *next = neighbour_of(*next);
    } while (*next != block.now && threads[*next].state != READY);
    return threads[*next].state == READY;
}

/* Until this thread's state is READY again. */
static void pass_turn(void)
{
    block_thread *self = &threads[block.now];
    uint32_t next = 0;
    while (self->state != READY) {
        if (!find_ready(&next)) {
            stop("threads of a block wait for each other for ever");
        }
        if (&threads[next] != self) {
            give_turn(next);
        }
    }
}

/* Lets those go on that wait for what has come to pass. */
static void release_block(void)
{
    if (block.waiting < block.alive || block.waiting == 0) {
        return;
    }
    for (uint32_t i = 0; i < block.threads; i++) {
        threads[i].state = threads[i].state == AT_BLOCK ? READY : threads[i].state;
    }
    block.waiting = 0;
}

static void release_warp(uint32_t number)
{
    block_warp *warp = &block.warps[number];
    if (warp->waiting < warp->alive || warp->waiting == 0) {
        return;
    }
    for (uint32_t i = number * WARP; i < (number + 1) * WARP && i < block.threads; i++) {
        threads[i].state = threads[i].state == AT_WARP ? READY : threads[i].state;
    }
    warp->waiting = 0;
}

void emulated_wait_for_block(void)
{
    threads[block.now].state = AT_BLOCK;
    block.waiting++;
    release_block();
    pass_turn();
}

void emulated_wait_for_warp(void)
{
    threads[block.now].state = AT_WARP;
    block.warps[block.now / WARP].waiting++;
    release_warp(block.now / WARP);
    pass_turn();
}

uint32_t emulated_exchange(uint32_t mask, uint32_t value, uint32_t lane)
{
    uint32_t self = block.now;
    uint32_t other = self / WARP * WARP + lane;
    uint32_t parity = threads[self].exchanges++ % 2;
    threads[self].exchanged[parity] = value;
    if (mask != 0xffffffffu || lane >= WARP) {
        stop("an exchange between some threads of a warp only is not emulated");
    }
    emulated_wait_for_warp();
    if (other >= block.threads || threads[other].exchanges < threads[self].exchanges) {
        stop("a thread takes the word of one that gives none");
    }
    return threads[other].exchanged[parity];
}

/* A thread's life: from block to block. */
static void run_thread(void)
{
    for (;;) {
        uint32_t self = block.now;
        block.kernel->run(block.parameters);
        threads[self].state = ENDED;
        block.alive--;
        block.warps[self / WARP].alive--;
        release_block();
        release_warp(self / WARP);
        uint32_t next = 0;
        if (block.alive == 0) {
            return_to_host();
        } else if (find_ready(&next)) {
            give_turn(next);
        } else {
            stop("threads of a block wait for each other for ever");
        }
    }
}

static bool make_threads(uint32_t count)
{
    while (made_threads < count && emulated_fiber_create(&threads[made_threads].fiber, run_thread)) {
        made_threads++;
    }
    return made_threads >= count;
}

static void prepare_threads(const emulated_grid *grid)
{
    const emulated_index *size = &grid->threads;
    for (uint32_t i = 0; i < block.threads; i++) {
        threads[i].index = (emulated_index){i % size->x, i / size->x % size->y, i / size->x / size->y};
        threads[i].state = READY;
        threads[i].exchanges = 0;
    }
    for (uint32_t i = 0; i * WARP < block.threads; i++) {
        uint32_t rest = block.threads - i * WARP;
        block.warps[i] = (block_warp){.alive = rest < WARP ? rest : WARP};
    }
    block.alive = block.threads;
    block.waiting = 0;
}

/* Memory of a block holds garbage, and ends where it ends. */
static void prepare_memory(uint32_t bytes)
{
    EMULATED_UNPOISON(scree_block_memory, BLOCK_MEMORY_BYTES);
    memset(scree_block_memory, GARBAGE, bytes);
    memset(scree_block_memory + bytes, BEYOND, BEYOND_BYTES);
    EMULATED_POISON(scree_block_memory + bytes, BLOCK_MEMORY_BYTES - bytes);
}

static bool kept_to_memory(uint32_t bytes)
{
    EMULATED_UNPOISON(scree_block_memory, BLOCK_MEMORY_BYTES);
    for (uint32_t i = 0; i < BEYOND_BYTES; i++) {
        if (scree_block_memory[bytes + i] != BEYOND) {
            return false;
        }
    }
    return true;
}

static void run_block(const emulated_grid *grid, uint64_t number)
{
    const emulated_index *size = &grid->blocks;
    emulated_block_index = (emulated_index){(uint32_t)(number % size->x), (uint32_t)(number / size->x % size->y),
                                            (uint32_t)(number / size->x / size->y)};
    prepare_threads(grid);
    prepare_memory(grid->shared_bytes);
    block.now = grid->runs_backwards ? block.threads - 1 : 0;
    emulated_thread_index = &threads[block.now].index;
    emulated_fiber_switch(&block.host, &threads[block.now].fiber);
    if (!kept_to_memory(grid->shared_bytes) && block.wrong == NULL) {
        block.wrong = "a block wrote beyond its memory";
    }
}

bool emulated_run(const emulated_kernel *kernel, const void *parameters, const emulated_grid *grid, const char **reason)
{
    fenv_t environment;
    block.kernel = kernel;
    block.parameters = parameters;
    block.runs_backwards = grid->runs_backwards;
    block.threads = grid->threads.x * grid->threads.y * grid->threads.z;
    block.wrong = make_threads(block.threads) ? NULL : "there is no memory for threads";
    emulated_block_size = grid->threads;
    emulated_grid_size = grid->blocks;
    emulated_fiber_of_host(&block.host);
    /* A GPU rounds in its own way, whatever the host's threads do. */
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    uint64_t count = (uint64_t)grid->blocks.x * grid->blocks.y * grid->blocks.z;
    for (uint64_t i = 0; i < count && block.wrong == NULL; i++) {
        run_block(grid, grid->runs_backwards ? count - 1 - i : i);
    }
    fesetenv(&environment);
    for (uint32_t i = 0; i < block.threads && block.wrong != NULL && i < made_threads; i++) {
        emulated_fiber_restart(&threads[i].fiber);
    }
    *reason = block.wrong;
    return block.wrong == NULL;
}
