#pragma once
// Everything inline: a hash of a short line must cost no call.
#define XXH_INLINE_ALL
#include <xxhash.h>

// The header hides the function's name behind a macro, which Swift does not see.
static inline __attribute__((always_inline)) uint64_t xxh3_64bits(
    const void *_Nullable bytes, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}
