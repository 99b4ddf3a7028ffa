/* How words are found in any enumeration, parameters by their names, and the enumerations of options that the viewer
 * has as well. */
#include "enumeration_names.h"

#include <stdio.h>
#include <string.h>

#include <scree/device.h>

#include "presets.h"
#include "text.h"

static const char *preset_name(int number)
{
    const struct preset *preset = preset_at(number);
    return preset != NULL ? preset->name : NULL;
}

static const char *preset_describe(int number)
{
    const struct preset *preset = preset_at(number);
    return preset != NULL ? preset->description : NULL;
}

/* The interfaces, and before them the word that leaves the choice to the library. */
static const char *device_name(int number)
{
    return number >= 0 ? scree_backend_name((scree_backend)(number + SCREE_BACKEND_AUTO)) : NULL;
}

const struct enumeration enumeration_presets = {"preset", "presets", preset_name, preset_describe, NULL};
const struct enumeration enumeration_devices = {"device", "devices", device_name, NULL, NULL};

bool enumeration_offers(const struct enumeration *enumeration, int number)
{
    return enumeration->offers == NULL || enumeration->offers(number);
}

void enumeration_add_names(const struct enumeration *enumeration, struct text *text)
{
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        if (enumeration_offers(enumeration, number)) {
            text_add_word(text, enumeration->name(number));
        }
    }
}

int enumeration_find(const struct enumeration *enumeration, const char *word)
{
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        if (strcmp(enumeration->name(number), word) == 0) {
            return number;
        }
    }
    return -1;
}

const char *enumeration_suggestion(const struct enumeration *enumeration, const char *word,
                                   char text[SCREE_SUGGESTION_TEXT])
{
    scree_suggestion search = {.word = word};
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        if (enumeration_offers(enumeration, number)) {
            scree_suggestion_consider(&search, enumeration->name(number));
        }
    }
    return scree_suggestion_text(&search, "'", "'", text);
}

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
