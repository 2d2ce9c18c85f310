#include "isal_inflater.h"

// `make lint` also compiles the other half, by defining WITHOUT_ISAL.
#if defined(__linux__) && __has_include(<isa-l.h>) && !defined(WITHOUT_ISAL)

#include <dlfcn.h>
#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>

// The header's layout of `inflate_state` holds for this version of the library only.
static const char *const library = "libisal.so.2";

struct isal_inflater {
  struct inflate_state state;
  bool is_bare;
};

static void (*init_state)(struct inflate_state *);
static int (*inflate_state)(struct inflate_state *);

static void load(void) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  void *init = dlsym(handle, "isal_inflate_init");
  void *inflate = dlsym(handle, "isal_inflate");
  if (init == NULL || inflate == NULL) return;
  init_state = (void (*)(struct inflate_state *))init;
  inflate_state = (int (*)(struct inflate_state *))inflate;
}

isal_inflater *isal_inflater_make(bool is_bare) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (inflate_state == NULL) return NULL;
  isal_inflater *inflater = malloc(sizeof *inflater);
  if (inflater == NULL) return NULL;
  inflater->is_bare = is_bare;
  isal_inflater_restart(inflater);
  return inflater;
}

void isal_inflater_restart(isal_inflater *inflater) {
  init_state(&inflater->state);
  inflater->state.crc_flag = inflater->is_bare ? ISAL_DEFLATE : ISAL_GZIP_NO_HDR_VER;
}

isal_inflater_outcome isal_inflater_step(
    isal_inflater *inflater, const uint8_t *input, uint32_t *input_count, uint8_t *room,
    uint32_t *room_count) {
  struct inflate_state *state = &inflater->state;
  state->next_in = (uint8_t *)input;  // read only
  state->avail_in = *input_count;
  state->next_out = room;
  state->avail_out = *room_count;
  int status = inflate_state(state);
  // On damage it may return bytes of earlier steps, so that more bytes are left than it received.
  if (status < 0 || state->avail_in > *input_count || state->avail_out > *room_count) {
    *input_count = *room_count = 0;
    return isal_inflater_damaged;
  }
  *input_count -= state->avail_in;
  *room_count -= state->avail_out;
  if (inflater->is_bare && state->block_state == ISAL_BLOCK_FINISH) {
    // Behind bare data it keeps whole bytes that it read ahead, up to seven, perhaps of an earlier step.
    uint32_t ahead = (uint32_t)state->read_in_length / 8;
    if (ahead > *input_count) {
      *input_count = *room_count = 0;
      return isal_inflater_damaged;
    }
    *input_count -= ahead;
  }
  return state->block_state == ISAL_BLOCK_FINISH ? isal_inflater_end : isal_inflater_going;
}

void isal_inflater_free(isal_inflater *inflater) { free(inflater); }

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
const char *const isal_inflater_version =
    DOTTED(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);

#else

#if defined(__linux__) && !defined(WITHOUT_ISAL)
#warning "isa-l.h is missing (Debian: libisal-dev): this program will read gzip with zlib alone"
#endif

const char *const isal_inflater_version = NULL;

isal_inflater *isal_inflater_make(bool is_bare) {
  (void)is_bare;
  return NULL;
}
void isal_inflater_restart(isal_inflater *inflater) { (void)inflater; }
void isal_inflater_free(isal_inflater *inflater) { (void)inflater; }

isal_inflater_outcome isal_inflater_step(
    isal_inflater *inflater, const uint8_t *input, uint32_t *input_count, uint8_t *room,
    uint32_t *room_count) {
  (void)inflater, (void)input, (void)room;
  *input_count = *room_count = 0;
  return isal_inflater_damaged;
}

#endif
