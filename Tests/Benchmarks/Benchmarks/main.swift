// Measures the library and prints what came out, each section with something to compare to:
// times by themselves say more about the machine. Arguments choose sections by words in them.

let report = Report(wanted: Array(CommandLine.arguments.dropFirst()))
report.section("stream", StreamBenchmarks.profiles)
report.section("linearity: 4 times the input", StreamBenchmarks.linearity)
report.section("values", ValueBenchmarks.values)
report.section("sheets", ValueBenchmarks.sheets)
report.section("quantizer: CIEDE2000 of 256 colours, 64³ grid", QuantizerBenchmarks.errors)
report.section(
  "quantizer: CIEDE2000 of 256 colours, colours of themes", QuantizerBenchmarks.themeErrors)
report.section(
  "quantizer: CIEDE2000 of 16 colours on palettes of themes", SixteenColorBenchmarks.errors)
report.section("blocks of 80 columns", LayoutBenchmarks.blocks)
#if Logging
  report.section("log: a record to /dev/null", LogBenchmarks.handlers)
#endif
