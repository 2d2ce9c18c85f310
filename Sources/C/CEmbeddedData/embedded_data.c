#include "embedded_data.h"

// #embed belongs to C23; clang offers it in earlier dialects too and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t patterns[] = {
#embed "Data/patterns.bin"
};

static const uint8_t tries[] __attribute__((aligned(64))) = {
#embed "Data/tries.bin"
};

static const uint8_t index_of_values[] __attribute__((aligned(64))) = {
#embed "Data/index.bin"
};

static const uint8_t model[] __attribute__((aligned(64))) = {
#embed "Data/model.bin"
};

static const uint8_t workload[] = {
#embed "Data/workload.jsonl"
};

static const uint8_t generators[] = {
#embed "Data/generators.json"
};

const uint8_t *embedded_patterns(void) { return patterns; }
size_t embedded_patterns_size(void) { return sizeof patterns; }

const uint8_t *embedded_tries(void) { return tries; }
size_t embedded_tries_size(void) { return sizeof tries; }

const uint8_t *embedded_index(void) { return index_of_values; }
size_t embedded_index_size(void) { return sizeof index_of_values; }

const uint8_t *embedded_model(void) { return model; }
size_t embedded_model_size(void) { return sizeof model; }

const uint8_t *embedded_workload(void) { return workload; }
size_t embedded_workload_size(void) { return sizeof workload; }

const uint8_t *embedded_generators(void) { return generators; }
size_t embedded_generators_size(void) { return sizeof generators; }
