#include "embedded_data.h"

// #embed belongs to C23; clang offers it in earlier dialects too and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t dictionaries[] = {
#embed "Data/dictionaries.bin"
};

static const uint8_t patterns[] = {
#embed "Data/patterns.bin"
};

static const uint8_t tries[] __attribute__((aligned(64))) = {
#embed "Data/tries.bin"
};

const uint8_t *embedded_dictionaries(void) { return dictionaries; }
size_t embedded_dictionaries_size(void) { return sizeof dictionaries; }

const uint8_t *embedded_patterns(void) { return patterns; }
size_t embedded_patterns_size(void) { return sizeof patterns; }

const uint8_t *embedded_tries(void) { return tries; }
size_t embedded_tries_size(void) { return sizeof tries; }
