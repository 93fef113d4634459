// What a program that is started gets: its arguments, and the environment.

#ifndef STARTING_H
#define STARTING_H

#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())  // a dynamic library has no other way to it
#else
extern char **environ;
#endif

/// The arguments in a block of texts that each end in a zero byte, with NULL behind them; NULL if there is no
/// memory. The texts stay the block's; the caller frees the array.
static inline char **arguments_of(const char *block, size_t count) {
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return NULL;
  for (size_t i = 0; i < count; i++, block += strlen(block) + 1) arguments[i] = (char *)block;
  return arguments;
}

#endif
