#include "float_environment.h"

void scree_float_environment_enter(fenv_t *saved)
{
    fegetenv(saved);
    fesetenv(FE_DFL_ENV);
}

void scree_float_environment_leave(const fenv_t *saved)
{
    fesetenv(saved);
}
