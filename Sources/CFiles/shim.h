#pragma once
// Swift sees the headers of the C library without the GNU extensions.
#ifdef __linux__
/// renameat(2) with flags.
extern int renameat2(
    int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);

enum { rename_noreplace = 1, rename_exchange = 2 };

/// sync_file_range(2), which starts to write a file's data to the disk.
extern int sync_file_range(int file, long long offset, long long count, unsigned int flags);

enum { sync_file_range_write = 2 };

/// open(2) makes a file without a name in a directory.
enum { open_tmpfile = 020000000 };
#endif
