import Bytes
import CellLayout
package import Rendering
import StyleValues
import StyledText
import TerminalOutput

extension HTMLPage {
  /// Appends a page or fragment whose text is a picture.
  ///
  /// Letters are text, all other parts a drawing behind it, the same as in SVG.
  package mutating func append(_ picture: CellPicture, into bytes: inout [UInt8]) {
    begin(into: &bytes)
    appendDrawing(picture, into: &bytes)
    let texts = Dictionary(grouping: picture.typesetTexts, by: \.row)
    for row in 0..<picture.rows {
      var texts = (texts[row] ?? [])[...]
      let end = texts.last.map { $0.column + $0.columns } ?? 0
      let seen = picture.buffer.seenColumns(in: row, writesLinks: true)
      for run in picture.runs(of: row, upTo: max(end, seen)) { append(run, &texts, into: &bytes) }
      set(State(), into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    end(into: &bytes)
  }

  private func appendDrawing(_ picture: CellPicture, into bytes: inout [UInt8]) {
    var drawing: [UInt8] = []
    let shapes = SVGShapes(picture: picture, margin: 0, drawsTextLines: false)
    shapes.appendGrounds(into: &drawing)
    shapes.appendShapes(into: &drawing)
    guard !drawing.isEmpty else { return }
    let width = NumberText.json(Double(picture.columns) * SVGShapes.cellWidth)
    let height = NumberText.json(Double(picture.rows) * SVGShapes.cellHeight)
    let open =
      "<svg aria-hidden=\"true\" viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" "
      + "style=\"position:absolute;z-index:-1;left:2ch;top:1em;width:\(picture.columns)ch;"
      + "height:\(NumberText.json(Double(picture.rows) * Self.rowHeight))em\">\n"
    bytes.append(contentsOf: open.utf8)
    bytes.append(contentsOf: drawing)
    bytes.append("</svg>")
  }

  private mutating func append(
    _ run: CellPicture.Run, _ texts: inout ArraySlice<TypesetText>, into bytes: inout [UInt8]
  ) {
    let state = State(rendition: run.rendition, link: run.link, element: run.element)
    var isHidden = false
    for (column, cell) in zip(run.columns, run.cells) {
      if let text = texts.first, text.column == column {
        set(State(link: run.link), into: &bytes)
        append(text, run.element, into: &bytes)
        texts.removeFirst()
      }
      guard cell.width > 0 else { continue }
      set(state, drawsBackground: false, into: &bytes)
      if isHidden != (cell.shape != nil) {
        // It is drawn behind; here it is only there to be copied.
        bytes.append(isHidden ? "</span>" : "<span style=\"color:transparent\">")
        isHidden.toggle()
      }
      // Fonts for pages rarely have wide characters of exactly two columns, or all symbols.
      let isPinned = cell.width == 2 || (cell.shape == nil && cell.isSymbol)
      if isPinned {
        bytes.append("<span style=\"display:inline-block;width:")
        bytes.append(cell.width == 2 ? "2ch\">" : "1ch\">")
      }
      bytes.appendEscaped(cell.text)
      if isPinned { bytes.append("</span>") }
    }
    if isHidden { bytes.append("</span>") }
  }

  /// Appends real type that is several rows high, over the blanks that follow.
  private func append(_ text: TypesetText, _ element: Element, into bytes: inout [UInt8]) {
    var declarations = ["position:absolute", "font-size:\(text.rows)em"]
    let css = text.rendition.css(colors, drawsBackground: false)
    if !css.isEmpty { declarations.append(css) }
    // Letters of that size are as many columns wide as rows high.
    let natural = text.clusters * text.rows
    if text.columns != natural, natural > 0 {
      let spacing = Double(text.columns - natural) / Double(natural)
      declarations.append("letter-spacing:\(NumberText.json(spacing))ch")
    }
    if !text.shadows.isEmpty {
      func em(_ length: Double) -> String {
        NumberText.json(length / SVGShapes.cellHeight * Self.rowHeight) + "em"
      }
      let shadows = text.shadows.map { shadow in
        "\(em(shadow.x)) \(em(shadow.y)) \(em(shadow.blur)) \(shadow.color.hex8)"
      }
      declarations.append("text-shadow:" + shadows.joined(separator: ","))
    }
    bytes.append("<span")
    append(element, into: &bytes)
    bytes.append(contentsOf: " style=\"\(declarations.joined(separator: ";"))\">".utf8)
    bytes.appendEscaped(text.text)
    bytes.append("</span>")
  }
}

extension Cell {
  /// True if fonts of pages often lack the character, and another font has it in another width.
  fileprivate var isSymbol: Bool {
    guard text.utf8.count > 2, let scalar = text.unicodeScalars.first else { return false }
    return !(0x1E00...0x1FFF ~= scalar.value || 0x2010...0x2026 ~= scalar.value)
  }
}
