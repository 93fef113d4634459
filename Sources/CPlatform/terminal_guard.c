// The terminal guard: it saves the state of the terminal, turns signals into bytes on a pipe, and
// brings the terminal back when the process dies. Handlers only make async-signal-safe calls.

#define _GNU_SOURCE 1  // sigaltstack, SIGWINCH
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <termios.h>
#include <unistd.h>

#include "include/CPlatform.h"
#include "starting.h"
#include "modes.h"
#include "signals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int fatal_signals[] = {
  SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};
static const struct { int number; char name; } event_signals[] = {
  {SIGWINCH, 'W'}, {SIGINT, 'I'}, {SIGTERM, 'T'}, {SIGHUP, 'H'}, {SIGTSTP, 'Z'}, {SIGCONT, 'C'}};

static int tty = -1;
static int event_pipe[2] = {-1, -1};
static struct termios shell_modes;
static uint8_t restore_bytes[512];
static size_t restore_count;
static uint8_t clear_bytes[64];
static volatile sig_atomic_t clear_count;
static int installed, armed;
static struct sigaction fatal_before[COUNT(fatal_signals)], event_before[COUNT(event_signals)];
// Former actions of the other signals that end the process, for those without a handler.
static struct sigaction ending_before[SIGNAL_END];
static bool ending_taken[SIGNAL_END];

// fd 2 while the screen is up: where it pointed, and the nameless file that stands in for it.
static int stderr_before = -1, stderr_capture = -1;

static void write_all(int fd, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void release_stderr(void) {
  if (stderr_before < 0) return;
  dup2(stderr_before, STDERR_FILENO);
  close(stderr_before);
  stderr_before = -1;
  uint8_t buffer[4096];
  ssize_t count;
  lseek(stderr_capture, 0, SEEK_SET);
  while ((count = read(stderr_capture, buffer, sizeof buffer)) > 0)
    write_all(STDERR_FILENO, buffer, (size_t)count);
  close(stderr_capture);
  stderr_capture = -1;
}

static void capture_stderr(void) {
  // A file or a pipe that the user chose keeps its messages.
  if (stderr_before >= 0 || !isatty(STDERR_FILENO)) return;
  stderr_capture = cp_frame_file();
  if (stderr_capture < 0) return;
  stderr_before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (stderr_before < 0 || dup2(stderr_capture, STDERR_FILENO) < 0) release_stderr();
}

// Also runs in signal handlers and at exit.
static void emergency_restore(void) {
  if (!__atomic_exchange_n(&armed, 0, __ATOMIC_SEQ_CST)) return;
  write_all(tty, clear_bytes, (size_t)clear_count);
  write_all(tty, restore_bytes, restore_count);
  put_modes_back(tty, TCSANOW, &shell_modes);
  release_stderr();
}

// True if the program's own instruction raised a signal, which happens again when it goes on there.
// macOS does not tell that from a signal that was sent.
static bool happens_again(const siginfo_t *info) {
#if defined(__APPLE__) || defined(CN_AS_MACOS)
  (void)info;
  return false;
#else
  return info->si_code > 0;
#endif
}

// A signal that somebody sent is no fault: it ends the process. Swift's runtime would tell where the
// program happened to be, and go on with it.
static void die_if_sent(int number, const siginfo_t *info) {
  if (number != SIGQUIT && (info->si_code > 0 || info->si_pid == getpid())) return;
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  sigemptyset(&standard.sa_mask);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, NULL);
  raise(number);
}

// Swift's runtime aborts where it gets no memory. That is no fault of the program's if there is
// little left of what it may use.
static void exit_if_out_of_memory(void) {
  static const char message[] = "cssview: the memory that it may use is not enough for this\n";
  if (mmap(NULL, (size_t)1 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0) != MAP_FAILED) return;
  write_all(STDERR_FILENO, (const uint8_t *)message, sizeof message - 1);
  _exit(EX_SOFTWARE);
}

