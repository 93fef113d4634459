// Everything Swift sees of ncursesw.
//
// No ncurses header is included here: its macros (`A_BOLD` is a cast, `lines` and `columns` come
// from <term.h>), its mutable globals (`stdscr`, `COLORS`) and its varargs do not reach Swift.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: - terminfo.c: reading descriptions

/// How looking up a description ended.
enum {
  CN_TERMINFO_OK = 0,
  CN_TERMINFO_UNKNOWN = 1,   // no description of that name, or one of a generic device
  CN_TERMINFO_HARDCOPY = 2,  // a printer: it cannot move its cursor
  CN_TERMINFO_NO_DATABASE = 3
};

/// Makes the description of `term` current until `cn_terminfo_end`, so that the functions after it can
/// be asked about it; an open screen is not disturbed. Ends by itself unless it returns OK. It holds a
/// lock, because terminfo has one current terminal for the process.
int cn_terminfo_begin(const char *term);
void cn_terminfo_end(void);

/// Capability names in the order of the compiled format; NULL past the last standard one.
const char *cn_terminfo_flag_name(int index);
const char *cn_terminfo_number_name(int index);
const char *cn_terminfo_string_name(int index);

/// Values in the current description: false, -1 and NULL stand for absent.
bool cn_terminfo_flag(const char *name);
int cn_terminfo_number(const char *name);
const char *cn_terminfo_string(const char *name);

// MARK: - screen.c: ncursesw

/// Takes the locale of the environment for character types; false if it is not UTF-8 and no UTF-8
/// locale could be had instead.
bool cn_use_utf8_locale(void);

/// Starts ncurses for `term`: keys from `tty`, everything it prints to `output`.
/// Returns false if the terminal cannot be used. There is one screen for the process.
bool cn_screen_open(const char *term, int tty, int output, int columns, int rows);

/// Leaves the screen; `output` then holds what brings the terminal back.
void cn_screen_leave(void);

/// Frees everything.
void cn_screen_close(void);

/// `COLORS` as ncurses understood the description, and the number of usable pairs.
int cn_screen_colors(void);
int cn_screen_pairs(void);

/// Tells ncurses the new size.
void cn_screen_resize(int columns, int rows);

/// The next update repaints everything.
void cn_screen_forget(void);

/// Attribute bits of `cn_cell`. The last six travel as the X/Open highlights, to which the
/// run-time description gives the sequences of strike-through, overline and underline styles.
enum {
  CN_BOLD = 1 << 0, CN_FAINT = 1 << 1, CN_ITALIC = 1 << 2, CN_BLINK = 1 << 3,
  CN_REVERSE = 1 << 4, CN_UNDERLINE = 1 << 5,
  CN_STRIKE = 1 << 6, CN_OVERLINE = 1 << 7, CN_DOUBLE = 1 << 8, CN_CURLY = 1 << 9,
  CN_DOTTED = 1 << 10, CN_DASHED = 1 << 11
};

/// A cell as ncurses can hold it: a base and at most four combining scalars, ended by 0.
typedef struct {
  uint32_t scalars[6];
  uint32_t attributes;
  int32_t pair;
  int32_t column;
} cn_cell;

/// Writes cells into a row, each at its column.
void cn_screen_put(int row, const cn_cell *cells, size_t count);

/// Defines a colour pair; -1 is the default colour. False if ncurses refuses.
bool cn_screen_define_pair(int pair, int foreground, int background);

/// Forgets all pairs.
void cn_screen_forget_pairs(void);

/// Shows the cursor at a cell, or hides it if `column` is negative.
void cn_screen_cursor(int column, int row);

/// Sends the difference between what was put and what is shown.
void cn_screen_update(void);

/// Cells that a scalar takes in ncurses' eyes; -1 if it is not printable.
int cn_width(uint32_t scalar);

/// Kinds of input; MOUSE_START is `CSI <`, whose numbers follow as scalars.
enum {
  CN_INPUT_NONE, CN_INPUT_SCALAR, CN_INPUT_KEY, CN_INPUT_MOUSE_START,
  CN_INPUT_PASTE_START, CN_INPUT_PASTE_END, CN_INPUT_OTHER
};

/// Keys; function keys follow CN_KEY_F0.
enum {
  CN_KEY_UP = 1, CN_KEY_DOWN, CN_KEY_LEFT, CN_KEY_RIGHT, CN_KEY_HOME, CN_KEY_END, CN_KEY_PAGE_UP,
  CN_KEY_PAGE_DOWN, CN_KEY_INSERT, CN_KEY_DELETE, CN_KEY_BACKSPACE, CN_KEY_ENTER, CN_KEY_BACK_TAB,
  CN_KEY_F0 = 32
};

/// Modifier bits, as xterm counts them (its parameter less 1).
enum { CN_SHIFT = 1, CN_ALT = 2, CN_CONTROL = 4 };

typedef struct {
  int kind;
  uint32_t code;  // scalar or key
  int modifiers;
} cn_input;

/// The next piece of input that ncurses has decoded, without waiting longer than an escape
/// sequence takes (25 ms); NONE if there is none.
void cn_screen_read(cn_input *input);

#endif
