#include "emulated_fiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulated_sanitizers.h"

/* A sanitizer's frames are large; what is not touched is not there. */
#define STACK_BYTES ((size_t)256 << 10)

/* The turn that is being taken; there is one at a time. */
static emulated_fiber *leaving;
static emulated_fiber *arriving;

static void arrive(void)
{
#if defined(EMULATED_ASAN)
    const void *bottom = NULL;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(arriving->fake_stack, &bottom, &bytes);
    if (leaving->stack_bytes == 0) {
        /* The host's own stack, which nobody else tells. */
        leaving->stack = (void *)(uintptr_t)bottom;
        leaving->stack_bytes = bytes;
    }
#endif
}

static void start(void)
{
    arrive();
    arriving->run();
    abort();
}

#if defined(__x86_64__)

/* Saves what a function must keep, and the stack; the other's stack has what it saved. */
void emulated_fiber_swap(void **from, void *to);
__asm__(".text\n"
        ".balign 16\n"
        ".global emulated_fiber_swap\n"
        ".hidden emulated_fiber_swap\n"
        ".type emulated_fiber_swap, @function\n"
        "emulated_fiber_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size emulated_fiber_swap, .-emulated_fiber_swap\n");

static void prepare(emulated_fiber *fiber)
{
    /* Six registers, the address to go to, and one to return to, which nobody does. */
    void **top = (void **)((char *)fiber->stack + fiber->stack_bytes) - 8;
    for (int i = 0; i < 8; i++) {
        top[i] = NULL;
    }
    void (*entry)(void) = start;
    __builtin_memcpy(&top[6], &entry, sizeof entry);
    fiber->stack_pointer = top;
}

#else

static void prepare(emulated_fiber *fiber)
{
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = fiber->stack_bytes;
    fiber->context.uc_link = NULL;
    makecontext(&fiber->context, start, 0);
}

#endif

bool emulated_fiber_create(emulated_fiber *fiber, void (*run)(void))
{
    size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    char *memory =
        mmap(NULL, STACK_BYTES + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, guard, PROT_NONE) != 0) {
        return false;
    }
    *fiber = (emulated_fiber){.stack = memory + guard, .stack_bytes = STACK_BYTES, .run = run};
#if defined(EMULATED_TSAN)
    fiber->tsan_fiber = __tsan_create_fiber(0);
#endif
    prepare(fiber);
    return true;
}

void emulated_fiber_restart(emulated_fiber *fiber)
{
#if defined(EMULATED_ASAN)
    __asan_unpoison_memory_region(fiber->stack, fiber->stack_bytes);
    fiber->fake_stack = NULL;
#endif
#if defined(EMULATED_TSAN)
    __tsan_destroy_fiber(fiber->tsan_fiber);
    fiber->tsan_fiber = __tsan_create_fiber(0);
#endif
    prepare(fiber);
}

void emulated_fiber_of_host(emulated_fiber *fiber)
{
    *fiber = (emulated_fiber){.stack = NULL};
#if defined(EMULATED_TSAN)
    fiber->tsan_fiber = __tsan_get_current_fiber();
#endif
}

void emulated_fiber_switch(emulated_fiber *from, emulated_fiber *to)
{
    leaving = from;
    arriving = to;
#if defined(EMULATED_ASAN)
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_bytes);
#endif
#if defined(EMULATED_TSAN)
    __tsan_switch_to_fiber(to->tsan_fiber, 0);
#endif
#if defined(__x86_64__)
    emulated_fiber_swap(&from->stack_pointer, to->stack_pointer);
#else
    swapcontext(&from->context, &to->context);
#endif
    arrive();
}
