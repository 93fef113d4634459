import CellLayout
package import StyleValues
import TerminalOutput

/// Text being typed: one line, or several.
package struct TextField: Hashable, Sendable {
  /// The typed text, by grapheme clusters.
  package private(set) var characters: [Character]

  package private(set) var cursor: Int

  /// True if it may have several lines.
  package let takesLines: Bool

  /// The size of the text in UTF-8, and the limit for insertions.
  private var size: Int
  private let limit: Int

  /// In bytes: the most that a line may grow.
  private static let lineLimit = 1 << 12

  /// In bytes; longer texts are not edited, because the text is drawn and evaluated at every key.
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

  /// The line of the cursor, from 0.
  package var lineIndex: Int { characters[..<cursor].count { $0 == "\n" } }

  /// The line and column of the cursor, from 1.
  var position: String { "line \(lineIndex + 1)/\(lineCount), column \(cursor - lineStart + 1)" }

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
    takesLines ? characters[cursor...].firstIndex(of: "\n") ?? characters.count : characters.count
  }

  /// Moves to the line above or below, if possible in the same column.
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

  /// Inserts text at the cursor; returns false if its end was cut.
  ///
  /// Control characters become spaces, and so do line ends in a single line; a combining mark joins
  /// the character before it.
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

  /// The text with line feeds; terminals paste carriage returns.
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

  /// Moves the cursor before the character in a column, if `first` is the first visible one.
  mutating func moveCursor(toColumn column: Int, first: Int, _ rules: WidthRules) {
    var end = 0
    cursor = min(first, characters.count)
    while cursor < characters.count, characters[cursor] != "\n" {
      end += cellWidth(of: String(characters[cursor]), rules: rules)
      if end > column { break }
      cursor += 1
    }
  }

  /// Handles a key for editing; returns false for other keys.
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

  /// The frequent keys of readline.
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

/// The selected row of a list, and the visible part of the list.
package struct ScrollingList: Hashable, Sendable {
  package private(set) var count = 0

  package private(set) var height = 0

  /// 0 in an empty list.
  package private(set) var selection = 0

  /// The first visible row.
  package private(set) var offset = 0

  package init() {}

  package var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Sets the numbers of rows and of visible rows; the selection stays if it can.
  package mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(0, height)
    select(selection)
  }

  /// Selects a row, or the nearest one, and scrolls as little as possible to show it.
  package mutating func select(_ row: Int) {
    selection = row.clamped(to: 0...max(0, count - 1))
    if selection < offset { offset = selection }
    if selection >= offset + height { offset = selection - height + 1 }
    offset = offset.clamped(to: 0...max(0, count - height))
  }

  package mutating func move(by rows: Int) { select(selection + rows) }

  /// Moves the selection, if the action does that.
  mutating func perform(_ action: BrowserAction) {
    if let step = action.step(screenful: height - 1) { move(by: step) }
  }

  /// Scrolls, and keeps the selection visible.
  package mutating func scroll(by rows: Int) {
    offset = (offset + rows).clamped(to: 0...max(0, count - height))
    if height > 0 { selection = selection.clamped(to: offset...max(offset, offset + height - 1)) }
    selection = selection.clamped(to: 0...max(0, count - 1))
  }
}
