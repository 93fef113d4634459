package import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Contents of the screen or a part of it: cells, hotspots for the mouse, and the cursor.
///
/// While a part is drawn, the frame is that part: places count from its corner, and nothing is
/// drawn outside of it. Text is made safe on the way, and cut where its place ends.
package struct Frame {
  /// The cells, fitted to the terminal's colour depth.
  package private(set) var buffer: CellBuffer

  /// Position of the cursor while text is typed; nil hides it.
  package private(set) var cursor: CellPosition?

  /// Places that answer the mouse, beside the insides of the panes; the last one that has a cell
  /// counts.
  private(set) var hotspots: [Hotspot] = []

  let chrome: Chrome

  /// Width rules of the terminal.
  let rules: WidthRules

  /// Target that the mouse button was pressed on.
  let pressed: Hotspot.Target?

  /// True if the pane that is drawn has the keys.
  private(set) var isFocused = false

  /// The part of the screen that is drawn.
  private var area: CellRect

  /// A blank frame.
  init(
    columns: Int, rows: Int, chrome: Chrome, rules: WidthRules, pressed: Hotspot.Target? = nil
  ) {
    buffer = CellBuffer(columns: columns, rows: rows)
    area = CellRect(columns: columns, rows: rows)
    self.chrome = chrome
    self.rules = rules
    self.pressed = pressed
  }

  /// Draws a part.
  ///
  /// - Parameters:
  ///   - place: the place of the part on the screen.
  ///   - isFocused: true if the part has the keys.
  ///   - draw: the closure that draws it.
  mutating func draw(
    in place: CellRect, isFocused: Bool = false, _ draw: (inout Frame) -> Void
  ) {
    guard !place.isEmpty else { return }
    let whole = area
    area = place
    self.isFocused = isFocused
    draw(&self)
    area = whole
  }

  /// All of the part that is drawn.
  var bounds: CellRect { CellRect(columns: area.columns, rows: area.rows) }

  // MARK: Text

  /// Writes text into the first row of a place, from its left.
  ///
  /// What does not fit is cut and ends in `…`; numbers, colours and places are not cut to what
  /// reads as another one, but left out whole.
  ///
  /// - Returns: the rest of the place behind the text.
  @discardableResult
  mutating func write(
    _ text: String, in place: CellRect, _ look: GraphicRendition, cutsNumbers: Bool = false
  ) -> CellRect {
    var column = place.column
    guard place.rows > 0, (0..<area.rows).contains(place.row) else { return place }
    let end = min(place.endColumn, area.columns)
    let label = SafeText.label(Self.start(of: text))
    let bytes = cut(Array(label.utf8), to: end - column, cutsNumbers: cutsNumbers)
    let row = area.row + place.row
    for cluster in TextClusters(bytes, rules: rules) {
      guard column + cluster.width <= end else { break }
      guard cluster.width > 0 else { continue }
      let text = SafeText(trusted: String(decoding: bytes[cluster.range], as: UTF8.self))
      buffer[area.column + column, row] = Cell(
        text: text, width: UInt8(min(cluster.width, 255)), rendition: look)
      for rest in 1..<cluster.width {
        buffer[area.column + column + rest, row] = Cell(text: "", width: 0, rendition: look)
      }
      column += cluster.width
    }
    return place.inset(left: column - place.column)
  }

  /// Returns the longest beginning of a text that fits into `columns`, with a sign if it is cut.
  private func cut(_ bytes: [UInt8], to columns: Int, cutsNumbers: Bool) -> [UInt8] {
    var width = 0
    var end = 0
    for cluster in TextClusters(bytes, rules: rules) {
      width += cluster.width
      if width > columns { break }
      if width < columns { end = cluster.range.upperBound }
    }
    guard width > columns else { return bytes }
    guard columns > 0 else { return [] }
    // If the cut goes through a word with digits in it, the whole word is dropped.
    let start = bytes[..<end].lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let wordEnd = bytes[end...].firstIndex(of: 0x20) ?? bytes.count
    let isInside = start < end && end < wordEnd
    let isNumber = bytes[start..<wordEnd].contains { (0x30...0x39).contains($0) }
    return Array(bytes[..<(isInside && isNumber && !cutsNumbers ? start : end)]) + "…".utf8
  }

  /// Draws colours, two cells for each; nothing where there are none to be had.
  ///
  /// - Returns: the rest of the place behind them.
  mutating func drawSwatches(_ colors: [TerminalColor], in place: CellRect) -> CellRect {
    let depth = chrome.environment.colorDepth
    guard depth.hasColor else { return place }
    var quantizer = ColorQuantizer(depth: depth, palette: chrome.environment.palette)
    var rest = place
    for color in colors where rest.columns > 2 {
      let look = GraphicRendition(background: color)
      fill(rest.line(0).inset(right: rest.columns - 2), quantizer.quantize(look))
      rest = rest.inset(left: 2)
    }
    return colors.isEmpty ? place : rest.inset(left: 1)
  }

  /// Writes text that looks as the chrome's sheet says.
  @discardableResult
  mutating func write(
    _ text: String, in place: CellRect, as name: ChromeClass, _ states: ControlState = []
  ) -> CellRect {
    write(text, in: place, chrome.rendition(name, states))
  }

  /// Writes text so that it ends at the right of a place, if it fits.
  ///
  /// - Returns: the rest of the place before the text.
  @discardableResult
  mutating func writeRight(
    _ text: String, in place: CellRect, _ look: GraphicRendition
  ) -> CellRect {
    let width = width(of: text)
    guard width <= place.columns else { return place }
    write(text, in: place.inset(left: place.columns - width), look)
    return place.inset(right: width)
  }

  /// Cells that text takes when it is written.
  func width(of text: String) -> Int {
    cellWidth(of: SafeText.label(Self.start(of: text)).string, rules: rules)
  }

  /// Returns the beginning of a text, longer than any screen: a line of a sheet may have megabytes.
  private static func start(of text: String) -> String {
    text.utf8.count <= 8192 ? text : String(text.unicodeScalars.prefix(8192))
  }

  // MARK: What answers the mouse

  /// Writes text that answers the mouse.
  ///
  /// - Returns: the rest of the place behind the text.
  @discardableResult
  mutating func write(
    _ text: String, in place: CellRect, as name: ChromeClass, _ states: ControlState = [],
    answering target: Hotspot.Target
  ) -> CellRect {
    let states = pressed == target ? states.union(.highlighted) : states
    let rest = write(text, in: place, as: name, states)
    answerMouse(in: place.inset(right: rest.columns), as: target)
    return rest
  }

  /// Makes a place answer the mouse.
  mutating func answerMouse(in place: CellRect, as target: Hotspot.Target) {
    let place = place.moved(columns: area.column, rows: area.row)
    hotspots.append(Hotspot(place: place, target: target))
  }

  /// Writes the title of a pane; a sign, too, says whether it has the keys.
  mutating func writeTitle(_ text: String, of pane: Pane, from column: Int = 0) {
    write(
      isFocused ? "▸\(text) " : " \(text) ", in: bounds.inset(left: column), as: .frame,
      isFocused ? .focused : [], answering: .pane(pane))
  }

  /// Shows the cursor.
  mutating func placeCursor(column: Int, row: Int) {
    cursor = CellPosition(column: area.column + column, row: area.row + row)
  }

  // MARK: Cells

  /// Fills a place with one character.
  mutating func fill(_ place: CellRect, with text: SafeText = " ", _ look: GraphicRendition) {
    let cell = Cell(text: text, rendition: look)
    update(place) { $0 = cell }
  }

  /// Changes the cells of a place.
  mutating func update(_ place: CellRect, _ change: (inout Cell) -> Void) {
    for row in max(0, place.row)..<max(0, min(place.endRow, area.rows)) {
      for column in place.column..<max(place.column, min(place.endColumn, area.columns)) {
        change(&buffer[area.column + column, area.row + row])
      }
    }
  }

  /// Copies as much of a buffer as there is room for.
  mutating func copy(_ source: CellBuffer) {
    let rows = min(area.rows, source.rows)
    let columns = min(area.columns, source.columns)
    guard rows > 0, columns > 0 else { return }
    // Two previews side by side may have more links than cells can count.
    let hasRoom = buffer.links.count + source.links.count <= Int(UInt16.max)
    let firstLink = UInt16(hasRoom ? buffer.links.count : 0)
    if hasRoom { buffer.links += source.links }
    buffer.copy(source, columns: columns, rows: rows, toColumn: area.column, row: area.row)
    if !source.links.isEmpty {
      for row in 0..<rows {
        for column in 0..<columns where source[column, row].link > 0 {
          let link = hasRoom ? source[column, row].link + firstLink : 0
          buffer[area.column + column, area.row + row].link = link
        }
      }
    }
    // A wide cluster in the last column has room for its left half only.
    for row in 0..<rows where source[columns - 1, row].width == 2 {
      let rendition = source[columns - 1, row].rendition
      buffer[area.column + columns - 1, area.row + row] = Cell(rendition: rendition)
    }
  }
}

/// A place on the screen that answers the mouse.
struct Hotspot {
  /// Kind of the hotspot.
  enum Target: Hashable {
    /// A control, with actions of its own.
    case control(ChromeClass)
    /// A key that is shown together with what it does.
    case key(KeyPress)
    /// A tab of the inspector.
    case tab(InspectorTab)
    /// The tab of a pane, or its title.
    case pane(Pane)
    /// The text that is being typed, whose first character seen has this number.
    case field(first: Int)
    /// The next keys in the line of keys.
    case moreKeys
    /// The line beside a pane, which the mouse can move.
    case border(Pane)
  }

  /// Place on the screen.
  var place: CellRect

  /// Kind of the hotspot.
  var target: Target
}
