import Bytes
import Markdown
import StyledText

/// Finds the HTML of Markdown in which a `DocumentSanitizer` changes no more than control characters.
///
/// Most blocks have no raw HTML and only safe links: nobody has to read their HTML again.
struct MarkdownScreening {
  /// Ranges of the HTML that are such blocks, without an open element around them.
  private(set) var safeRanges: [Range<Int>] = []

  /// Start of the HTML since the last place between two blocks.
  private var start = 0

  /// True if all events since that place were safe.
  private var isSafe = true

  private let allowedSchemes: Set<String>
  private var depth = 0
  private var imageDepth = 0

  /// Depth that no sanitizer cuts off.
  private static let deepest = 1000

  /// Starts with a document, in which links may have some schemes.
  init(_ allowedSchemes: Set<String>) { self.allowedSchemes = allowedSchemes }

  /// Notes the end of the HTML of all events so far, if it is between two blocks.
  mutating func endPiece(at end: Int) {
    guard depth == 0 else { return }
    if isSafe, start < end { safeRanges.append(start..<end) }
    start = end
    isSafe = true
  }

  /// Looks at the next events.
  mutating func read(_ events: MarkdownEvents) {
    let bytes = events.bytes.span
    for event in events.all {
      if !accepts(event, bytes) { isSafe = false }
    }
  }

  private mutating func accepts(_ event: MarkdownEvent, _ bytes: Span<UInt8>) -> Bool {
    switch event.kind {
    case .html: return false
    case .text: return imageDepth == 0 || event.value.allSatisfy { bytes[$0].isPrintableASCII }
    case .end:
      depth -= 1
      if event.element == .image { imageDepth -= 1 }
      return true
    case .start:
      depth += 1
      if event.element == .image { imageDepth += 1 }
      guard depth < Self.deepest else { return false }
      switch event.element {
      case .link, .image: return event.title.isEmpty && isSafe(event.value, bytes)
      case .codeBlock: return event.value.allSatisfy { Self.isPlain(bytes[$0]) }
      default: return true
      }
    case .empty, .lateDefinition, .extraCells: return true
    }
  }

  /// True if a target of a link is the same once it is safe, and in HTML.
  private func isSafe(_ target: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    let link = target.map { bytes[$0] }
    return link.allSatisfy { Self.isPlain($0) || Self.punctuation.contains($0) }
      && (try? LinkTarget.sanitized(link, schemes: allowedSchemes)) != nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit
  }

  private static let punctuation = Set("-.~/:#?=&%+,@!".utf8)
}
