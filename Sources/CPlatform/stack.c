// Room for the calls of the program where whoever started it has left little, and threads with as
// much.

#define _GNU_SOURCE 1  // sigfillset, pthread_sigmask, sigaltstack
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "include/CPlatform.h"
#include "signals.h"

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

struct work {
  void (*function)(void *);
  void *data;
};

static void *do_work(void *data) {
  struct work work = *(struct work *)data;
  free(data);
  // A stack overflow leaves no stack to handle it on; that happens at the other end of this one.
  uint8_t signal_stack[65536];
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, NULL);
  work.function(work.data);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  return NULL;
}

int cp_start_thread(size_t size, void (*function)(void *), void *data) {
  struct work *work = malloc(sizeof *work);
  if (work == NULL) return ENOMEM;
  *work = (struct work){.function = function, .data = data};
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    // Those that are sent have to interrupt the calls of the system that another thread waits in.
    sigset_t sent, before;
    sigfillset(&sent);
    for (int number = 1; number < SIGNAL_END; number++)
      if (is_fault(number)) sigdelset(&sent, number);
    pthread_sigmask(SIG_SETMASK, &sent, &before);
    pthread_t thread;
    error = pthread_attr_setstacksize(&attributes, size);
    if (error == 0) error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (error == 0) error = pthread_create(&thread, &attributes, do_work, work);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
  }
  if (error != 0) free(work);
  return error;
}
