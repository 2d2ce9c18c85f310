// Writes a made-up directory: directory ACCOUNTS FOLDER [HISTORY] -> FOLDER/corp.ntds, FOLDER/hashcat.potfile.
//
// A quarter of the accounts have one of the commoner passwords, some the blank one, every 40th is a machine; the
// potfile has half as many lines as there are accounts, and half of them are of accounts.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void digests_md4_whole(const uint8_t *bytes, size_t count, uint64_t *halves);

typedef unsigned long long number;

static const char *first[] = {"alva", "bero", "cilia", "dorin", "elmo", "fenja", "gisa", "hauke",
                              "imre", "jolan", "kaspar", "lioba", "mirko", "nelda", "orsin", "paule"};
static const char *last[] = {"ahlwig", "brontal", "cremsen", "dorvald", "eskefeld", "falkrot", "grimsby", "halvorn",
                             "isenbeck", "jorvik", "kaltwald", "lindmar", "morvath", "nordahl", "ostrava", "petrin"};
static const char *words[] = {"Lampe", "Ofen", "Tisch", "Kanne", "Wagen", "Regal", "Birne", "Kessel",
                              "Faden", "Socke", "Teller", "Hafen", "Mauer", "Ampel", "Nagel", "Pinsel"};

static uint64_t state = 88172645463325252ull;

// A number from 0 to 1 (xorshift64*).
static double chance(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state * 2685821657736338717ull >> 11) / 9007199254740992.0;
}

static int below(int count) { return (int)(chance() * count); }

// The password with a number.
static void password(uint64_t k, char *text) {
  uint64_t x = k * 0x9E3779B97F4A7C15ull;
  x ^= x >> 29;
  if (k % 3)
    sprintf(text, "%s%llu%s", words[x & 15], (number)k, (const char *[]){"!", "?", "", ""}[x >> 8 & 3]);
  else
    sprintf(text, "%s%c%llu%s%c", words[x >> 4 & 15], "#+-_"[x >> 12 & 3], (number)k, words[x & 15], "!?aZ"[x >> 10 & 3]);
}

// The NT hash of a text of ASCII.
static void hash(const char *text, uint64_t halves[2]) {
  uint8_t units[256] = {0};
  size_t count = strlen(text);
  for (size_t place = 0; place < count; place++) units[2 * place] = (uint8_t)text[place];
  digests_md4_whole(units, 2 * count, halves);
}

static FILE *open(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) exit(1);
  return file;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  uint64_t accounts = strtoull(arguments[1], 0, 10), halves[2];
  int past = count > 3 ? atoi(arguments[3]) : 0;
  FILE *dump = open(arguments[2], "corp.ntds"), *potfile = open(arguments[2], "hashcat.potfile");
  char text[128], name[128];
  for (uint64_t i = 0; i < accounts; i++) {
    double kind = chance();
    uint64_t k = kind < 0.28 ? (uint64_t)pow(accounts / 15.0, chance()) : accounts / 4 + i;
    text[0] = 0;
    if (kind >= 0.01) password(k, text);
    sprintf(name, "%s.%s%llu", first[i % 16], last[i / 16 % 16], (number)i);
    if (kind > 0.999) strcpy(text, name);
    hash(text, halves);
    const char *domain = i & 1 ? "north.example" : "south.example", *end = i % 40 == 7 ? "$" : "";
    int year = 2012 + below(13), month = 1 + below(12), day = 1 + below(28);
    fprintf(dump, "%s\\%s%s:%llu:aad3b435b51404eeaad3b435b51404ee:%016llx%016llx::: (pwdLastSet=%d-%02d-%02d %02d:%02d) "
            "(status=%s)\n", domain, name, end, (number)(1103 + i), (number)halves[0], (number)halves[1], year, month, day,
            below(24), below(60), chance() < 0.06 ? "Disabled" : "Enabled");
    for (int index = 0; index < past; index++) {
      password(3 * accounts + (i * 31 + index * 7) % (4 * accounts), text);
      hash(text, halves);
      fprintf(dump, "%s\\%s%s_history%d:%llu:aad3b435b51404eeaad3b435b51404ee:%016llx%016llx:::\n", domain, name, end,
              index, (number)(1103 + i), (number)halves[0], (number)halves[1]);
    }
  }
  for (uint64_t i = 0; i < accounts / 2; i++) {
    uint64_t common = accounts / 15, rare = accounts * 173 / 1000;
    password(i < common ? i + 1 : i < common + rare ? accounts / 4 + (i - common) * 4 : 10 * accounts + i, text);
    hash(text, halves);
    fprintf(potfile, "%016llx%016llx:%s\n", (number)halves[0], (number)halves[1], text);
  }
  return fclose(dump) || fclose(potfile);
}
