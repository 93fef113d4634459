import CSSSyntax
import Diagnostics
import StyleValues

extension PaletteBuilder {
  /// The eight colours as Windows Terminal names them; the bright ones are `brightBlack` and so on.
  static let windowsTerminalNames = [
    "black", "red", "green", "yellow", "blue", "purple", "cyan", "white",
  ]

  /// Reads an object with a colour for each name: of Windows Terminal, or of Gogh.
  mutating func readJSON() -> PaletteFormat? {
    let document = JSONDocument(text.source)
    add(document.diagnostics.filter { $0.severity > .note })
    guard let root = document.root else { return .windowsTerminal }
    switch root.value {
    case .object(let members):
      guard members.contains(where: { document.string($0.key).hasPrefix("color_") }) else {
        readWindowsTerminal(members, RawValue(root, of: document), of: document)
        return .windowsTerminal
      }
      read(members, of: document) { PaletteSlot(gogh: $0) }
      return .gogh
    case .array(let list) where !list.isEmpty && list.allSatisfy { $0.isObject }:
      reject(
        root.range.prefix(1),
        "a list of themes, as that of Gogh, cannot be read; save one of them as a file")
    default: reject(root.range, "expected an object with colours")
    }
    return nil
  }

  /// Reads an object with a colour for each name, or settings with `schemes`, of which that of the
  /// default profile wins, else the first.
  ///
  /// Windows Terminal's documentation, "Color schemes" and "Appearance profile settings".
  private mutating func readWindowsTerminal(
    _ settings: [JSONMember], _ root: RawValue, of document: JSONDocument
  ) {
    var members = settings
    if let schemes = members.last(where: { document.string($0.key) == "schemes" }) {
      guard case .array(let list) = schemes.value.value, let first = list.first,
        case .object(let scheme) = first.value
      else { return reject(schemes.value.range, "expected a list of colour schemes") }
      members = scheme
      let name = Self.chosenScheme(root)
      for case .object(let other) in list.map(\.value) where name != nil {
        let own = other.last { document.string($0.key) == "name" }?.value.value
        guard case .string(let string)? = own, document.string(string) == name else { continue }
        members = other
        break
      }
    }
    read(members, of: document) { Self.windowsTerminalSlot($0) }
  }

  private mutating func read(
    _ members: [JSONMember], of document: JSONDocument, _ slot: (String) -> PaletteSlot?
  ) {
    for member in members {
      guard let slot = slot(document.string(member.key)) else { continue }
      guard case .string(let string) = member.value.value else {
        reject(member.value.range, "expected a colour such as \"#cc241d\"")
        continue
      }
      set(slot, to: document.string(string), at: member.value.range)
    }
  }

  /// The name of the scheme for new windows; of two for dark and light, the dark one.
  private static func chosenScheme(_ settings: RawValue) -> String? {
    func text(_ value: RawValue?) -> String? {
      if case .text(let text)? = value?.content { text.string } else { nil }
    }
    var profiles = [settings["profiles"]?["defaults"]]
    if case .array(let list)? = settings["profiles"]?["list"]?.content,
      let preferred = text(settings["defaultProfile"])
    {
      profiles.insert(
        list.first { text($0["guid"]) == preferred || text($0["name"]) == preferred }, at: 0)
    }
    return profiles.lazy.compactMap { $0?["colorScheme"] }
      .compactMap { text($0) ?? text($0["dark"]) }.first
  }

  private static func windowsTerminalSlot(_ name: String) -> PaletteSlot? {
    if let slot = PaletteSlot(name, among: PaletteSlot.windowsTerminal) { return slot }
    if let index = windowsTerminalNames.firstIndex(of: name) { return .entry(UInt8(index)) }
    return windowsTerminalNames.firstIndex { windowsTerminalBright($0) == name }.map {
      .entry(UInt8($0) + 8)
    }
  }

  static func windowsTerminalBright(_ name: String) -> String {
    "bright" + name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension JSONNode {
  fileprivate var isObject: Bool { if case .object = value { true } else { false } }
}
