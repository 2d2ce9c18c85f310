#include "presets.h"

// #embed belongs to C23; clang offers it in earlier dialects too and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text[] = {
#embed "presets.txt"
    , 0};

const char *presets_text(void) { return text; }
