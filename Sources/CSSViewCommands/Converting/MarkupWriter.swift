import Bytes
import CSSSyntax
import StyledText
import Styling

/// Writes a safe document as markup, whose blocks are lines.
///
/// Elements that markup lacks become spans with their HTML name as class. Every line is complete in
/// itself, so line breaks in an element of a paragraph become blanks or `<br>`.
struct MarkupWriter: DocumentWriter {
  var output: [UInt8] = []

  /// An open block that contains blocks.
  private enum Container: Equatable {
    case quote
    /// A list, with the number of its next item if it has numbers.
    case list(next: Int?, step: Int)
    /// An item, with the text before its first line.
    case item(marker: String)
  }

  /// An open element whose tags are written on each line.
  private struct Inline {
    let name: String
    let tag: [UInt8]
  }

  /// White space that was not written yet.
  private enum Space { case none, blank, line }

  /// The most containers that indent lines, elements that continue in the next line, and nested
  /// lists that count their items; the time would otherwise not be linear.
  private static let mostRepeated = 16

  /// The most nested elements with tags.
  private static let mostInlines = 100

  /// The most bytes of tags that are repeated in each line.
  private static let mostTagBytes = 256

  private var containers: [Container] = []

  /// The number of containers whose markers are written, and the number of items in all containers.
  private var writtenCount = 0
  private var itemDepth = 0
  private var inlines: [Inline] = []

  /// For each open element, true if it is in `inlines`.
  private var isInline: [Bool] = []

  /// The number of elements in `inlines` whose tags are written on this line.
  private var openCount = 0

  /// The number of those that were open at the end of the last line.
  private var repeatedCount = 0

  private var isAtLineStart = true
  private var space = Space.none

  /// A list that counts down to 1 (`reversed` without `start`); its numbers are known at its end.
  private struct Countdown {
    let container: Int
    var items = 0
    /// For each number the offset of the `0` in its place, and its item, from 1.
    var numbers: [(offset: Int, item: Int)] = []
    /// True after an item with a number of its own.
    var isOver = false
  }

  private var countdowns: [Countdown] = []

  /// True if the innermost container has no output yet.
  private var isFirst = true
  private var needsBlankLine = false
  private var isFirstCell = true
  private var cellDepth = 0
  private var preDepth = 0
  private var dropsLineFeed = false
  private var isInLink = false

  /// The number of open elements from the outermost hidden one on.
  private var hiddenDepth = 0

  // MARK: - Lines

  private mutating func endLine() {
    space = .none
    guard !isAtLineStart else { return }
    while openCount > 0 {
      openCount -= 1
      appendEnd(inlines[openCount].name)
    }
    output.append(0x0A)
    isAtLineStart = true
    var size = 0
    var kept = 0
    while kept < min(inlines.count, Self.mostRepeated) {
      size += inlines[kept].tag.count
      if size > Self.mostTagBytes { break }
      kept += 1
    }
    for index in max(kept, repeatedCount)..<max(kept, repeatedCount, inlines.count) {
      inlines[index] = Inline(name: "", tag: [])
    }
    repeatedCount = inlines.count
  }

  /// Starts a block on a new line.
  private mutating func startBlock(hasMargin: Bool = true) {
    guard cellDepth == 0 else { return space = .blank }
    endLine()
    if hasMargin, !isFirst { needsBlankLine = true }
    if needsBlankLine { appendBlankLine() }
    needsBlankLine = false
  }

  private mutating func endBlock() {
    guard cellDepth == 0 else { return space = .blank }
    endLine()
    needsBlankLine = !isFirst
  }

  private mutating func appendBlankLine() {
    let count = containers.prefix(Self.mostRepeated).lastIndex(of: .quote).map { $0 + 1 } ?? 0
    appendPrefix(0..<count)
    if output.last == 0x20 { output.removeLast() }
    output.append(0x0A)
  }

  /// Appends bars of block quotes and markers of items.
  private mutating func appendPrefix(_ indices: Range<Int>) {
    let indented = indices.prefix(Self.mostRepeated)
    let firstQuote = indented.first { containers[$0] == .quote }
    let lastQuote = indented.last { containers[$0] == .quote }
    for index in indented {
      switch containers[index] {
      case .quote:
        if index == firstQuote { output.append("<span class=\"blockquote\">") }
        output.append("│")
        output.append(index == lastQuote ? "</span> " : " ")
      case .item(let marker) where index < writtenCount:
        output += repeatElement(0x20, count: max(1, marker.unicodeScalars.count) + 1)
      case .item(let marker): append(marker: marker, of: index)
      case .list: break
      }
    }
    for index in indices.dropFirst(max(Self.mostRepeated, writtenCount)) {
      if case .item(let marker) = containers[index] { append(marker: marker, of: index) }
    }
    writtenCount = max(writtenCount, indices.upperBound)
  }

