import Bytes
import StyledText
import Styling

/// The text for a theme without a sample: one of the theme's formats, else a build report, a table
/// and a document with its classes, and a list of the other classes.
struct BuiltInSample {
  let form: InputFormat

  private let source: Source

  /// The classes of the theme's rules.
  private let classes: [String]

  private enum Source {
    /// Text without classes, for the theme's patterns.
    case plain(DataFile)
    /// Parts with classes.
    case pieces([Piece])
  }

  init(for sheet: Stylesheet, but mainClass: String? = nil) {
    classes = sheet.classNames.filter { $0 != mainClass }
    let formats = sheet.input
    let form = formats.first ?? .html
    switch form {
    case .csv, .tsv, .columns, .json, .jsonl: (self.form, source) = (.csv, .plain(.sampleRows))
    case .markdown: (self.form, source) = (.markdown, .plain(.sampleDocument))
    case .text, .ansi:
      let isDiff = classes.contains("hunk")
      (self.form, source) = (.text, .plain(isDiff ? .sampleDifference : .sampleLog))
    case .markup, .html:
      let known = Set(classes)
      let highlighter = Self.highlighters.first { known.contains($0["keyword"] ?? "") }
      guard let highlighter else {
        (self.form, source) = (.html, .pieces(Self.report))
        return
      }
      (self.form, source) = (
        .markup, .pieces(Self.code.map { $0.renamed { highlighter[$0] ?? "" } })
      )
    }
  }

  /// The text with a number of the other classes, and true if it has all of them.
  func markup(limit: Int) -> (text: String, isWhole: Bool) {
    guard case .pieces(let pieces) = source else {
      if case .plain(let file) = source { return (file.text, true) }
      return ("", true)
    }
    let known = Set(classes)
    var used: Set<String> = []
    var text = ""
    for piece in pieces {
      guard let name = piece.className,
        name.split(separator: " ").allSatisfy({ known.contains(String($0)) }), !name.isEmpty
      else {
        text += piece.markup
        continue
      }
      used.formUnion(name.split(separator: " ").map { String($0) })
      text += Self.span(name, piece.markup)
    }
    let rest = classes.filter { !used.contains($0) && !Self.blocks.contains($0) }
    if !rest.isEmpty {
      let spans = rest.prefix(limit).map { Self.span($0, escape($0)) }.joined(separator: "  ")
      text += form == .html ? "\n<p style=\"white-space: pre-wrap\">\(spans)</p>" : "\n\n" + spans
    }
    return (text, rest.count <= limit)
  }

  /// The classes of its parts without rules in the theme.
  var unruledClasses: [String] {
    guard case .pieces(let pieces) = source, form == .html else { return [] }
    return pieces.compactMap(\.className).flatMap { $0.split(separator: " ") }.map { String($0) }
      .filter { !classes.contains($0) && !Self.blocks.contains($0) }
  }

  private static func span(_ name: String, _ markup: String) -> String {
    "<span class=\"\(escape(name))\">\(markup)</span>"
  }

  // MARK: The texts

  private struct Piece {
    var className: String?
    var markup: String

    func renamed(_ rename: (String) -> String) -> Piece {
      Piece(className: className.map(rename), markup: markup)
    }
  }

  /// Classes for the block around a text, which do nothing on a span.
  private static let blocks: Set<String> = ["card"]

  /// The parts of a text in which `{class|markup}` is markup with a class, if the theme has it.
  private static func pieces(_ text: String) -> [Piece] {
    text.split(separator: "{").flatMap { segment in
      let halves = segment.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let bar = halves[0].firstIndex(of: "|") else {
        return [Piece(markup: String(segment))]
      }
      let name = String(halves[0][..<bar])
      let markup = String(halves[0][halves[0].index(after: bar)...])
      return [Piece(className: name, markup: markup), Piece(markup: String(halves[1]))]
    }
  }

  private static let report = pieces(DataFile.sampleReport.text)

  private static let code = pieces(DataFile.sampleCode.text)

  /// The classes of highlighters for words of code.
  private static let highlighters: [[String: String]] = {
    let rows = DataFile.highlighters.lines.map { $0.split(separator: ";").map(String.init) }
    return (1...3).map { column in
      Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[column]) })
    }
  }()
}
