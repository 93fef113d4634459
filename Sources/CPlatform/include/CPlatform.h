// System calls that Swift cannot make itself: variadic ones, signal handlers, and what they share.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: - terminal_guard.c: the terminal comes back whatever happens

/// Remembers the modes of `tty` and the bytes that bring it back (at most 512), and takes over
/// the signals. There is one guard for the process, EBUSY if it is in use. Returns 0 or an errno.
int cp_guard_install(int tty, const uint8_t *restore, size_t count);

/// Remembers bytes (at most 64) to write before those, as long as an alternate screen is shown: they
/// clear it. None if `count` is 0.
void cp_guard_clear(const uint8_t *bytes, size_t count);

/// Lets single bytes be read from the terminal, without echo; signals stay on. For a screen it also
/// puts the terminal in raw mode and catches fd 2 if it is a terminal, so that a stray message does
/// not land in the picture. Returns 0 or an errno: EPERM in the background, without a screen.
int cp_guard_enter(bool takes_screen);

/// Undoes `cp_guard_enter`; what was written to fd 2 meanwhile is written there now.
void cp_guard_leave(void);

/// Gives the signals back as they were.
void cp_guard_remove(void);

/// The read end of a pipe that gets one byte for a signal: W WINCH, I INT, T TERM, H HUP, Z TSTP,
/// C CONT. Never blocks.
int cp_guard_events(void);

/// Stops the process as SIGTSTP does by default; returns when it is continued.
void cp_guard_stop(void);

/// Lets the process die of a fatal signal that another one sends: handlers that tell of a crash get
/// crashes only. Where memory cannot be had it says so and exits with 70, as after internal errors.
void cp_die_of_sent_signals(void);

/// Lets the allocator keep memory that is freed for what comes next, where it can be told to:
/// pages that go back to the system and come again are cleared each time.
void cp_keep_freed_memory(void);

/// Calls a function, in a thread of its own where the stack of this one may not grow to so many
/// bytes.
void cp_call_with_stack(size_t size, void (*function)(void));

/// Calls a function in a thread of its own, with a stack of so many bytes; nobody waits for it, and
/// signals go to other threads. Returns 0 or an errno: nothing is called then.
int cp_start_thread(size_t size, void (*function)(void *), void *data);

/// Runs a program found by PATH in the foreground of the terminal and waits for it. `arguments` are
/// `count` strings one after the other, each with its final 0.
/// Returns 0 and the wait status, or an errno.
int cp_guard_run(const char *arguments, size_t count, int *status);

/// The size of a terminal in cells; false if it does not know its columns. It has 24 rows if it does
/// not know them.
bool cp_terminal_size(int tty, int *columns, int *rows);

// MARK: - filter.c

/// Runs a program found by PATH, which reads `input` and writes `output`, and waits for it, but not
/// for longer than some milliseconds; then it is killed. What it has started ends with it, and all of
/// them with this process, however that ends. `arguments` are `count` strings one after the other,
/// each with its final 0. `variable`, NAME=VALUE or NULL, is added to the environment.
/// Returns 0 and the wait status, or an errno: ETIMEDOUT, EFBIG for more output than `capacity`, EINTR
/// after a signal that `cp_interrupt_watch` has noted.
int cp_filter(
  const char *arguments, size_t count, const char *variable, const uint8_t *input, size_t length,
  uint8_t *output, size_t capacity, size_t *used, int milliseconds, int *status);

/// A program that runs beside this one; its output can be read from a descriptor.
struct cp_filter_run {
  pid_t keeper, feeder, child;
  int life, output;
};

/// Starts a program found by PATH beside this one, which reads `input`; or, if this process has read
/// `start` from it already, these bytes and then the rest. Its errors are not shown. It ends with this
/// process, however that ends. `arguments` are `count` strings one after the other, each with its
/// final 0. Returns 0 or an errno.
int cp_filter_start(
  const char *arguments, size_t count, int input, const uint8_t *start, size_t length,
  struct cp_filter_run *run);

/// Ends it: waits for its end and gives the wait status, or, without `status`, kills it.
void cp_filter_end(struct cp_filter_run *run, int *status);

// MARK: - pager.c

/// True if standard output is the terminal that this process has in its foreground.
bool cp_pager_may_start(void);

/// Starts a program found by PATH that reads what is written to `cp_pager_descriptor`, and has the
/// other standard streams of this process. SIGINT and SIGQUIT are its own until `cp_pager_end`, and
/// SIGPIPE is ignored. `arguments` are `count` strings one after the other, each with its final 0.
/// There is one for the process: EBUSY if it runs. Returns 0 or an errno.
int cp_pager_start(const char *arguments, size_t count);

/// What to write to; it polls as gone when the program has ended. -1 if none runs.
int cp_pager_descriptor(void);

