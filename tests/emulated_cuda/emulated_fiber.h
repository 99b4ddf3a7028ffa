/* Stacks that take turns within one thread of the host. The sanitizers are told of every turn. */
#ifndef SCREE_TEST_EMULATED_FIBER_H
#define SCREE_TEST_EMULATED_FIBER_H

#include <stdbool.h>
#include <stddef.h>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

typedef struct emulated_fiber {
#if defined(__x86_64__)
    void *stack_pointer; /* While another has its turn. */
#else
    ucontext_t context;
#endif
    void *stack; /* NULL for the thread that all of them run in. */
    size_t stack_bytes;
    void (*run)(void); /* Never returns. */
    void *fake_stack;  /* The address sanitizer's. */
    void *tsan_fiber;  /* The thread sanitizer's. */
} emulated_fiber;

/* Makes a fiber that starts with run(); false without memory. */
bool emulated_fiber_create(emulated_fiber *fiber, void (*run)(void));

/* Lets it start with run() again, wherever it was. */
void emulated_fiber_restart(emulated_fiber *fiber);

/* The host's thread, before its first turn goes to a fiber. */
void emulated_fiber_of_host(emulated_fiber *fiber);

/* Goes from one to another, and returns when somebody goes back. */
void emulated_fiber_switch(emulated_fiber *from, emulated_fiber *to);

#endif
