#ifndef COLORS_H
#define COLORS_H

#include <stdbool.h>
#include <stddef.h>

/* A colour as it was written: its components in the units of its space, and alpha. */
typedef struct {
  char space; /* 'r' sRGB, 'h' HSL, 'w' HWB, 'l' Lab, 'c' LCH, 'L' OKLab, 'C' OKLCH */
  double component[3];
  double alpha;
} written_color;

/* Reads hex notation, rgb(), hsl(), hwb(), lab(), lch(), oklab() or oklch(), with commas or
   without; false for anything else. No names, no calc(), no none, no messages. */
bool parse_color(const char *text, size_t length, written_color *color);

#endif
