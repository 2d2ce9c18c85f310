#pragma once
#include <stddef.h>
#include <stdint.h>

// Data compiled in. The bytes live as long as the program and are never written.
// Datasets/Dictionaries/make-dictionaries.py makes the files and describes their formats.

// dictionaries.bin: the ranked words of six frequency lists.
const uint8_t *_Nonnull embedded_dictionaries(void);
size_t embedded_dictionaries_size(void);

// patterns.bin: runs, sequences, repeats and keyboard walks.
const uint8_t *_Nonnull embedded_patterns(void);
size_t embedded_patterns_size(void);

// tries.bin: the ranked words as two tries, ready to be walked, and a filter for leet spellings;
// aligned to 64 bytes.
// Datasets/Dictionaries/make-tries.py makes the file and describes its format.
const uint8_t *_Nonnull embedded_tries(void);
size_t embedded_tries_size(void);
