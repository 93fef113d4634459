/// A terminal's screen, as far as this project writes to one: text, SGR, links and cursor moves.
///
/// Tests feed it bytes and compare its cells with what was meant. It takes nothing on trust: a
/// sequence it does not know is recorded in `complaints`.
public struct ScreenModel: Sendable {
  /// A colour as SGR set it.
  public enum Color: Hashable, Sendable {
    /// 39, 49 or 59.
    case standard
    /// An entry of the palette.
    case palette(Int)
    /// Three bytes.
    case rgb(Int, Int, Int)
  }

  /// What SGR has set.
  public struct Pen: Hashable, Sendable {
    /// 30–39, 90–97.
    public var foreground = Color.standard
    /// 40–49, 100–107.
    public var background = Color.standard
    /// 58, 59.
    public var underlineColor = Color.standard
    /// The numbers of the attributes that are on, without 4.
    public var attributes: Set<Int> = []
    /// 0 for none, 1 to 5 for the styles of 4.
    public var underline = 0

    /// The default state.
    public init() {}
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The cluster that starts here; empty in the second cell of a wide one.
    public var text = " "
    /// How it is drawn.
    public var pen = Pen()
    /// The address of its link.
    public var link: String?
    /// The `id` of its link.
    public var linkID: String?

    /// A blank cell.
    public init() {}
  }

  /// A text drawn in another size (OSC 66).
  public struct SizedText: Hashable, Sendable {
    /// The text.
    public var text: String
    /// Its first column and row.
    public var column: Int, row: Int
    /// The cells it takes.
    public var columns: Int, rows: Int
    /// How it is drawn.
    public var pen: Pen

    /// Puts a text together.
    public init(text: String, column: Int, row: Int, columns: Int, rows: Int, pen: Pen = Pen()) {
      (self.text, self.column, self.row) = (text, column, row)
      (self.columns, self.rows, self.pen) = (columns, rows, pen)
    }

    func covers(column: Int, row: Int) -> Bool {
      (self.column..<self.column + columns).contains(column)
        && (self.row..<self.row + rows).contains(row)
    }
  }

  /// Cells in a row.
  public let columns: Int
  /// The rows; more are added at the bottom where the model was made without a height.
  public private(set) var rows: [[Cell]]
  /// Whether the number of rows is fixed.
  public let hasFixedHeight: Bool
  /// What was not understood, or is wrong.
  public private(set) var complaints: [String] = []
  /// The state that the next character will be written in.
  public private(set) var pen = Pen()
  /// The open link's address.
  public private(set) var link: String?
  /// The states in which line feeds were met, other than the default state.
  public private(set) var lineEndsInOtherStates = 0
  /// The cursor's row, from 0.
  public private(set) var row = 0
  /// The cursor's column, from 0; `columns` after the last cell was written.
  public private(set) var column = 0

  /// The texts of other sizes, in the order of writing.
  public private(set) var sizedTexts: [SizedText] = []

  private var linkID: String?
  private let widthOf: @Sendable (String) -> Int

  /// An empty screen.
  ///
  /// - Parameters:
  ///   - columns: Cells in a row.
  ///   - rows: The height; nil for one that grows.
  ///   - widthOf: The width of a grapheme cluster, 0, 1 or 2.
  public init(
    columns: Int, rows: Int? = nil, widthOf: @escaping @Sendable (String) -> Int = { _ in 1 }
  ) {
    self.columns = columns
    hasFixedHeight = rows != nil
    self.rows = Array(
      repeating: Array(repeating: Cell(), count: columns), count: max(1, rows ?? 1))
    self.widthOf = widthOf
  }

