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
