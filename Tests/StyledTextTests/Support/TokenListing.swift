@testable import StyledText

/// Tokens written down so that a table can hold what is expected.
///
/// Tokens are separated by `·`; neighbouring text is joined. A tag is written with its element
/// in lower case and its attributes as `name`, or `name=value` with the raw value; a comment is
/// `<!>`; a reference is `&` and the characters it stands for.
struct TokenListing {
  private var bytes: [UInt8] = []
  var problems: [MarkupProblem] = []
  private var lastIsText = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the whole markup at once.
  init(_ markup: [UInt8], tokenizer: MarkupTokenizer = MarkupTokenizer()) {
    var tokenizer = tokenizer
    var offset = 0
    while true {
      let token = tokenizer.token(at: offset, in: markup.span, isLast: true)
      precondition(token.kind != .incomplete, "the last part is never incomplete")
      if token.kind == .endOfInput { break }
      precondition(token.range.lowerBound == offset && !token.range.isEmpty)
      add(token, of: markup, tokenizer)
      offset = token.range.upperBound
    }
  }

  /// Reads the markup in parts of `size` bytes, as a stream does.
  init(_ markup: [UInt8], inPartsOf size: Int, tokenizer: MarkupTokenizer = MarkupTokenizer()) {
    self.init(
      markup, cutAt: Array(stride(from: size, to: markup.count, by: size)), tokenizer: tokenizer)
  }

  /// Reads the markup in parts that end at these offsets.
  init(_ markup: [UInt8], cutAt cuts: [Int], tokenizer: MarkupTokenizer = MarkupTokenizer()) {
    var tokenizer = tokenizer
    var buffer: [UInt8] = []
    var cuts = cuts[...]
    var next = 0
    while true {
      let isLast = next >= markup.count
      var offset = 0
      while offset < buffer.count {
        let token = tokenizer.token(at: offset, in: buffer.span, isLast: isLast)
        if token.kind == .incomplete { break }
        add(token, of: buffer, tokenizer)
        offset = token.range.upperBound
      }
      tokenizer.willDrop(first: offset, of: buffer.span)
      buffer.removeFirst(offset)
      if isLast {
        precondition(buffer.isEmpty, "the last part is never incomplete")
        break
      }
      let end = cuts.popFirst() ?? markup.count
      buffer += markup[next..<end]
      next = end
    }
  }

  private mutating func add(_ token: MarkupToken, of markup: [UInt8], _ tokenizer: MarkupTokenizer)
  {
    if let problem = token.problem { problems.append(problem) }
    func string(_ range: Range<Int>) -> String {
      String(decoding: markup[range], as: UTF8.self)
    }
    if token.kind == .text, lastIsText {
      bytes += markup[token.range]
      return
    }
    if !bytes.isEmpty { bytes += Array("·".utf8) }
    lastIsText = token.kind == .text
    if token.kind == .text {
      bytes += markup[token.range]
      return
    }
    var text = ""
    switch token.kind {
    case .comment: text += "<!>"
    case .endTag: text += "</\(token.element.name)>"
    case .reference:
      guard let reference = tokenizer.reference else { break }
      text += "&\(reference.first)"
      if let second = reference.second { text += "\(second)" }
    case .startTag:
      text += "<\(token.element.name)"
      for attribute in tokenizer.attributes {
        text += " " + string(attribute.name)
        if let value = attribute.value { text += "=" + string(value) }
      }
      text += token.isSelfClosing ? "/>" : ">"
    case .text, .incomplete, .endOfInput: break
    }
    bytes += Array(text.utf8)
  }
}
