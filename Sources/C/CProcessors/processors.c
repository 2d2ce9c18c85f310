#define _GNU_SOURCE
#include "processors.h"

#ifdef __linux__
#include <sched.h>

int current_processor(void) { return sched_getcpu(); }

void leave_processor(int processor) {
  cpu_set_t all, others;
  if (processor < 0 || processor >= CPU_SETSIZE || sched_getcpu() != processor) return;
  // Fails if the system has more processors than the set has bits; then nothing is done.
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  others = all;
  CPU_CLR(processor, &others);
  if (CPU_COUNT(&others) == 0) return;
  if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof all, &all);
}
#else
int current_processor(void) { return -1; }

void leave_processor(int processor) { (void)processor; }
#endif
