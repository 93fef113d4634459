// Everything Swift sees of ncursesw and of the terminal guard.
//
// No ncurses header is included here: its macros (`A_BOLD` is a cast, `lines` and `columns` come
// from <term.h>), its mutable globals (`stdscr`, `COLORS`) and its varargs do not reach Swift.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: - terminfo.c: reading descriptions

/// What `cn_terminfo_read` found out about a description.
enum {
  CN_TERMINFO_OK = 0,        // the facts are filled in
  CN_TERMINFO_UNKNOWN = 1,   // no description of that name, or one of a generic device
  CN_TERMINFO_HARDCOPY = 2,  // a printer: it cannot move its cursor
  CN_TERMINFO_NO_DATABASE = 3
};

typedef struct {
  int colors;         // `colors`; -1 if absent
  bool direct_color;  // the user capabilities RGB (any type) or Tc
  bool moves_cursor;  // `cup`: without it no full screen program can run
} cn_terminfo_facts;

/// Reads the description of `term` and forgets it again; an open screen is not disturbed.
/// Calls exclude each other, because terminfo has one current terminal for the process.
int cn_terminfo_read(const char *term, cn_terminfo_facts *facts);

#endif
