// The terminfo side of ncurses. <term.h> defines macros such as `lines` and `bell`; this file is
// the only one that includes it.

#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <pthread.h>
#include <term.h>
#include <unistd.h>

#include "include/CNCurses.h"

// terminfo keeps the current terminal in a global.
static pthread_mutex_t terminfo_lock = PTHREAD_MUTEX_INITIALIZER;

// A user capability may have been declared with any of the three types (`RGB` has all three in
// the wild), and asking with the wrong one says only that it is not of that type.
static bool has_capability(const char *name) {
  const char *string = tigetstr((char *)name);
  return tigetflag((char *)name) > 0 || tigetnum((char *)name) > 0
    || (string != NULL && string != (const char *)-1);
}

int cn_terminfo_read(const char *term, cn_terminfo_facts *facts) {
  pthread_mutex_lock(&terminfo_lock);
  TERMINAL *before = cur_term;
  int error = 0, result = CN_TERMINFO_OK;
  // With an error pointer setupterm reports; without one it prints and exits.
  if (setupterm((char *)term, STDOUT_FILENO, &error) == OK) {
    facts->colors = tigetnum("colors");
    facts->direct_color = has_capability("RGB") || has_capability("Tc");
    const char *cup = tigetstr("cup");
    facts->moves_cursor = cup != NULL && cup != (const char *)-1;
  } else {
    result = error < 0 ? CN_TERMINFO_NO_DATABASE
      : error > 0 ? CN_TERMINFO_HARDCOPY : CN_TERMINFO_UNKNOWN;
  }
  TERMINAL *read = cur_term;
  if (read != before) {
    set_curterm(before);
    if (read != NULL) del_curterm(read);
  }
  pthread_mutex_unlock(&terminfo_lock);
  return result;
}
