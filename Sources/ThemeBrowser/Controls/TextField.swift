import CellLayout
package import StyleValues

/// A line of text being typed.
package struct TextField: Hashable, Sendable {
  /// What has been typed, by user-perceived characters.
  package private(set) var characters: [Character]

  /// Characters before the cursor.
  package private(set) var cursor: Int

  /// Starts with a text and the cursor at its end.
  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The text.
  package var text: String { String(characters) }

  /// The text before the cursor.
  package var head: String { String(characters[..<cursor]) }

  /// Puts text in at the cursor.
  ///
  /// A combining mark joins the character before it. Control characters become spaces.
  package mutating func insert(_ text: String) {
    let clean = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: clean)
    let before = Array(head + String(scalars))
    characters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  /// Puts the cursor in front of the character that stands in a column.
  ///
  /// - Parameters:
  ///   - column: the column, from the left of what is seen.
  ///   - first: the first character that is seen.
  ///   - rules: how the terminal counts cells.
  mutating func moveCursor(toColumn column: Int, first: Int, _ rules: WidthRules) {
    var end = 0
    cursor = min(first, characters.count)
    while cursor < characters.count {
      end += cellWidth(of: String(characters[cursor]), rules: rules)
      if end > column { break }
      cursor += 1
    }
  }

  /// Handles a key of line editing; false if it means nothing here.
  package mutating func handle(_ press: KeyPress) -> Bool {
    let byWord = press.modifiers.contains(.control) || press.modifiers.contains(.alt)
    switch press.key {
    case .left: cursor = byWord ? wordStart : max(0, cursor - 1)
    case .right: cursor = byWord ? wordEnd : min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .backspace: remove(byWord ? wordStart..<cursor : max(0, cursor - 1)..<cursor)
    case .delete: remove(cursor..<min(characters.count, cursor + 1))
    case .character(let scalar) where press.modifiers.isEmpty: insert(String(Character(scalar)))
    case .character(let scalar) where press.modifiers == .control: return control(scalar)
    default: return false
    }
    return true
  }

  /// The keys of readline that most people's fingers know.
  private mutating func control(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a": cursor = 0
    case "e": cursor = characters.count
    case "u": remove(0..<cursor)
    case "k": remove(cursor..<characters.count)
    case "w": remove(wordStart..<cursor)
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
