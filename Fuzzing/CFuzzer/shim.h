#pragma once
#include <stddef.h>
#include <stdint.h>

// libFuzzer, which the compiler links with -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
