// Room for the calls of the program where whoever started it has left little.

#define _GNU_SOURCE 1  // sigfillset, pthread_sigmask
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "include/CPlatform.h"

struct call {
  void (*function)(void);
  sigset_t signals;
};

static void *make(void *data) {
  struct call *call = data;
  pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
  call->function();
  return NULL;
}

void cp_call_with_stack(size_t size, void (*function)(void)) {
  struct rlimit limit;
  pthread_attr_t attributes;
  pthread_t thread;
  struct call call = {.function = function};
  sigset_t all;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < size &&
      pthread_attr_init(&attributes) == 0) {
    // Signals have to interrupt the calls of the system that the other thread waits in.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &call.signals);
    if (pthread_attr_setstacksize(&attributes, size) == 0 &&
        pthread_create(&thread, &attributes, make, &call) == 0) {
      pthread_join(thread, NULL);
      return;
    }
    pthread_sigmask(SIG_SETMASK, &call.signals, NULL);
  }
  function();
}
