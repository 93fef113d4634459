// Everything Swift sees of ncursesw and of the terminal guard.
//
// No ncurses header is included here: its macros (`A_BOLD` is a cast, `lines` and `columns` come
// from <term.h>), its mutable globals (`stdscr`, `COLORS`) and its varargs do not reach Swift.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

// MARK: - guard.c: the terminal comes back whatever happens

/// Remembers the modes of `tty` and the bytes that bring it back (at most 512), and takes over
/// the signals. There is one guard for the process, EBUSY if it is in use. Returns 0 or an errno.
int cn_guard_install(int tty, const uint8_t *restore, size_t count);

/// Puts the terminal in raw mode (signals stay on) and catches fd 2 if it is a terminal, so that a
/// stray message does not land in the picture. Returns 0 or an errno.
int cn_guard_enter(void);

/// Undoes `cn_guard_enter`; what was written to fd 2 meanwhile is written there now.
void cn_guard_leave(void);

/// Gives the signals back as they were.
void cn_guard_remove(void);

/// The read end of a pipe that gets one byte for a signal: W WINCH, I INT, T TERM, H HUP, Z TSTP,
/// C CONT. Never blocks.
int cn_guard_events(void);

/// Stops the process as SIGTSTP does by default; returns when it is continued.
void cn_guard_stop(void);

/// Lets the process die of a fatal signal that another one sends: handlers that tell of a crash get
/// crashes only. Where memory cannot be had it says so and exits with 70, as after internal errors.
void cn_die_of_sent_signals(void);

/// Lets the allocator keep memory that is freed for what comes next, where it can be told to:
/// pages that go back to the system and come again are cleared each time.
void cn_keep_freed_memory(void);

/// Calls a function, in a thread of its own where the stack of this one may not grow to so many
/// bytes.
void cn_call_with_stack(size_t size, void (*function)(void));

/// Runs a program found by PATH in the foreground of the terminal and waits for it. `arguments` are
/// `count` strings one after the other, each with its final 0.
/// Returns 0 and the wait status, or an errno.
int cn_guard_run(const char *arguments, size_t count, int *status);

/// The size of a terminal in cells; false if it does not know.
bool cn_terminal_size(int tty, int *columns, int *rows);

// MARK: - conversation.c

/// Lets what the terminal answers be read byte by byte, unseen; one conversation at a time.
/// Returns 0 or an errno: EPERM for a process that is not in the foreground.
int cn_conversation_begin(int tty);

/// Gives a byte back that somebody typed, for the next program to read; systems that do not allow
/// that lose it.
void cn_give_back(int tty, uint8_t byte);

/// Puts the modes back.
void cn_conversation_end(int tty);

// MARK: - interrupt.c: signals that are noted, and done when all has been said

/// Notes the signals that end a process from now on, but for SIGPIPE, SIGXFSZ and faults; a second one
/// ends it as ever.
bool cn_interrupt_watch(void);

/// What can be read from when a signal has come; -1 before `cn_interrupt_watch`.
int cn_interrupt_descriptor(void);

/// The signal that has come; 0 for none.
int cn_interrupt_number(void);

/// Notes a signal that came some other way.
void cn_interrupt_note(int number);

/// Does what the signal does by default.
void cn_interrupt_obey(void);

// MARK: - waiting.c

/// Waits until one of the descriptors can be read, or takes bytes, a signal comes, or the time is
/// over, and notes which are ready, or gone. Negative ones are passed over; a negative time is for
/// ever.
void cn_wait(const int *descriptors, bool *ready, size_t count, bool to_write, int milliseconds);

// MARK: - files.c

/// Opens something in the place of each standard stream that is closed; using it fails as before.
void cn_reserve_standard_streams(void);

/// A nameless file in memory (or in the temporary directory) for one frame; -1 and errno if none.
int cn_frame_file(void);

/// Removes the file at `path`, and says so, when a signal ends the process before `cn_unfinished_end`.
/// There is one such file for the process: false if there is another, or the path is too long.
bool cn_unfinished_begin(const char *path);
void cn_unfinished_end(void);

/// Removes that file, if there is one; for handlers of signals that end the process.
void cn_unfinished_remove(void);

/// Renames `from`, which fails where there is a `to`, or gives each of two files the other's name.
/// Returns 0 or an errno: ENOSYS, EINVAL or ENOTSUP where that cannot be done.
int cn_rename(const char *from, const char *to, bool exchanges);

/// Whether some process has an open file open to write; false where the system does not say.
bool cn_is_being_written(int fd);

/// Whether a directory is on a file system that others change without this system's notice: NFS,
/// SMB, 9P (Windows disks under WSL), FUSE.
bool cn_directory_is_remote(const char *path);

// MARK: - writing.c

/// True if a write to `fd` may raise SIGPIPE: it is neither a regular file nor a device.
bool cn_may_lose_reader(int fd);

/// Writes as write(2) does, but fails with EPIPE without a SIGPIPE.
ssize_t cn_write_without_signal(int fd, const void *bytes, size_t count);

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
