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