  private mutating func append(marker: String, of container: Int) {
    if marker.isEmpty { return }
    if marker == " " { return output.append("  ") }
    output.append("<span class=\"marker\">")
    if let list = countdowns.lastIndex(where: { $0.container == container - 1 && !$0.isOver }) {
      countdowns[list].numbers.append((output.count, countdowns[list].items))
    }
    output += "\(marker)</span> ".utf8
  }

  /// Writes the numbers of a counted list.
  private mutating func endCountdown() {
    guard countdowns.last?.container == containers.count - 1, let list = countdowns.popLast() else {
      return
    }
    guard let first = list.numbers.first?.offset else { return }
    let written = Array(output[first...])
    output.removeSubrange(first...)
    var start = 0
    for (offset, item) in list.numbers {
      output += written[start..<offset - first]
      output.appendDecimal(list.items - item + 1)
      start = offset - first + 1
    }
    output += written[start...]
  }

  /// Starts the content of a line, or continues it.
  private mutating func startContent() {
    if space == .line { endLine() }
    if isAtLineStart {
      if needsBlankLine { appendBlankLine() }
      needsBlankLine = false
      appendPrefix(containers.indices)
    } else if space == .blank {
      output.append(0x20)
    }
    space = .none
    isAtLineStart = false
    isFirst = false
    while openCount < inlines.count {
      output += inlines[openCount].tag
      openCount += 1
    }
  }

  private mutating func appendEnd(_ name: String) {
    if !name.isEmpty { output += "</\(name)>".utf8 }
  }

  // MARK: - Text

  mutating func append(_ text: Span<UInt8>) {
    if hiddenDepth > 0 { return }
    let isPre = preDepth > 0 && cellDepth == 0
    var start = dropsLineFeed && !text.isEmpty && text[0] == 0x0A ? 1 : 0
    dropsLineFeed = false
    while start < text.count {
      let isSpace = text[start].isASCIIWhitespace
      var end = start + 1
      if isPre {
        end = text.firstOffset(of: 0x0A, from: start, to: text.count)
      } else {
        while end < text.count, text[end].isASCIIWhitespace == isSpace { end += 1 }
      }
      if !isPre, isSpace {
        appendSpace(text.firstOffset(of: 0x0A, from: start, to: end) < end)
      } else if end > start {
        startContent()
        appendEscaped(text.extracting(start..<end), to: &output)
      }
      start = end
      if isPre, start < text.count {
        if isAtLineStart { appendBlankLine() } else { endLine() }
        start += 1
      }
    }
  }

  private mutating func appendSpace(_ hasLineFeed: Bool) {
    guard !isAtLineStart, space == .none, !output.suffix(4).elementsEqual("<br>".utf8) else {
      return
    }
    // Elements of a paragraph may be very many, so that each line cannot have them all.
    space = hasLineFeed && inlines.isEmpty ? .line : .blank
  }

  private mutating func append(_ text: String) { append(Array(text.utf8).span) }

  private mutating func appendBreak() {
    space = .none
    startContent()
    if openCount > 0 { output.append("<br>") } else { endLine() }
  }

  // MARK: - Elements

  private mutating func open(_ name: String, _ tag: StartTag, class className: String? = nil) {
    var text = "<\(name)"
    func append(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { text += " \(name)=\"\(escape(value))\"" }
    }
    append("class", ((className.map { [$0] } ?? []) + tag.classes).joined(separator: " "))
    append("style", tag.style?.string)
    if name == "a" { append("href", tag.link) }
    append("lang", tag.language)
    for attribute in tag.attributes
    where attribute.name == "id" || attribute.name.hasPrefix("data-") {
      append(attribute.name, attribute.value)
    }
    inlines.append(Inline(name: name, tag: Array((text + ">").utf8)))
  }

  private mutating func close() {
    guard let inline = inlines.popLast() else { return }
    repeatedCount = min(repeatedCount, inlines.count)
    guard openCount > inlines.count else { return }
    openCount -= 1
    appendEnd(inline.name)
  }

  /// Writes an element without content, with replacement text.
  private mutating func append(
    _ text: String, in tag: StartTag, class className: String, as name: String = "span"
  ) {
    open(name, tag, class: className)
    startContent()
    append(text)
    close()
  }

