#include "float_environment.h"

#if defined(__x86_64__)

#include <immintrin.h>

/* The default modes: all exceptions masked, round to nearest, and for the x87 unit the full precision. */
#define VECTOR_MODES 0x1f80u
#define VECTOR_FLAGS 0x003fu
#define X87_MODES 0x037fu

/*
 * Small calls come by the million, and fegetenv() with fesetenv() costs as much as dozens of samples; two registers
 * show whether anything needs to change.
 */
void scree_float_environment_enter(scree_float_environment *saved)
{
    uint16_t x87 = 0;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    saved->control = _mm_getcsr();
    saved->is_default = (saved->control & ~VECTOR_FLAGS) == VECTOR_MODES && x87 == X87_MODES;
    if (!saved->is_default) {
        fegetenv(&saved->whole);
        fesetenv(FE_DFL_ENV);
    }
}

void scree_float_environment_leave(const scree_float_environment *saved)
{
    if (saved->is_default) {
        _mm_setcsr(saved->control);
    } else {
        fesetenv(&saved->whole);
    }
}

#else

void scree_float_environment_enter(scree_float_environment *saved)
{
    saved->control = 0;
    saved->is_default = false;
    fegetenv(&saved->whole);
    fesetenv(FE_DFL_ENV);
}

void scree_float_environment_leave(const scree_float_environment *saved)
{
    fesetenv(&saved->whole);
}

#endif
