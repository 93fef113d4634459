// The signals that end a program which still has something to say: they are noted, wake whoever
// waits, and do their work when it has been said.

#define _GNU_SOURCE 1  // SA_RESETHAND, _NSIG
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "include/CPlatform.h"
#include "signals.h"

static volatile sig_atomic_t noted;
static int wake_pipe[2] = {-1, -1};

static void note(int number) {
  int saved = errno;
  noted = number;
  ssize_t ignored = write(wake_pipe[1], "", 1);
  (void)ignored;
  errno = saved;
}

bool cp_interrupt_watch(void) {
  if (wake_pipe[0] >= 0) return true;
  if (cp_pipe(wake_pipe) != 0) return false;
  for (int i = 0; i < 2; i++) fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
  for (int number = 1; number < SIGNAL_END; number++) {
    // Writing that goes too far, or that nobody reads, is an error of its own.
    if (!ends_process(number) || number == SIGPIPE || number == SIGXFSZ) continue;
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = note;
    // No SA_RESTART: reading and writing have to wake. The second signal ends the process at once.
    action.sa_flags = (int)SA_RESETHAND;
    if (sigaction(number, NULL, &before) != 0) continue;
    // Signals that the parent had ignored (nohup) stay ignored. SIGQUIT may be the run-time
    // library's, which tells where a crash was.
    if (before.sa_handler == SIG_DFL || (number == SIGQUIT && before.sa_handler != SIG_IGN))
      sigaction(number, &action, NULL);
  }
  return true;
}

int cp_interrupt_descriptor(void) { return wake_pipe[0]; }

int cp_interrupt_number(void) { return noted; }

void cp_interrupt_note(int number) { noted = number; }

void cp_interrupt_obey(void) {
  signal(noted, SIG_DFL);
  raise(noted);
  // The first process of a container is not ended by it.
  _exit(128 + noted);
}
