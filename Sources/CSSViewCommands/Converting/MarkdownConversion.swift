import Diagnostics
import Markdown
import OperatingSystem
import StyledText
import SystemPackage

/// Converts documents of Markdown, each as a whole.
struct MarkdownConversion {
  /// Format to write.
  enum Target {
    case html(allowsHTML: Bool)
    case markup
  }

  let target: Target

  /// The most bytes of an input that cannot be read twice which are kept to find out where its
  /// links go; a longer one is read as a stream.
  private static let mostKept = 64 << 20

  private var options: MarkdownOptions {
    var options = MarkdownOptions()
    // Five examples of the specification have addresses that are text.
    if case .html(allowsHTML: true) = target { options.hasAutolinks = false }
    return options
  }

  /// Converts files one after the other, and reports what is found.
  func convert(
    _ paths: [String], to sink: ResultSink, in console: Console,
    _ report: ([Diagnostic]) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.success
    for path in paths {
      var outline: MarkdownOutline?
      // Other files are read once: they may be pipes.
      if path != "-", FileReading.regularSize(of: FilePath(argument: path)) != nil {
        let found = try InputFile.forEach([path], in: console) {
          (_, source) throws(CommandFailure) in outline = try self.outline(of: source)
        }
        guard found == .success else {
          status = found
          continue
        }
      }
      let read = try InputFile.forEach([path], in: console) {
        (_, source) throws(CommandFailure) in
        try convert(source, outline: outline, to: sink, report)
      }
      if read != .success { status = read }
    }
    return status
  }

  /// Converts a document, whose outline is known if it was read before.
  private func convert(
    _ source: InputStream, outline: MarkdownOutline?, to sink: ResultSink,
    _ report: ([Diagnostic]) -> Void
  ) throws(CommandFailure) {
    var outline = outline
    var kept: [[UInt8]] = []
    if outline == nil { (kept, outline) = try keep(source) }
    var document = Document(target: target, options: options, outline: outline)
    for piece in kept { try document.write(piece, to: sink) }
    kept = []
    var isLast = false
    while !isLast {
      let piece = try source.piece()
      isLast = piece.isEmpty
      try document.write(piece, isLast: isLast, to: sink)
      report(document.takeFindings())
    }
  }

  /// Finds the outline of a document that is read again.
  private func outline(of source: InputStream) throws(CommandFailure) -> MarkdownOutline {
    var outliner = MarkdownOutliner(options: options)
    while true {
      let piece = try source.piece()
      guard !piece.isEmpty else { return outliner.finish() }
      outliner.read(piece.span)
    }
  }

  /// Reads a document, or the start of one that is too long to be kept and has no outline.
  private func keep(
    _ source: InputStream
  ) throws(CommandFailure) -> (pieces: [[UInt8]], outline: MarkdownOutline?) {
    var outliner = MarkdownOutliner(options: options)
    var pieces: [[UInt8]] = []
    var count = 0
    while count < Self.mostKept {
      let piece = try source.piece()
      guard !piece.isEmpty else { return (pieces, outliner.finish()) }
      outliner.read(piece.span)
      count += piece.count
      pieces.append(piece)
    }
    return (pieces, nil)
  }

  /// A document that is being written.
  private struct Document {
    private var parser: MarkdownParser
    private var sanitizer: MarkdownSanitizer
    private var html: MarkdownHTMLWriter?
    private var markup = MarkdownMarkupWriter()

    init(target: Target, options: MarkdownOptions, outline: MarkdownOutline?) {
      parser = MarkdownParser(options: options, outline: outline)
      switch target {
      case .html(let allowsHTML):
        sanitizer = MarkdownSanitizer(allowsHTML ? .all : .elements)
        // What the sanitizer leaves of HTML is allowed.
        html = MarkdownHTMLWriter(allowsHTML: true)
      case .markup: sanitizer = MarkdownSanitizer(.markup)
      }
    }

    mutating func write(
      _ piece: [UInt8], isLast: Bool = false, to sink: ResultSink
    ) throws(CommandFailure) {
      if isLast { parser.finish() } else { parser.read(piece.span) }
      sanitizer.read(parser.events)
      if html != nil {
        html?.append(sanitizer.events)
        try sink.write(rendered: html?.html ?? [])
        html?.removeAll()
      } else {
        markup.append(sanitizer.events)
        try sink.write(rendered: markup.markup)
        markup.removeAll()
      }
    }

    mutating func takeFindings() -> [Diagnostic] { sanitizer.takeFindings() }
  }
}
