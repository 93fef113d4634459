import Bytes

extension InlineParser {
  /// Makes the `[` or `![` at `position` a bracket that may start a link.
  mutating func openBracket(length: Int) {
    // Nothing before a link can be matched with what is in it.
    if brackets.isEmpty { delimiters.match(in: &nodes) }
    let end = position + length
    var bracket = Bracket(node: append(.text, to: end), end: end, isImage: length == 2)
    if let last = brackets.indices.last {
      brackets[last].hasBracket = true
      bracket.previousLink = brackets[last].isImage ? brackets[last].previousLink : last
    }
    brackets.append(bracket)
  }

  /// Makes the text up to the `]` at `position` a link, if it is one; false if more text is needed.
  mutating func closeBracket(
    _ limit: Int, _ isFinal: Bool, _ references: inout LinkReferences
  ) -> Bool {
    guard let bracket = brackets.last else { return skipByte() }
    guard bracket.isActive else {
      brackets.removeLast()
      return skipByte()
    }
    if position + 1 == limit, !isFinal { return false }
    if text.span.has(0x28, at: position + 1, before: limit) {
      var tail = LinkTail(start: position + 2, isDefinition: false)
      if case .tail(let known) = pending { tail = known }
      switch tail.advance(in: text.span, to: limit, isFinal: isFinal) {
      case .end(let end):
        let target = InlineTarget.ranges(destination: tail.destination, title: tail.title)
        makeLink(bracket, target, end: end)
        return true
      case .incomplete:
        pending = .tail(tail)
        return false
      case .none: break
      }
    }
    return closeReference(bracket, limit, isFinal, &references)
  }

  /// Makes `[text][label]`, `[label][]` or `[label]` a link, if its label is defined.
  private mutating func closeReference(
    _ bracket: Bracket, _ limit: Int, _ isFinal: Bool, _ references: inout LinkReferences
  ) -> Bool {
    var label = bracket.end..<position
    var end = position + 1
    var isShortcut = true
    if text.span.has(0x5B, at: end, before: limit) {
      switch text.span.labelEnd(at: end, before: limit, isFinal: isFinal) {
      case .incomplete: return false
      case .none: break
      case .end(let labelEnd):
        if labelEnd > end + 1 {
          label = end + 1..<labelEnd
          isShortcut = false
        }
        end = labelEnd + 1
      }
    }
    let isLabel = label.count <= Span<UInt8>.longestLabel && !(isShortcut && bracket.hasBracket)
    if isLabel, let target = references.target(of: text.span.normalizedLabel(label)) {
      makeLink(bracket, .reference(target), end: end)
      return true
    }
    brackets.removeLast()
    return skipByte()
  }

  private mutating func makeLink(_ bracket: Bracket, _ target: InlineTarget, end: Int) {
    let element = bracket.isImage ? MarkdownElement.image : .link
    endText(at: position)
    nodes[bracket.node].kind = .start
    nodes[bracket.node].element = element
    nodes[bracket.node].target = nodes.targets.count
    nodes.targets.append(target)
    delimiters.match(behind: total(bracket.end) - 1, in: &nodes)
    nodes[append(.end, to: end)].element = element
    brackets.removeLast()
    if !bracket.isImage { deactivateBrackets(from: bracket.previousLink) }
  }

  /// Makes the brackets around a link text, because links cannot be nested.
  private mutating func deactivateBrackets(from last: Int) {
    var index = last
    // All before one that is not active are not, either.
    while index >= 0, brackets[index].isActive {
      brackets[index].isActive = false
      index = brackets[index].previousLink
    }
    // At the bottom of the stack they make no difference any more.
    guard last >= 0, !brackets[0].isActive else { return }
    let kept = brackets.firstIndex { $0.isActive } ?? brackets.count
    brackets.removeFirst(kept)
    for index in brackets.indices { brackets[index].previousLink -= kept }
  }
}
