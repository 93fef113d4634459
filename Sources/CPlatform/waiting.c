// Waiting for descriptors. poll(2) of macOS takes no terminals by the name /dev/tty: it says that there
// is something to read when there is not. select(2) takes them.

#include <poll.h>
#include <stdlib.h>
#include <sys/select.h>

#include "include/CPlatform.h"

#if defined(__APPLE__) || defined(CN_AS_MACOS)

void cp_wait(const int *descriptors, bool *ready, size_t count, bool to_write, int milliseconds) {
  fd_set set;
  FD_ZERO(&set);
  int end = 0;
  for (size_t i = 0; i < count; i++) {
    ready[i] = false;
    // A set has no room for more; who has so many files open waits in its read.
    if (descriptors[i] >= FD_SETSIZE) ready[i] = true, milliseconds = 0;
    if (descriptors[i] < 0 || ready[i]) continue;
    FD_SET(descriptors[i], &set);
    if (descriptors[i] >= end) end = descriptors[i] + 1;
  }
  struct timeval limit = {milliseconds / 1000, milliseconds % 1000 * 1000};
  int found = select(
    end, to_write ? NULL : &set, to_write ? &set : NULL, NULL, milliseconds < 0 ? NULL : &limit);
  for (size_t i = 0; i < count; i++)
    if (found > 0 && descriptors[i] >= 0 && descriptors[i] < FD_SETSIZE)
      ready[i] = FD_ISSET(descriptors[i], &set);
}

#else

void cp_wait(const int *descriptors, bool *ready, size_t count, bool to_write, int milliseconds) {
  struct pollfd few[8];
  struct pollfd *polled = count <= 8 ? few : calloc(count, sizeof *polled);
  int found = 0;
  if (polled != NULL) {
    for (size_t i = 0; i < count; i++)
      polled[i] = (struct pollfd){.fd = descriptors[i], .events = to_write ? POLLOUT : POLLIN};
    found = poll(polled, (nfds_t)count, milliseconds);
  }
  for (size_t i = 0; i < count; i++) ready[i] = found > 0 && polled[i].revents != 0;
  if (polled != few) free(polled);
}

#endif
