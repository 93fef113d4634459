// What is kept for the terminal of a session: who that is, and small files that nobody else can read,
// put in or point elsewhere.

#define _GNU_SOURCE 1  // openat and its kind
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif

#include "include/CPlatform.h"

#ifdef __linux__
/// Reads a process's session, terminal and start from its `stat` file (proc_pid_stat(5)).
static bool read_process(const char *path, long *session, long *terminal, unsigned long long *start) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[1024];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  // The name of the program is in parentheses and may have any characters, others among them.
  char *place = strrchr(text, ')');
  if (place == NULL) return false;
  // Behind it stands the third field.
  for (int field = 3; field <= 22; field++) {
    place = strchr(place, ' ');
    if (place == NULL) return false;
    place++;
    if (field == 6) *session = strtol(place, NULL, 10);
    if (field == 7) *terminal = strtol(place, NULL, 10);
    if (field == 22) *start = strtoull(place, NULL, 10);
  }
  return true;
}
#endif

bool cp_terminal_session(uint64_t *device, uint64_t *leader, uint64_t *start) {
#ifdef __linux__
  long session = 0, terminal = 0, others = 0, terminal_of_leader = 0;
  unsigned long long time = 0;
  if (!read_process("/proc/self/stat", &session, &terminal, &time)) return false;
  if (session <= 0 || terminal == 0) return false;
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/stat", session);
  if (!read_process(path, &others, &terminal_of_leader, &time)) return false;
  if (others != session || terminal_of_leader != terminal) return false;
  unsigned long number = (unsigned long)terminal;
  *device = makedev((number >> 8) & 0xFFF, (number & 0xFF) | ((number >> 12) & 0xFFF00));
  *leader = (uint64_t)session;
  *start = time;
  return true;
#elif defined(__APPLE__)
  pid_t session = getsid(0);
  if (session <= 0) return false;
  int names[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, session};
  struct kinfo_proc process;
  size_t size = sizeof process;
  if (sysctl(names, 4, &process, &size, NULL, 0) != 0 || size < sizeof process) return false;
  if (process.kp_eproc.e_tdev == (dev_t)-1) return false;
  *device = (uint64_t)process.kp_eproc.e_tdev;
  *leader = (uint64_t)session;
  struct timeval time = process.kp_proc.p_starttime;
  *start = (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
  return true;
#else
  (void)device, (void)leader, (void)start;
  return false;
#endif
}

bool cp_is_terminal_device(int fd, uint64_t device) {
  struct stat file, own;
  if (fstat(fd, &file) != 0 || !S_ISCHR(file.st_mode)) return false;
  // Some have opened the terminal by the name that it has for each process.
  return (uint64_t)file.st_rdev == device
         || (stat("/dev/tty", &own) == 0 && own.st_rdev == file.st_rdev);
}

/// Opens a folder that is this user's, and in which nobody else may put anything; -1 and errno.
static int open_own_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  struct stat status;
  if (fstat(folder, &status) == 0 && status.st_uid == geteuid() && (status.st_mode & 022) == 0)
    return folder;
  close(folder);
  errno = EPERM;
  return -1;
}

ssize_t cp_kept_read(const char *folder, const char *name, uint8_t *bytes, size_t capacity) {
  int place = open_own_folder(folder);
  if (place < 0) return -1;
  int file = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  close(place);
  if (file < 0) return -1;
  struct stat status;
  ssize_t count = -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()
      // Without a name, another one has taken its place since it was opened.
      && (status.st_mode & 077) == 0 && status.st_nlink <= 1
      && status.st_size <= (off_t)capacity)
    count = read(file, bytes, capacity);
  close(file);
  return count;
}

bool cp_kept_write(const char *folder, const char *name, const uint8_t *bytes, size_t count) {
  int place = open_own_folder(folder);
  if (place < 0) return false;
  static atomic_uint count_of_files;
  char fresh[256];
  snprintf(
    fresh, sizeof fresh, "%s.%ld.%u", name, (long)getpid(), atomic_fetch_add(&count_of_files, 1));
  // One that a process of the same number has left behind.
  unlinkat(place, fresh, 0);
  int file = openat(place, fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool done = file >= 0 && fchmod(file, 0600) == 0 && write(file, bytes, count) == (ssize_t)count;
  if (file >= 0) {
    done = close(file) == 0 && done;
    done = done && renameat(place, fresh, place, name) == 0;
    if (!done) unlinkat(place, fresh, 0);
  }
  close(place);
  return done;
}
