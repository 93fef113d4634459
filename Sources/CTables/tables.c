// The compiler reads the files itself (`#embed`, C23 6.10.4).
#include "CTables.h"

// The compiler has it for every version of C, and would warn of each file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t named_references[] = {
#embed "Data/named-references.txt"
};
const ct_table ct_named_references = {named_references, sizeof named_references};

static const uint8_t font_6x6[] = {
#embed "Data/font-6x6.hex"
};
const ct_table ct_font_6x6 = {font_6x6, sizeof font_6x6};

static const uint8_t font_5x8[] = {
#embed "Data/font-5x8.hex"
};
const ct_table ct_font_5x8 = {font_5x8, sizeof font_5x8};

static const uint8_t font_6x9[] = {
#embed "Data/font-6x9.hex"
};
const ct_table ct_font_6x9 = {font_6x9, sizeof font_6x9};

static const uint8_t font_6x10[] = {
#embed "Data/font-6x10.hex"
};
const ct_table ct_font_6x10 = {font_6x10, sizeof font_6x10};

static const uint8_t font_6x12[] = {
#embed "Data/font-6x12.hex"
};
const ct_table ct_font_6x12 = {font_6x12, sizeof font_6x12};

static const uint8_t font_7x14[] = {
#embed "Data/font-7x14.hex"
};
const ct_table ct_font_7x14 = {font_7x14, sizeof font_7x14};

static const uint8_t chrome[] = {
#embed "Data/chrome.json"
};
const ct_table ct_chrome = {chrome, sizeof chrome};

static const uint8_t color_names[] = {
#embed "Data/color-names.txt"
};
const ct_table ct_color_names = {color_names, sizeof color_names};

static const uint8_t control_functions[] = {
#embed "Data/control-functions.txt"
};
const ct_table ct_control_functions = {control_functions, sizeof control_functions};

static const uint8_t document_keys[] = {
#embed "Data/document-keys.txt"
};
const ct_table ct_document_keys = {document_keys, sizeof document_keys};

static const uint8_t finding_codes[] = {
#embed "Data/finding-codes.txt"
};
const ct_table ct_finding_codes = {finding_codes, sizeof finding_codes};

static const uint8_t properties[] = {
#embed "Data/properties.txt"
};
const ct_table ct_properties = {properties, sizeof properties};

static const uint8_t sample_code[] = {
#embed "Data/sample-code.txt"
};
const ct_table ct_sample_code = {sample_code, sizeof sample_code};

static const uint8_t sample_difference[] = {
#embed "Data/sample-difference.txt"
};
const ct_table ct_sample_difference = {sample_difference, sizeof sample_difference};

static const uint8_t sample_document[] = {
#embed "Data/sample-document.md"
};
const ct_table ct_sample_document = {sample_document, sizeof sample_document};

static const uint8_t sample_log[] = {
#embed "Data/sample-log.txt"
};
const ct_table ct_sample_log = {sample_log, sizeof sample_log};

static const uint8_t sample_report[] = {
#embed "Data/sample-report.html"
};
const ct_table ct_sample_report = {sample_report, sizeof sample_report};

static const uint8_t sample_rows[] = {
#embed "Data/sample-rows.csv"
};
const ct_table ct_sample_rows = {sample_rows, sizeof sample_rows};

static const uint8_t completions[] = {
#embed "Data/completions.txt"
};
const ct_table ct_completions = {completions, sizeof completions};

static const uint8_t browser_legend[] = {
#embed "Data/browser-legend.txt"
};
const ct_table ct_browser_legend = {browser_legend, sizeof browser_legend};

static const uint8_t highlighters[] = {
#embed "Data/highlighters.txt"
};
const ct_table ct_highlighters = {highlighters, sizeof highlighters};

static const uint8_t browser_actions[] = {
#embed "Data/browser-actions.txt"
};
const ct_table ct_browser_actions = {browser_actions, sizeof browser_actions};

static const uint8_t program_colors[] = {
#embed "Data/program-colors.txt"
};
const ct_table ct_program_colors = {program_colors, sizeof program_colors};

static const uint8_t system_colors[] = {
#embed "Data/system-colors.txt"
};
const ct_table ct_system_colors = {system_colors, sizeof system_colors};

static const uint8_t encodings[] = {
#embed "Data/encodings.txt"
};
const ct_table ct_encodings = {encodings, sizeof encodings};

static const uint8_t test_card[] = {
#embed "Data/test-card.css"
};
const ct_table ct_test_card = {test_card, sizeof test_card};
