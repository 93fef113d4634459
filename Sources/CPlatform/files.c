// Files: pipes, renaming, opening below a directory, the standard streams that were closed, the
// nameless file that a frame is collected in, the unfinished one that no signal leaves behind, and
// what kind of file system one is on.

#define _GNU_SOURCE 1  // memfd_create, F_SETLEASE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#include <sys/param.h>
#endif

#include "include/CPlatform.h"
#include "signals.h"

/// Opens something that cannot be used: reading and writing fail as they would on a closed stream.
static int open_unusable(int flags) {
  int fd = open("/dev/null", flags);
#ifdef __linux__
  // A container may have no devices.
  if (fd < 0) fd = open("/", O_PATH);
#endif
  return fd;
}

void cp_reserve_standard_streams(void) {
  // The wrong way round.
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open_unusable(fd == 0 ? O_WRONLY : O_RDONLY) != fd) return;
}

void cp_let_large_files_fail(void) { signal(SIGXFSZ, SIG_IGN); }

int cp_pipe(int ends[2]) {
  int raw[2];
#ifdef __linux__
  if (pipe2(raw, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(raw) != 0) return errno;
#endif
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
    close(raw[i]);
  }
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0) close(ends[i]);
  return EMFILE;
}

int cp_frame_file(void) {
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
static struct sigaction ending_before[SIGNAL_END];
static bool ending_taken[SIGNAL_END];

void cp_unfinished_remove(void) {
  if (unfinished[0] != 0) unlink(unfinished);
}

static void remove_unfinished(int number) {
  static const char message[] =
    "cssview: not finished: the file of -o is as it was; '>' writes while it runs\n";
  cp_unfinished_remove();
  ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
  (void)ignored;
  // The action is the default one again, and waits for the return.
  raise(number);
}

bool cp_unfinished_begin(const char *path) {
  if (strlen(path) >= sizeof unfinished || atomic_flag_test_and_set(&unfinished_taken))
    return false;
  strcpy(unfinished, path);
  struct sigaction action = {.sa_handler = remove_unfinished, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < SIGNAL_END; number++) {
    // Whoever ignores or handles a signal goes on doing so.
    ending_taken[number] = ends_process(number) &&
      sigaction(number, NULL, &ending_before[number]) == 0 &&
      ending_before[number].sa_handler == SIG_DFL && sigaction(number, &action, NULL) == 0;
  }
  return true;
}

void cp_unfinished_end(void) {
  for (int number = 1; number < SIGNAL_END; number++)
    if (ending_taken[number]) sigaction(number, &ending_before[number], NULL);
  unfinished[0] = 0;
  atomic_flag_clear(&unfinished_taken);
}

int cp_rename(const char *from, const char *to, bool exchanges) {
#if defined(__APPLE__)
  return renamex_np(from, to, exchanges ? RENAME_SWAP : RENAME_EXCL) == 0 ? 0 : errno;
#elif defined(SYS_renameat2)
  // RENAME_EXCHANGE and RENAME_NOREPLACE, which not every C library has.
  unsigned flag = exchanges ? 2 : 1;
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flag) == 0 ? 0 : errno;
#else
  (void)from, (void)to, (void)exchanges;
  return ENOSYS;
#endif
}

// A directory that may be searched and not listed is a place to start from, too.
#if defined(O_PATH)
#define TO_SEARCH (O_PATH | O_DIRECTORY | O_CLOEXEC)
#elif defined(O_SEARCH)
#define TO_SEARCH (O_SEARCH | O_DIRECTORY | O_CLOEXEC)
#else
#define TO_SEARCH (O_RDONLY | O_DIRECTORY | O_CLOEXEC)
#endif

static int open_at(int directory, const char *name, int flags) {
  int fd;
  do fd = openat(directory, name, flags);
  while (fd < 0 && errno == EINTR);
  return fd;
}

int cp_open_directory(const char *path) { return open_at(AT_FDCWD, path, TO_SEARCH); }

int cp_open_below(int directory, const char *path, bool is_directory) {
  const int last_flags =
    O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (is_directory ? O_DIRECTORY : O_NONBLOCK);
  int from = directory;
  while (true) {
    char name[1024] = ".";
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    int next = -1, error = length < sizeof name ? 0 : ENAMETOOLONG;
    if (error == 0 && length > 0) memcpy(name, path, length), name[length] = 0;
    if (strcmp(name, "..") == 0) error = EXDEV;
    path += length;
    path += strspn(path, "/");
    bool is_last = *path == 0;
    if (error == 0) {
      next = open_at(from, name, is_last ? last_flags : TO_SEARCH | O_NOFOLLOW);
      error = errno;
    }
    if (from != directory) close(from);
    errno = error;
    if (next < 0 || is_last) return next;
    from = next;
  }
}

bool cp_is_being_written(int fd) {
#ifdef F_SETLEASE
  // A lease for reading is had on a file only that nobody has open to write.
  if (fcntl(fd, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(fd, F_SETLEASE, F_UNLCK);
#else
  (void)fd;
#endif
  return false;
}

// Swift's Glibc module has no statfs.
bool cp_directory_is_remote(const char *path) {
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
