#include "parameter_names.h"

#include <stdio.h>
#include <string.h>

const scree_parameter *parameter_find(const char *name)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (strcmp(parameter->name, name) == 0) {
            return parameter;
        }
    }
    return NULL;
}

void parameter_spell(const char *parameter, char *name, size_t size)
{
    snprintf(name, size, "%s", parameter);
    for (char *letter = name; *letter != '\0'; letter++) {
        *letter = *letter == '_' ? '-' : *letter;
    }
}
