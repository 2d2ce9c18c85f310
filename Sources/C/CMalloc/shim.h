#pragma once
#if __has_include(<features.h>)
#include <features.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Lets all threads allocate from one arena, where the C library has an arena a thread.
static inline void share_arena(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

/// Gives each block of a size or more back to the system as soon as it is free; else the C library raises that
/// size with every larger block, and keeps it.
static inline void return_large_blocks(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

/// Gives free memory of all arenas back to the system.
static inline void return_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
