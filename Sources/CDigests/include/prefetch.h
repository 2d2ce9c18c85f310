#pragma once

/// Requests the cache line at an address, without waiting for it; any address is permitted.
///
/// Swift has no such operation, and an ordinary load would delay those after it.
static inline __attribute__((always_inline)) void prefetch_line(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}
