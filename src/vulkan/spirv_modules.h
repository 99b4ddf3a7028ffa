/* The shaders that the build has compiled, checked and embedded (CMakeLists.txt). */
#ifndef SCREE_SPIRV_MODULES_H
#define SCREE_SPIRV_MODULES_H

#include <stddef.h>
#include <stdint.h>

/* A module: "SHADER", "SHADER_KIND_METHOD" where there is one for each kind of noise, or "SHADER_SYSTEM". */
typedef struct scree_spirv_module {
    const char *name;
    const uint8_t *data; /* As the build stores it: compressed where liblzma is linked. Aligned as words are. */
    const uint8_t *end;
} scree_spirv_module;

/* Every module that programs ask for is there. */
extern const scree_spirv_module scree_spirv_modules[];

/* A copy of a module's words, which the caller frees; NULL without memory. */
uint32_t *scree_spirv_unpack(const scree_spirv_module *module, size_t *words);

#endif
