/* What the command says on stderr, and "did you mean". Every message is one line that starts with "scree: ". */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>

/* Prints one line. Control characters in it (from file names, say) become '?', so that it stays one line. */
__attribute__((format(printf, 1, 2))) void message_error(const char *format, ...);
__attribute__((format(printf, 1, 2))) void message_warning(const char *format, ...);

/* A search for the candidate nearest to a word. Start it with the word and zeros. */
struct nearest {
    const char *word;
    const char *best; /* Borrowed from the candidates; NULL while there was none. */
    size_t distance;
};

/* Takes a candidate into account. Distance counts insertions, deletions, replacements and swaps of neighbours; that
 * the word begins the candidate counts as near, because people shorten names. */
void nearest_consider(struct nearest *search, const char *candidate);

#endif
