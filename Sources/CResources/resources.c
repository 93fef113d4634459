// The compiler reads the files itself (`#embed`, C23 6.10.4): as arrays of numbers in Swift, they took
// a fifth of the time that their module took.
#include "CResources.h"

// The compiler has it for every version of C, and would warn of each file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t arcade_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/arcade.json"
};

static const uint8_t blossom_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/blossom.json"
};

static const uint8_t calculator_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/calculator.json"
};

static const uint8_t console_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/console.css"
};

static const uint8_t dawn_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/dawn.json"
};

static const uint8_t ember_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/ember.css"
};

static const uint8_t fjord_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/fjord.json"
};

static const uint8_t glacier_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/glacier.json"
};

static const uint8_t harbour_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/harbour.css"
};

static const uint8_t ledger_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/ledger.css"
};

static const uint8_t log_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/log.css"
};

static const uint8_t markdown_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/markdown.css"
};

static const uint8_t midnight_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/midnight.json"
};

static const uint8_t moss_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/moss.css"
};

static const uint8_t newsprint_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/newsprint.json"
};

static const uint8_t orchard_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/orchard.css"
};

static const uint8_t phosphor_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/phosphor.css"
};

static const uint8_t diff_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/diff.css"
};
static const uint8_t shared_code_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/shared-code.css"
};

static const uint8_t shared_colors_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/shared-colors.css"
};

static const uint8_t shared_markdown_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/shared-markdown.css"
};

static const uint8_t table_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/table.css"
};

static const uint8_t terminal_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/terminal.json"
};

static const uint8_t tide_css[] = {
#embed "../CSSViewCommands/Browsing/Themes/tide.css"
};

static const uint8_t velvet_json[] = {
#embed "../CSSViewCommands/Browsing/Themes/velvet.json"
};

static const uint8_t schema_check_json[] = {
#embed "../CSSViewCommands/Schemas/check.json"
};

static const uint8_t schema_doctor_json[] = {
#embed "../CSSViewCommands/Schemas/doctor.json"
};

static const uint8_t schema_explain_batch_json[] = {
#embed "../CSSViewCommands/Schemas/explain-batch.json"
};

static const uint8_t schema_explain_json[] = {
#embed "../CSSViewCommands/Schemas/explain.json"
};

static const uint8_t schema_measure_batch_json[] = {
#embed "../CSSViewCommands/Schemas/measure-batch.json"
};

static const uint8_t schema_record_json[] = {
#embed "../CSSViewCommands/Schemas/record.json"
};

static const uint8_t schema_sheet_json[] = {
#embed "../CSSViewCommands/Schemas/sheet.json"
};

static const uint8_t schema_themes_json[] = {
#embed "../CSSViewCommands/Schemas/themes.json"
};

static const uint8_t schema_value_batch_json[] = {
#embed "../CSSViewCommands/Schemas/value-batch.json"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const cr_file themes[] = {
  FILE_OF("arcade.json", arcade_json),
  FILE_OF("blossom.json", blossom_json),
  FILE_OF("calculator.json", calculator_json),
  FILE_OF("console.css", console_css),
  FILE_OF("dawn.json", dawn_json),
  FILE_OF("ember.css", ember_css),
  FILE_OF("fjord.json", fjord_json),
  FILE_OF("glacier.json", glacier_json),
  FILE_OF("harbour.css", harbour_css),
  FILE_OF("ledger.css", ledger_css),
  FILE_OF("log.css", log_css),
  FILE_OF("markdown.css", markdown_css),
  FILE_OF("midnight.json", midnight_json),
  FILE_OF("moss.css", moss_css),
  FILE_OF("newsprint.json", newsprint_json),
  FILE_OF("orchard.css", orchard_css),
  FILE_OF("phosphor.css", phosphor_css),
  FILE_OF("table.css", table_css),
  FILE_OF("terminal.json", terminal_json),
  FILE_OF("tide.css", tide_css),
  FILE_OF("velvet.json", velvet_json),
};

static const cr_file parts[] = {
  FILE_OF("diff.css", diff_css),
  FILE_OF("shared-code.css", shared_code_css),
  FILE_OF("shared-colors.css", shared_colors_css),
  FILE_OF("shared-markdown.css", shared_markdown_css),
};

static const cr_file schemas[] = {
  FILE_OF("check.json", schema_check_json),
  FILE_OF("doctor.json", schema_doctor_json),
  FILE_OF("explain-batch.json", schema_explain_batch_json),
  FILE_OF("explain.json", schema_explain_json),
  FILE_OF("measure-batch.json", schema_measure_batch_json),
  FILE_OF("record.json", schema_record_json),
  FILE_OF("sheet.json", schema_sheet_json),
  FILE_OF("themes.json", schema_themes_json),
  FILE_OF("value-batch.json", schema_value_batch_json),
};

const cr_file *cr_themes(size_t *count) {
  *count = sizeof themes / sizeof *themes;
  return themes;
}

const cr_file *cr_parts(size_t *count) {
  *count = sizeof parts / sizeof *parts;
  return parts;
}

const cr_file *cr_schemas(size_t *count) {
  *count = sizeof schemas / sizeof *schemas;
  return schemas;
}
