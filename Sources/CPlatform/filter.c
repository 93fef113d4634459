// Programs that read a text and write another one, and end with this one.

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "include/CPlatform.h"
#include "starting.h"

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void close_end(int *end) {
  if (*end >= 0) close(*end);
  *end = -1;
}

// All from a number on.
static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  struct rlimit limit;
  int end = 1 << 16;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end)
    end = (int)limit.rlim_cur;
  for (int fd = first; fd < end; fd++) close(fd);
}

// Waits for the end of the process that holds the other end of a pipe, and ends its own group with it.
// Between fork and this there may be no call that another thread could have been in the middle of.
static void keep(int life) {
  setpgid(0, 0);
  dup2(life, 0);
  close_from(1);
  char byte;
  while (read(0, &byte, 1) < 0 && errno == EINTR) continue;
  // Not 0: that would be the parent's group, if this is none of its own.
  kill(-getpid(), SIGKILL);
  _exit(0);
}

// Starts a process that leads a group, and kills it when this process is gone: SIGKILL asks nobody,
// and no system kills what a child has started in turn. `life` is what it watches.
static int start_keeper(pid_t *keeper, int *life) {
  int ends[2];
  int error = cp_pipe(ends);
  if (error != 0) return error;
  // The handlers of signals are this process's.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  *keeper = fork();
  if (*keeper == 0) {
    close(ends[1]);
    keep(ends[0]);
  }
  if (*keeper < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  *life = ends[1];
  // Whichever of the two comes first.
  if (error == 0) setpgid(*keeper, *keeper);
  return error;
}

static void wait_for(pid_t child, int *status) {
  while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
}

// The environment with one more variable, NAME=VALUE, before those that it replaces.
static char **environment_with(char *variable) {
  size_t count = 0, used = 0, name = strcspn(variable, "=") + 1;
  while (environ[count] != NULL) count++;
  char **result = malloc((count + 2) * sizeof *result);
  if (result == NULL) return NULL;
  result[used++] = variable;
  for (size_t index = 0; index < count; index++)
    if (strncmp(environ[index], variable, name) != 0) result[used++] = environ[index];
  result[used] = NULL;
  return result;
}

static int spawn(
  char **arguments, char **variables, int input, int output, pid_t group, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  // What it starts is in the same group, and ends with it.
  posix_spawnattr_setpgroup(&attributes, group);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, variables);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Passes the text through. Returns 0 when the program has closed its output.
static int exchange(
  int *to, int from, const uint8_t *input, size_t length, uint8_t *output, size_t capacity,
  size_t *used, long long end) {
  *used = 0;
  while (true) {
    if (length == 0) close_end(to);
    struct pollfd ends[2] = {{.fd = from, .events = POLLIN}, {.fd = *to, .events = POLLOUT}};
    long long left = end - now();
    if (left <= 0) return ETIMEDOUT;
    if (poll(ends, 2, (int)left) < 0 && errno != EINTR) return errno;
    if (cp_interrupt_number() != 0) return EINTR;
    if (ends[1].fd >= 0 && ends[1].revents != 0) {
      ssize_t count = cp_write_without_signal(*to, input, length);
      if (count >= 0)
        input += count, length -= (size_t)count;
      else if (errno == EPIPE)
        length = 0;  // It has read enough.
      else if (errno != EAGAIN && errno != EINTR)
        return errno;
    }
    if (ends[0].revents == 0) continue;
    if (*used == capacity) return EFBIG;
    ssize_t count = read(from, output + *used, capacity - *used);
    if (count == 0) return 0;
    if (count > 0)
      *used += (size_t)count;
    else if (errno != EAGAIN && errno != EINTR)
      return errno;
  }
}

int cp_filter(
  const char *block, size_t count, const char *variable, const uint8_t *input, size_t length,
  uint8_t *output, size_t capacity, size_t *used, int milliseconds, int *status) {
  long long end = now() + milliseconds;
  int to[2] = {-1, -1}, from[2] = {-1, -1}, life = -1;
  char **arguments = arguments_of(block, count);
  char **variables = variable == NULL ? environ : environment_with((char *)variable);
  if (arguments == NULL || variables == NULL) {
    free(arguments);
    if (variable != NULL) free(variables);
    return ENOMEM;
  }
  pid_t keeper = -1, child = -1;
  int error = start_keeper(&keeper, &life);
  if (error == 0) error = cp_pipe(to);
  if (error == 0) error = cp_pipe(from);
  if (error == 0) {
    error = spawn(arguments, variables, to[0], from[1], keeper, &child);
    if (error != 0) child = -1;
  }
  free(arguments);
  if (variable != NULL) free(variables);
  close_end(&to[0]);
  close_end(&from[1]);
  pid_t ended = 0;
  if (error == 0) {
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    error = exchange(&to[1], from[0], input, length, output, capacity, used, end);
    close_end(&to[1]);
    while (error == 0 && (ended = waitpid(child, status, WNOHANG)) == 0)
      if (now() >= end) error = ETIMEDOUT; else poll(NULL, 0, 2);
  }
  // With what the program has started, and may have left behind.
  if (keeper > 0) kill(-keeper, SIGKILL);
  if (child > 0 && ended == 0) wait_for(child, status);
  if (keeper > 0) wait_for(keeper, NULL);
  close_end(&to[1]);
  close_end(&from[0]);
  close_end(&life);
  return error;
}

// Hands on what this process has read already, and then the rest of the input. Calls nothing that
// another thread could have been in the middle of.
static void feed(int input, int output, const uint8_t *start, size_t length) {
  dup2(output, 1);
  dup2(input, 0);
  close_from(2);
  static uint8_t bytes[1 << 16];
  while (true) {
    while (length > 0) {
      ssize_t count = write(1, start, length);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) _exit(0);  // The program has ended.
      start += count;
      length -= (size_t)count;
    }
    ssize_t count = read(0, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
      if (errno == EAGAIN) poll(&(struct pollfd){.fd = 0, .events = POLLIN}, 1, -1);
      continue;
    }
    if (count <= 0) _exit(0);
    start = bytes;
    length = (size_t)count;
  }
}

