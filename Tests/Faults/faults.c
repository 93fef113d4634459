// What goes wrong between a program and the system: preloaded, it lets the nth call of one kind fail
// once, or cuts every read and write short.
//
//   FAULT=read:3:EIO     the third read fails with EIO
//   FAULT=short          reads and writes move one to three bytes at a time
//   FAULT=interrupted    every other read, write and poll fails with EINTR
//   FAULT=again          every other read and write fails with EAGAIN
//   FAULT_COUNT=FILE     at the end, how many calls of each kind there were is written there
//
// Built by the tests: cc -shared -fPIC -o faults.so faults.c -ldl

#define _GNU_SOURCE 1
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const struct { const char *name; int number; } errors[] = {
  {"EACCES", EACCES}, {"EAGAIN", EAGAIN}, {"EBADF", EBADF}, {"EBUSY", EBUSY}, {"EDQUOT", EDQUOT},
  {"EEXIST", EEXIST}, {"EFBIG", EFBIG}, {"EINTR", EINTR}, {"EINVAL", EINVAL}, {"EIO", EIO},
  {"EISDIR", EISDIR}, {"ELOOP", ELOOP}, {"EMFILE", EMFILE}, {"ENAMETOOLONG", ENAMETOOLONG},
  {"ENFILE", ENFILE}, {"ENODEV", ENODEV}, {"ENOENT", ENOENT}, {"ENOMEM", ENOMEM},
  {"ENOSPC", ENOSPC}, {"ENOTDIR", ENOTDIR}, {"ENOTTY", ENOTTY}, {"ENXIO", ENXIO},
  {"EOVERFLOW", EOVERFLOW}, {"EPERM", EPERM}, {"EPIPE", EPIPE}, {"EROFS", EROFS},
  {"ESTALE", ESTALE}, {"ETXTBSY", ETXTBSY}, {"EXDEV", EXDEV},
};

enum call {
  OPEN, READ, WRITE, CLOSE, FSTAT, STAT, RENAME, MMAP, POLL, ACCESS, REALPATH, READLINK, OPENDIR,
  READDIR, FSYNC, FCHMOD, FCHOWN, UNLINK, DUP, PIPE, FTRUNCATE, MEMFD, TCGETATTR, TCSETATTR, CALLS
};
static const char *const names[CALLS] = {
  "open", "read", "write", "close", "fstat", "stat", "rename", "mmap", "poll", "access", "realpath",
  "readlink", "opendir", "readdir", "fsync", "fchmod", "fchown", "unlink", "dup", "pipe",
  "ftruncate", "memfd_create", "tcgetattr", "tcsetattr",
};

static int counts[CALLS];
static int failing_call = -1, failing_number, failing_error;
static enum { WHOLE, SHORT, INTERRUPTED, AGAIN } mode;
static unsigned turn;
static int ready;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT");
  ready = 1;
  if (fault == NULL) return;
  if (strcmp(fault, "short") == 0) mode = SHORT;
  if (strcmp(fault, "interrupted") == 0) mode = INTERRUPTED;
  if (strcmp(fault, "again") == 0) mode = AGAIN;
  char call[32], error[32];
  if (sscanf(fault, "%31[^:]:%d:%31s", call, &failing_number, error) != 3) return;
  for (int i = 0; i < CALLS; i++)
    if (strcmp(names[i], call) == 0) failing_call = i;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strcmp(errors[i].name, error) == 0) failing_error = errors[i].number;
}

static int fails(enum call call) {
  if (!ready) return 0;
  int number = __atomic_add_fetch(&counts[call], 1, __ATOMIC_SEQ_CST);
  if ((int)call != failing_call || number != failing_number) return 0;
  errno = failing_error;
  return 1;
}

// Whether a call of a kind that may be cut short fails in its turn.
static int pauses(int error) {
  if (!ready || mode < INTERRUPTED || (mode == AGAIN && error != EAGAIN)) return 0;
  if (__atomic_fetch_add(&turn, 1, __ATOMIC_SEQ_CST) % 2 == 0) return 0;
  errno = mode == AGAIN ? EAGAIN : EINTR;
  return 1;
}

static size_t shortened(size_t count) {
  if (mode != SHORT || count < 2) return count;
  size_t most = 1 + __atomic_fetch_add(&turn, 1, __ATOMIC_SEQ_CST) % 3;
  return count < most ? count : most;
}

#define NEXT(result, name, ...) \
  static result (*next)(__VA_ARGS__); \
  if (next == NULL) next = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  if (path == NULL) return;
  ready = 0;
  FILE *file = fopen(path, "w");
  if (file == NULL) return;
  for (int i = 0; i < CALLS; i++) fprintf(file, "%s %d\n", names[i], counts[i]);
  fclose(file);
}

