#include "CPlatform.h"

#ifdef __linux__
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

// Swift finds the arguments of a program by /proc/self/maps, and none without it. The C library of
// GNU gives them to constructors, musl does not.
#ifdef __GLIBC__
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

int cp_argument_count(void) { return argument_count; }

const char *cp_argument(int index) { return arguments[index]; }

ssize_t __wrap_readlink(const char *path, char *target, size_t size);

// In the program that is released, the linker lets all calls of readlink come here: without the
// path of the program, Swift ends it before main.
ssize_t __wrap_readlink(const char *path, char *target, size_t size) {
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, path, target, size);
  if (length >= 0 || strcmp(path, "/proc/self/exe") != 0) return length;
  const char *name = (const char *)getauxval(AT_EXECFN);
  if (name == NULL) return length;
  length = (ssize_t)strnlen(name, size);
  memcpy(target, name, (size_t)length);
  return length;
}
#else
int cp_argument_count(void) { return 0; }

const char *cp_argument(int index) { return (void)index, (const char *)0; }
#endif
