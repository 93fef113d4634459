// Asking the terminal something before a screen is open: modes in which its answers can be read.

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "include/CPlatform.h"
#include "modes.h"

static struct termios modes_before;
static sigset_t signals_before;

int cp_conversation_begin(int tty) {
  // In the background, changing the modes would stop the process.
  if (tcgetpgrp(tty) != getpgrp()) return EPERM;
  if (tcgetattr(tty, &modes_before) != 0) return errno;
  // All signals wait until the modes are back, also those that would end or stop the process.
  sigset_t held;
  sigfillset(&held);
  pthread_sigmask(SIG_BLOCK, &held, &signals_before);
  struct termios modes = modes_before;
  modes.c_lflag &= (tcflag_t)~(ICANON | ECHO);
  modes.c_cc[VMIN] = 0;
  modes.c_cc[VTIME] = 0;
  // TCSANOW, not TCSAFLUSH: what was typed ahead is kept.
  if (tcsetattr(tty, TCSANOW, &modes) == 0) return 0;
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &signals_before, NULL);
  return error;
}

void cp_give_back(int tty, uint8_t byte) {
  char typed = (char)byte;
  (void)ioctl(tty, TIOCSTI, &typed);
}

void cp_conversation_end(int tty) {
  put_modes_back(tty, TCSANOW, &modes_before);
  pthread_sigmask(SIG_SETMASK, &signals_before, NULL);
}
