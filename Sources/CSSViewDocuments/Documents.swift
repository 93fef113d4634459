public import CSSView
import DataRecords

extension ThemeRenderer {
  /// A complete text, such as a file of Markdown or CSV, as lines for the terminal.
  ///
  /// ```swift
  /// let theme: Theme = ["h1": ["text-transform": "uppercase"]]
  /// let renderer = theme.renderer(for: .plain)
  /// let text = renderer.document("# News\n\n- one\n- two\n", format: .markdown, columns: 12)
  /// for line in text.split(separator: "\n") { print(line) }
  /// // NEWS
  /// // ────────────
  /// // • one
  /// // • two
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text, all of it in the format.
  ///   - format: The format of the text.
  ///   - columns: The available columns; nil for those of the terminal.
  /// - Returns: Lines, each with a line feed at its end; in markup and in plain text the last one
  ///   as it is in the text. The terminal is left in its default state.
  @_disfavoredOverload
  public func document(
    _ text: some StringProtocol, format: TextFormat, columns: Int? = nil
  ) -> String {
    // A literal prefers `Markup` only to something that is generic.
    lines(of: Markup(trusted: String(text)), format, columns: columns)
  }

  /// A document with interpolated text, as lines for the terminal.
  ///
  /// ```swift
  /// let theme: Theme = [:]
  /// let (name, path) = ("*Bob*", "a`b.txt")
  /// let lines = theme.renderer(for: .plain).document(
  ///   "- Hi \(name)\n- Read `\(path)`", format: .markdown)
  /// print(lines, terminator: "")
  /// // • Hi *Bob*
  /// // • Read a`b.txt
  /// ```
  ///
  /// - Parameters:
  ///   - text: The document. In Markdown, HTML and markup, a value in it is text whatever it holds
  ///     and wherever it stands: in code, in the target of a link and in a tag, too. A line feed in
  ///     it begins a line. In the other formats it is part of the source. A Markdown document has
  ///     at most 131,068 different values; others are shown as U+FFFD.
  ///   - format: The format of the text.
  ///   - columns: The available columns; nil for those of the terminal.
  /// - Returns: Lines, each with a line feed at its end; in markup and in plain text the last one
  ///   as it is in the text. The terminal is left in its default state.
  public func document(_ text: Markup, format: TextFormat = .html, columns: Int? = nil) -> String {
    lines(of: text, format, columns: columns)
  }

  /// A table, as lines for the terminal.
  ///
  /// ```swift
  /// let theme: Theme = [:]
  /// let files = [("a<b>.txt", 12), ("readme", 7)]
  /// let rows: [[Markup]] = files.map { ["\($0.0)", "\($0.1, class: "size")"] }
  /// print(theme.renderer(for: .plain).table(columns: ["name", "size"], rows: rows), terminator: "")
  /// // name     size
  /// // ──────────────
  /// // a<b>.txt 12
  /// // readme   7
  /// ```
  ///
  /// It is a `table` with `thead` and `tbody`, which the theme may style as those of HTML. As in a
  /// table of CSV, a cell has the name of its column as its class, with hyphens for characters that
  /// no identifier has. A row may have fewer cells than there are columns.
  ///
  /// - Parameters:
  ///   - names: The cells of the header; empty for no header.
  ///   - rows: The cells of each row; interpolated values are text.
  ///   - columns: The available columns; nil for those of the terminal.
  /// - Returns: Lines, each with a line feed at its end.
  public func table(
    columns names: [Markup] = [], rows: [[Markup]], within columns: Int? = nil
  ) -> String {
    let classes = columnClasses(ofNames: names.map { Array(styled($0).text.utf8) })
    var table: Markup = "<table>"
    if !names.isEmpty {
      table += "<thead><tr>"
      for (name, column) in zip(names, classes) { table += "<th class=\"\(column)\">\(name)</th>" }
      table += "</tr></thead>"
    }
    table += "<tbody>"
    for row in rows {
      table += "<tr>"
      for (cell, column) in zip(row, classes) { table += "<td class=\"\(column)\">\(cell)</td>" }
      for cell in row.dropFirst(classes.count) { table += "<td>\(cell)</td>" }
      table += "</tr>"
    }
    table += "</tbody></table>"
    return lines(of: table, .html, columns: columns)
  }

