/// A line of a terminal, made the simplest way: what stands in each column.
public struct ReferenceLine {
  private struct Cell: Hashable {
    var text: String
    var classes: String
    /// Column where its character begins.
    var first: Int
  }

  private var cells: [Int: Cell] = [:]
  private var column = 0
  private var classes = ""
  /// Background that erasing leaves, behind all cells too.
  private var background = ""
  private var last: (text: String, width: Int)?

  private mutating func clear(_ column: Int) {
    guard let cell = cells[column] else { return }
    for (index, other) in cells where other.first == cell.first {
      cells[index] = Cell(text: " ", classes: other.classes, first: index)
    }
  }

  /// Clears a character that stands on both sides of a column's start.
  private mutating func split(at column: Int) {
    if let cell = cells[column], cell.first < column { clear(column) }
  }

  /// Takes note of characters that stand on both sides of an edge of what is written or erased.
  private mutating func observe(_ range: Range<Int>) {
    for edge in [range.lowerBound, range.upperBound] {
      if let cell = cells[edge], cell.first < edge { cutsCharacters = true }
    }
  }

  private mutating func write(_ text: String, width: Int = 1) {
    observe(column..<column + text.count * width)
    for character in text { put(String(character), width: width) }
  }

  private mutating func put(_ text: String, width: Int) {
    for index in column..<column + width { clear(index) }
    for index in column..<column + width {
      cells[index] = Cell(text: index == column ? text : "", classes: classes, first: column)
    }
    column += width
    last = (text, width)
  }

  private mutating func erase(_ range: Range<Int>) {
    observe(range)
    for index in range {
      clear(index)
      cells[index] = background.isEmpty ? nil : Cell(text: " ", classes: background, first: index)
    }
  }

  private mutating func shift(by distance: Int, columns: Int) {
    observe(column..<column + max(0, -distance))
    split(at: column)
    if distance < 0 { split(at: column - distance) }
    var shifted: [Int: Cell] = cells.filter { $0.key < column }
    for (index, var cell) in cells where index >= column && index + distance >= column {
      cell.first += distance
      shifted[index + distance] = cell
    }
    cells = shifted
    if distance > 0 { erase(column..<column + distance) }
    if distance < 0 { erase(columns + distance..<columns) }
  }

  /// The bytes that make it.
  public private(set) var input = ""

  /// True if half of a wide character was written over, erased or moved.
  public private(set) var cutsCharacters = false

  /// True if a character outside of ASCII was repeated.
  public private(set) var repeatsNonASCII = false

  /// The line as `{classes|text}`, without blanks at its end.
  public func listing(columns: Int) -> String {
    var pieces: [(text: String, classes: String)] = []
    for index in 0..<columns {
      let cell = cells[index] ?? Cell(text: " ", classes: "", first: index)
      if pieces.last?.classes == cell.classes {
        pieces[pieces.count - 1].text += cell.text
      } else {
        pieces.append((cell.text, cell.classes))
      }
    }
    if let last = pieces.last, last.classes.isEmpty {
      pieces[pieces.count - 1].text = String(
        last.text.reversed().drop { $0 == " " }.reversed())
    }
    return pieces.filter { !$0.text.isEmpty }.map {
      $0.classes.isEmpty ? $0.text : "{\($0.classes)|\($0.text)}"
    }.joined()
  }

  /// Writes random text, SGR and functions into a line of so many columns.
  public init(_ random: inout SeededGenerator, columns: Int) {
    var mayRepeat = false
    for _ in 0..<Int.random(in: 1...16, using: &random) {
      let count = [0, 1, 1, 2, 3, 5, 8, 13].randomElement(using: &random) ?? 1
      let distance = max(1, count)
      let parameter = count == 0 && Bool.random(using: &random) ? "" : String(count)
      var isText = false
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<7:
        let words = ["a", "bc", "word", "0123456789", "x y", "e\u{301}", "ж"]
        let word = words.randomElement(using: &random) ?? ""
        input += word
        write(word)
        // Terminals do not agree on what is repeated behind a mark.
        isText = word != "e\u{301}"
      case 7:
        input += "世界"
        write("世界", width: 2)
        isText = true
      case 8..<11:
        let states = [
          ("0", "", ""), ("0;31", "fg-red", ""), ("0;1", "bold", ""),
          ("0;32;44", "fg-green bg-blue", "bg-blue"), ("0;41", "bg-red", "bg-red"),
        ]
        let state = states.randomElement(using: &random) ?? states[0]
        input += "\u{1B}[\(state.0)m"
        (classes, background) = (state.1, state.2)
        // SGR is no graphic character.
        mayRepeat = false
      case 11, 12:
        input += "\r"
        column = 0
      case 13:
        // A letter that is nowhere else, so that nothing is struck over.
        input += "\u{8}\u{8}Q"
        column = max(0, column - 2)
        write("Q")
      case 14:
        input += "\u{1B}[\(parameter)D"
        column = max(0, column - distance)
      case 15:
        input += "\u{1B}[\(parameter)C"
        column += distance
      case 16:
        input += "\u{1B}[\(parameter)" + (Bool.random(using: &random) ? "G" : "`")
        column = distance - 1
      case 17:
        input += "\t"
        column = (column / 8 + 1) * 8
      case 18:
        input += "\u{1B}[K"
        erase(column..<columns)
      case 19:
        let isAll = Bool.random(using: &random)
        input += isAll ? "\u{1B}[2K" : "\u{1B}[1K"
        erase(0..<(isAll ? columns : column + 1))
      case 20:
        input += "\u{1B}[\(parameter)X"
        erase(column..<column + distance)
      case 21:
        input += "\u{1B}[\(parameter)P"
        shift(by: -distance, columns: columns)
      case 22:
        input += "\u{1B}[\(parameter)@"
        shift(by: distance, columns: columns)
      default:
        guard mayRepeat, let last else { continue }
        input += "\u{1B}[\(parameter)b"
        if last.text.utf8.count > 1 { repeatsNonASCII = true }
        write(String(repeating: last.text, count: distance), width: last.width)
      }
      mayRepeat = isText
    }
  }
}