static struct sigaction faults_before[COUNT(fatal_signals)];

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  die_if_sent(number, info);
  if (number == SIGABRT) exit_if_out_of_memory();
  for (size_t i = 0; i < COUNT(fatal_signals); i++)
    if (fatal_signals[i] == number) sigaction(number, &faults_before[i], NULL);
  if (!happens_again(info) || number == SIGTRAP) raise(number);
}

void cp_die_of_sent_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (size_t i = 0; i < COUNT(fatal_signals); i++) {
    sigaction(fatal_signals[i], NULL, &faults_before[i]);
    void (*handler)(int) = faults_before[i].sa_handler;
    bool is_handled = handler != SIG_DFL && handler != SIG_IGN;
    if (is_handled || fatal_signals[i] == SIGABRT) sigaction(fatal_signals[i], &action, NULL);
  }
}

static void on_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  emergency_restore();
  die_if_sent(number, info);
  for (size_t i = 0; i < COUNT(fatal_signals); i++)
    if (fatal_signals[i] == number) sigaction(number, &fatal_before[i], NULL);
  // A fault happens again on return, now for whoever had the signal before, with its true address;
  // a signal that was sent has to be sent again. (A breakpoint may continue behind itself.)
  if (!happens_again(info) || number == SIGTRAP || number == SIGABRT) raise(number);
}

// The action is the default one again, and nothing holds the signal back.
static void on_ending(int number) {
  emergency_restore();
  cp_unfinished_remove();
  raise(number);
}

static void take_endings(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_ending;
  action.sa_flags = (int)(SA_ONSTACK | SA_NODEFER | SA_RESETHAND);
  for (int number = 1; number < SIGNAL_END; number++) {
    // Those that the C library keeps for itself it does not show.
    ending_taken[number] = ends_process(number) &&
      sigaction(number, NULL, &ending_before[number]) == 0 &&
      ending_before[number].sa_handler == SIG_DFL && sigaction(number, &action, NULL) == 0;
  }
}

static void on_event(int number) {
  int saved = errno;
  for (size_t i = 0; i < COUNT(event_signals); i++)
    if (event_signals[i].number == number) {
      ssize_t ignored = write(event_pipe[1], &event_signals[i].name, 1);
      (void)ignored;  // a full pipe already has enough to wake the loop
    }
  errno = saved;
}

static int open_event_pipe(void) {
  if (event_pipe[0] >= 0) return 0;
  int error = cp_pipe(event_pipe);
  if (error != 0) return error;
  for (int i = 0; i < 2; i++) fcntl(event_pipe[i], F_SETFL, O_NONBLOCK);
  return 0;
}

int cp_guard_install(int terminal, const uint8_t *restore, size_t count) {
  if (count > sizeof restore_bytes) return EINVAL;
  if (__atomic_exchange_n(&installed, 1, __ATOMIC_SEQ_CST)) return EBUSY;
  int error = tcgetattr(terminal, &shell_modes) != 0 ? errno : open_event_pipe();
  if (error != 0) {
    __atomic_store_n(&installed, 0, __ATOMIC_SEQ_CST);
    return error;
  }
  tty = terminal;
  memcpy(restore_bytes, restore, count);
  restore_count = count;

  // A stack overflow leaves no stack to handle it on.
  static uint8_t signal_stack[65536];
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, NULL);

  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_fatal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (size_t i = 0; i < COUNT(fatal_signals); i++)
    sigaction(fatal_signals[i], &action, &fatal_before[i]);
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_event;
  action.sa_flags = 0;  // no SA_RESTART: poll has to wake
  for (size_t i = 0; i < COUNT(event_signals); i++) {
    sigaction(event_signals[i].number, NULL, &event_before[i]);
    // Signals that the parent had ignored (nohup) stay ignored.
    if (event_before[i].sa_handler != SIG_IGN)
      sigaction(event_signals[i].number, &action, NULL);
  }
  take_endings();
  static bool registered;
  if (!registered) registered = atexit(emergency_restore) == 0;
  return 0;
}

void cp_guard_clear(const uint8_t *bytes, size_t count) {
  clear_count = 0;
  if (count == 0 || count > sizeof clear_bytes) return;
  memcpy(clear_bytes, bytes, count);
  clear_count = (sig_atomic_t)count;
}

