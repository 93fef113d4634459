package import Bytes
package import Diagnostics
import StyledText
package import Styling

/// Sends one input through a stream renderer, piece by piece, and gives findings their places.
///
/// What has come is rendered at once. Memory does not grow with the input.
package struct MarkupStream: ~Copyable {
  /// What findings call the input.
  package let name: String

  /// What was found, with places in the whole input.
  package private(set) var diagnostics: [Diagnostic] = []

  private var renderer: StreamRenderer

  /// How many of the renderer's findings are in `diagnostics`.
  private var taken = 0
  private var takenOfStyles = 0

  /// Bytes that came and are not used yet.
  private var pending: [UInt8] = []

  /// Where `pending` starts in the whole input.
  private var offset = 0
  private var counter = PlaceCounter()

  /// The elements that are open where `pending` starts, with the places of their start tags: the
  /// bytes are gone when such a tag turns out to have no end.
  private var openTags: [OpenTag] = []

  private struct OpenTag {
    var place: Int
    var location: SourceLocation
    /// Some of its line; nil for elements deeper than findings are reported.
    var excerpt: SourceExcerpt?
  }

  /// So many bytes around the tag of an element that stays open are kept to show them.
  private static let keptAround = 100

  /// Begins an input.
  package init(name: String, resolver: StyleResolver, options: StreamRenderer.Options) {
    self.name = name
    renderer = StreamRenderer(resolver: resolver, options: options)
  }

  /// Renders the next piece of the input, which may end anywhere.
  package mutating func render(_ piece: [UInt8], isLast: Bool, to output: inout StreamBuffer) {
    if pending.isEmpty { pending = piece } else { pending += piece }
    let used = Self.render(pending, with: &renderer, isLast: isLast, to: &output)
    takeFindings()
    rememberOpenTags()
    drop(used)
  }

  private static func render(
    _ bytes: [UInt8], with renderer: inout StreamRenderer, isLast: Bool,
    to output: inout StreamBuffer
  ) -> Int {
    renderer.render(bytes.span, isLast: isLast, to: &output)
  }

  /// Of findings of which there are very many, how many more there are than in `diagnostics`.
  package var uncounted: [Diagnostic] { renderer.log.uncounted }

  /// Gives the findings of this piece their places.
  private mutating func takeFindings() {
    let findings = renderer.log.findings[taken...]
    let ofStyles = renderer.styleFindings[takenOfStyles...]
    guard !findings.isEmpty || !ofStyles.isEmpty else { return }
    taken = findings.endIndex
    takenOfStyles = ofStyles.endIndex
    let source = SourceText(name: name, bytes: pending)
    var found: [(offset: Int, diagnostic: Diagnostic)] = []
    for finding in findings {
      let isHere = finding.range.lowerBound >= offset
      var diagnostic = finding.diagnostic(
        in: source, base: isHere ? offset : finding.range.lowerBound)
      if isHere {
        diagnostic.location = moved(diagnostic.location)
      } else {
        // Its line has gone by.
        let tag = openTags.first { $0.place == finding.range.lowerBound }
        diagnostic.location = tag?.location
        diagnostic.excerpt = tag?.excerpt
      }
      found.append((finding.range.lowerBound, diagnostic))
    }
    for finding in ofStyles {
      let range = finding.range.lowerBound - offset..<finding.range.upperBound - offset
      var diagnostic = finding.diagnostic
      diagnostic.location = moved(source.location(at: range.lowerBound))
      diagnostic.excerpt = SourceExcerpt(SourceRange(source, range))
      found.append((finding.range.lowerBound, diagnostic))
    }
    diagnostics += found.sorted { $0.offset < $1.offset }.map(\.diagnostic)
  }

  /// A place in `pending` as a place in the whole input.
  private func moved(_ location: SourceLocation?) -> SourceLocation? {
    guard var location else { return nil }
    if location.line == 1 { location.column += counter.column }
    location.line += counter.lines
    return location
  }

  /// Notes where the tags stand that were opened in this piece and not closed.
  private mutating func rememberOpenTags() {
    let places = renderer.openPlaces
    // Places differ, so a stack that agrees in one entry agrees below it.
    while let last = openTags.last,
      openTags.count > places.count || places[openTags.count - 1] != last.place
    {
      openTags.removeLast()
    }
    var counter = counter
    var index = 0
    for place in places[openTags.count...] {
      counter.pass(index..<place - offset, of: pending)
      index = place - offset
      let location = SourceLocation(
        file: name, line: counter.lines + 1, column: counter.column + 1)
      let excerpt = openTags.count < renderer.log.limit ? excerpt(ofTagAt: index) : nil
      openTags.append(OpenTag(place: place, location: location, excerpt: excerpt))
    }
  }

  /// What is left to see of a tag when its line has gone by.
  private func excerpt(ofTagAt start: Int) -> SourceExcerpt {
    var first = max(0, start - Self.keptAround)
    while first < start, pending[first] & 0xC0 == 0x80 { first += 1 }
    let window = pending[first..<min(pending.count, start + Self.keptAround)]
    let end = window[start...].firstIndex { $0 == 0x20 || $0 == 0x3E } ?? window.endIndex
    let source = SourceText(name: name, bytes: Array(window))
    return SourceExcerpt(SourceRange(source, start - first..<end - first))
  }

  /// Forgets used bytes.
  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    counter.pass(0..<count, of: pending)
    offset += count
    if count == pending.count {
      pending.removeAll(keepingCapacity: true)
    } else {
      pending.removeFirst(count)
    }
  }
}
