#pragma once
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef uint8_t lanes16 __attribute__((ext_vector_type(16), aligned(16)));

/// Bit k of the result is the top bit of lane k. Swift has no such operation on SIMD16.
static inline uint32_t lanes16_top_bits(lanes16 lanes) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8((__m128i)lanes);
#else
  uint32_t bits = 0;
  for (int k = 0; k < 16; k++) bits |= (uint32_t)(lanes[k] >> 7) << k;
  return bits;
#endif
}

/// Bit k of the result is set where lane k of both is equal.
///
/// Swift's own comparisons become loops over the lanes in large functions.
static inline __attribute__((always_inline)) uint32_t lanes16_equal(lanes16 a, lanes16 b) {
  return lanes16_top_bits((lanes16)(a == b));
}

/// Bit k of the result is set where lane k is at most the other one.
static inline __attribute__((always_inline)) uint32_t lanes16_at_most(lanes16 a, lanes16 b) {
  return lanes16_top_bits((lanes16)(a <= b));
}
