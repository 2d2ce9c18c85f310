#pragma once
#include <stddef.h>
#include <stdint.h>

/// Requests the cache line at an address, without waiting for it; any address is permitted.
///
/// Swift has no such operation, and an ordinary load would delay those after it.
static inline __attribute__((always_inline)) void prefetch_line(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}

/// The same number. The compiler takes it for any number, so it branches on nothing that follows from it.
static inline __attribute__((always_inline)) uint64_t opaque(uint64_t number) {
  __asm__("" : "+r"(number));
  return number;
}

/// The first of some bytes with a value; null if there is none.
///
/// This is `memchr`, which compares 32 bytes at once, without the rest of the C library.
static inline __attribute__((always_inline)) const void *_Nullable find_byte(
    const void *_Nonnull bytes, uint8_t value, size_t count) {
  return __builtin_memchr(bytes, value, count);
}
