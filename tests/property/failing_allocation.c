#include "failing_allocation.h"

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
char *__real_realpath(const char *path, char *resolved);
FILE *__real_fdopen(int descriptor, const char *mode);
locale_t __real_newlocale(int mask, const char *name, locale_t base);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
char *__wrap_realpath(const char *path, char *resolved);
FILE *__wrap_fdopen(int descriptor, const char *mode);
locale_t __wrap_newlocale(int mask, const char *name, locale_t base);

atomic_long until_failure = -1;

static bool fails_now(void)
{
    return atomic_load(&until_failure) >= 0 && atomic_fetch_sub(&until_failure, 1) == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails_now() ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return fails_now() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return fails_now() ? NULL : __real_strndup(text, size);
}

char *__wrap_realpath(const char *path, char *resolved)
{
    return fails_now() ? NULL : __real_realpath(path, resolved);
}

FILE *__wrap_fdopen(int descriptor, const char *mode)
{
    return fails_now() ? NULL : __real_fdopen(descriptor, mode);
}

locale_t __wrap_newlocale(int mask, const char *name, locale_t base)
{
    return fails_now() ? (locale_t)0 : __real_newlocale(mask, name, base);
}