  mutating func start(_ tag: StartTag) {
    let element = tag.element
    if hiddenDepth > 0 || tag.isHidden {
      if !element.isVoid { hiddenDepth += 1 }
      return
    }
    switch element {
    case .br: return appendBreak()
    case .hr:
      startBlock()
      append("──────────", in: tag, class: "hr")
      return endBlock()
    case .img:
      let text = tag.value(of: "alt") ?? ""
      return append(text, in: tag, class: "img", as: isInLink ? "span" : "a")
    case .input:
      guard tag.value(of: "type") == "checkbox" else { return append(tag.value(of: "value") ?? "") }
      let isChecked = tag.value(of: "checked") != nil
      if case .item = containers.last, writtenCount < containers.count {
        containers[containers.count - 1] = .item(marker: "")
      }
      return append(isChecked ? "☑" : "☐", in: tag, class: isChecked ? "task checked" : "task")
    case _ where element.isVoid: return
    default: break
    }
    let isBlock = startBlock(tag)
    dropsLineFeed = element == .pre
    let name = element.name
    let hasOwnTag = !isBlock && MarkupElement.ofMarkup.contains(element)
    let hasAttributes =
      !tag.classes.isEmpty || tag.style != nil
      || tag.attributes.contains { $0.name == "id" || $0.name.hasPrefix("data-") }
    let isOpened =
      (!isBlock || hasAttributes || Self.named.contains(element))
      && inlines.count < Self.mostInlines
    isInline.append(isOpened)
    if isOpened { open(hasOwnTag ? name : "span", tag, class: hasOwnTag ? nil : name) }
    if element == .a { isInLink = true }
    if element == .q { append("“") }
  }

  /// Blocks that are always spans.
  private static let named: [MarkupElement] = [
    .h1, .h2, .h3, .h4, .h5, .h6, .th, .td, .dt, .caption, .figcaption, .summary,
  ]

  /// Starts a line if the element is a block.
  private mutating func startBlock(_ tag: StartTag) -> Bool {
    let element = tag.element
    switch element {
    case .blockquote: begin(.quote)
    case .ul, .menu, .ol:
      let isReversed = tag.value(of: "reversed") != nil
      let start = tag.value(of: "start").flatMap { Int($0) }
      let countsDown =
        element == .ol && isReversed && start == nil && countdowns.count < Self.mostRepeated
      let list = Container.list(
        next: element == .ol ? start ?? (countsDown ? 0 : 1) : nil, step: isReversed ? -1 : 1)
      begin(list, hasMargin: itemDepth == 0)
      if countsDown { countdowns.append(Countdown(container: containers.count - 1)) }
    case .li:
      var marker = "•"
      if case .list(let next?, let step)? = containers.last {
        let value = tag.value(of: "value").flatMap { Int($0) }
        var number = value ?? next
        if let list = countdowns.indices.last, countdowns[list].container == containers.count - 1 {
          countdowns[list].items += 1
          if value != nil { countdowns[list].isOver = true }
          if !countdowns[list].isOver { number = 0 }
        }
        marker = "\(number)."
        containers[containers.count - 1] = .list(next: number &+ step, step: step)
      }
      begin(.item(marker: marker), hasMargin: false)
    case .dd: begin(.item(marker: " "), hasMargin: false)
    case .pre:
      startBlock()
      preDepth += 1
    case .td, .th:
      space = .none
      if !isFirstCell {
        startContent()
        output.append(" │ ")
      }
      isFirstCell = false
      cellDepth += 1
    case .tr:
      if cellDepth == 0 { startBlock(hasMargin: false) }
      isFirstCell = true
    case .thead, .tbody, .tfoot, .colgroup: break
    case .p, .dl, .table, .h1, .h2, .h3, .h4, .h5, .h6: startBlock()
    case _ where element.isBlock: startBlock(hasMargin: false)
    default: return false
    }
    return true
  }

  private mutating func begin(_ container: Container, hasMargin: Bool = true) {
    startBlock(hasMargin: hasMargin)
    containers.append(container)
    if case .item = container { itemDepth += 1 }
    isFirst = true
  }

  mutating func end(_ element: MarkupElement) {
    if hiddenDepth > 0 {
      hiddenDepth -= 1
      return
    }
    if element == .q { append("”") }
    if element == .a { isInLink = false }
    if isInline.popLast() == true { close() }
    switch element {
    case .blockquote:
      endContainer()
      endBlock()
    case .li, .dd:
      if writtenCount < containers.count { startContent() }
      if cellDepth == 0 { endLine() }
      endContainer()
      itemDepth -= 1
    case .ul, .ol, .menu:
      endCountdown()
      endContainer()
      // A tight list in a list has no blank line behind it.
      if itemDepth == 0 { endBlock() }
    case .pre:
      preDepth -= 1
      endBlock()
    case .td, .th: cellDepth -= 1
    case .thead, .tbody, .tfoot, .colgroup: break
    case .p, .dl, .table, .h1, .h2, .h3, .h4, .h5, .h6: endBlock()
    case _ where element.isBlock: if cellDepth == 0 { endLine() } else { space = .blank }
    default: break
    }
  }

  private mutating func endContainer() {
    containers.removeLast()
    writtenCount = min(writtenCount, containers.count)
  }
}