/// Lets the program read the end, and waits for it; after a signal that `cp_interrupt_watch` has noted
/// it is told to end. Puts the modes of the terminal back if it failed. Returns 0 and the wait status,
/// or an errno.
int cp_pager_end(int *status);

// MARK: - conversation.c

/// Lets what the terminal answers be read byte by byte, unseen; one conversation at a time.
/// Returns 0 or an errno: EPERM for a process that is not in the foreground.
int cp_conversation_begin(int tty);

/// Gives a byte back that somebody typed, for the next program to read; systems that do not allow
/// that lose it.
void cp_give_back(int tty, uint8_t byte);

/// Puts the modes back.
void cp_conversation_end(int tty);

// MARK: - keeping.c

/// Tells who has the terminal of this process: its device, the leader of the session that it is of,
/// and the start of that. False if the process has none, or the system does not say.
bool cp_terminal_session(uint64_t *device, uint64_t *leader, uint64_t *start);

/// True if `fd` is the terminal of that device, which is this process's.
bool cp_is_terminal_device(int fd, uint64_t device);

/// Reads a small file in a folder: both must be this user's alone, and neither a link. Returns the
/// number of bytes; -1 if there is no such file, or it is larger than `capacity`.
ssize_t cp_kept_read(const char *folder, const char *name, uint8_t *bytes, size_t capacity);

/// Puts such a file there, which takes the place of an older one when it is complete.
bool cp_kept_write(const char *folder, const char *name, const uint8_t *bytes, size_t count);

// MARK: - interrupt.c: signals that are noted, and done when all has been said

/// Notes the signals that end a process from now on, but for SIGPIPE, SIGXFSZ and faults; a second one
/// ends it as ever.
bool cp_interrupt_watch(void);

/// Returns a descriptor that can be read from when a signal has come; -1 before
/// `cp_interrupt_watch`.
int cp_interrupt_descriptor(void);

/// The signal that has come; 0 for none.
int cp_interrupt_number(void);

/// Notes a signal that came some other way.
void cp_interrupt_note(int number);

/// Does what the signal does by default.
void cp_interrupt_obey(void);

// MARK: - waiting.c

/// Waits until one of the descriptors can be read, or takes bytes, a signal comes, or the time is
/// over, and notes which are ready, or gone. Negative ones are passed over; a negative time is for
/// ever.
void cp_wait(const int *descriptors, bool *ready, size_t count, bool to_write, int milliseconds);

// MARK: - startup.c

/// Number of arguments of the program as the C library has it, its name included; 0 if it does not
/// say.
int cp_argument_count(void);

/// One of these arguments.
const char *cp_argument(int index);

// MARK: - files.c

/// Opens something in the place of each standard stream that is closed; using it fails as before.
void cp_reserve_standard_streams(void);

/// Opens a pipe, to read from and to write to, that no other program inherits; neither end takes the
/// number of a standard stream. Returns 0 or an errno.
int cp_pipe(int ends[2]);

/// Makes a write past the limit of the size of files fail with EFBIG, without the signal SIGXFSZ.
void cp_let_large_files_fail(void);

/// A nameless file in memory (or in the temporary directory) for one frame; -1 and errno if none.
int cp_frame_file(void);

/// Removes the file at `path`, and says so, when a signal ends the process before `cp_unfinished_end`.
/// There is one such file for the process: false if there is another, or the path is too long.
bool cp_unfinished_begin(const char *path);
void cp_unfinished_end(void);

/// Removes that file, if there is one; for handlers of signals that end the process.
void cp_unfinished_remove(void);

/// Renames `from`, which fails where there is a `to`, or gives each of two files the other's name.
/// Returns 0 or an errno: ENOSYS, EINVAL or ENOTSUP where that cannot be done.
int cp_rename(const char *from, const char *to, bool exchanges);

/// Opens a directory as a place to start from, whether or not it may be listed. Returns -1 and errno
/// where it cannot.
int cp_open_directory(const char *path);

/// Opens a file below a directory to be read, or a directory to be listed, without waiting. No link is
/// followed, and no `..`: returns -1 with ELOOP or ENOTDIR for a link.
int cp_open_below(int directory, const char *path, bool is_directory);

/// Returns true if some process has the file open to write; false where the system does not say.
bool cp_is_being_written(int fd);

/// Returns true if a directory is on a file system that others change without this system's notice: NFS,
/// SMB, 9P (Windows disks under WSL), FUSE.
bool cp_directory_is_remote(const char *path);

// MARK: - writing.c

/// True if a write to `fd` may raise SIGPIPE: it is neither a regular file nor a device.
bool cp_may_lose_reader(int fd);

/// Writes as write(2) does, but fails with EPIPE without a SIGPIPE.
ssize_t cp_write_without_signal(int fd, const void *bytes, size_t count);

#endif
