// Writing where the other end may be gone.

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/CPlatform.h"

bool cp_may_lose_reader(int fd) {
  struct stat status;
  return fstat(fd, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISCHR(status.st_mode));
}

ssize_t cp_write_without_signal(int fd, const void *bytes, size_t count) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  if (pthread_sigmask(SIG_BLOCK, &pipe, &before) != 0) return write(fd, bytes, count);
  // Only a signal that was blocked before can be pending, and is not ours to take.
  bool was_pending = sigismember(&before, SIGPIPE) == 1 && sigpending(&pending) == 0 &&
                     sigismember(&pending, SIGPIPE) == 1;
  ssize_t written = write(fd, bytes, count);
  int error = errno;
  // Linux sends the signal, too, when the reader goes away in the middle of a write.
  bool is_whole = written >= 0 && (size_t)written == count;
  if (!is_whole && !was_pending && sigpending(&pending) == 0 &&
      sigismember(&pending, SIGPIPE) == 1) {
    int number;
    sigwait(&pipe, &number);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}
