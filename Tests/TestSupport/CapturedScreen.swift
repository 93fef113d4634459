/// A colour as a terminal was told to show it.
public enum CapturedColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// An entry of the palette.
  case palette(UInt8)
  /// Exact.
  case rgb(UInt8, UInt8, UInt8)
}

/// One cell of a terminal's screen.
public struct CapturedCell: Hashable, Sendable {
  /// The character.
  public var text: Character = " "
  /// Its colours.
  public var foreground = CapturedColor.standard, background = CapturedColor.standard
  /// SGR numbers of the attributes that are on: 1 to 5, 7, 8, 9, 21, 53; curly, dotted and dashed
  /// underlines are 43, 44 and 45.
  public var attributes: Set<Int> = []

  /// A blank cell.
  public init() {}
}

/// What a terminal shows, read from `tmux capture-pane -e`.
public struct CapturedScreen: Sendable {
  /// The rows; a row ends with its last cell that was written.
  public var rows: [[CapturedCell]]

  /// The rows as text, without blanks at their ends.
  public var lines: [String] {
    rows.map { row in
      var text = row.map(\.text)
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  /// All rows as text.
  public var text: String { lines.joined(separator: "\n") }

  /// The cell in a column and a row, both from 0; blank beyond what was written.
  public subscript(column: Int, row: Int) -> CapturedCell {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else {
      return CapturedCell()
    }
    return rows[row][column]
  }

  /// Reads a capture: lines of text with SGR sequences, which go on from line to line.
  public init(capture: String) {
    rows = []
    var pen = CapturedCell()
    for line in capture.split(separator: "\n", omittingEmptySubsequences: false) {
      rows.append(Self.row(line, pen: &pen))
    }
    if rows.last?.isEmpty == true { rows.removeLast() }
  }

  private static func row(_ line: Substring, pen: inout CapturedCell) -> [CapturedCell] {
    var row: [CapturedCell] = []
    var rest = line
    while let character = rest.first {
      if character == "\u{1B}", rest.dropFirst().first == "[",
        let end = rest.firstIndex(where: { $0.isLetter })
      {
        if rest[end] == "m" { pen.apply(rest[rest.startIndex..<end].dropFirst(2)) }
        rest = rest[rest.index(after: end)...]
      } else {
        var cell = pen
        cell.text = character
        row.append(cell)
        rest = rest.dropFirst()
      }
    }
    return row
  }
}

extension CapturedCell {
  /// Follows the parameters of a select graphic rendition sequence.
  fileprivate mutating func apply(_ parameters: Substring) {
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false)
    var index = 0
    while index < fields.count {
      let numbers = fields[index].split(separator: ":").map { Int($0) ?? 0 }
      index += 1
      let code = numbers.first ?? 0
      switch code {
      case 0: self = CapturedCell()
      // tmux 3.3 writes overline as 5:3.
      case 5 where numbers.count > 1: attributes.insert(53)
      case 4 where numbers.count > 1:
        attributes.subtract([4, 21, 43, 44, 45])
        let styles = [1: 4, 2: 21, 3: 43, 4: 44, 5: 45]
        if let style = styles[numbers[1]] { attributes.insert(style) }
      case 1...5, 7...9, 53: attributes.insert(code)
      case 21: attributes.insert(21)
      case 22: attributes.subtract([1, 2])
      case 23: attributes.remove(3)
      case 24: attributes.subtract([4, 21, 43, 44, 45])
      case 25: attributes.remove(5)
      case 27...29: attributes.remove(code - 20)
      case 55: attributes.remove(53)
      case 38, 48:
        let color: CapturedColor
        let next = fields[index...].prefix(4).map { Int($0) ?? 0 }
        if next.first == 5, next.count > 1 {
          color = .palette(UInt8(truncatingIfNeeded: next[1]))
          index += 2
        } else if next.first == 2, next.count > 3 {
          color = .rgb(
            UInt8(truncatingIfNeeded: next[1]), UInt8(truncatingIfNeeded: next[2]),
            UInt8(truncatingIfNeeded: next[3]))
          index += 4
        } else {
          continue
        }
        if code == 38 { foreground = color } else { background = color }
      case 30...37: foreground = .palette(UInt8(code - 30))
      case 39: foreground = .standard
      case 40...47: background = .palette(UInt8(code - 40))
      case 49: background = .standard
      case 90...97: foreground = .palette(UInt8(code - 82))
      case 100...107: background = .palette(UInt8(code - 92))
      default: break
      }
    }
  }
}
