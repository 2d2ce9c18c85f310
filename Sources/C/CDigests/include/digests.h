#pragma once
#include <stddef.h>
#include <stdint.h>

// The first 64 bits of digests, as the number of their first 16 hexadecimal digits.
//
// Why C: a call of libcrypto takes 150 ns a password and more; the processor's SHA instructions and
// vectors of eight passwords, which Swift cannot ask for, take a tenth of that.

/// The longest password that short functions take: with its padding it is one block of 64 bytes.
#define DIGESTS_SHA1_SHORT 55
#define DIGESTS_NTLM_SHORT 27

/// SHA-1 of `count` short lines; 64 bytes must be readable from the start of each.
void digests_sha1_short(const uint8_t *_Nonnull text, const uint32_t *_Nonnull starts,
                        const uint8_t *_Nonnull byte_counts, size_t count,
                        uint64_t *_Nonnull heads);

/// The same without the processor's special instructions.
void digests_sha1_short_portable(const uint8_t *_Nonnull text, const uint32_t *_Nonnull starts,
                                 const uint8_t *_Nonnull byte_counts, size_t count,
                                 uint64_t *_Nonnull heads);

/// NTLM, MD4 of UTF-16LE, of `count` short lines of ASCII; 32 bytes must be readable from each start.
void digests_ntlm_short(const uint8_t *_Nonnull text, const uint32_t *_Nonnull starts,
                        const uint8_t *_Nonnull byte_counts, size_t count,
                        uint64_t *_Nonnull heads);

/// The same without the processor's special instructions.
void digests_ntlm_short_portable(const uint8_t *_Nonnull text, const uint32_t *_Nonnull starts,
                                 const uint8_t *_Nonnull byte_counts, size_t count,
                                 uint64_t *_Nonnull heads);

/// SHA-1 of any bytes.
uint64_t digests_sha1(const uint8_t *_Nullable bytes, size_t count);

/// MD4 of any bytes.
uint64_t digests_md4(const uint8_t *_Nullable bytes, size_t count);

/// MD4 of any bytes, all 128 bits: the numbers of the first and of the last 16 digits.
void digests_md4_whole(const uint8_t *_Nullable bytes, size_t count, uint64_t *_Nonnull halves);
