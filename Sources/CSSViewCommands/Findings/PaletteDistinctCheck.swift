import StyleValues
import Styling
import TerminalOutput

/// On how many palettes classes can be told apart that differ by colour alone.
struct PaletteDistinctCheck {
  let host: HostObject
  let depths: [ColorDepth]

  /// Two classes that look alike on some palette.
  struct Row {
    /// The classes, in the order of the alphabet.
    var pair: DistinctCheck.Pair
    /// On how many palettes they look alike.
    var alike = 0
    /// On how many they were compared.
    var count = 0
    /// The palette on which they look most alike.
    var worst = ""
    /// The CIEDE2000 there.
    var difference = Double.infinity

    /// The share of palettes on which they can be told apart, 0 to 1.
    var share: Double { Double(count - alike) / Double(count) }
  }

  private var found: [DistinctCheck.Pair: Row] = [:]
  private var count = 0

  /// Number of classes the sheet has, and how many of them were compared.
  private(set) var classCount = 0

  /// On each palette all pairs are compared: of very many classes only the first ones.
  static let mostClasses = 64

  init(host: HostObject, depths: [ColorDepth]) {
    self.host = host
    self.depths = depths
  }

  /// The pairs that look alike somewhere, those that do most often first.
  var rows: [Row] {
    found.values.map { row in
      var row = row
      row.count = count
      return row
    }.sorted { ($0.share, $0.difference, $0.pair) < ($1.share, $1.difference, $1.pair) }
  }

  /// Compares all classes on one palette.
  ///
  /// - Parameters:
  ///   - entry: The palette.
  ///   - terminal: The terminal, whose depth and colours do not matter.
  ///   - load: The sheet for a terminal.
  mutating func look(
    at entry: PaletteFolder.Entry, on terminal: Environment,
    loading load: (Environment) -> Stylesheet
  ) {
    count += 1
    var check = DistinctCheck(host: host, depths: depths, mostClasses: Self.mostClasses)
    check.look(in: terminal.on(entry.palette), loading: load)
    classCount = max(classCount, check.classCount)
    for (pair, difference) in check.alike {
      var row = found[pair] ?? Row(pair: pair)
      row.alike += 1
      if difference < row.difference { (row.worst, row.difference) = (entry.name, difference) }
      found[pair] = row
    }
  }
}
