/*
 * The word that may have been meant by a wrong one: the nearest of some names, a name that means the same, or something
 * that scree does not have. A word that is far from all names is left alone, because a wild guess misleads.
 */
#ifndef SCREE_SUGGESTION_H
#define SCREE_SUGGESTION_H

#include <stddef.h>

/* A search. Start it with the word and zeros. */
typedef struct scree_suggestion {
    const char *word;
    const char *best; /* Borrowed from the candidates; NULL while there was none. */
    size_t distance;
} scree_suggestion;

/* Takes a name into account. Distance counts insertions, deletions, replacements and swaps of neighbours; that the word
   begins the name counts as near, because people shorten names. */
void scree_suggestion_consider(scree_suggestion *search, const char *candidate);

/* Takes a name that means the same as the word. */
void scree_suggestion_mean(scree_suggestion *search, const char *candidate);

#define SCREE_SUGGESTION_TEXT 160

/* The end of a message, in `text`: "; did you mean 'cellular'?", with `before` and `behind` round the name, "; scree
   has no such thing", or nothing. */
const char *scree_suggestion_text(const scree_suggestion *search, const char *before, const char *behind,
                                  char text[SCREE_SUGGESTION_TEXT]);

#endif