  /// A table of plain strings, as lines for the terminal.
  ///
  /// - Parameters:
  ///   - names: The cells of the header; empty for no header.
  ///   - rows: The cells of each row, which are text, never markup.
  ///   - columns: The available columns; nil for those of the terminal.
  /// - Returns: Lines, each with a line feed at its end.
  @_disfavoredOverload
  public func table(
    columns names: [String] = [], rows: [[String]], within columns: Int? = nil
  ) -> String {
    func cells(_ row: [String]) -> [Markup] { row.map { "\($0)" } }
    return table(columns: cells(names), rows: rows.map(cells), within: columns)
  }
}

extension Theme {
  /// A complete text, such as a file of Markdown or CSV, as lines for a terminal.
  ///
  /// - Parameters:
  ///   - text: The text, all of it in the format.
  ///   - format: The format of the text.
  ///   - columns: The available columns; nil for those of the terminal.
  ///   - terminal: The terminal; the text is plain if standard output is none.
  ///   - object: The object of the text.
  /// - Returns: Lines, each with a line feed at its end; in markup and in plain text the last one
  ///   as it is in the text.
  @_disfavoredOverload
  public func document(
    _ text: some StringProtocol, format: TextFormat, columns: Int? = nil,
    for terminal: Terminal = .standardOutput, as object: StyledObject = StyledObject()
  ) -> String {
    renderer(for: terminal, as: object).document(text, format: format, columns: columns)
  }

  /// A document with interpolated text, as lines for a terminal.
  ///
  /// - Parameters:
  ///   - text: The document. In Markdown, HTML and markup, an interpolated value is text, never
  ///     markup; in the other formats it is part of the source.
  ///   - format: The format of the text.
  ///   - columns: The available columns; nil for those of the terminal.
  ///   - terminal: The terminal; the text is plain if standard output is none.
  ///   - object: The object of the text.
  /// - Returns: Lines, each with a line feed at its end; in markup and in plain text the last one
  ///   as it is in the text.
  public func document(
    _ text: Markup, format: TextFormat = .html, columns: Int? = nil,
    for terminal: Terminal = .standardOutput, as object: StyledObject = StyledObject()
  ) -> String {
    renderer(for: terminal, as: object).document(text, format: format, columns: columns)
  }

  /// A table, as lines for a terminal.
  ///
  /// - Parameters:
  ///   - names: The cells of the header; empty for no header.
  ///   - rows: The cells of each row; interpolated values are text.
  ///   - columns: The available columns; nil for those of the terminal.
  ///   - terminal: The terminal; the text is plain if standard output is none.
  /// - Returns: Lines, each with a line feed at its end.
  public func table(
    columns names: [Markup] = [], rows: [[Markup]], within columns: Int? = nil,
    for terminal: Terminal = .standardOutput
  ) -> String { renderer(for: terminal).table(columns: names, rows: rows, within: columns) }

  /// A table of plain strings, as lines for a terminal.
  ///
  /// - Parameters:
  ///   - names: The cells of the header; empty for no header.
  ///   - rows: The cells of each row, which are text, never markup.
  ///   - columns: The available columns; nil for those of the terminal.
  ///   - terminal: The terminal; the text is plain if standard output is none.
  /// - Returns: Lines, each with a line feed at its end.
  @_disfavoredOverload
  public func table(
    columns names: [String] = [], rows: [[String]], within columns: Int? = nil,
    for terminal: Terminal = .standardOutput
  ) -> String { renderer(for: terminal).table(columns: names, rows: rows, within: columns) }
}
