#include "sevenzip.h"

#include <dlfcn.h>
#include <pthread.h>

// The headers' functions exist in this version of the library and in later ones.
static const char *const library = "libarchive.so.13";

// Each function: its result, its name, its parameters, and these as arguments.
#define FUNCTIONS(F)                                                                             \
  F(struct archive *, archive_read_new, (void), ())                                              \
  F(int, archive_read_free, (struct archive * a), (a))                                           \
  F(int, archive_read_support_format_7zip, (struct archive * a), (a))                            \
  F(int, archive_read_set_callback_data, (struct archive * a, void *data), (a, data))            \
  F(int, archive_read_set_read_callback, (struct archive * a, archive_read_callback *f), (a, f)) \
  F(int, archive_read_set_seek_callback, (struct archive * a, archive_seek_callback *f), (a, f)) \
  F(int, archive_read_open1, (struct archive * a), (a))                                          \
  F(int, archive_read_next_header, (struct archive * a, struct archive_entry **e), (a, e))       \
  F(int, archive_read_data_block,                                                                \
    (struct archive * a, const void **start, size_t *count, la_int64_t *offset),                 \
    (a, start, count, offset))                                                                   \
  F(const char *, archive_error_string, (struct archive * a), (a))                               \
  F(mode_t, archive_entry_filetype, (struct archive_entry * e), (e))                             \
  F(const char *, archive_entry_hardlink, (struct archive_entry * e), (e))                       \
  F(int, archive_entry_is_encrypted, (struct archive_entry * e), (e))                            \
  F(const char *, archive_entry_pathname, (struct archive_entry * e), (e))                       \
  F(const char *, archive_entry_pathname_utf8, (struct archive_entry * e), (e))

#define LOADED(result, name, parameters, arguments) static result(*loaded_##name) parameters;
FUNCTIONS(LOADED)

static bool is_open;

static void load(void) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define LOAD(result, name, parameters, arguments) \
  loaded_##name = (result(*) parameters)dlsym(handle, #name); \
  if (loaded_##name == NULL) return;
  FUNCTIONS(LOAD)
  is_open = true;
}

bool sevenzip_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_open;
}

// Hidden, so that the library keeps calling its own functions.
#define PASS_ON(result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters { return loaded_##name arguments; }
FUNCTIONS(PASS_ON)
