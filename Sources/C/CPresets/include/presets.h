#pragma once

// presets.txt: the policies that standards and studies publish, compiled in; the text ends in a zero, and lives
// as long as the program.
const char *_Nonnull presets_text(void);

// standards/*.txt, one file a family: the clauses of standards, in the same way.
const char *_Nonnull standards_text(void);
