/* stdin, stdout and stderr, which may be closed when the command starts. */
#ifndef STANDARD_STREAMS_H
#define STANDARD_STREAMS_H

#include <stdbool.h>

/*
 * Fills the descriptors 0 to 2 where they are closed, so that no file which is opened later takes their place and gets
 * what is meant for a terminal. To be called before anything is opened. What is put there cannot be used: reading stdin
 * and writing stdout are errors as they would be without it.
 */
void standard_streams_open(void);

/* Whether stdout is a pipe or a socket whose reader has gone, as `head` does when it has seen enough. */
bool standard_streams_lost_reader(void);

/* Sees that all that was printed on stdout was written. Returns the exit code of the program, which would be `code`;
   where that is 0 and stdout failed it is another one, and a message was printed, unless the reader has gone. */
int standard_streams_close(int code);

#endif
