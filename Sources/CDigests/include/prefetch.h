#pragma once

/// Asks for the cache line at an address, without waiting for it; any address will do.
///
/// Swift has no such operation, and an ordinary load would hold up those behind it.
static inline __attribute__((always_inline)) void prefetch_line(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}
