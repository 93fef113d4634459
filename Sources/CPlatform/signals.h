// The signals that end a process that does nothing about them.

#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>
#include <stdbool.h>

// One more than the largest number of a signal.
#ifdef _NSIG
enum { SIGNAL_END = _NSIG };
#else
enum { SIGNAL_END = NSIG };
#endif

// Faults of the program itself: Swift's runtime has handlers of its own for them.
static inline bool is_fault(int number) {
  switch (number) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
      return true;
    default: return false;
  }
}

// True for all that end a process, those of real time included (POSIX, <signal.h>), and are no
// faults. The others are fewer, and no system adds to them.
static inline bool ends_process(int number) {
  switch (number) {
    case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT:
    case SIGCHLD: case SIGURG: case SIGWINCH:
#ifdef SIGINFO
    case SIGINFO:
#endif
      return false;
    default: return !is_fault(number);
  }
}

#endif
