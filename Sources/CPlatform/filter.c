// Programs that read a text and write another one.

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "include/CPlatform.h"
#include "environment.h"

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

// A pipe that the program inherits only as one of its standard streams, which it replaces.
static int open_pipe(int ends[2]) {
  int raw[2];
  if (pipe(raw) != 0) return errno;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
    close(raw[i]);
  }
  return ends[0] < 0 || ends[1] < 0 ? EMFILE : 0;
}

static void close_end(int *end) {
  if (*end >= 0) close(*end);
  *end = -1;
}

static int spawn(char **arguments, int input, int output, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  // A group of its own, so that what it starts ends with it.
  posix_spawnattr_setpgroup(&attributes, 0);
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
  int to[2] = {-1, -1}, from[2] = {-1, -1};
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return ENOMEM;
  for (size_t i = 0; i < count; i++, block += strlen(block) + 1) arguments[i] = (char *)block;
  pid_t child = 0;
  int error = open_pipe(to);
  if (error == 0) error = open_pipe(from);
  if (error == 0) error = spawn(arguments, to[0], from[1], &child);
  free(arguments);
  close_end(&to[0]);
  close_end(&from[1]);
  if (error == 0) {
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    error = exchange(&to[1], from[0], input, length, output, capacity, used, end);
    close_end(&to[1]);
    pid_t ended = 0;
    while (error == 0 && (ended = waitpid(child, status, WNOHANG)) == 0)
      if (now() >= end) error = ETIMEDOUT; else poll(NULL, 0, 2);
    if (ended == 0) kill(-child, SIGKILL);
    while (ended == 0 && waitpid(child, status, 0) < 0 && errno == EINTR) continue;
  }
  close_end(&to[1]);
  close_end(&from[0]);
  return error;
}
