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

/// Gives free memory of all arenas back to the system.
static inline void return_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
