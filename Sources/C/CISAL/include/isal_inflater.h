#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The interface to ISA-L (Debian: libisal2), which inflates two to three times as fast as zlib.
//
// The library is loaded when it is first needed, so that the program starts and runs without it. It is
// left out where its header was missing when the program was built (Debian: libisal-dev).

/// The version of the library whose header was there when the program was built; NULL if there was none.
///
/// The library itself tells no version.
extern const char *const isal_inflater_version;

/// Inflates deflate data, and verifies the gzip trailer behind them if there is one.
typedef struct isal_inflater isal_inflater;

/// The result of a step.
typedef enum {
  /// The inflater needs more input or more room.
  isal_inflater_going,
  /// The data and the trailer are whole; what follows in the input has not been touched.
  isal_inflater_end,
  /// The data contradict themselves, or the trailer contradicts the data.
  isal_inflater_damaged,
} isal_inflater_outcome;

/// Makes an inflater (90 kB) of bare data, or of data with a trailer; NULL where the library is missing, or
/// memory for it.
isal_inflater *isal_inflater_make(bool is_bare);

/// Resets the inflater for other data.
void isal_inflater_restart(isal_inflater *inflater);

/// Inflates as much as input and room allow.
///
/// On return the two counts are the bytes read from the input and written into the room; 0 on damage.
isal_inflater_outcome isal_inflater_step(
    isal_inflater *inflater, const uint8_t *input, uint32_t *input_count, uint8_t *room,
    uint32_t *room_count);

/// Frees an inflater.
void isal_inflater_free(isal_inflater *inflater);
