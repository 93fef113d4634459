// The modes of a terminal, put back.

#ifndef MODES_H
#define MODES_H

#include <errno.h>
#include <termios.h>

// Nobody can put them back later, so one refusal is not believed.
static inline void put_modes_back(int tty, int when, const struct termios *modes) {
  for (int tries = 0; tries < 3 && tcsetattr(tty, when, modes) != 0; tries += errno != EINTR) {}
}

#endif
