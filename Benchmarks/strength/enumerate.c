// Counts the passwords that a guess model holds likelier than a threshold, one after another, beside what the
// model's own sample estimates. Reads the file by its format (Sources/Passwords/GuessModels/Files/ModelHeader.swift) with
// no code of the program's.
//
//     enumerate MODEL 3 4 5      # thresholds near 10^3, 10^4, 10^5 guesses
//
// Prints for each a line: bits of the threshold, the estimate, its standard error, the count, steps, CPU seconds.

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

// Costs are in units of 1/1024 bit; the last symbol stands for all characters but printable ASCII.
enum { END = 0, OTHER = 96, UNITS = 1024, NODE = 32, TRANSITION = 6, MOST_SYMBOLS = 256 };
static const double OTHERS = 1112064 - 95;

static const uint8_t *nodes, *transitions;
static double limit, found;
static uint64_t steps;

static size_t aligned(size_t offset) { return (offset + 4095) / 4096 * 4096; }

// Follows every symbol from a context: from its own transitions, then from those of shorter contexts. `weight` is
// the number of passwords that the symbols so far stand for.
static void follow(uint32_t node, double units, double weight, int symbols) {
  uint64_t seen[2] = {0, 0};
  for (;;) {
    uint64_t bits[2];
    uint32_t first, suffix;
    uint16_t back;
    const uint8_t *record = nodes + (size_t)NODE * node;
    memcpy(bits, record, 16), memcpy(&first, record + 16, 4), memcpy(&suffix, record + 20, 4);
    memcpy(&back, record + 24, 2);
    const uint8_t *place = transitions + (size_t)TRANSITION * first;
    for (int symbol = 0; symbol <= OTHER; symbol++) {
      if (!(bits[symbol / 64] >> symbol % 64 & 1)) continue;
      uint16_t cost;
      uint32_t next;
      memcpy(&cost, place, 2), memcpy(&next, place + 2, 4), place += TRANSITION;
      if (seen[symbol / 64] >> symbol % 64 & 1) continue;
      double sum = units + cost + (symbol == OTHER ? UNITS * log2(OTHERS) : 0);
      if (sum >= limit) continue;
      steps++;
      if (symbol == END) found += weight;
      else if (symbols < MOST_SYMBOLS) follow(next, sum, symbol == OTHER ? weight * OTHERS : weight, symbols + 1);
    }
    seen[0] |= bits[0], seen[1] |= bits[1];
    units += back;
    if (node == 0 || units >= limit) return;
    node = suffix;
  }
}

int main(int count, char **words) {
  struct stat status;
  int file = count < 3 ? -1 : open(words[1], O_RDONLY);
  if (file < 0 || fstat(file, &status) < 0 || status.st_size < 8192) return perror("enumerate MODEL DECADE..."), 2;
  const uint8_t *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return perror(words[1]), 2;
  const uint64_t *header = (const uint64_t *)bytes;
  const uint64_t contexts = header[11], places = header[13], start = header[14], drawn = header[15];
  nodes = bytes + 4096;
  transitions = bytes + aligned(4096 + NODE * contexts);
  size_t sample = aligned((size_t)(transitions - bytes) + TRANSITION * places + 2);
  if (sample + 8 * drawn != (size_t)status.st_size) return fprintf(stderr, "%s: not of format 1\n", words[1]), 2;
  const double *bits = (const double *)(bytes + sample);
  for (int word = 2; word < count; word++) {
    const double wanted = pow(10, atof(words[word])) * drawn;
    double sum = 0, squares = 0;
    uint64_t likelier = 0;
    while (likelier < drawn && sum < wanted) {
      double each = exp2(bits[likelier++]);
      sum += each, squares += each * each;
    }
    if (likelier == drawn) return fprintf(stderr, "10^%s guesses: beyond the sample\n", words[word]), 2;
    // Nothing as likely as the last one counts.
    const double threshold = nextafter(bits[likelier - 1], INFINITY), mean = sum / drawn;
    limit = threshold * UNITS, found = 0, steps = 0;
    clock_t begin = clock();
    follow(start, 0, 1, 0);
    printf("%.6f %.1f %.1f %.0f %llu %.2f\n", threshold, mean, sqrt((squares / drawn - mean * mean) / (drawn - 1)),
           found, (unsigned long long)steps, (double)(clock() - begin) / CLOCKS_PER_SEC);
  }
}
