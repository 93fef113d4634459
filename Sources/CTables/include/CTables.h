// Tables of data and texts that are part of every program that uses the library.
#ifndef CTABLES_H
#define CTABLES_H

#include <stddef.h>
#include <stdint.h>

/// The text of a file in the folder `Data`. Lines that begin with `#` name its version, source and generator.
typedef struct {
  const uint8_t *bytes;
  size_t size;
} ct_table;

/// The named character references of HTML: lines of a name with its semicolon, a tab, and the
/// code points of its text; sorted by the bytes of the names.
extern const ct_table ct_named_references;

/// Glyphs of large text in the format of GNU Unifont, a file for each height in pixels.
extern const ct_table ct_font_6x6, ct_font_5x8, ct_font_6x9, ct_font_6x10, ct_font_6x12, ct_font_7x14;

/// Glyphs of PNG pictures, 8 × 16 pixels, in the format of GNU Unifont.
extern const ct_table ct_font_8x16;

/// The names of CSS's colours, each with its bytes in hexadecimal digits.
extern const ct_table ct_color_names;

/// Properties without effect: those of CSS, and the keys of the documents that the dialects come from.
extern const ct_table ct_properties, ct_document_keys;

/// Names of control functions, for findings.
extern const ct_table ct_control_functions;

/// Encodings of one byte for each character.
extern const ct_table ct_encodings;

/// The system colours of CSS, the colours of programs by class, and what the browser's actions do.
extern const ct_table ct_system_colors, ct_program_colors, ct_browser_actions;

/// The changes to the completion scripts of the argument parser.
extern const ct_table ct_completions;

/// The signs and words in the browser's list of commands.
extern const ct_table ct_browser_legend;

/// The classes of programs that highlight code.
extern const ct_table ct_highlighters;

/// The codes of findings, each with a tab and what it means.
extern const ct_table ct_finding_codes;

/// The stylesheet of the browser's window, and the texts that show a theme there.
extern const ct_table ct_chrome, ct_sample_code, ct_sample_difference, ct_sample_document, ct_sample_log;
extern const ct_table ct_sample_report, ct_sample_rows;

/// The stylesheet of doctor's test card.
extern const ct_table ct_test_card;

#endif
