/* The least that a parser of colours in C has to do: what the library's is compared with. */
#include "colors.h"

#include <string.h>

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_hex(const char *text, size_t length, written_color *color) {
  int digit[8];
  if (length != 3 && length != 4 && length != 6 && length != 8) return false;
  for (size_t i = 0; i < length; i++)
    if ((digit[i] = hex_digit(text[i])) < 0) return false;
  bool is_short = length < 6;
  for (int i = 0; i < 4; i++) {
    int value = 255;
    if (is_short && (size_t)i < length) value = digit[i] * 17;
    if (!is_short && (size_t)i * 2 < length) value = digit[2 * i] * 16 + digit[2 * i + 1];
    if (i < 3) color->component[i] = value / 255.0;
    else color->alpha = value / 255.0;
  }
  color->space = 'r';
  return true;
}

/* A decimal number; correct to the last bit for up to 15 digits, which colours have. */
static const char *parse_number(const char *p, const char *end, double *value) {
  static const double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  bool negative = false;
  if (p < end && (*p == '+' || *p == '-')) negative = *p++ == '-';
  unsigned long long digits = 0;
  int count = 0, decimals = 0;
  const char *start = p;
  while (p < end && *p >= '0' && *p <= '9' && count < 15) digits = digits * 10 + (*p++ - '0'), count++;
  if (p < end && *p == '.')
    for (p++; p < end && *p >= '0' && *p <= '9' && count < 15; count++, decimals++)
      digits = digits * 10 + (*p++ - '0');
  if (p == start) return NULL;
  *value = (negative ? -1.0 : 1.0) * (double)digits / powers[decimals];
  return p;
}

static const char *skip_space(const char *p, const char *end) {
  while (p < end && (*p == ' ' || *p == '\t' || *p == '\n')) p++;
  return p;
}

typedef struct {
  const char *name;
  char space;
  double whole[3]; /* what 100 % is */
  double scale;
} function;

static const function functions[] = {
    {"rgb(", 'r', {255, 255, 255}, 255},   {"rgba(", 'r', {255, 255, 255}, 255},
    {"hsl(", 'h', {0, 100, 100}, 1},       {"hsla(", 'h', {0, 100, 100}, 1},
    {"hwb(", 'w', {0, 100, 100}, 1},       {"lab(", 'l', {100, 125, 125}, 1},
    {"lch(", 'c', {100, 150, 0}, 1},       {"oklab(", 'L', {1, 0.4, 0.4}, 1},
    {"oklch(", 'C', {1, 0.4, 0}, 1},
};

bool parse_color(const char *text, size_t length, written_color *color) {
  if (length > 0 && text[0] == '#') return parse_hex(text + 1, length - 1, color);
  const char *end = text + length;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    const function *f = &functions[i];
    size_t name = strlen(f->name);
    if (length < name || memcmp(text, f->name, name) != 0) continue;
    const char *p = text + name;
    color->space = f->space;
    color->alpha = 1;
    for (int index = 0; index < 4; index++) {
      double value;
      p = skip_space(p, end);
      if (index == 3 && p < end && *p == ')') break;
      if (index > 0 && p < end && (*p == ',' || *p == '/')) p = skip_space(p + 1, end);
      p = parse_number(p, end, &value);
      if (p == NULL) return false;
      double whole = index < 3 ? f->whole[index] : 1;
      if (p < end && *p == '%') value = value / 100 * whole, p++;
      else if (end - p >= 3 && memcmp(p, "deg", 3) == 0) p += 3;
      if (index < 3) color->component[index] = value / f->scale;
      else color->alpha = value < 0 ? 0 : value > 1 ? 1 : value;
    }
    p = skip_space(p, end);
    return p < end && *p == ')' && p + 1 == end;
  }
  return false;
}
