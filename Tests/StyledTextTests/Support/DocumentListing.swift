import Bytes
import Diagnostics
import Styling

@testable import StyledText

/// Tokens of HTML written down as `TokenListing` writes those of markup; a name is in lower case.
struct HTMLTokenListing {
  private(set) var pieces: [String] = []
  private(set) var problems: [MarkupProblem] = []
  private(set) var steps = 0
  private var text: [UInt8] = []

  /// The tokens, separated by `·`.
  var string: String { pieces.joined(separator: "·") }

  /// Reads HTML in parts of `size` bytes, as a stream does.
  init(
    _ html: [UInt8], inPartsOf size: Int = .max, longestTag: Int = MarkupLimits.longestTag,
    readsSections: Bool = false
  ) {
    var tokenizer = HTMLTokenizer(longestTag: longestTag)
    tokenizer.readsSections = readsSections
    var buffer: [UInt8] = []
    var rest = html[...]
    repeat {
      buffer += rest.prefix(size)
      rest = rest.dropFirst(size)
      var offset = 0
      while offset < buffer.count {
        let token = tokenizer.token(at: offset, in: buffer.span, isLast: rest.isEmpty)
        if token.kind == .incomplete { break }
        add(token, of: buffer, tokenizer)
        offset = token.range.upperBound
      }
      tokenizer.willDrop(first: offset)
      buffer.removeFirst(offset)
    } while !rest.isEmpty
    precondition(buffer.isEmpty, "the last part is never incomplete")
    endText()
    steps = tokenizer.steps
  }

  private mutating func endText() {
    if !text.isEmpty { pieces.append(String(decoding: text, as: UTF8.self)) }
    text.removeAll()
  }

  private mutating func add(_ token: MarkupToken, of html: [UInt8], _ tokenizer: HTMLTokenizer) {
    if let problem = token.problem { problems.append(problem) }
    func string(_ range: Range<Int>) -> String { String(decoding: html[range], as: UTF8.self) }
    if token.kind == .text {
      text += html[token.range]
      return
    }
    endText()
    switch token.kind {
    case .comment: pieces.append("<!>")
    case .endTag: pieces.append("</\(string(tokenizer.name).lowercasedASCII)>")
    case .reference:
      let reference = tokenizer.reference
      pieces.append(
        "&" + [reference?.first, reference?.second].compactMap { $0?.description }.joined())
    default:
      let attributes = tokenizer.attributes.map { attribute in
        " " + string(attribute.name) + (attribute.value.map { "=" + string($0) } ?? "")
      }
      pieces.append("<\(string(tokenizer.name).lowercasedASCII)\(attributes.joined())>")
    }
  }
}

/// A document as the tree builder makes it.
struct BuiltDocument {
  let text: AttributedText
  let codes: [String]
  let messages: [String]

  init(_ html: String, css: String = "", options: MarkupOptions = MarkupOptions()) {
    var options = options
    options.form = .html
    var builder = TreeBuilder(styles: documentResolver(css: css), options: options)
    builder.append(markup: html)
    let built = builder.finish()
    text = built.text
    codes = built.diagnostics.map(\.code.rawValue)
    messages = built.diagnostics.map(\.message)
  }

  /// The elements with their text, each as `name(…)`, without the elements that have neither text
  /// nor children.
  var tree: String {
    var result = ""
    var open: [Int] = []
    // Line feeds that only separate blocks are no text of the document.
    let separators = Set(text.line.blockEdges.filter(\.endsLine).map { $0.offset - 1 })
    for run in text.runs {
      let shown = run.range.filter { !separators.contains($0) }.map { text.bytes[$0] }
      if shown.isEmpty { continue }
      var path: [Int] = []
      var span: Int? = run.spanIndex
      while let number = span, number > 0 {
        path.insert(number, at: 0)
        span = text.spans[number].parent
      }
      let common = zip(open, path).prefix { $0 == $1 }.count
      result += String(repeating: ")", count: open.count - common)
      for number in path[common...] { result += (text.spans[number].content.tag?.name ?? "") + "(" }
      open = path
      result += String(decoding: shown, as: UTF8.self)
    }
    return result + String(repeating: ")", count: open.count)
  }
}

/// A resolver for documents, whose elements may be blocks.
func documentResolver(css: String = "") -> StyleResolver {
  var host = HostObject()
  host.holdsBlocks = true
  return resolver(css: css, host: host)
}

/// A document read as a stream, in parts of a size.
///
/// - Returns: Its text with the name of the innermost element of each run, and the findings.
func streamedDocument(
  _ html: [UInt8], inPartsOf size: Int = .max, css: String = ""
) -> (text: String, findings: [String]) {
  var options = MarkupOptions()
  options.form = .html
  var builder = TreeBuilder(stream: documentResolver(css: css), options: options)
  builder.beginText(at: 0)
  var buffer: [UInt8] = []
  var rest = html[...]
  repeat {
    buffer += rest.prefix(size)
    rest = rest.dropFirst(size)
    var offset = 0
    while offset < buffer.count {
      let next = builder.step(at: offset, in: buffer.span, isLast: rest.isEmpty)
      if next == offset { break }
      offset = next
    }
    builder.text.showUnseen(in: buffer.span, &builder.line)
    builder.document.willDrop(first: offset)
    builder.log.base += offset
    buffer.removeFirst(offset)
  } while !rest.isEmpty
  precondition(buffer.isEmpty, "the last part is read to its end")
  builder.endText()
  var text = ""
  for index in builder.line.runs.indices {
    let run = builder.line.runs[index]
    let bytes = builder.line.bytes[run.start..<builder.line.end(ofRun: index)]
    let name = builder.styles[run.style].tag?.name ?? ""
    text += "\(name)(\(String(decoding: bytes, as: UTF8.self)))"
  }
  let findings = builder.log.take().map { "\($0.range.lowerBound): \($0.diagnostic.message)" }
  return (text, findings.sorted())
}
