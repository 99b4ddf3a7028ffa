/* The shaders that the build has compiled, checked and embedded (CMakeLists.txt). */
#ifndef SCREE_SPIRV_MODULES_H
#define SCREE_SPIRV_MODULES_H

#include <stdint.h>

/* A module: "SHADER", or "SHADER_KIND" where there is one for each kind of noise. */
typedef struct scree_spirv_module {
    const char *name;
    const uint32_t *words;
    const uint32_t *end;
} scree_spirv_module;

/* Every module that programs ask for is there. */
extern const scree_spirv_module scree_spirv_modules[];

#endif
