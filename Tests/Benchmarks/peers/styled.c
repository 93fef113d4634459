/* libtextstyle as a renderer: a scanner finds the spans, and their texts go to a styled stream with
   the rules of a CSS file. styled SHEET.css <markup */
#include <stdio.h>
#include <string.h>
#include <textstyle.h>

int main(int argc, char **argv) {
  static char line[1 << 16];
  if (argc < 2) return 2;
  color_mode = color_yes;
  styled_ostream_t out = styled_ostream_create(1, "stdout", TTYCTL_NONE, argv[1]);
  while (fgets(line, sizeof line, stdin)) {
    char *at = line;
    while (*at) {
      char *tag = strpbrk(at, "<&");
      if (!tag) tag = at + strlen(at);
      ostream_write_mem(out, at, (size_t)(tag - at));
      at = tag;
      if (strncmp(at, "<span class=\"", 13) == 0) {
        char *quote = strchr(at + 13, '"');
        if (!quote) break;
        *quote = 0;
        styled_ostream_begin_use_class(out, at + 13);
        char *text = quote + 2, *stop = strstr(text, "</span>");
        if (!stop) break;
        ostream_write_mem(out, text, (size_t)(stop - text));
        styled_ostream_end_use_class(out, at + 13);
        at = stop + 7;
      } else if (strncmp(at, "&amp;", 5) == 0) {
        ostream_write_mem(out, "&", 1);
        at += 5;
      } else if (*at) {
        ostream_write_mem(out, at++, 1);
      }
    }
  }
  styled_ostream_free(out);
  return 0;
}
