/* The least that a program takes to start and print a line. */
#include <stdio.h>

int main(void) {
  puts("Hi");
  return 0;
}
