#include "pages.h"

// #embed belongs to C23; clang offers it in earlier dialects too and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page_style[] = {
#embed "page.css"
    , 0};

static const char lab_style[] = {
#embed "lab.css"
    , 0};

static const char lab_script[] = {
#embed "lab.js"
    , 0};

static const char export_script[] = {
#embed "export.js"
    , 0};

const char *pages_page_style(void) { return page_style; }
const char *pages_lab_style(void) { return lab_style; }
const char *pages_lab_script(void) { return lab_script; }
const char *pages_export_script(void) { return export_script; }
