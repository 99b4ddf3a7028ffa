/*
 * Ctrl-C, SIGTERM, and what else ends a program from outside. The first signal asks the work to end, so that unfinished
 * files are removed in order; the second one removes them at once and ends the program.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>

/* Until this is called, signals end the program as usual. */
void signals_watch(void);

/* Whether one came. */
bool signals_interrupted(void);

#endif
