/* How words are found in any vocabulary, and the vocabularies of options that the viewer has as well. */
#include "vocabulary.h"

#include <stddef.h>
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

const struct vocabulary vocabulary_presets = {"preset", "presets", preset_name, preset_describe, NULL};
const struct vocabulary vocabulary_devices = {"device", "devices", device_name, NULL, NULL};

bool vocabulary_offers(const struct vocabulary *vocabulary, int number)
{
    return vocabulary->offers == NULL || vocabulary->offers(number);
}

void vocabulary_add_words(const struct vocabulary *vocabulary, struct text *text)
{
    for (int number = 0; vocabulary->name(number) != NULL; number++) {
        if (vocabulary_offers(vocabulary, number)) {
            text_add_word(text, vocabulary->name(number));
        }
    }
}

int vocabulary_find(const struct vocabulary *vocabulary, const char *word)
{
    for (int number = 0; vocabulary->name(number) != NULL; number++) {
        if (strcmp(vocabulary->name(number), word) == 0) {
            return number;
        }
    }
    return -1;
}

const char *vocabulary_suggestion(const struct vocabulary *vocabulary, const char *word,
                                  char text[SCREE_SUGGESTION_TEXT])
{
    scree_suggestion search = {.word = word};
    for (int number = 0; vocabulary->name(number) != NULL; number++) {
        if (vocabulary_offers(vocabulary, number)) {
            scree_suggestion_consider(&search, vocabulary->name(number));
        }
    }
    return scree_suggestion_text(&search, "'", "'", text);
}
