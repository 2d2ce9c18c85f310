// SHA-1 (FIPS 180-4) and MD4 (RFC 1320), as many passwords at once as the processor has lanes for.

#include "digests.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define LANES 8
#define INLINE static inline __attribute__((always_inline))

typedef uint32_t lanes __attribute__((ext_vector_type(LANES), aligned(32)));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16), aligned(1)));
typedef uint16_t units16 __attribute__((ext_vector_type(16), aligned(1)));

/// Message blocks of one password each.
typedef struct {
  uint8_t of[LANES][64] __attribute__((aligned(64)));
} blocks;

// MARK: Padding

// The mask that keeps the first `n` of 64 bytes starts at 64 - n, like the one that puts 0x80 after them.
static const uint8_t keep[128] = {[0 ... 63] = 0xFF};
static const uint8_t mark[128] = {[64] = 0x80};

INLINE void pad_sha1(uint8_t *block, const uint8_t *line, size_t count) {
  for (int part = 0; part < 64; part += 16) {
    bytes16 text, kept, marked;
    memcpy(&text, line + part, 16);
    memcpy(&kept, keep + 64 - count + part, 16);
    memcpy(&marked, mark + 64 - count + part, 16);
    text = (text & kept) | marked;
    memcpy(block + part, &text, 16);
  }
  block[62] = (uint8_t)(count >> 5);
  block[63] = (uint8_t)(count << 3);
}

INLINE void pad_ntlm(uint8_t *block, const uint8_t *line, size_t count) {
  for (int part = 0; part < 32; part += 16) {
    bytes16 text, kept, marked;
    memcpy(&text, line + part, 16);
    memcpy(&kept, keep + 64 - count + part, 16);
    memcpy(&marked, mark + 64 - count + part, 16);
    units16 units = __builtin_convertvector((text & kept) | marked, units16);
    memcpy(block + 2 * part, &units, 32);
  }
  block[56] = (uint8_t)(count << 4);
  block[57] = (uint8_t)(count >> 4);
}

// MARK: SHA-1

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

/// 80 steps over words `w` of any number of lanes; overwrites them.
#define SHA1_STEPS(w, a, b, c, d, e)                                                      \
  for (int step = 0; step < 80; step++) {                                                 \
    if (step >= 16) {                                                                     \
      w[step & 15] = ROTATE(w[(step + 13) & 15] ^ w[(step + 8) & 15] ^ w[(step + 2) & 15] \
                                ^ w[step & 15], 1);                                       \
    }                                                                                     \
    __typeof__(a) f = step < 20   ? (d ^ (b & (c ^ d))) + 0x5A827999u                     \
                      : step < 40 ? (b ^ c ^ d) + 0x6ED9EBA1u                             \
                      : step < 60 ? ((b & c) | (d & (b | c))) + 0x8F1BBCDCu               \
                                  : (b ^ c ^ d) + 0xCA62C1D6u;                            \
    f += ROTATE(a, 5) + e + w[step & 15];                                                 \
    e = d;                                                                                \
    d = c;                                                                                \
    c = ROTATE(b, 30);                                                                    \
    b = a;                                                                                \
    a = f;                                                                                \
  }

INLINE uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

INLINE void sha1_lanes(const blocks *blocks, uint64_t *heads) {
  lanes w[16];
  for (int word = 0; word < 16; word++) {
    for (int lane = 0; lane < LANES; lane++) {
      w[word][lane] = big_endian(blocks->of[lane] + 4 * word);
    }
  }
  lanes a = 0x67452301u, b = 0xEFCDAB89u, c = 0x98BADCFEu, d = 0x10325476u, e = 0xC3D2E1F0u;
#pragma clang loop unroll(full)
  SHA1_STEPS(w, a, b, c, d, e)
  a += 0x67452301u;
  b += 0xEFCDAB89u;
  for (int lane = 0; lane < LANES; lane++) heads[lane] = (uint64_t)a[lane] << 32 | b[lane];
}

