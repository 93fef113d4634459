package import CellLayout
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The contents of the screen or a part of it: cells, regions that answer the mouse, and the cursor.
///
/// While a part is drawn, the frame is that part: positions count from its corner, and nothing is
/// drawn outside of it. Text is made safe, and cut at the end of its rectangle.
package struct Frame {
  /// Fitted to the terminal's colour depth.
  package private(set) var buffer: CellBuffer

  /// nil hides the cursor.
  package private(set) var cursor: CellPosition?

  /// Rectangles that respond to the mouse, besides the insides of the panes.
  private(set) var hitRegions: [HitRegion] = []

  /// The previews: rectangles whose rows are shown as they would be printed.
  package private(set) var prints: [CellRect] = []

  let chrome: Chrome

  let rules: WidthRules

  let pressed: HitRegion.Target?

  /// True if the pane being drawn is focused.
  private(set) var isFocused = false

  /// The part of the screen being drawn.
  private var area: CellRect

  init(
    columns: Int, rows: Int, chrome: Chrome, rules: WidthRules, pressed: HitRegion.Target? = nil
  ) {
    buffer = CellBuffer(columns: columns, rows: rows)
    area = CellRect(columns: columns, rows: rows)
    self.chrome = chrome
    self.rules = rules
    self.pressed = pressed
  }

  /// Draws a part in its rectangle of the screen.
  mutating func draw(in rect: CellRect, isFocused: Bool = false, _ draw: (inout Frame) -> Void) {
    guard !rect.isEmpty else { return }
    let whole = area
    area = rect
    self.isFocused = isFocused
    draw(&self)
    area = whole
  }

  /// The whole part being drawn.
  var bounds: CellRect { CellRect(columns: area.columns, rows: area.rows) }

  // MARK: Text

  /// Writes text into the first row of a rectangle, and returns the rest of the rectangle.
  ///
  /// Longer text is cut and ends in `…`, but numbers, colours and locations are left out whole,
  /// because a part would be read as another one.
  @discardableResult
  mutating func write(
    _ text: String, in rect: CellRect, _ rendition: GraphicRendition, cutsNumbers: Bool = false
  ) -> CellRect {
    var column = rect.column
    guard rect.rows > 0, (0..<area.rows).contains(rect.row) else { return rect }
    let end = min(rect.endColumn, area.columns)
    let label = SafeText.label(Self.start(of: text))
    let bytes = cut(Array(label.utf8), to: end - column, cutsNumbers: cutsNumbers)
    let row = area.row + rect.row
    for cluster in TextClusters(bytes, rules: rules) {
      guard column + cluster.width <= end else { break }
      guard cluster.width > 0 else { continue }
      let text = SafeText(trusted: String(decoding: bytes[cluster.range], as: UTF8.self))
      buffer[area.column + column, row] = Cell(
        text: text, width: UInt8(min(cluster.width, 255)), rendition: rendition)
      for rest in 1..<cluster.width {
        buffer[area.column + column + rest, row] = Cell(text: "", width: 0, rendition: rendition)
      }
      column += cluster.width
    }
    return rect.inset(left: column - rect.column)
  }

  /// The longest prefix of a text that fits into `columns`, with a sign if it is cut.
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
    // If the cut goes through a word with digits in it, the whole word is dropped; what stands in
    // the brackets of a function is a word of its own.
    let start =
      bytes[..<end].lastIndex { $0 == 0x20 || $0 == UInt8(ascii: "(") }.map { $0 + 1 } ?? 0
    let wordEnd = bytes[end...].firstIndex { $0 == 0x20 || $0 == UInt8(ascii: "(") } ?? bytes.count
    let isInside = start < end && end < wordEnd
    let isNumber = bytes[start..<wordEnd].contains { (0x30...0x39).contains($0) }
    return Array(bytes[..<(isInside && isNumber && !cutsNumbers ? start : end)]) + "…".utf8
  }

  /// Draws colours in two cells each, and returns the rest of the rectangle; draws nothing without
  /// colours.
  ///
  /// A colour that is hardly visible on its background has an outline.
  mutating func drawSwatches(_ colors: [TerminalColor], in rect: CellRect) -> CellRect {
    let depth = chrome.environment.colorDepth
    guard depth.hasColor, bounds.contains(CellPosition(column: rect.column, row: rect.row)) else {
      return rect
    }
    var quantizer = ColorQuantizer(depth: depth, palette: chrome.environment.palette)
    let screen = ScreenColors(chrome.environment)
    let row = buffer[area.column + rect.column, area.row + rect.row].rendition
    let isReversed = row.attributes.contains(.reverse)
    let paper = isReversed ? screen.foreground : screen.background
    let ink = isReversed ? screen.background : screen.foreground
    var rest = rect
    for color in colors where rest.columns > 2 {
      let swatch = quantizer.quantize(GraphicRendition(background: color))
      let seen = screen.palette.color(of: swatch.background) ?? paper
      let isSeen = CIELab(seen).difference(to: CIELab(paper)) >= Self.leastDifference
      let outline = GraphicRendition(foreground: .rgb(ink), background: color)
      write(isSeen ? "  " : "[]", in: rest, isSeen ? swatch : quantizer.quantize(outline))
      rest = rest.inset(left: 2)
    }
    return colors.isEmpty ? rect : rest.inset(left: 1)
  }

  /// The CIEDE2000 from which a sample is visible without an outline.
  private static let leastDifference = 10.0

  /// Writes text in a style of the chrome.
  @discardableResult
  mutating func write(
    _ text: String, in rect: CellRect, as name: ChromeClass, _ states: ControlState = []
  ) -> CellRect { write(text, in: rect, chrome.rendition(name, states)) }

  /// Writes text at the right of a rectangle, if it fits, and returns the rest before it.
  @discardableResult
  mutating func writeRight(
    _ text: String, in rect: CellRect, _ rendition: GraphicRendition
  ) -> CellRect {
    let width = width(of: text)
    guard width <= rect.columns else { return rect }
    write(text, in: rect.inset(left: rect.columns - width), rendition)
    return rect.inset(right: width)
  }

  /// Writes a text over several rows.
  mutating func writeLines(_ text: String, as name: ChromeClass) {
    let rect = bounds.inset(left: 1, right: 1)
    write(lines(of: text, columns: rect.columns, most: rect.rows), in: rect, as: name)
  }

  mutating func write(_ lines: [String], in rect: CellRect, as name: ChromeClass) {
    for (row, line) in lines.enumerated() { write(line, in: rect.line(row), as: name) }
  }

  /// Breaks a text between words, and inside longer ones; the last line of too many has the rest.
  func lines(of text: String, columns: Int, most: Int) -> [String] {
    var lines: [String] = []
    for word in Self.start(of: text).split(separator: " ") {
      let longer = lines.last.map { "\($0) \(word)" }
      if let longer, lines.count >= most || width(of: longer) <= columns {
        lines[lines.count - 1] = longer
        continue
      }
      lines.append("")
      for character in word {
        let longer = lines[lines.count - 1] + String(character)
        if lines.count < most, longer.count > 1, width(of: longer) > columns { lines.append("") }
        lines[lines.count - 1].append(character)
      }
    }
    return lines
  }

  /// The first text that fits, else the last one.
  func shortest(_ texts: [String], columns: Int, rows: Int) -> String {
    texts.first { text in
      lines(of: text, columns: columns, most: rows).allSatisfy { width(of: $0) <= columns }
    } ?? texts.last ?? ""
  }

  /// The cells of a text when it is written.
  func width(of text: String) -> Int {
    cellWidth(of: SafeText.label(Self.start(of: text)).string, rules: rules)
  }

  /// A prefix longer than any screen, because a line of a stylesheet may have megabytes.
  private static func start(of text: String) -> String {
    text.utf8.count <= 8192 ? text : String(text.unicodeScalars.prefix(8192))
  }

  // MARK: What answers the mouse

  /// Writes text that responds to the mouse, and returns the rest of the rectangle.
  @discardableResult
  mutating func write(
    _ text: String, in rect: CellRect, as name: ChromeClass, _ states: ControlState = [],
    answering target: HitRegion.Target
  ) -> CellRect {
    let states = pressed == target ? states.union(.highlighted) : states
    let rest = write(text, in: rect, as: name, states)
    answerMouse(in: rect.inset(right: rest.columns), as: target)
    return rest
  }

  /// Makes a rectangle respond to the mouse.
  mutating func answerMouse(in rect: CellRect, as target: HitRegion.Target) {
    let rect = rect.moved(columns: area.column, rows: area.row)
    hitRegions.append(HitRegion(rect: rect, target: target))
  }

  /// The rectangle that responds at a cell of the screen, the last one drawn; nil for none.
  func hitRegion(at cell: CellPosition) -> HitRegion? {
    hitRegions.last { $0.rect.contains(cell) }
  }

  mutating func writeTitle(_ text: String, of pane: Pane) {
    write(" \(text) ", in: bounds, as: .frame, isFocused ? .focused : [], answering: .pane(pane))
  }

  mutating func setCursor(column: Int, row: Int) {
    cursor = CellPosition(column: area.column + column, row: area.row + row)
  }

  // MARK: Cells

  /// Fills a row of a list and writes its sign; returns the look of its text.
  mutating func drawRow(in rect: CellRect, isSelected: Bool) -> GraphicRendition {
    let states: ControlState = isSelected ? [.selected, .focused] : []
    let rendition = chrome.rendition(.row, states)
    fill(rect, rendition)
    write(chrome.settings.control(.row).sign(states), in: rect, as: .frame, .focused)
    return rendition
  }

  mutating func fill(_ rect: CellRect, with text: SafeText = " ", _ rendition: GraphicRendition) {
    let cell = Cell(text: text, rendition: rendition)
    update(rect) { $0 = cell }
  }

  mutating func paint(_ rect: CellRect, _ rendition: GraphicRendition) {
    update(rect) { $0.rendition = rendition }
  }

  /// Clears rows, which hide the previews below.
  mutating func cover(_ rect: CellRect) {
    fill(rect, .standard)
    let row = area.row + rect.row
    for index in prints.indices where prints[index].endRow > row {
      prints[index].rows = max(0, row - prints[index].row)
    }
  }

  mutating func update(_ rect: CellRect, _ change: (inout Cell) -> Void) {
    for row in max(0, rect.row)..<max(0, min(rect.endRow, area.rows)) {
      for column in rect.column..<max(rect.column, min(rect.endColumn, area.columns)) {
        change(&buffer[area.column + column, area.row + row])
      }
    }
  }

  /// Copies as much of a preview as fits.
  mutating func copy(_ source: CellBuffer) {
    prints.append(area)
    let rows = min(area.rows, source.rows)
    let columns = min(area.columns, source.columns)
    guard rows > 0, columns > 0 else { return }
    // Two previews side by side may have more links than cells can count.
    let hasCapacity = buffer.links.count + source.links.count <= Int(UInt16.max)
    let firstLink = UInt16(hasCapacity ? buffer.links.count : 0)
    if hasCapacity { buffer.links += source.links }
    buffer.copy(source, columns: columns, rows: rows, toColumn: area.column, row: area.row)
    if !source.links.isEmpty {
      for row in 0..<rows {
        for column in 0..<columns where source[column, row].link > 0 {
          let link = hasCapacity ? source[column, row].link + firstLink : 0
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

/// A rectangle that responds to the mouse.
struct HitRegion {
  enum Target: Hashable {
    /// A control, with actions of its own.
    case control(ChromeClass)
    /// A key that is shown with its action.
    case key(KeyPress)
    case tab(InspectorTab)
    /// The tab of a pane, or its title.
    case pane(Pane)
    /// The text being typed, with the number of its first visible character.
    case field(first: Int)
    /// The line beside a pane, which can be moved.
    case border(Pane)
    /// The scroll position beside a pane.
    case thumb(Pane)
    case choice(ViewMenu.Row, Int)
    /// A sign in the title line for a simulation; a click ends it.
    case chip(ViewMenu.Row)
    case ramp(ColorPicker.Row)
    case command(BrowserAction)
  }

  var rect: CellRect

  var target: Target
}
