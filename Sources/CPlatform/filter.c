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
#include "environment.h"

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void close_end(int *end) {
  if (*end >= 0) close(*end);
  *end = -1;
}

// All but standard input.
static void close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 1, ~0U, 0) == 0) return;
#endif
  struct rlimit limit;
  int end = 1 << 16;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end)
    end = (int)limit.rlim_cur;
  for (int fd = 1; fd < end; fd++) close(fd);
}

// Waits for the end of the process that holds the other end of a pipe, and ends its own group with it.
// Between fork and this there may be no call that another thread could have been in the middle of.
static void keep(int life) {
  setpgid(0, 0);
  dup2(life, 0);
  close_others();
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

static int spawn(char **arguments, int input, int output, pid_t group, pid_t *child) {
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
  int error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environ);
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
  const char *block, size_t count, const uint8_t *input, size_t length, uint8_t *output,
  size_t capacity, size_t *used, int milliseconds, int *status) {
  long long end = now() + milliseconds;
  int to[2] = {-1, -1}, from[2] = {-1, -1}, life = -1;
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return ENOMEM;
  for (size_t i = 0; i < count; i++, block += strlen(block) + 1) arguments[i] = (char *)block;
  pid_t keeper = -1, child = -1;
  int error = start_keeper(&keeper, &life);
  if (error == 0) error = cp_pipe(to);
  if (error == 0) error = cp_pipe(from);
  if (error == 0) {
    error = spawn(arguments, to[0], from[1], keeper, &child);
    if (error != 0) child = -1;
  }
  free(arguments);
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
