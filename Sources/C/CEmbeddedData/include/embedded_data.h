#pragma once
#include <stddef.h>
#include <stdint.h>

// Data compiled in. The bytes live as long as the program and are never written.
// The scripts in Datasets/Dictionaries and Datasets/Models make the files and describe their formats.

// patterns.bin: runs, sequences, repeats and keyboard walks.
const uint8_t *_Nonnull embedded_patterns(void);
size_t embedded_patterns_size(void);

// tries.bin: the ranked words as two tries, ready to be walked, and a filter for leet spellings;
// aligned to 64 bytes.
// Datasets/Dictionaries/make-tries.py makes the file and describes its format.
const uint8_t *_Nonnull embedded_tries(void);
size_t embedded_tries_size(void);

// index.bin: the filter and the table of fingerprints of the built-in blocklist; aligned to 64 bytes.
// Datasets/Dictionaries/make-index.py makes the file and describes its format.
const uint8_t *_Nonnull embedded_index(void);
size_t embedded_index_size(void);

// model.bin: the transitions of the built-in guess model and its table of guesses; aligned to 64 bytes.
// Datasets/Models/make-model.py makes the file and describes its format.
const uint8_t *_Nonnull embedded_model(void);
size_t embedded_model_size(void);

// workload.jsonl: the policies by which folding decides what rows keep apart, one a line.
// Datasets/Folding says where they come from.
const uint8_t *_Nonnull embedded_workload(void);
size_t embedded_workload_size(void);

// generators.json: how password managers and frameworks generate passwords, and EFF's long word list.
// Datasets/Generators describes its form and says where it comes from.
const uint8_t *_Nonnull embedded_generators(void);
size_t embedded_generators_size(void);
