import Bytes

/// The name of a control sequence, for findings.
///
/// The names are those of ECMA-48 (5th edition) §8.3 with the numbers of the sections, and of DEC
/// (VT510 video terminal programmer information) and xterm (ctlseqs) where ECMA-48 leaves the final
/// byte to private use.
struct ControlFunction: Hashable, Sendable {
  /// The abbreviation, such as `ED`.
  let name: String

  /// The standard or manual, with the section.
  let source: String

  /// Such as `erase in page`.
  let title: String

  var text: String { "\(name), \(title), \(source)" }

  /// nil for a sequence without a name.
  init?(_ sequence: ControlSequence, in bytes: Span<UInt8>) {
    let content = sequence.content
    switch sequence.kind {
    case .command: self = Self.command
    case .string:
      guard let known = Self.escapes[bytes[sequence.range.lowerBound + 1]] else { return nil }
      self = known
    case .escape:
      guard sequence.isWhole else { return nil }
      if content.isEmpty {
        guard let known = Self.escapes[bytes[content.upperBound]] else { return nil }
        self = known
      } else {
        guard let known = Self.designations[bytes[content.lowerBound]] else { return nil }
        self = known
      }
    case .control:
      guard sequence.isWhole else { return nil }
      var key = ""
      for offset in content where !(0x30...0x3B).contains(bytes[offset]) {
        key.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
      }
      key.unicodeScalars.append(Unicode.Scalar(bytes[content.upperBound]))
      guard let known = Self.controls[key] else { return nil }
      self = known
    }
  }

  private init(_ name: String, _ source: String, _ title: String) {
    self.name = name
    self.source = source
    self.title = title
  }

  private static let command = ControlFunction("OSC", "ECMA-48 §8.3.89", "operating system command")

  /// By the byte after ESC: the C1 controls (ECMA-48 §5.3), independent functions (§5.5), and
  /// DEC's.
  static let escapes: [UInt8: ControlFunction] = table("escape ") { $0.utf8.first ?? 0 }

  /// By the intermediate byte after ESC (ECMA-35 §13.2).
  static let designations: [UInt8: ControlFunction] = table("set ") { $0.utf8.first ?? 0x20 }

  /// By the bytes around the numbers of a control sequence: private mark, intermediate byte, final
  /// byte.
  static let controls: [String: ControlFunction] = table("control ") { $0 }

  /// Reads the lines of a kind: a key, a name, a section of ECMA-48 or another source, and a title.
  private static func table<Key: Hashable>(
    _ kind: String, key: (String) -> Key
  ) -> [Key: ControlFunction] {
    var table: [Key: ControlFunction] = [:]
    for line in DataFile.controlFunctions.lines where line.hasPrefix(kind) {
      let line = line.dropFirst(kind.count)
      let bar = line.dropFirst().firstIndex(of: "|") ?? line.endIndex
      let fields = line[bar...].split(separator: "|").map(String.init)
      let source = Int(fields[1]).map { "ECMA-48 §8.3.\($0)" } ?? fields[1]
      table[key(String(line[..<bar]))] = ControlFunction(fields[0], source, fields[2])
    }
    return table
  }
}