  /// Interprets bytes.
  public mutating func feed(_ bytes: [UInt8]) {
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case 0x1B: place = escape(bytes, at: place)
      case 0x0A:
        if pen != Pen() || link != nil { lineEndsInOtherStates += 1 }
        column = 0
        row += 1
        grow()
        place += 1
      case 0x0D:
        column = 0
        place += 1
      case ..<0x20, 0x7F:
        complain("control byte \(bytes[place])")
        place += 1
      default:
        let end = bytes[place...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
        write(String(decoding: bytes[place..<end], as: UTF8.self))
        place = end
      }
    }
  }

  /// The text of a row, blanks at its end included.
  public func text(ofRow row: Int) -> String {
    rows[row].map(\.text).joined()
  }

  // MARK: - Text

  private mutating func write(_ text: String) {
    for character in text {
      let cluster = String(character)
      if cluster.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) {
        complain("C1 control")
      }
      let width = widthOf(cluster)
      if width == 0 {
        attach(cluster)
        continue
      }
      if column + width > columns {
        complain("written past the end of row \(row)")
        return
      }
      if sizedTexts.contains(where: { $0.covers(column: column, row: row) }) {
        complain("written on a text of another size")
      }
      separateWide(at: column)
      if width == 2 { separateWide(at: column + 1) }
      for offset in 0..<width {
        var cell = Cell()
        cell.text = offset == 0 ? cluster : ""
        cell.pen = pen
        cell.link = link
        cell.linkID = linkID
        rows[row][column + offset] = cell
      }
      column += width
    }
  }

  /// What takes no cell belongs to the cell before it; at the start of a line it is lost.
  private mutating func attach(_ cluster: String) {
    guard column > 0 else { return }
    var place = column - 1
    while place > 0, rows[row][place].text.isEmpty { place -= 1 }
    rows[row][place].text += cluster
  }

  /// Writing on one half of a wide cluster blanks the other half.
  private mutating func separateWide(at column: Int) {
    if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1].text = " " }
    if column + 1 < columns, rows[row][column + 1].text.isEmpty { rows[row][column + 1].text = " " }
  }

  private mutating func grow() {
    while row >= rows.count {
      rows.append(Array(repeating: Cell(), count: columns))
      if hasFixedHeight {
        complain("scrolled")
        rows.removeFirst()
        row -= 1
      }
    }
  }

  private mutating func complain(_ text: String) {
    if complaints.count < 20 { complaints.append(text) }
  }

  // MARK: - Sequences

  /// Interprets the sequence that starts at `start`.
  ///
  /// - Returns: The place after it.
  private mutating func escape(_ bytes: [UInt8], at start: Int) -> Int {
    guard start + 1 < bytes.count else {
      complain("ESC at the end")
      return bytes.count
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      guard let end = bytes[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
      else {
        complain("unfinished CSI")
        return bytes.count
      }
      control(
        String(decoding: bytes[(start + 2)..<end], as: UTF8.self),
        final: Character(Unicode.Scalar(bytes[end])))
      return end + 1
    case UInt8(ascii: "]"):
      var end = start + 2
      while end < bytes.count, bytes[end] != 0x07, bytes[end] != 0x1B { end += 1 }
      command(String(decoding: bytes[(start + 2)..<end], as: UTF8.self))
      if end + 1 < bytes.count, bytes[end] == 0x1B, bytes[end + 1] == 0x5C { return end + 2 }
      if end >= bytes.count { complain("unfinished OSC") }
      return end + 1
    default:
      complain("ESC \(bytes[start + 1])")
      return start + 2
    }
  }

  private mutating func command(_ text: String) {
    if text.hasPrefix("66;") { return drawSized(text) }
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "8" else { return complain("OSC \(text)") }
    link = parts[2].isEmpty ? nil : String(parts[2])
    linkID = parts[1].hasPrefix("id=") ? String(parts[1].dropFirst(3)) : nil
    if text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) { complain("raw byte in a link") }
  }

  private mutating func drawSized(_ command: String) {
    let parts = command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return complain("OSC \(command)") }
    var keys: [Substring: Int] = [:]
    for pair in parts[1].split(separator: ":") {
      let sides = pair.split(separator: "=")
      guard sides.count == 2, let value = Int(sides[1]) else { return complain("OSC \(command)") }
      keys[sides[0]] = value
    }
    let scale = keys["s"] ?? 1
    let cells = keys["w"] ?? parts[2].reduce(0) { $0 + widthOf(String($1)) }
    if row + scale > rows.count { complain("text of another size cut off at the bottom") }
    if column + scale * cells > columns { complain("text of another size past the end") }
    sizedTexts.append(
      SizedText(
        text: String(parts[2]), column: column, row: row, columns: scale * cells, rows: scale,
        pen: pen))
    column += scale * cells
  }

  private mutating func control(_ text: String, final: Character) {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch final {
    case "m": setRendition(text)
    case "H":
      row = max(1, numbers.first ?? 1) - 1
      column = max(1, numbers.count > 1 ? numbers[1] : 1) - 1
      if row >= rows.count || column >= columns { complain("cursor outside: \(text)H") }
      row = min(row, rows.count - 1)
      column = min(column, columns - 1)
    case "A": row = max(0, row - first)
    case "B": row = min(rows.count - 1, row + first)
    case "C": column = min(columns - 1, column + first)
    case "D": column = max(0, min(column, columns - 1) - first)
    case "G": column = min(columns, first) - 1
    case "K":
      guard numbers.first ?? 0 == 0 else { return complain("CSI \(text)K") }
      erase(row: row, from: min(column, columns - 1))
    case "J":
      guard numbers.first == 2 else { return complain("CSI \(text)J") }
      for row in rows.indices { erase(row: row, from: 0) }
    case "h", "l":
      if text != "?2026" { complain("CSI \(text)\(final)") }
    default: complain("CSI \(text)\(final)")
    }
  }

  /// Erased cells take the background of the pen, as in terminals with `bce`.
  private mutating func erase(row: Int, from start: Int) {
    for column in start..<columns {
      separateWide(at: column)
      rows[row][column] = Cell()
      rows[row][column].pen.background = pen.background
    }
  }

  // MARK: - SGR

  private mutating func setRendition(_ text: String) {
    if text.contains(":") { return setColonRendition(text) }
    var numbers = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
    if numbers.isEmpty { numbers = [0] }
    while let number = numbers.popFirst() {
      switch number {
      case 0: pen = Pen()
      case 1, 2, 3, 5, 7, 8, 9, 53: pen.attributes.insert(number)
      case 4: pen.underline = 1
      case 22: pen.attributes.subtract([1, 2])
      case 23: pen.attributes.remove(3)
      case 24: pen.underline = 0
      case 25: pen.attributes.remove(5)
      case 27: pen.attributes.remove(7)
      case 28: pen.attributes.remove(8)
      case 29: pen.attributes.remove(9)
      case 55: pen.attributes.remove(53)
      case 30...37: pen.foreground = .palette(number - 30)
      case 40...47: pen.background = .palette(number - 40)
      case 90...97: pen.foreground = .palette(number - 82)
      case 100...107: pen.background = .palette(number - 92)
      case 38: pen.foreground = color(&numbers)
      case 48: pen.background = color(&numbers)
      case 39: pen.foreground = .standard
      case 49: pen.background = .standard
      case 59: pen.underlineColor = .standard
      default: complain("SGR \(number) in \(text)")
      }
    }
  }

  private mutating func color(_ numbers: inout ArraySlice<Int>) -> Color {
    switch numbers.popFirst() {
    case 5:
      if let index = numbers.popFirst(), (0...255).contains(index) { return .palette(index) }
    case 2:
      if numbers.count >= 3 {
        let channels = numbers.prefix(3)
        numbers = numbers.dropFirst(3)
        if channels.allSatisfy((0...255).contains) {
          return .rgb(
            channels[channels.startIndex], channels[channels.startIndex + 1],
            channels[channels.startIndex + 2])
        }
      }
    default: break
    }
    complain("bad colour")
    return .standard
  }

  private mutating func setColonRendition(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if text.contains(";") { complain("colon parameter not alone: \(text)") }
    if parts.count == 2, parts[0] == "4", let style = Int(parts[1]), (2...5).contains(style) {
      // xterm drops the underline here; it must have been on.
      if pen.underline == 0 { complain("style \(text) before 4") }
      pen.underline = style
    } else if parts.count == 3, parts[0] == "58", parts[1] == "5", let index = Int(parts[2]) {
      pen.underlineColor = .palette(index)
    } else if parts.count == 6, parts[0] == "58", parts[1] == "2", parts[2].isEmpty,
      let red = Int(parts[3]), let green = Int(parts[4]), let blue = Int(parts[5])
    {
      pen.underlineColor = .rgb(red, green, blue)
    } else {
      complain("SGR \(text)")
    }
  }
}

extension ScreenModel {
  /// The cells of a row without the blanks at its end that nobody sees, and without the numbers of
  /// links, which may differ; none for a row that was not written.
  public func visibleCells(in row: Int) -> [Cell] {
    guard row < rows.count else { return [] }
    var cells = rows[row]
    while let last = cells.last, last.text == " ", last.link == nil,
      last.pen.background == .standard, last.pen.underline == 0,
      last.pen.attributes.isDisjoint(with: [7, 9, 53])
    {
      cells.removeLast()
    }
    return cells.map { cell in
      var cell = cell
      cell.linkID = nil
      return cell
    }
  }
}
