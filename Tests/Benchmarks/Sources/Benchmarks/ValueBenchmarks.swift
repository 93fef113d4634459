import CSSView

/// Values and sheets.
enum ValueBenchmarks {
  private static let kinds = [
    ("hex", "#8cf"), ("name", "cornflowerblue"), ("rgb", "rgb(10 20 30 / 50%)"),
    ("oklch", "oklch(70% 0.1 200)"), ("color-mix", "color-mix(in oklab, red, #00f 30%)"),
    ("calc", "rgb(calc(10 + 5 * 2) 20 30)"),
  ]

  /// The kinds of colours, compared with the simplest.
  static func values() {
    let context = ConversionContext(dialect: .css)
    var base = 0.0
    for (name, text) in kinds {
      let time = Report.seconds {
        for _ in 0..<20_000 { _ = try? ColorValue.convert(text, in: context) }
      }
      if base == 0 { base = time }
      Report.line(
        name, "\(Report.number(time / 20_000 * 1e9, decimals: 0)) ns",
        "\(Report.number(time / base)) × hex")
    }
  }

  /// Loading a large sheet, compared with a small one rule for rule.
  static func sheets() {
    let (small, large) = (Workloads.sheet(rules: 1_000), Workloads.sheet(rules: 100_000))
    func load(_ bytes: [UInt8]) -> Double {
      Report.seconds {
        let source = SourceText(name: "sheet.css", bytes: bytes)
        StreamBenchmarks.sink += StylesheetLoader().load(source, form: .css).diagnostics.count
      }
    }
    let (first, second) = (load(small), load(large))
    Report.line(
      "100,000 rules", "\(Report.number(second * 1000, decimals: 0)) ms",
      "\(Report.number(second / first)) × 1,000 rules")
  }
}