int cp_guard_enter(bool takes_screen) {
  // In the background, changing the modes would stop the process.
  if (!takes_screen && tcgetpgrp(tty) != getpgrp()) return EPERM;
  struct termios modes = shell_modes;
  // ISIG stays: ^C and ^Z also work while the program is busy.
  modes.c_lflag &= (tcflag_t)~(ICANON | ECHO);
  if (takes_screen) {
    modes.c_iflag &= (tcflag_t)~(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    modes.c_oflag &= (tcflag_t)~OPOST;
    modes.c_lflag &= (tcflag_t)~IEXTEN;
  }
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  __atomic_store_n(&armed, 1, __ATOMIC_SEQ_CST);
  // TCSADRAIN, not TCSAFLUSH: what was typed ahead is kept.
  int result;
  do result = tcsetattr(tty, TCSADRAIN, &modes);
  while (result != 0 && errno == EINTR);
  if (result != 0) {
    int error = errno;
    __atomic_store_n(&armed, 0, __ATOMIC_SEQ_CST);
    return error;
  }
  if (takes_screen) capture_stderr();
  return 0;
}

void cp_guard_leave(void) {
  if (!__atomic_exchange_n(&armed, 0, __ATOMIC_SEQ_CST)) return;
  put_modes_back(tty, TCSADRAIN, &shell_modes);
  release_stderr();
}

void cp_guard_remove(void) {
  for (size_t i = 0; i < COUNT(fatal_signals); i++)
    sigaction(fatal_signals[i], &fatal_before[i], NULL);
  for (size_t i = 0; i < COUNT(event_signals); i++)
    sigaction(event_signals[i].number, &event_before[i], NULL);
  for (int number = 1; number < SIGNAL_END; number++)
    if (ending_taken[number]) sigaction(number, &ending_before[number], NULL);
  __atomic_store_n(&installed, 0, __ATOMIC_SEQ_CST);
}

int cp_guard_events(void) { return event_pipe[0]; }

void cp_guard_stop(void) {
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  sigemptyset(&standard.sa_mask);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &standard, &ours);
  // The whole group stops, as when the terminal itself sends the signal.
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

// waitpid, again and again while other signals interrupt it.
static int wait_for(pid_t child, int *status) {
  while (waitpid(child, status, 0) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

// A program with jobs, such as a shell, gives the terminal to them, and may end without a word.
static void take_terminal(void) {
  if (tcgetpgrp(tty) == getpgrp()) return;
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  tcsetpgrp(tty, getpgrp());
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cp_guard_run(const char *block, size_t count, int *status) {
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return ENOMEM;
  for (size_t i = 0; i < count; i++, block += strlen(block) + 1) arguments[i] = (char *)block;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Standard input and output may be pipes; the program gets the terminal.
  for (int fd = 0; fd < 3; fd++) posix_spawn_file_actions_adddup2(&actions, tty, fd);

  // While it runs, ^C is its own; ^Z stops both of us and the shell wakes both. How it ended is not
  // told where SIGCHLD is ignored, which is inherited.
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTSTP, SIGCHLD};
  struct sigaction before[COUNT(numbers)], action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGXFSZ);
  for (size_t i = 0; i < COUNT(numbers); i++) {
    bool is_default = numbers[i] == SIGTSTP || numbers[i] == SIGCHLD;
    action.sa_handler = is_default ? SIG_DFL : SIG_IGN;
    sigaction(numbers[i], &action, &before[i]);
    sigaddset(&defaults, numbers[i]);
  }
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  pid_t child = 0;
  bool is_ours = tcgetpgrp(tty) == getpgrp();
  int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
  if (error == 0) error = wait_for(child, status);
  if (is_ours) take_terminal();

  for (size_t i = 0; i < COUNT(numbers); i++) sigaction(numbers[i], &before[i], NULL);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  free(arguments);
  return error;
}

bool cp_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return false;
  *columns = size.ws_col;
  *rows = size.ws_row == 0 ? 24 : size.ws_row;
  return true;
}
