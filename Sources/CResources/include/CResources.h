// Files of this package that are part of the program, which finds them wherever it is installed.
#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>
#include <stdint.h>

/// A file: its name without a folder, and its bytes.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t size;
} cr_file;

/// The bundled themes in alphabetical order. `count` gets their number.
const cr_file *cr_themes(size_t *count);

/// The parts that bundled themes import, in alphabetical order. `count` gets their number.
const cr_file *cr_parts(size_t *count);

/// The JSON Schemas of the command `schema` in alphabetical order. `count` gets their number.
const cr_file *cr_schemas(size_t *count);

#endif
