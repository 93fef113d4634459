import StyleValues
import TerminalOutput

// Answers of a terminal as text: for a variable of the environment, and for a file that is kept.
// Both may be forged: any text that is not exactly in this form is refused.
extension TerminalAnswers {
  private typealias Own<Value> = any WritableKeyPath<Self, Value?> & Sendable

  private static let ownColors: [(name: String, color: Own<RGB8>)] = [
    ("foreground", \.foreground), ("background", \.background), ("cursor", \.cursor),
    ("selection-background", \.selectionBackground),
    ("selection-foreground", \.selectionForeground),
  ]

  /// Answers with the known colours of a palette.
  init(_ colors: TerminalPalette) {
    self.init()
    let isWhole = colors.others != nil
    for entry in UInt8.min...UInt8.max where entry < 16 ? colors.knows(entry) : isWhole {
      palette[entry] = colors[entry]
    }
    (foreground, background, cursor) = (colors.foreground, colors.background, colors.cursor)
    selectionBackground = colors.selectionBackground
    selectionForeground = colors.selectionForeground
  }

  /// The colours in one word, such as `0=#282828,1=#cc241d,foreground=#ebdbb2`; empty if there are
  /// none.
  var colorText: String {
    let entries = palette.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.hex)" }
    let own = Self.ownColors.compactMap { name, color in
      self[keyPath: color].map { "\(name)=\($0.hex)" }
    }
    return (entries + own).joined(separator: ",")
  }

  /// True if a text begins like such a word, so that it is not read as the name of a file.
  static func isColorText(_ text: String) -> Bool {
    guard let sign = text.firstIndex(of: "=") else { return false }
    let key = String(text[..<sign])
    return UInt8(key) != nil || ownColors.contains { $0.name == key }
  }

  /// Reads such a word; nil if it is malformed, or names a colour twice.
  init?(colorText: some StringProtocol) {
    self.init()
    var known: Set<Substring> = []
    for item in colorText.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let color = RGB8(hex: parts[1]),
        known.insert(Substring(parts[0])).inserted
      else { return nil }
      if let own = Self.ownColors.first(where: { $0.name == parts[0] }) {
        self[keyPath: own.color] = color
      } else if let entry = UInt8(parts[0]), String(entry) == parts[0] {
        palette[entry] = color
      } else {
        return nil
      }
    }
  }

  // MARK: - Kept

  private static let facts: [(name: String, fact: Own<Bool>)] = [
    ("synchronized-output", \.synchronizedOutput), ("direct-color", \.hasDirectColor),
  ]
  private static let advances: [(name: String, cells: Own<Int>)] = [
    ("advance-of-width", \.advanceOfWidth), ("advance-of-scale", \.advanceOfScale),
  ]

  /// All answers as lines, each a name and a value.
  var keptText: String {
    var lines: [String] = []
    if !colorText.isEmpty { lines.append("colors \(colorText)") }
    for (name, fact) in Self.facts {
      if let fact = self[keyPath: fact] { lines.append("\(name) \(fact ? "yes" : "no")") }
    }
    for (name, cells) in Self.advances {
      if let cells = self[keyPath: cells] { lines.append("\(name) \(cells)") }
    }
    if let program { lines.append("program \(program)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads such lines; nil if one of them is malformed.
  init?(keptText: some StringProtocol) {
    self.init()
    guard keptText.isEmpty || keptText.hasSuffix("\n") else { return nil }
    for line in keptText.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    where !keptText.isEmpty {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let (name, value) = (parts[0], parts[1])
      if name == "colors" {
        guard self == Self(), let colors = Self(colorText: value) else { return nil }
        self = colors
      } else if let fact = Self.facts.first(where: { $0.name == name })?.fact {
        guard value == "yes" || value == "no" else { return nil }
        self[keyPath: fact] = value == "yes"
      } else if let cells = Self.advances.first(where: { $0.name == name })?.cells {
        guard let number = Int(value), abs(number) < 1000 else { return nil }
        self[keyPath: cells] = number
      } else if name == "program" {
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        program = printable(String(value))
      } else {
        return nil
      }
    }
    isComplete = true
  }

  /// Adds older answers to questions that were not asked this time.
  mutating func add(_ older: TerminalAnswers, notAskedBy query: TerminalQuery) {
    if !query.background { background = older.background }
    if !query.palette { takePalette(of: older) }
    if !query.synchronizedOutput { synchronizedOutput = older.synchronizedOutput }
    if !query.directColor { hasDirectColor = older.hasDirectColor }
    if !query.program { program = older.program }
    if !query.textSizing {
      (advanceOfWidth, advanceOfScale) = (older.advanceOfWidth, older.advanceOfScale)
    }
  }
}

extension RGB8 {
  /// Reads `#rrggbb`; nil for other texts.
  fileprivate init?(hex: some StringProtocol) {
    guard hex.utf8.count == 7, hex.hasPrefix("#"), hex.dropFirst().allSatisfy(\.isHexDigit),
      let number = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self.init(number)
  }
}