static void sha1_portable(const blocks *blocks, uint64_t *heads) { sha1_lanes(blocks, heads); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void sha1_avx2(const blocks *blocks, uint64_t *heads) {
  sha1_lanes(blocks, heads);
}

// Two blocks at once: their instructions alternate, where those of one block would wait for each other.
#define FOUR_STEPS(step, function)                                                          \
  for (int lane = 0; lane < 2; lane++) {                                                    \
    if ((step) >= 4) {                                                                      \
      w[lane][(step) & 3] = _mm_sha1msg2_epu32(                                             \
          _mm_xor_si128(_mm_sha1msg1_epu32(w[lane][(step) & 3], w[lane][((step) + 1) & 3]), \
                        w[lane][((step) + 2) & 3]),                                         \
          w[lane][((step) + 3) & 3]);                                                       \
    }                                                                                       \
    __m128i e = (step) == 0 ? _mm_add_epi32(before[lane], w[lane][0])                       \
                            : _mm_sha1nexte_epu32(before[lane], w[lane][(step) & 3]);       \
    before[lane] = abcd[lane];                                                              \
    abcd[lane] = _mm_sha1rnds4_epu32(abcd[lane], e, function);                              \
  }
#define TWENTY_STEPS(first, function)                              \
  FOUR_STEPS(first, function) FOUR_STEPS((first) + 1, function)    \
  FOUR_STEPS((first) + 2, function) FOUR_STEPS((first) + 3, function) \
  FOUR_STEPS((first) + 4, function)

__attribute__((target("sha,sse4.1"))) static void sha1_instructions(const blocks *blocks,
                                                                    uint64_t *heads) {
  const __m128i big = _mm_set_epi64x(0x0001020304050607, 0x08090A0B0C0D0E0F);
  const __m128i start = _mm_set_epi32(0x67452301, (int)0xEFCDAB89, (int)0x98BADCFE, 0x10325476);
  for (int pair = 0; pair < LANES; pair += 2) {
    __m128i w[2][4], abcd[2], before[2];
    for (int lane = 0; lane < 2; lane++) {
      const __m128i *block = (const __m128i *)blocks->of[pair + lane];
      for (int part = 0; part < 4; part++) w[lane][part] = _mm_shuffle_epi8(block[part], big);
      abcd[lane] = start;
      before[lane] = _mm_set_epi32((int)0xC3D2E1F0, 0, 0, 0);
    }
    TWENTY_STEPS(0, 0) TWENTY_STEPS(5, 1) TWENTY_STEPS(10, 2) TWENTY_STEPS(15, 3)
    for (int lane = 0; lane < 2; lane++) {
      heads[pair + lane] = (uint64_t)_mm_extract_epi64(_mm_add_epi32(abcd[lane], start), 1);
    }
  }
}
#endif

uint64_t digests_sha1(const uint8_t *bytes, size_t count) {
  uint32_t h[5] = {0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u};
  bool is_marked = false;
  for (size_t start = 0;; start += 64) {
    uint8_t block[64] = {0};
    size_t left = start < count ? count - start : 0;
    if (left > 0) memcpy(block, bytes + start, left < 64 ? left : 64);
    if (left < 64 && !is_marked) {
      block[left] = 0x80;
      is_marked = true;
    }
    bool is_last = start + 64 >= count + 9;
    for (int byte = 0; is_last && byte < 8; byte++) {
      block[63 - byte] = (uint8_t)((uint64_t)count << 3 >> (8 * byte));
    }
    uint32_t w[16];
    for (int word = 0; word < 16; word++) w[word] = big_endian(block + 4 * word);
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    SHA1_STEPS(w, a, b, c, d, e)
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    if (is_last) return (uint64_t)h[0] << 32 | h[1];
  }
}

// MARK: MD4

static const uint8_t md4_rotations[3][4] = {{3, 7, 11, 19}, {3, 5, 9, 13}, {3, 9, 11, 15}};

/// 48 steps over words `w` of any number of lanes.
#define MD4_STEPS(w, a, b, c, d)                                                          \
  for (int step = 0; step < 48; step++) {                                                 \
    const int turn = step >> 4, place = step & 15;                                        \
    const int word = turn == 0   ? place                                                  \
                     : turn == 1 ? (place & 3) << 2 | place >> 2                          \
                                 : (place & 1) << 3 | (place & 2) << 1 | (place & 4) >> 1 \
                                       | (place & 8) >> 3;                                \
    const int by = md4_rotations[turn][place & 3];                                        \
    __typeof__(a) f = turn == 0   ? (d ^ (b & (c ^ d)))                                   \
                      : turn == 1 ? ((b & c) | (d & (b | c))) + 0x5A827999u               \
                                  : (b ^ c ^ d) + 0x6ED9EBA1u;                            \
    f += a + w[word];                                                                     \
    a = d;                                                                                \
    d = c;                                                                                \
    c = b;                                                                                \
    b = ROTATE(f, by);                                                                    \
  }

INLINE uint32_t little_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

INLINE uint64_t md4_head(uint32_t a, uint32_t b) {
  return (uint64_t)__builtin_bswap32(a) << 32 | __builtin_bswap32(b);
}

INLINE void md4_lanes(const blocks *blocks, uint64_t *heads) {
  lanes w[16];
  for (int word = 0; word < 16; word++) {
    for (int lane = 0; lane < LANES; lane++) {
      w[word][lane] = little_endian(blocks->of[lane] + 4 * word);
    }
  }
  lanes a = 0x67452301u, b = 0xEFCDAB89u, c = 0x98BADCFEu, d = 0x10325476u;
#pragma clang loop unroll(full)
  MD4_STEPS(w, a, b, c, d)
  a += 0x67452301u;
  b += 0xEFCDAB89u;
  for (int lane = 0; lane < LANES; lane++) heads[lane] = md4_head(a[lane], b[lane]);
}

static void md4_portable(const blocks *blocks, uint64_t *heads) { md4_lanes(blocks, heads); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void md4_avx2(const blocks *blocks, uint64_t *heads) {
  md4_lanes(blocks, heads);
}
#endif

void digests_md4_whole(const uint8_t *bytes, size_t count, uint64_t *halves) {
  uint32_t h[4] = {0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u};
  bool is_marked = false;
  for (size_t start = 0;; start += 64) {
    uint8_t block[64] = {0};
    size_t left = start < count ? count - start : 0;
    if (left > 0) memcpy(block, bytes + start, left < 64 ? left : 64);
    if (left < 64 && !is_marked) {
      block[left] = 0x80;
      is_marked = true;
    }
    bool is_last = start + 64 >= count + 9;
    for (int byte = 0; is_last && byte < 8; byte++) {
      block[56 + byte] = (uint8_t)((uint64_t)count << 3 >> (8 * byte));
    }
    uint32_t w[16];
    for (int word = 0; word < 16; word++) w[word] = little_endian(block + 4 * word);
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3];
    MD4_STEPS(w, a, b, c, d)
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    if (is_last) {
      halves[0] = md4_head(h[0], h[1]);
      halves[1] = md4_head(h[2], h[3]);
      return;
    }
  }
}

uint64_t digests_md4(const uint8_t *bytes, size_t count) {
  uint64_t halves[2];
  digests_md4_whole(bytes, count, halves);
  return halves[0];
}

// MARK: Many short lines

typedef void (*compression)(const blocks *, uint64_t *);
typedef void (*padding)(uint8_t *, const uint8_t *, size_t);

INLINE void each(const uint8_t *text, const uint32_t *starts, const uint8_t *byte_counts,
                 size_t count, uint64_t *heads, padding pad, compression compress) {
  for (size_t first = 0; first < count; first += LANES) {
    blocks blocks;
    uint64_t found[LANES];
    for (size_t lane = 0; lane < LANES; lane++) {
      // The last lanes may do the last line again.
      size_t line = first + lane < count ? first + lane : count - 1;
      pad(blocks.of[lane], text + starts[line], byte_counts[line]);
    }
    compress(&blocks, found);
    for (size_t lane = 0; lane < LANES && first + lane < count; lane++) {
      heads[first + lane] = found[lane];
    }
  }
}

void digests_sha1_short_portable(const uint8_t *text, const uint32_t *starts,
                                 const uint8_t *byte_counts, size_t count, uint64_t *heads) {
  each(text, starts, byte_counts, count, heads, pad_sha1, sha1_portable);
}

void digests_sha1_short(const uint8_t *text, const uint32_t *starts, const uint8_t *byte_counts,
                        size_t count, uint64_t *heads) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1")) {
    return each(text, starts, byte_counts, count, heads, pad_sha1, sha1_instructions);
  }
  if (__builtin_cpu_supports("avx2")) {
    return each(text, starts, byte_counts, count, heads, pad_sha1, sha1_avx2);
  }
#endif
  digests_sha1_short_portable(text, starts, byte_counts, count, heads);
}

void digests_ntlm_short_portable(const uint8_t *text, const uint32_t *starts,
                                 const uint8_t *byte_counts, size_t count, uint64_t *heads) {
  each(text, starts, byte_counts, count, heads, pad_ntlm, md4_portable);
}

void digests_ntlm_short(const uint8_t *text, const uint32_t *starts, const uint8_t *byte_counts,
                        size_t count, uint64_t *heads) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    return each(text, starts, byte_counts, count, heads, pad_ntlm, md4_avx2);
  }
#endif
  digests_ntlm_short_portable(text, starts, byte_counts, count, heads);
}
