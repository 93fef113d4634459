// Settings of the allocator for memory that was freed.

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "include/CPlatform.h"

void cp_keep_freed_memory(void) {
#ifdef __GLIBC__
  // The largest threshold that glibc takes for blocks with pages of their own.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}
