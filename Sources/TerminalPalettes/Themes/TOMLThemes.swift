extension PaletteBuilder {
  /// Reads a theme of Alacritty, Rio or WezTerm: all have a table `colors`.
  mutating func readTOML() -> PaletteFormat? {
    var reader = TOMLReader(text)
    reader.read()
    add(reader.findings)
    let colors = reader.entries.filter { $0.path.count > 1 && $0.path[0] == "colors" }
    let isAlacritty = colors.contains { entry in
      entry.path.count > 2 && Self.alacrittyTables.contains(entry.path[1])
    }
    if isAlacritty {
      readAlacritty(colors)
      return .alacritty
    }
    if colors.contains(where: { $0.path.count == 2 && Self.rioEntry($0.key) != nil }) {
      readRio(colors)
      return .rio
    }
    readWezTerm(colors)
    return .wezterm
  }

  /// The tables that only Alacritty has.
  static let alacrittyTables: Set = [
    "primary", "normal", "bright", "cursor", "selection", "indexed_colors",
  ]

  /// Reads `colors.normal.red` and so on, alacritty(5).
  mutating func readAlacritty(_ entries: [ThemeEntry]) {
    /// The numbers in `colors.indexed_colors`, by their index.
    var numbers: [String: UInt8] = [:]
    for entry in entries where entry.path.count == 4 && entry.path[3] == "index" {
      guard let number = UInt8(entry.text) else {
        reject(entry.range, "palette entry '\(entry.text)' is not a number from 0 to 255")
        continue
      }
      numbers[entry.path[2]] = number
    }
    for entry in entries {
      let path = entry.path.dropFirst()
      let slot: PaletteSlot
      switch (path.first, path.count) {
      case ("primary", 2), ("cursor", 2), ("selection", 2):
        guard let found = Self.alacrittySlot(path[1], path[2]) else { continue }
        if ["CellForeground", "CellBackground"].contains(entry.text) { continue }
        slot = found
      case ("normal", 2), ("bright", 2):
        guard let index = Self.alacrittyNames.firstIndex(of: path[2]) else { continue }
        slot = .entry(UInt8(index) + (path[1] == "bright" ? 8 : 0))
      case ("dim", 2):
        pass(entry.range)
        continue
      case ("indexed_colors", 3):
        guard path[3] == "color", let index = numbers[path[2]] else { continue }
        slot = .entry(index)
      default: continue
      }
      set(slot, to: entry.text, at: entry.range)
    }
  }

  private static func alacrittySlot(_ table: String, _ key: String) -> PaletteSlot? {
    switch (table, key) {
    case ("primary", "foreground"): .foreground
    case ("primary", "background"): .background
    case ("cursor", "cursor"): .cursor
    case ("selection", "text"): .selectionForeground
    case ("selection", "background"): .selectionBackground
    default: nil
    }
  }

  /// The eight colours as Alacritty names them.
  static let alacrittyNames = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The palette entry of a name such as `red` or `light-red`; nil for other names.
  private static func rioEntry(_ name: String) -> UInt8? {
    let isLight = name.hasPrefix("light-") || name.hasPrefix("light_")
    return alacrittyNames.firstIndex(of: isLight ? String(name.dropFirst(6)) : name)
      .map { UInt8($0) + (isLight ? 8 : 0) }
  }

  /// Reads `colors.red`, `colors.light-red` and so on; Rio's documentation, "Colors".
  private mutating func readRio(_ entries: [ThemeEntry]) {
    for entry in entries where entry.path.count == 2 {
      if entry.key.hasPrefix("dim") { pass(entry.range) }
      let named = Self.rioEntry(entry.key).map(PaletteSlot.entry)
      guard let slot = named ?? PaletteSlot(entry.key, among: PaletteSlot.rio) else { continue }
      set(slot, to: entry.text, at: entry.range)
    }
  }

  /// Reads `colors.ansi`, `colors.brights` and so on (WezTerm, "Colors & Appearance").
  private mutating func readWezTerm(_ entries: [ThemeEntry]) {
    for entry in entries {
      let path = entry.path.dropFirst()
      let slot: PaletteSlot
      switch (path[1], path.count) {
      case (let name, 1):
        guard let own = PaletteSlot(name, among: PaletteSlot.wezterm) else { continue }
        slot = own
      case ("ansi", 2), ("brights", 2):
        guard let index = UInt8(digits: path[2]), index < 8 else {
          reject(entry.range, "'\(path[1])' has more than eight colours")
          continue
        }
        slot = .entry(index + (path[1] == "brights" ? 8 : 0))
      case ("indexed", 2):
        guard let index = UInt8(digits: path[2]) else {
          reject(entry.range, "palette entry '\(path[2])' is not a number from 0 to 255")
          continue
        }
        slot = .entry(index)
      default: continue
      }
      if slot == .selectionForeground, entry.text == "none" { continue }
      set(slot, to: entry.text, at: entry.range)
    }
  }
}
