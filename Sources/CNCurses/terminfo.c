// The terminfo side of ncurses. <term.h> defines macros such as `lines` and `columns`; this file is
// the only one that includes it, and after our own header.

#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "include/CNCurses.h"

#include <term.h>

// terminfo keeps the current terminal in a global: what was current before `begin`.
static pthread_mutex_t terminfo_lock = PTHREAD_MUTEX_INITIALIZER;
static TERMINAL *before;

void cn_terminfo_end(void) {
  TERMINAL *loaded = cur_term;
  if (loaded != before) {
    set_curterm(before);
    if (loaded != NULL) del_curterm(loaded);
  }
  pthread_mutex_unlock(&terminfo_lock);
}

int cn_terminfo_begin(const char *term) {
  pthread_mutex_lock(&terminfo_lock);
  before = cur_term;
  int error = 0;
  // With an error pointer setupterm reports; without one it prints and exits.
  if (setupterm((char *)term, STDOUT_FILENO, &error) == OK) return CN_TERMINFO_OK;
  cn_terminfo_end();
  if (error < 0) return CN_TERMINFO_NO_DATABASE;
  return error > 0 ? CN_TERMINFO_HARDCOPY : CN_TERMINFO_UNKNOWN;
}

// The name arrays end with obsolete termcap names, which all begin with OT.
static const char *standard_name(const char *name) {
  return name == NULL || strncmp(name, "OT", 2) == 0 ? NULL : name;
}

const char *cn_terminfo_flag_name(int index) { return standard_name(boolnames[index]); }
const char *cn_terminfo_number_name(int index) { return standard_name(numnames[index]); }
const char *cn_terminfo_string_name(int index) { return standard_name(strnames[index]); }

bool cn_terminfo_flag(const char *name) { return tigetflag((char *)name) > 0; }

int cn_terminfo_number(const char *name) {
  int value = tigetnum((char *)name);
  return value < 0 ? -1 : value;
}

// tigetstr answers -1 for a name that is not of a string.
const char *cn_terminfo_string(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}
