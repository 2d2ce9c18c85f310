#pragma once
// Swift sees the headers of the C library without the GNU extensions.
#ifdef __linux__
/// open(2) makes a file without a name in a directory.
enum { open_tmpfile = 020000000 };
/// open(2) opens a directory only as a place for other paths.
enum { open_path = 010000000 };
#endif