static mode_t mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENS(function) \
  int function(const char *path, int flags, ...) { \
    NEXT(int, #function, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = mode_of(flags, rest); \
    va_end(rest); \
    return fails(OPEN) ? -1 : next(path, flags, mode); \
  }
OPENS(open)
OPENS(open64)

#define OPENS_AT(function) \
  int function(int directory, const char *path, int flags, ...) { \
    NEXT(int, #function, int, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = mode_of(flags, rest); \
    va_end(rest); \
    return fails(OPEN) ? -1 : next(directory, path, flags, mode); \
  }
OPENS_AT(openat)
OPENS_AT(openat64)

ssize_t read(int fd, void *buffer, size_t count) {
  NEXT(ssize_t, "read", int, void *, size_t);
  return fails(READ) || pauses(EAGAIN) ? -1 : next(fd, buffer, shortened(count));
}

ssize_t write(int fd, const void *buffer, size_t count) {
  NEXT(ssize_t, "write", int, const void *, size_t);
  return fails(WRITE) || pauses(EAGAIN) ? -1 : next(fd, buffer, shortened(count));
}

int close(int fd) {
  NEXT(int, "close", int);
  // The descriptor is gone all the same, as with Linux.
  int failed = fails(CLOSE), error = errno, result = next(fd);
  if (failed) errno = error;
  return failed ? -1 : result;
}

int fstat(int fd, struct stat *status) {
  NEXT(int, "fstat", int, struct stat *);
  return fails(FSTAT) ? -1 : next(fd, status);
}

int stat(const char *path, struct stat *status) {
  NEXT(int, "stat", const char *, struct stat *);
  return fails(STAT) ? -1 : next(path, status);
}

int lstat(const char *path, struct stat *status) {
  NEXT(int, "lstat", const char *, struct stat *);
  return fails(STAT) ? -1 : next(path, status);
}

int fstatat(int directory, const char *path, struct stat *status, int flags) {
  NEXT(int, "fstatat", int, const char *, struct stat *, int);
  return fails(STAT) ? -1 : next(directory, path, status, flags);
}

int rename(const char *from, const char *to) {
  NEXT(int, "rename", const char *, const char *);
  return fails(RENAME) ? -1 : next(from, to);
}

void *mmap(void *place, size_t size, int protection, int flags, int fd, off_t offset) {
  NEXT(void *, "mmap", void *, size_t, int, int, int, off_t);
  return fails(MMAP) ? MAP_FAILED : next(place, size, protection, flags, fd, offset);
}

int poll(struct pollfd *polled, nfds_t count, int timeout) {
  NEXT(int, "poll", struct pollfd *, nfds_t, int);
  return fails(POLL) || pauses(EINTR) ? -1 : next(polled, count, timeout);
}

int access(const char *path, int kind) {
  NEXT(int, "access", const char *, int);
  return fails(ACCESS) ? -1 : next(path, kind);
}

char *realpath(const char *path, char *resolved) {
  NEXT(char *, "realpath", const char *, char *);
  return fails(REALPATH) ? NULL : next(path, resolved);
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
  NEXT(ssize_t, "readlink", const char *, char *, size_t);
  return fails(READLINK) ? -1 : next(path, buffer, size);
}

DIR *opendir(const char *path) {
  NEXT(DIR *, "opendir", const char *);
  return fails(OPENDIR) ? NULL : next(path);
}

DIR *fdopendir(int fd) {
  NEXT(DIR *, "fdopendir", int);
  return fails(OPENDIR) ? NULL : next(fd);
}

struct dirent *readdir(DIR *directory) {
  NEXT(struct dirent *, "readdir", DIR *);
  return fails(READDIR) ? NULL : next(directory);
}

int fsync(int fd) {
  NEXT(int, "fsync", int);
  return fails(FSYNC) ? -1 : next(fd);
}

int fchmod(int fd, mode_t permissions) {
  NEXT(int, "fchmod", int, mode_t);
  return fails(FCHMOD) ? -1 : next(fd, permissions);
}

int fchown(int fd, uid_t user, gid_t group) {
  NEXT(int, "fchown", int, uid_t, gid_t);
  return fails(FCHOWN) ? -1 : next(fd, user, group);
}

int unlink(const char *path) {
  NEXT(int, "unlink", const char *);
  return fails(UNLINK) ? -1 : next(path);
}

int dup(int fd) {
  NEXT(int, "dup", int);
  return fails(DUP) ? -1 : next(fd);
}

int pipe(int ends[2]) {
  NEXT(int, "pipe", int *);
  return fails(PIPE) ? -1 : next(ends);
}

int pipe2(int ends[2], int flags) {
  NEXT(int, "pipe2", int *, int);
  return fails(PIPE) ? -1 : next(ends, flags);
}

int ftruncate(int fd, off_t size) {
  NEXT(int, "ftruncate", int, off_t);
  return fails(FTRUNCATE) ? -1 : next(fd, size);
}

int memfd_create(const char *name, unsigned flags) {
  NEXT(int, "memfd_create", const char *, unsigned);
  return fails(MEMFD) ? -1 : next(name, flags);
}

int tcgetattr(int fd, struct termios *modes) {
  NEXT(int, "tcgetattr", int, struct termios *);
  return fails(TCGETATTR) ? -1 : next(fd, modes);
}

int tcsetattr(int fd, int when, const struct termios *modes) {
  NEXT(int, "tcsetattr", int, int, const struct termios *);
  return fails(TCSETATTR) ? -1 : next(fd, when, modes);
}
