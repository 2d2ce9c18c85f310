#pragma once
// All inline, so that hashing a short line costs no call.
#define XXH_INLINE_ALL
#include <xxhash.h>

// The header hides the function's name behind a macro, which Swift does not see.
static inline __attribute__((always_inline)) uint64_t xxh3_64bits(
    const void *_Nullable bytes, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}

// 128 bits as two words.
typedef struct {
  uint64_t high, low;
} xxh3_128;

static inline __attribute__((always_inline)) xxh3_128 xxh3_128bits(
    const void *_Nullable bytes, size_t count, uint64_t seed) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, count, seed);
  return (xxh3_128){hash.high64, hash.low64};
}

// The hash of the 16 bytes of two words, which need not be in memory.
static inline __attribute__((always_inline)) uint64_t xxh3_64bits_of_words(
    uint64_t first, uint64_t second, uint64_t seed) {
  const uint64_t words[2] = {first, second};
  return XXH3_64bits_withSeed(words, sizeof words, seed);
}
