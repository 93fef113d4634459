// Files: the standard streams that were closed, the nameless file that a frame is collected in, the
// unfinished one that no signal leaves behind, and what kind of file system one is on.

#define _GNU_SOURCE 1  // memfd_create
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#include <sys/param.h>
#endif

#include "include/CNCurses.h"

void cn_reserve_standard_streams(void) {
  // Opened the wrong way round: reading and writing fail as they would on a closed stream.
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) return;
}

int cn_frame_file(void) {
#ifdef __linux__
  int memory = memfd_create("cssview", MFD_CLOEXEC);
  if (memory >= 0) return memory;
#endif
  FILE *file = tmpfile();
  if (file == NULL) return -1;
  int fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
  fclose(file);
  return fd;
}

static atomic_flag unfinished_taken = ATOMIC_FLAG_INIT;
static char unfinished[4096];
static const int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
enum { ENDING_COUNT = sizeof ending_signals / sizeof *ending_signals };
static struct sigaction ending_before[ENDING_COUNT];

static void remove_unfinished(int number) {
  static const char message[] =
    "cssview: not finished: the file of -o is as it was; '>' writes while it runs\n";
  unlink(unfinished);
  ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
  (void)ignored;
  // The action is the default one again, and waits for the return.
  raise(number);
}

bool cn_unfinished_begin(const char *path) {
  if (strlen(path) >= sizeof unfinished || atomic_flag_test_and_set(&unfinished_taken))
    return false;
  strcpy(unfinished, path);
  struct sigaction action = {.sa_handler = remove_unfinished, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < ENDING_COUNT; i++) {
    sigaction(ending_signals[i], NULL, &ending_before[i]);
    // Whoever ignores or handles a signal goes on doing so.
    if (ending_before[i].sa_handler == SIG_DFL) sigaction(ending_signals[i], &action, NULL);
  }
  return true;
}

void cn_unfinished_end(void) {
  for (int i = 0; i < ENDING_COUNT; i++)
    if (ending_before[i].sa_handler == SIG_DFL)
      sigaction(ending_signals[i], &ending_before[i], NULL);
  atomic_flag_clear(&unfinished_taken);
}

// Swift's Glibc module has no statfs.
bool cn_directory_is_remote(const char *path) {
#ifdef __linux__
  struct statfs system;
  if (statfs(path, &system) != 0) return false;
  switch ((unsigned long)system.f_type) {
    case NFS_SUPER_MAGIC: case SMB_SUPER_MAGIC: case V9FS_MAGIC: case AFS_SUPER_MAGIC:
    case CODA_SUPER_MAGIC: case CEPH_SUPER_MAGIC:
    case 0xFF534D42: case 0xFE534D42:  // CIFS, SMB2
    case 0x65735546:                   // FUSE
      return true;
    default: return false;
  }
#elif defined(__APPLE__)
  struct statfs system;
  return statfs(path, &system) == 0 && (system.f_flags & MNT_LOCAL) == 0;
#else
  (void)path;
  return false;
#endif
}
