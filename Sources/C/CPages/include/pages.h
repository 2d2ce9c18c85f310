#pragma once

// Styles and scripts of pages, compiled in; each ends in a zero, and lives as long as the program.

// page.css: the style of reports, of sweeps, of comparisons and of Policy Lab.
const char *_Nonnull pages_page_style(void);

// lab.css: the rules that Policy Lab has besides.
const char *_Nonnull pages_lab_style(void);

// lab.js: the script of Policy Lab, which asks while the user types.
const char *_Nonnull pages_lab_script(void);

// export.js: the script of a page that Policy Lab exported, which shows the answers in it.
const char *_Nonnull pages_export_script(void);
