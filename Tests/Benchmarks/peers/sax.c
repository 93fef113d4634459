/* libxml2 as a renderer: its push parser reads the spans, and each text comes out with the SGR of its
   class. sax THEME <markup, where a line of THEME is a class, a space and SGR parameters. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { char name[32], sgr[64]; } classes[256];
static int class_count;
static const char *stack[4096];
static int depth;

static void start(void *context, const xmlChar *name, const xmlChar **attributes) {
  const char *sgr = depth > 0 ? stack[depth - 1] : NULL;
  (void)context;
  (void)name;
  for (int i = 0; attributes && attributes[i]; i += 2) {
    if (strcmp((const char *)attributes[i], "class") != 0) continue;
    for (int k = 0; k < class_count; k++)
      if (strcmp(classes[k].name, (const char *)attributes[i + 1]) == 0) sgr = classes[k].sgr;
  }
  if (depth < 4096) stack[depth++] = sgr;
}

static void end(void *context, const xmlChar *name) {
  (void)context;
  (void)name;
  if (depth > 0) depth--;
}

static void characters(void *context, const xmlChar *text, int length) {
  const char *sgr = depth > 0 ? stack[depth - 1] : NULL;
  (void)context;
  if (sgr) printf("\033[%sm", sgr);
  fwrite(text, 1, (size_t)length, stdout);
  if (sgr) fputs("\033[0m", stdout);
}

int main(int argc, char **argv) {
  static char buffer[1 << 16];
  FILE *theme = argc > 1 ? fopen(argv[1], "r") : NULL;
  xmlSAXHandler handler = {0};
  size_t length;
  if (!theme) return 2;
  while (class_count < 256 &&
         fscanf(theme, "%31s %63s", classes[class_count].name, classes[class_count].sgr) == 2)
    class_count++;
  handler.startElement = start;
  handler.endElement = end;
  handler.characters = characters;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, "<d>", 3, NULL);
  xmlCtxtUseOptions(parser, XML_PARSE_HUGE);
  while ((length = fread(buffer, 1, sizeof buffer, stdin)) > 0)
    xmlParseChunk(parser, buffer, (int)length, 0);
  xmlParseChunk(parser, "</d>", 4, 1);
  return parser->wellFormed ? 0 : 1;
}
