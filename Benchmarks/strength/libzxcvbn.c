// Scores the lines of a file with libzxcvbn, one thread, and prints: lines, CPU seconds, sum of bits.
//     cc -O2 libzxcvbn.c -lzxcvbn -lm
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zxcvbn.h>

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) return 64;
  fseek(file, 0, SEEK_END);
  long size = ftell(file), lines = 0;
  rewind(file);
  char *text = malloc(size + 1);
  if (!text || fread(text, 1, size, file) != (size_t)size) return 2;
  text[size] = 0;
  double bits = 0;
  clock_t start = clock();
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1, lines++) {
    *end = 0;
    bits += ZxcvbnMatch(line, NULL, NULL);
  }
  printf("%ld %f 0 %f\n", lines, (double)(clock() - start) / CLOCKS_PER_SEC, bits);
  return 0;
}
