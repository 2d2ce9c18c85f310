#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

// The interface to libarchive (Debian: libarchive13), which reads 7z.
//
// The library is loaded when it is first needed, since it brings libxml2 and ICU with it: 35 MB that
// would be mapped at every start. Its functions that the program calls are defined
// here, under their own names, and pass the call on.

/// Loads the library; false where it is missing, and then none of its functions may be called.
bool sevenzip_open(void);
