// Files: the nameless one that a frame is collected in, and what kind of file system one is on.

#define _GNU_SOURCE 1  // memfd_create
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#endif

#include "include/CNCurses.h"

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
#else
  (void)path;
  return false;
#endif
}
