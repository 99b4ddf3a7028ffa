#include "suggestion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "context_internal.h"

#define LONGEST_WORD 64

/* Words that the field uses for what has another name here, and words for what does not exist here. */
typedef struct word_row {
    const char *word;
    const char *meaning;
} word_row;

static const word_row synonyms[] = {
    /* Kinds of noise, fractals and their parameters. */
    {"worley", "cellular"},
    {"voronoi", "cellular"},
    {"voronoise", "cellular"},
    {"cell", "cellular"},
    {"gradient", "perlin"},
    {"classic", "perlin"},
    {"improved", "perlin"},
    {"supersimplex", "opensimplex2s"},
    {"random", "white"},
    {"hash", "white"},
    {"turbulence", "billow"},
    {"FractalRidged", "ridged"},
    {"CellularDistance", "cellular"},
    {"CellularValue", "cellular"},
    {"CellularLookup", "cellular"},
    {"smooth_min", "smin"},
    {"smooth_max", "smax"},
    {"erode", "erosion"},
    {"hydraulic", "erosion"},
    {"multifractal", "hybrid"},
    {"roughness", "gain"},
    {"distance", "metric"},
    {"norm", "metric"},
    {"l1", "manhattan"},
    {"taxicab", "manhattan"},
    {"l2", "euclidean"},
    {"linf", "chebyshev"},
    {"maximum", "chebyshev"},
    {"warp", "warp_amplitude"},
    {"warping", "warp_amplitude"},
    {"domain_warp", "warp_amplitude"},
    {"warp_strength", "warp_amplitude"},
    {"warp_scale", "warp_frequency"},
    /* The grid. */
    {"width", "size"},
    {"height", "size"},
    {"resolution", "size"},
    {"shape", "size"},
    {"scale", "density"},
    {"zoom", "density"},
    {"cells", "density"},
    {"offset", "origin"},
    {"tile", "period"},
    {"tileable", "period"},
    {"seamless", "period"},
    {"repeat", "period"},
    {"wrap", "period"},
    {"animate", "frames"},
    {"animation", "frames"},
    {"time", "frames"},
    /* Files and devices. */
    {"file", "output"},
    {"jpg", "png"},
    {"jpeg", "png"},
    {"bmp", "png"},
    {"dtype", "type"},
    {"bits", "type"},
    {"bit-depth", "type"},
    {"float", "f32"},
    {"float32", "f32"},
    {"half", "f16"},
    {"float16", "f16"},
    {"double", "f64"},
    {"float64", "f64"},
    {"uint8", "u8"},
    {"uint16", "u16"},
    {"int16", "i16"},
    {"jobs", "threads"},
    {"cores", "threads"},
    {"gpu", "device"},
    {"gpu", "auto"},
    {"backend", "device"},
    /* Commands. */
    {"generate", "noise"},
    {"make", "noise"},
    {"create", "noise"},
    {"distance", "sdf"},
    {"edt", "sdf"},
    {"test", "verify"},
    {"gpus", "devices"},
    {"kinds", "list"},
    {"formats", "list"},
    {"presets", "list"},
    {"describe", "info"},
    {"inspect", "info"},
    {"view", "show"},
    {"viewer", "show"},
    {"gui", "show"},
};

static const word_row missing[] = {
    {"erosion", "erosion is an operator of expressions (--expr)"},
    {"thermal", "scree has no thermal erosion"},
    {"erode", "erosion is an operator of expressions (--expr)"},
    {"hydraulic", "erosion is an operator of expressions (--expr)"},
    {"variant", "'scree bench variants' compares algorithms"},
    {"method", "'scree bench variants' compares algorithms"},
};

/* Words are the same whatever the case of their letters, and with - or _ between their parts. */
static bool is_word(const char *word, const char *row)
{
    size_t i = 0;
    for (; word[i] != '\0' && row[i] != '\0'; i++) {
        const bool is_between = (word[i] == '-' || word[i] == '_') && (row[i] == '-' || row[i] == '_');
        if (!is_between && !scree_same_letters(word + i, row + i, 1)) {
            return false;
        }
    }
    return word[i] == row[i];
}

static bool means(const char *word, const char *candidate)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (is_word(word, synonyms[i].word) && is_word(candidate, synonyms[i].meaning)) {
            return true;
        }
    }
    return false;
}

static size_t minimum(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The optimal string alignment distance of the first LONGEST_WORD characters. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST_WORD + 1];
    const size_t a_length = minimum(strlen(a), LONGEST_WORD);
    const size_t b_length = minimum(strlen(b), LONGEST_WORD);
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u);
            row[j] = minimum(minimum(above[j] + 1, row[j - 1] + 1), replaced);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = minimum(row[j], second[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

void scree_suggestion_mean(scree_suggestion *search, const char *candidate)
{
    if (search->best == NULL || search->distance > 1) {
        search->best = candidate;
        search->distance = 1; /* The word itself, in other letters, is nearer. */
    }
}

void scree_suggestion_consider(scree_suggestion *search, const char *candidate)
{
    /* Doubled, so that there is room for "begins with" between equality and one wrong letter. */
    size_t distance = 2 * edit_distance(search->word, candidate);
    const size_t length = strlen(search->word);
    if (distance != 0 && length >= 2 && strncmp(search->word, candidate, length) == 0) {
        distance = 1;
    }
    if (is_word(search->word, candidate) || means(search->word, candidate)) {
        distance = 0;
    }
    if (search->best == NULL || distance < search->distance) {
        search->best = candidate;
        search->distance = distance;
    }
}

/* A few wrong letters are a slip: one in a short word, more in longer ones. */
static bool is_near(const scree_suggestion *search)
{
    const size_t slips = minimum(strlen(search->word), LONGEST_WORD) / 3;
    return search->best != NULL && search->distance <= 2 * (slips > 1 ? slips : 1);
}

const char *scree_suggestion_text(const scree_suggestion *search, const char *before, const char *behind,
                                  char text[SCREE_SUGGESTION_TEXT])
{
    text[0] = '\0';
    for (size_t i = 0; i < sizeof missing / sizeof missing[0] && search->distance != 0; i++) {
        if (is_word(search->word, missing[i].word)) {
            snprintf(text, SCREE_SUGGESTION_TEXT, "; %s", missing[i].meaning);
            return text;
        }
    }
    if (is_near(search)) {
        snprintf(text, SCREE_SUGGESTION_TEXT, "; did you mean %s%s%s?", before, search->best, behind);
    }
    return text;
}
