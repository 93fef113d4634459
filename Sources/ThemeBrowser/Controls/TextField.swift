import CellLayout
package import StyleValues
import TerminalOutput

/// Text being typed: a line, or several.
package struct TextField: Hashable, Sendable {
  /// The typed text, by user-perceived characters.
  package private(set) var characters: [Character]

  package private(set) var cursor: Int

  /// True if it may have several lines.
  package let takesLines: Bool

  /// Size of the text in UTF-8, and that up to which text can be put in.
  private var size: Int
  private let limit: Int

  /// Bytes that a line may grow by.
  private static let lineLimit = 1 << 12

  /// Longer texts are not edited, in bytes: at every key the text is drawn, and what it means is
  /// worked out.
  static let textLimit = 1 << 16

  package init(_ text: String = "", takesLines: Bool = false) {
    self.takesLines = takesLines
    let text = takesLines ? Self.withLineFeeds(text) : text
    size = text.utf8.count
    limit = takesLines ? max(size, Self.textLimit) : size + Self.lineLimit
    characters = Array(text)
    cursor = characters.count
  }

  package var text: String { String(characters) }

  // MARK: Lines

  package var lineCount: Int { characters.count { $0 == "\n" } + 1 }

  /// The line with the cursor, from 0.
  package var lineIndex: Int { characters[..<cursor].count { $0 == "\n" } }

  /// Line and column of the cursor, from 1.
  var position: String {
    "line \(lineIndex + 1)/\(lineCount), column \(cursor - lineStart + 1)"
  }

  /// The characters of a line, from 0, without its end.
  func range(ofLine line: Int) -> Range<Int> {
    guard takesLines else { return characters.indices }
    var start = 0
    for _ in 0..<line {
      guard let end = characters[start...].firstIndex(of: "\n") else { break }
      start = end + 1
    }
    return start..<(characters[start...].firstIndex(of: "\n") ?? characters.count)
  }

  private var lineStart: Int {
    takesLines ? (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1 : 0
  }

  private var lineEnd: Int {
    takesLines
      ? characters[cursor...].firstIndex(of: "\n") ?? characters.count : characters.count
  }

  /// Goes to the line above or below, as far to the right as it can.
  private mutating func moveLine(by step: Int) {
    let line = lineIndex + step
    let column = cursor - lineStart
    guard (0..<lineCount).contains(line) else {
      cursor = step < 0 ? 0 : characters.count
      return
    }
    let range = range(ofLine: line)
    cursor = min(range.lowerBound + column, range.upperBound)
  }

  // MARK: Editing

  /// Puts text in at the cursor, where control characters become spaces, as do the ends of lines
  /// if there is only one, and a combining mark joins the character before it; false if there was
  /// no room for all of it, so that its end is missing.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    var scalars = String.UnicodeScalarView()
    var isWhole = true
    for scalar in Self.withLineFeeds(text).unicodeScalars {
      let isKept =
        scalar == "\n" && takesLines
        || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      let clean = isKept ? scalar : " "
      isWhole = size + UTF8.width(clean) <= limit
      if !isWhole { break }
      scalars.append(clean)
      size += UTF8.width(clean)
    }
    // Only the character before the cursor can be joined by what is put in.
    let joined = cursor > 0 ? String(characters[cursor - 1]) : ""
    let before = Array(joined + String(scalars))
    let start = cursor - (joined.isEmpty ? 0 : 1)
    characters.replaceSubrange(start..<cursor, with: before)
    cursor = start + before.count
    return isWhole
  }

  /// The text with line feeds at the ends of its lines; terminals paste carriage returns.
  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var scalars = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if !(scalar == "\n" && last == "\r") { scalars.append(scalar == "\r" ? "\n" : scalar) }
      last = scalar
    }
    return String(scalars)
  }

  /// Puts the cursor in front of the character that stands in a column of what is seen, from the
  /// character `first` on.
  mutating func moveCursor(toColumn column: Int, first: Int, _ rules: WidthRules) {
    var end = 0
    cursor = min(first, characters.count)
    while cursor < characters.count, characters[cursor] != "\n" {
      end += cellWidth(of: String(characters[cursor]), rules: rules)
      if end > column { break }
      cursor += 1
    }
  }

  /// Handles a key of line editing; false if it means nothing here.
  package mutating func handle(_ press: KeyPress) -> Bool {
    let byWord = press.modifiers.contains(.control) || press.modifiers.contains(.alt)
    switch press.key {
    case .up where takesLines: moveLine(by: -1)
    case .down where takesLines: moveLine(by: 1)
    case .left: cursor = byWord ? wordStart : max(0, cursor - 1)
    case .right: cursor = byWord ? wordEnd : min(characters.count, cursor + 1)
    case .home: cursor = lineStart
    case .end: cursor = lineEnd
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
    case "a": cursor = lineStart
    case "e": cursor = lineEnd
    case "u": remove(lineStart..<cursor)
    case "k": remove(cursor..<lineEnd)
    case "w": remove(wordStart..<cursor)
    case "j" where takesLines: insert("\n")
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    size -= characters[range].reduce(0) { $0 + $1.utf8.count }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var index = cursor
    while index > 0, !Self.isWord(characters[index - 1]) { index -= 1 }
    while index > 0, Self.isWord(characters[index - 1]) { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, !Self.isWord(characters[index]) { index += 1 }
    while index < characters.count, Self.isWord(characters[index]) { index += 1 }
    return index
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

/// The selected row of a list, and the part of the list that is seen.
package struct ScrollingList: Hashable, Sendable {
  package private(set) var count = 0

  package private(set) var height = 0

  /// The selected row; 0 in an empty list.
  package private(set) var selection = 0

  /// The first row that is seen.
  package private(set) var offset = 0

  package init() {}

  package var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Sets the number of rows and how many are seen; the selection stays where it can.
  package mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(0, height)
    select(selection)
  }

  /// Selects a row, or the nearest there is, and scrolls as little as shows it.
  package mutating func select(_ row: Int) {
    selection = row.clamped(to: 0...max(0, count - 1))
    if selection < offset { offset = selection }
    if selection >= offset + height { offset = selection - height + 1 }
    offset = offset.clamped(to: 0...max(0, count - height))
  }

  package mutating func move(by rows: Int) {
    select(selection + rows)
  }

  /// Moves the selection if that is what the action does in a list.
  mutating func perform(_ action: BrowserAction) {
    if let step = action.step(screenful: height - 1) { move(by: step) }
  }

  /// Scrolls, and takes the selection along when it would be lost from sight.
  package mutating func scroll(by rows: Int) {
    offset = (offset + rows).clamped(to: 0...max(0, count - height))
    if height > 0 { selection = selection.clamped(to: offset...max(offset, offset + height - 1)) }
    selection = selection.clamped(to: 0...max(0, count - 1))
  }
}
