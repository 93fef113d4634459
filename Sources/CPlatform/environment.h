// The environment that a program which is started gets.

#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())  // a dynamic library has no other way to it
#else
extern char **environ;
#endif

#endif
