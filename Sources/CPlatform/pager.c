// The pager: a program in the foreground of the terminal that reads what this one writes.

#define _GNU_SOURCE 1
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "include/CPlatform.h"
#include "starting.h"
#include "modes.h"

#define COUNT(array) (sizeof array / sizeof *array)

static pid_t pager = -1;
static int pipe_end = -1;
static struct termios shell_modes;
static bool has_modes;

// ^C is the pager's, and what nobody reads is an error of writing. How it ended is not told where
// SIGCHLD is ignored, which is inherited.
static const int numbers[] = {SIGINT, SIGQUIT, SIGPIPE, SIGCHLD, SIGTSTP};
static struct sigaction signals_before[COUNT(numbers)];

static void give_signals_back(void) {
  for (size_t i = 0; i < COUNT(numbers); i++) sigaction(numbers[i], &signals_before[i], NULL);
}

// Stops this program after the pager, which gives the terminal back first: a shell writes its message as
// soon as it sees this program stop, and the pager would wipe it from the screen.
static void stop_after_pager(int number) {
  (void)number;
  int error = errno;
  for (int tries = 0; tries < 100; tries++) {
    siginfo_t state;
    memset(&state, 0, sizeof state);
    int failed = waitid(P_PID, (id_t)pager, &state, WSTOPPED | WEXITED | WNOWAIT | WNOHANG);
    if (failed != 0 || state.si_pid != 0) break;
    poll(NULL, 0, 10);
  }
  // As it is by default: where no shell would wake it, that does nothing.
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &standard, &ours);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &ours, NULL);
  errno = error;
}

bool cp_pager_may_start(void) { return tcgetpgrp(1) == getpgrp(); }

int cp_pager_start(const char *block, size_t count) {
  if (pager > 0) return EBUSY;
  char **arguments = arguments_of(block, count);
  if (arguments == NULL) return ENOMEM;
  int ends[2];
  int error = cp_pipe(ends);
  if (error != 0) {
    free(arguments);
    return error;
  }
  has_modes = tcgetattr(1, &shell_modes) == 0;
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGXFSZ);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < COUNT(numbers); i++) {
    sigaction(numbers[i], NULL, &signals_before[i]);
    action.sa_handler = numbers[i] == SIGCHLD ? SIG_DFL : SIG_IGN;
    if (numbers[i] == SIGTSTP && signals_before[i].sa_handler == SIG_DFL)
      action.sa_handler = stop_after_pager;
    sigaction(numbers[i], &action, NULL);
    sigaddset(&defaults, numbers[i]);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  // It stays in this group: ^Z stops both, and the shell wakes both.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  error = posix_spawnp(&pager, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  free(arguments);
  close(ends[0]);
  pipe_end = ends[1];
  if (error == 0) return 0;
  close(pipe_end);
  pager = pipe_end = -1;
  give_signals_back();
  return error;
}

int cp_pager_descriptor(void) { return pipe_end; }

int cp_pager_end(int *status) {
  close(pipe_end);
  pipe_end = -1;
  int error = 0;
  bool is_told = false;
  *status = 0;
  do {
    // Whoever ends this program does not want to be left with the pager.
    if (cp_interrupt_number() != 0 && !is_told) is_told = kill(pager, SIGTERM) == 0;
    error = waitpid(pager, status, 0) < 0 ? errno : 0;
  } while (error == EINTR);
  pager = -1;
  // It may have ended without putting them back.
  if (*status != 0 && has_modes && cp_pager_may_start())
    put_modes_back(1, TCSADRAIN, &shell_modes);
  give_signals_back();
  return error;
}
