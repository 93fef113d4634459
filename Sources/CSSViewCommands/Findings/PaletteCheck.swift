import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Counts the palettes on which the text of a stylesheet is readable.
struct PaletteCheck {
  let level: ContrastLevel
  let host: HostObject
  let depths: [ColorDepth]

  /// The result for the object itself or for one class inside it.
  struct Row {
    /// nil is the object itself.
    var className: String?
    var name: String
    var count = 0
    /// The number of palettes with sufficient contrast at every depth.
    var passed = 0
    var worst = ""
    /// The least contrast.
    var ratio = Double.infinity

    /// The share of palettes with sufficient contrast, 0 to 1.
    var share: Double { count == 0 ? 1 : Double(passed) / Double(count) }
  }

  /// The object itself, then the classes by name.
  private(set) var rows: [Row] = []

  private(set) var rowNumbers: [String: Int] = [:]

  /// Checks all text on one palette; the depth and colours of the terminal do not matter.
  mutating func inspect(
    at entry: PaletteFolder.Entry, on terminal: Environment,
    loading load: (Environment) -> Stylesheet
  ) {
    var ratios: [(text: ClassText, passes: Bool, ratio: Double)] = []
    var numbers: [String: Int] = [:]
    for depth in depths {
      var environment = terminal.on(entry.palette)
      environment.colorDepth = depth
      var quantizer = ColorQuantizer(environment)
      let texts = ClassText.all(
        of: load(environment), in: environment, host: host, onlyClasses: true)
      for found in texts {
        let ratio = found.text.contrast(in: environment, &quantizer).ratio
        let passes = ratio >= found.needed(for: level, in: environment)
        if let index = numbers[found.name] {
          ratios[index].passes = ratios[index].passes && passes
          ratios[index].ratio = min(ratios[index].ratio, ratio)
        } else {
          numbers[found.name] = ratios.count
          ratios.append((found, passes, ratio))
        }
      }
    }
    for (text, passes, ratio) in ratios {
      let index = rowNumbers[text.name] ?? rows.count
      if index == rows.count {
        rowNumbers[text.name] = index
        rows.append(Row(className: text.path.first?.classes.first, name: text.name))
      }
      rows[index].count += 1
      if passes { rows[index].passed += 1 }
      if ratio < rows[index].ratio { (rows[index].worst, rows[index].ratio) = (entry.name, ratio) }
    }
  }
}

/// Counts the palettes on which classes that differ only by colour are distinct.
struct PaletteDistinctCheck {
  let host: HostObject
  let depths: [ColorDepth]

  /// Two classes that look alike on some palette.
  struct Row {
    /// In alphabetical order.
    var pair: DistinctCheck.Pair
    /// The number of palettes on which they look alike.
    var alike = 0
    /// The number of palettes on which they were compared.
    var count = 0
    var worst = ""
    /// The least CIEDE2000.
    var difference = Double.infinity

    /// The share of palettes on which they are distinct, 0 to 1.
    var share: Double { Double(count - alike) / Double(count) }
  }

  private(set) var found: [DistinctCheck.Pair: Row] = [:]
  private(set) var count = 0

  /// The number of classes in the stylesheet, and the number of those that were compared.
  private(set) var classCount = 0

  /// The most classes that are compared, because all pairs are compared on each palette.
  static let mostClasses = 64

  /// The pairs that look alike somewhere, the most frequent first.
  var rows: [Row] {
    found.values.map { row in
      var row = row
      row.count = count
      return row
    }.sorted { ($0.share, $0.difference, $0.pair) < ($1.share, $1.difference, $1.pair) }
  }

  /// Compares all classes on one palette; the depth and colours of the terminal do not matter.
  mutating func inspect(
    at entry: PaletteFolder.Entry, on terminal: Environment,
    loading load: (Environment) -> Stylesheet
  ) {
    count += 1
    var check = DistinctCheck(host: host, depths: depths, mostClasses: Self.mostClasses)
    check.inspect(in: terminal.on(entry.palette), loading: load)
    classCount = max(classCount, check.classCount)
    for (pair, difference) in check.alike {
      var row = found[pair] ?? Row(pair: pair)
      row.alike += 1
      if difference < row.difference { (row.worst, row.difference) = (entry.name, difference) }
      found[pair] = row
    }
  }
}
