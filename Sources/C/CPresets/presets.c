#include "presets.h"

// #embed belongs to C23; clang offers it in earlier dialects too and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char presets[] = {
#embed "presets.txt"
    , 0};

static const char standards[] = {
#embed "standards/nist.txt"
    ,
#embed "standards/asvs.txt"
    ,
#embed "standards/pci.txt"
    ,
#embed "standards/cis.txt"
    ,
#embed "standards/cyber-essentials.txt"
    ,
#embed "standards/bsi.txt"
    ,
#embed "standards/apple.txt"
    ,
#embed "standards/stig.txt"
    ,
#embed "standards/cnil.txt"
    ,
#embed "standards/anssi.txt"
    ,
#embed "standards/ism.txt"
    ,
#embed "standards/cjis.txt"
    ,
#embed "standards/microsoft.txt"
    ,
#embed "standards/fedramp.txt"
    ,
#embed "standards/silent.txt"
    , 0};

const char *presets_text(void) { return presets; }
const char *standards_text(void) { return standards; }
