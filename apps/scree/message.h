/*
 * Messages on stderr, and "did you mean". Every message is one line that starts with "scree: ", except for reports of
 * results.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>
#include <stdio.h>

/*
 * Prints one line of any length. Characters that control terminals (in file names, for example) become '?';
 * message_text.h defines them.
 */
__attribute__((format(printf, 1, 2))) void message_error(const char *format, ...);
__attribute__((format(printf, 1, 2))) void message_warning(const char *format, ...);
/* Without "scree: ". */
__attribute__((format(printf, 1, 2))) void message_report(const char *format, ...);

/* Prints text from outside, with '?' instead of characters that control terminals, except for those in `kept`. */
void print_harmless(FILE *stream, const char *text, const char *kept);

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
