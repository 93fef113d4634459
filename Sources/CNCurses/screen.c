// ncursesw, one function for each thing the screen owner needs. ncurses is not thread-safe: all of
// this is called from one thread.

#define _GNU_SOURCE 1  // wcwidth, FILE streams on descriptors
#define _XOPEN_SOURCE_EXTENDED 1
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "include/CNCurses.h"

// A cell of ncursesw 6.1 names one of 65536 pairs of colours, one of the curses that comes with macOS
// one of 256. CN_AS_MACOS takes the ways of macOS on other systems, so that they can be tried there.
#if defined(CN_AS_MACOS) || !NCURSES_EXT_COLORS
#define HAS_SHORT_PAIRS 1
#else
#define HAS_SHORT_PAIRS 0
#endif

static SCREEN *screen;
static FILE *input_stream, *output_stream;

bool cn_use_utf8_locale(void) {
  const char *tries[] = {"", "C.UTF-8", "en_US.UTF-8"};
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
    if (setlocale(LC_CTYPE, tries[i]) != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
      return true;
  return false;
}

// Codes past KEY_MAX for what terminfo has no standard name for: paste brackets, reports,
// and xterm's keys with modifiers, `CSI 1 ; m X` and `CSI n ; m ~`.
enum { CODE_PASTE_START = 600, CODE_PASTE_END, CODE_FOCUS, CODE_MOUSE, CODE_MODIFIED = 1024 };

static void define_keys(void) {
  define_key("\033[200~", CODE_PASTE_START);
  define_key("\033[201~", CODE_PASTE_END);
  // Only the start: ncurses' own mouse reader merges reports that come together.
  define_key("\033[<", CODE_MOUSE);
  define_key("\033[I", CODE_FOCUS);
  define_key("\033[O", CODE_FOCUS);
  static const struct { const char *format; int key; } forms[] = {
    {"\033[1;%dA", CN_KEY_UP}, {"\033[1;%dB", CN_KEY_DOWN}, {"\033[1;%dC", CN_KEY_RIGHT},
    {"\033[1;%dD", CN_KEY_LEFT}, {"\033[1;%dH", CN_KEY_HOME}, {"\033[1;%dF", CN_KEY_END},
    {"\033[2;%d~", CN_KEY_INSERT}, {"\033[3;%d~", CN_KEY_DELETE}, {"\033[5;%d~", CN_KEY_PAGE_UP},
    {"\033[6;%d~", CN_KEY_PAGE_DOWN},
  };
  // Home and End as one terminal or another sends them, whatever TERM says.
  static const struct { const char *sequence; int code; } others[] = {
    {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME},
    {"\033[4~", KEY_END}, {"\033[8~", KEY_END}, {"\033[F", KEY_END}, {"\033OF", KEY_END},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    define_key(others[i].sequence, others[i].code);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (int modifiers = 1; modifiers < 8; modifiers++) {
      char sequence[16];
      snprintf(sequence, sizeof sequence, forms[i].format, modifiers + 1);
      define_key(sequence, CODE_MODIFIED + (forms[i].key << 3 | modifiers));
    }
}

bool cn_screen_open(const char *term, int tty, int output, int columns, int rows) {
#if HAS_SHORT_PAIRS
  // A description made at run time has more colours than a short can number.
  const char *description = getenv("TERMINFO");
  if (description != NULL && strncmp(description, "b64:", 4) == 0) return false;
#endif
  // Editors inherit neither.
  int in = fcntl(tty, F_DUPFD_CLOEXEC, 3), out = fcntl(output, F_DUPFD_CLOEXEC, 3);
  input_stream = in < 0 ? NULL : fdopen(in, "r");
  output_stream = out < 0 ? NULL : fdopen(out, "w");
  // The size is the caller's: a terminal may say that it has more cells than there is memory for.
  use_env(FALSE);
  // newterm, not initscr: it returns where the other prints and exits.
  if (input_stream != NULL && output_stream != NULL)
    screen = newterm((char *)term, output_stream, input_stream);
  if (screen == NULL) {
    cn_screen_close();
    return false;
  }
  // The terminal's modes are the guard's; these only tell ncurses how they stand.
  cbreak();
  noecho();
  nonl();
  typeahead(-1);  // a frame is never cut short because a key is waiting
  set_escdelay(25);
  keypad(stdscr, TRUE);
  wtimeout(stdscr, 0);
  idcok(stdscr, FALSE);  // shifting cells in place would also shift what ncurses cannot hold
  leaveok(stdscr, FALSE);
  curs_set(0);
  start_color();
  use_default_colors();  // else pair 0 is colour 7 on colour 0
  define_keys();
  cn_screen_resize(columns, rows);
  return true;
}

void cn_screen_leave(void) {
  char *const missing = (char *)-1;
  char *back = tigetstr("rmcup"), *clear = tigetstr("el");
  bool comes_back = back != NULL && back != missing;
  if (comes_back) {
    // After a change of size, tmux leaves parts of the alternate screen on the main one.
    werase(stdscr);
    clearok(stdscr, TRUE);
    wrefresh(stdscr);
  }
  endwin();
  // Without an alternate screen the last frame stays, and the shell goes on in its last line.
  if (!comes_back && clear != NULL && clear != missing) {
    // Without its padding, which no terminal of today needs.
    fwrite(clear, 1, strcspn(clear, "$"), output_stream);
    fflush(output_stream);
  }
}

void cn_screen_close(void) {
  if (screen != NULL) delscreen(screen);
  if (input_stream != NULL) fclose(input_stream);
  if (output_stream != NULL) fclose(output_stream);
  screen = NULL;
  input_stream = output_stream = NULL;
}

int cn_screen_colors(void) { return COLORS; }
int cn_screen_pairs(void) { return HAS_SHORT_PAIRS && COLOR_PAIRS > 256 ? 256 : COLOR_PAIRS; }

void cn_screen_resize(int columns, int rows) { resizeterm(rows, columns); }

void cn_screen_forget(void) { clearok(curscr, TRUE); }

static attr_t attributes_of(uint32_t bits) {
  static const struct { uint32_t bit; attr_t attribute; } table[] = {
    {CN_BOLD, WA_BOLD}, {CN_FAINT, WA_DIM}, {CN_ITALIC, WA_ITALIC}, {CN_BLINK, WA_BLINK},
    {CN_REVERSE, WA_REVERSE}, {CN_UNDERLINE, WA_UNDERLINE}, {CN_STRIKE, WA_HORIZONTAL},
    {CN_OVERLINE, WA_TOP}, {CN_DOUBLE, WA_LOW}, {CN_CURLY, WA_LEFT}, {CN_DOTTED, WA_RIGHT},
    {CN_DASHED, WA_VERTICAL},
  };
  attr_t result = 0;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (bits & table[i].bit) result |= table[i].attribute;
  return result;
}

void cn_screen_put(int row, const cn_cell *cells, size_t count) {
  for (size_t i = 0; i < count; i++) {
    cchar_t character;
    wchar_t text[6];
    for (int k = 0; k < 6; k++) text[k] = (wchar_t)cells[i].scalars[k];
    int pair = cells[i].pair;
#if HAS_SHORT_PAIRS
    short number = (short)pair;
    void *more = NULL;
#else
    // The pair goes by pointer: a short cannot hold more than 32767.
    short number = 0;
    void *more = &pair;
#endif
    if (setcchar(&character, text, attributes_of(cells[i].attributes), number, more) != ERR)
      mvwadd_wch(stdscr, row, cells[i].column, &character);
  }
}

#if HAS_SHORT_PAIRS
bool cn_screen_define_pair(int pair, int foreground, int background) {
  return init_pair((short)pair, (short)foreground, (short)background) == OK;
}

// A pair that is defined anew draws its cells anew.
void cn_screen_forget_pairs(void) {}
#else
bool cn_screen_define_pair(int pair, int foreground, int background) {
  return init_extended_pair(pair, foreground, background) == OK;
}

// alloc_pair stops for good when it has given out all pairs (6.4), hence pairs are counted by the
// caller and dropped together.
void cn_screen_forget_pairs(void) { reset_color_pairs(); }
#endif

void cn_screen_cursor(int column, int row) {
  if (column < 0) {
    curs_set(0);
    return;
  }
  wmove(stdscr, row, column);
  curs_set(1);
}

void cn_screen_update(void) {
  bool comes_back = isendwin();
  wnoutrefresh(stdscr);
  doupdate();
  // By itself ncurses would ask for the keys' application mode when it reads the next key, which is
  // too late for that one.
  if (comes_back) keypad(stdscr, TRUE);
}

int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static int key_of(wint_t code) {
  switch (code) {
    case KEY_UP: return CN_KEY_UP;
    case KEY_DOWN: return CN_KEY_DOWN;
    case KEY_LEFT: return CN_KEY_LEFT;
    case KEY_RIGHT: return CN_KEY_RIGHT;
    case KEY_HOME: case KEY_FIND: return CN_KEY_HOME;
    case KEY_END: case KEY_SELECT: return CN_KEY_END;
    case KEY_PPAGE: return CN_KEY_PAGE_UP;
    case KEY_NPAGE: return CN_KEY_PAGE_DOWN;
    case KEY_IC: return CN_KEY_INSERT;
    case KEY_DC: return CN_KEY_DELETE;
    case KEY_BACKSPACE: return CN_KEY_BACKSPACE;
    case KEY_ENTER: return CN_KEY_ENTER;
    case KEY_BTAB: return CN_KEY_BACK_TAB;
    default: return code > KEY_F0 && code <= KEY_F(24) ? CN_KEY_F0 + (int)(code - KEY_F0) : 0;
  }
}

void cn_screen_read(cn_input *input) {
  wint_t code = 0;
  *input = (cn_input){.kind = CN_INPUT_OTHER};
  switch (wget_wch(stdscr, &code)) {
    case OK:
      input->kind = CN_INPUT_SCALAR;
      input->code = code;
      break;
    case KEY_CODE_YES:
      if (code == CODE_MOUSE) {
        input->kind = CN_INPUT_MOUSE_START;
      } else if (code == CODE_PASTE_START) {
        input->kind = CN_INPUT_PASTE_START;
      } else if (code == CODE_PASTE_END) {
        input->kind = CN_INPUT_PASTE_END;
      } else if (code >= CODE_MODIFIED) {
        input->kind = CN_INPUT_KEY;
        input->code = (code - CODE_MODIFIED) >> 3;
        input->modifiers = (code - CODE_MODIFIED) & 7;
      } else if ((input->code = (uint32_t)key_of(code)) != 0) {
        input->kind = CN_INPUT_KEY;
      }
      break;
    default: input->kind = CN_INPUT_NONE;
  }
}
