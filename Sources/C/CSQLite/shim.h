#pragma once
#include <sqlite3.h>

// Swift can call no function of a variable number of arguments.
static inline int sqlite3_set_option(sqlite3 *_Nonnull database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

// Swift does not see the macro SQLITE_TRANSIENT, a cast of -1.
static inline int sqlite3_bind_copied_text(
    sqlite3_stmt *_Nonnull statement, int place, const char *_Nonnull text, int byteCount) {
  return sqlite3_bind_text(statement, place, text, byteCount, SQLITE_TRANSIENT);
}