// Starts a process that feeds the program, in the group of its keeper. `fed` is what the program reads.
static int start_feeder(
  struct cp_filter_run *run, int input, const uint8_t *start, size_t length, int *fed) {
  int ends[2];
  int error = cp_pipe(ends);
  if (error != 0) return error;
  sigset_t all, before;
  sigfillset(&all);
  // They stay blocked there: writing where nobody reads is an error, and its keeper ends it.
  pthread_sigmask(SIG_BLOCK, &all, &before);
  run->feeder = fork();
  if (run->feeder == 0) {
    setpgid(0, run->keeper);
    feed(input, ends[1], start, length);
  }
  if (run->feeder < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0) setpgid(run->feeder, run->keeper);
  close(ends[1]);
  *fed = ends[0];
  return error;
}

int cp_filter_start(
  const char *block, size_t count, int input, const uint8_t *start, size_t length,
  struct cp_filter_run *run) {
  *run = (struct cp_filter_run){.keeper = -1, .feeder = -1, .child = -1, .life = -1, .output = -1};
  int from[2] = {-1, -1}, fed = -1;
  char **arguments = arguments_of(block, count);
  if (arguments == NULL) return ENOMEM;
  int error = start_keeper(&run->keeper, &run->life);
  if (error == 0) error = cp_pipe(from);
  run->output = from[0];
  if (error == 0 && length > 0) error = start_feeder(run, input, start, length, &fed);
  if (error == 0) {
    error = spawn(arguments, environ, fed < 0 ? input : fed, from[1], run->keeper, &run->child);
    if (error != 0) run->child = -1;
  }
  free(arguments);
  close_end(&fed);
  close_end(&from[1]);
  if (error != 0) cp_filter_end(run, NULL);
  return error;
}

void cp_filter_end(struct cp_filter_run *run, int *status) {
  int ignored = 0;
  if (status == NULL) status = &ignored;
  *status = 0;
  close_end(&run->output);
  // It has closed its output, and ends, or nobody wants the rest.
  if (run->child > 0 && status != &ignored) {
    wait_for(run->child, status);
    run->child = -1;
  }
  if (run->keeper > 0) kill(-run->keeper, SIGKILL);
  pid_t all[] = {run->child, run->feeder, run->keeper};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] > 0) wait_for(all[i], &ignored);
  run->child = run->feeder = run->keeper = -1;
  close_end(&run->life);
}
