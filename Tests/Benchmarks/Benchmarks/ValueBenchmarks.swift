import CColors
import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// Values and sheets.
enum ValueBenchmarks {
  /// Colours of every kind, and whether the parser in C knows it.
  private static let kinds = [
    ("hex", "#88ccff", true), ("short hex", "#8cf", true), ("name", "cornflowerblue", false),
    ("rgb", "rgb(10 20 30 / 50%)", true), ("rgb with commas", "rgb(10, 20, 30)", true),
    ("hsl", "hsl(200deg 50% 40%)", true), ("hwb", "hwb(200 10% 40%)", true),
    ("lab", "lab(50% 20 -30)", true), ("lch", "lch(50% 40 200)", true),
    ("oklab", "oklab(70% 0.1 -0.05)", true), ("oklch", "oklch(70% 0.1 200)", true),
    ("color", "color(display-p3 0.1 0.2 0.3)", false),
    ("color-mix", "color-mix(in oklab, red, #00f 30%)", false),
    ("relative", "rgb(from #88ccff r g calc(b / 2))", false),
    ("calc", "rgb(calc(10 + 5 * 2) 20 30)", false),
    ("light-dark", "light-dark(#88ccff, navy)", false),
  ]

  private static let count = 20_000

  /// Nanoseconds for one of many conversions.
  private static func nanoseconds(_ convert: () -> Double) -> Double {
    Report.seconds {
      for _ in 0..<count { alpha += convert() }
    } / Double(count) * 1e9
  }

  /// Keeps the results from being left out.
  nonisolated(unsafe) private static var alpha = 0.0

  /// Conversions of colours, of text that lies ready and of a string, compared with a small parser
  /// in C that reads the same bytes without names, `calc()` and messages.
  static func values() {
    let context = ConversionContext(dialect: .css)
    Report.line("", "text", "string", "in C", "text : C")
    for (name, string, isKnownInC) in kinds {
      let text = CSSText(string)
      let ready = nanoseconds {
        (try? ColorValue.convert(text: text, in: context))?.alpha ?? 0
      }
      let whole = nanoseconds { (try? ColorValue.convert(string, in: context))?.alpha ?? 0 }
      var columns = [ready, whole].map { "\(Report.number($0, decimals: 0)) ns" }
      if isKnownInC {
        let time = nanosecondsInC(string)
        columns.append("\(Report.number(time, decimals: 0)) ns")
        columns.append(Report.number(ready / time, decimals: 1))
      }
      Report.line(name, columns)
    }
  }

  private static func nanosecondsInC(_ string: String) -> Double {
    var string = string
    return string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        nanoseconds {
          var color = written_color()
          guard parse_color(text.baseAddress, text.count, &color) else {
            fatalError("the parser in C does not know it")
          }
          return color.alpha
        }
      }
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

extension ColorValue {
  /// The opacity that was written; 1 for what is no colour of its own.
  fileprivate var alpha: Double {
    if case .absolute(let color) = self { color.alpha } else { 1 }
  }
}
