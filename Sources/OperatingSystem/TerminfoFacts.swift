import SystemPackage

/// Colours of a kind of terminal in the terminfo database.
///
/// The compiled description is read directly (term(5)), so that programs that import the library do
/// not link ncurses.
package struct TerminfoFacts: Hashable, Sendable {
  /// Number of colours (`colors`); nil if the description names none.
  package var colors: Int?

  /// True if the description claims 24-bit colour, by `RGB` or by `Tc`.
  package var hasDirectColor: Bool

  /// Reads the description of a terminal by its `TERM` name.
  ///
  /// Directories are searched in the order of ncurses: `$TERMINFO`, `~/.terminfo`,
  /// `$TERMINFO_DIRS`, then those of the system.
  ///
  /// - Returns: Nil if no description has the name, or it is one of a printer or of no terminal in
  ///   particular.
  package init?(term: String) {
    guard let first = term.utf8.first, term != ".", term != "..", !term.utf8.contains(0x2F) else {
      return nil
    }
    let hashed = (first < 16 ? "0" : "") + String(first, radix: 16)
    let folders = [String(Character(Unicode.Scalar(first))), hashed]
    for directory in Self.directories {
      for folder in folders {
        let path = FilePath(directory).appending(folder).appending(term)
        if let bytes = try? FileReading.contents(ofRegular: path, limit: 1 << 16),
          let facts = Self(compiled: bytes)
        {
          self = facts
          return
        }
      }
    }
    return nil
  }

  /// Nil if the description is damaged, or one of a printer or of no terminal in particular.
  init?(compiled bytes: [UInt8]) {
    guard let description = CompiledDescription(bytes), !description.isPrinter,
      !description.isGeneric
    else { return nil }
    colors = description.number(13).flatMap { $0 > 0 ? $0 : nil }
    hasDirectColor = description.hasExtension("RGB") || description.hasExtension("Tc")
  }

  private static var directories: [String] {
    let system = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
    var directories: [String] = []
    if let own = CurrentProcess.variable("TERMINFO") { directories.append(own) }
    if let home = CurrentProcess.variable("HOME") { directories.append(home + "/.terminfo") }
    for name in (CurrentProcess.variable("TERMINFO_DIRS") ?? "")
      .split(separator: ":", omittingEmptySubsequences: false)
    {
      // An empty name means the directories of the system.
      directories += name.isEmpty ? system : [String(name)]
    }
    return directories + system
  }
}

/// The bytes of a compiled description, with the offsets of its sections (term(5)).
private struct CompiledDescription {
  private let bytes: [UInt8]
  private let numberSize: Int
  private let flags: Range<Int>
  private let numbers: Range<Int>
  private let end: Int

  /// Nil if the bytes are no description, or incomplete.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 12 else { return nil }
    let header = (0..<6).map { Int(bytes[2 * $0]) | Int(bytes[2 * $0 + 1]) << 8 }
    switch header[0] {
    case 0o432: numberSize = 2
    case 0o1036: numberSize = 4
    default: return nil
    }
    flags = 12 + header[1]..<12 + header[1] + header[2]
    let start = Self.even(flags.upperBound)
    numbers = start..<start + header[3] * numberSize
    end = numbers.upperBound + header[4] * 2 + header[5]
    guard end <= bytes.count else { return nil }
  }

  /// The capability `hc`, the eighth flag.
  var isPrinter: Bool { flag(7) }

  /// The capability `gn`, the seventh flag.
  var isGeneric: Bool { flag(6) }

  private func flag(_ index: Int) -> Bool {
    index < flags.count && bytes[flags.lowerBound + index] == 1
  }

  /// A number by its index among the standard ones; nil if absent.
  func number(_ index: Int) -> Int? {
    let offset = numbers.lowerBound + index * numberSize
    return offset < numbers.upperBound ? number(at: offset, size: numberSize) : nil
  }

  /// True if an extended capability has a value: a flag that is on, a number above 0, or a string.
  func hasExtension(_ wanted: String) -> Bool {
    let start = Self.even(end)
    guard start + 10 <= bytes.count else { return false }
    let counts = (0..<3).map { number(at: start + 2 * $0, size: 2) ?? 0 }
    let numberStart = Self.even(start + 10 + counts[0])
    let valueStart = numberStart + counts[1] * numberSize
    let nameStart = valueStart + counts[2] * 2
    let table = nameStart + counts.reduce(0, +) * 2
    guard table <= bytes.count else { return false }
    // Names follow the last value.
    var names = table
    for index in 0..<counts[2] {
      guard let offset = number(at: valueStart + index * 2, size: 2), table + offset < bytes.count,
        let terminator = bytes[(table + offset)...].firstIndex(of: 0)
      else { continue }
      names = max(names, terminator + 1)
    }
    for index in 0..<counts.reduce(0, +) {
      guard let offset = number(at: nameStart + index * 2, size: 2),
        names + offset + wanted.utf8.count < bytes.count,
        bytes[(names + offset)...].starts(with: Array(wanted.utf8) + [0])
      else { continue }
      if index < counts[0] { return bytes[start + 10 + index] == 1 }
      if index < counts[0] + counts[1] {
        let value = number(at: numberStart + (index - counts[0]) * numberSize, size: numberSize)
        return (value ?? 0) > 0
      }
      return number(at: valueStart + (index - counts[0] - counts[1]) * 2, size: 2) != nil
    }
    return false
  }

  /// A little-endian number; nil if negative, which means absent.
  private func number(at offset: Int, size: Int) -> Int? {
    var value = 0
    for index in (0..<size).reversed() { value = value << 8 | Int(bytes[offset + index]) }
    return value >> (8 * size - 1) == 0 ? value : nil
  }

  /// Sections of numbers begin at even offsets.
  private static func even(_ offset: Int) -> Int { offset + offset & 1 }
}
