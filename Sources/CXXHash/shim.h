#pragma once
// Everything inline: a hash of a short line must cost no call.
#define XXH_INLINE_ALL
#include <xxhash.h>
