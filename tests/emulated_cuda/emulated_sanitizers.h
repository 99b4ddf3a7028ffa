/* Which sanitizers this is compiled for, and what they are told. */
#ifndef SCREE_TEST_EMULATED_SANITIZERS_H
#define SCREE_TEST_EMULATED_SANITIZERS_H

#if defined(__SANITIZE_ADDRESS__)
#define EMULATED_ASAN
#endif
#if defined(__SANITIZE_THREAD__)
#define EMULATED_TSAN
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EMULATED_ASAN
#endif
#if __has_feature(thread_sanitizer)
#define EMULATED_TSAN
#endif
#endif

#if defined(EMULATED_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define EMULATED_POISON(memory, bytes) __asan_poison_memory_region(memory, bytes)
#define EMULATED_UNPOISON(memory, bytes) __asan_unpoison_memory_region(memory, bytes)
#else
#define EMULATED_POISON(memory, bytes) ((void)(memory), (void)(bytes))
#define EMULATED_UNPOISON(memory, bytes) ((void)(memory), (void)(bytes))
#endif
#if defined(EMULATED_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

#endif
