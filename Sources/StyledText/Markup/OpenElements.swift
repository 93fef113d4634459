import Bytes

/// The elements that are open, and what an end tag closes.
///
/// An element's depth is the number of elements around it. Memory is bounded by
/// `MarkupLimits.deepestNesting`; whether an element is open is known without a search. Every tag of a stream goes through here, so the storage is its own and neither
/// counted nor checked.
@safe
package struct OpenElements: ~Copyable {
  package struct Entry: Hashable, Sendable {
    /// Offset of its start tag, or any number that the caller gave.
    package let offset: Int
    /// Caller's number for the text around it.
    package var outer: Int32
    /// Number of elements there that were before it in the one around, if the caller counts them.
    package let siblings: Int32
    /// The number of the element around it, where the caller keeps a tree.
    package var outerElement: Int32
    package let element: MarkupElement
    /// The depth of the innermost one of its kind around it; -1 if there is none.
    var previous: Int32 = -1

    init(
      offset: Int, outer: Int32 = 0, siblings: Int32 = 0, outerElement: Int32 = 0,
      element: MarkupElement
    ) {
      self.offset = offset
      self.outer = outer
      self.siblings = siblings
      self.outerElement = outerElement
      self.element = element
    }
  }

  /// Effect of an end tag.
  package enum Closing: Hashable, Sendable {
    /// It closed so many elements, the last of which is given; all but that one were closed by the
    /// end of an outer one.
    case closed(Int, Entry)
    /// It closed an element past the limit, which had no effect.
    case ignored
    /// Its element is not open.
    case stray
  }

  package var depth: Int { count }

  var count = 0

  /// The open elements, the innermost last; owned.
  var stack: UnsafeMutablePointer<Entry>
  var capacity: Int

  /// The depth of the innermost open element of each kind; -1 if none is open; owned.
  var innermost: UnsafeMutablePointer<Int32>

  /// The open elements with names that are not in `MarkupElement`, and the depth of the innermost
  /// one of each name.
  private var named: [(depth: Int, name: String, previous: Int)] = []
  private var depths: [String: Int] = [:]

  /// Elements past the limit that have no effect, by kind, so that their end tags have none.
  private var ignored = [Int](repeating: 0, count: MarkupElement.allCases.count)
  var ignoredCount = 0

  /// Start tags that are text and whose end tags have not come, by kind.
  private var kept = [Int](repeating: 0, count: MarkupElement.allCases.count)

  /// True for a kind whose last such start tag was not closed by its line.
  private var isCut = [Bool](repeating: false, count: MarkupElement.allCases.count)

  /// The open elements with long tags, and how long those are together.
  private var longTags: [LongTag] = []
  private var longTagBytes = 0

  package init() {
    capacity = 32
    unsafe stack = .allocate(capacity: capacity)
    unsafe innermost = .allocate(capacity: MarkupElement.allCases.count)
    unsafe innermost.initialize(repeating: -1, count: MarkupElement.allCases.count)
  }

  deinit {
    unsafe stack.deallocate()
    unsafe innermost.deallocate()
  }

  /// An open element by its depth, from 0.
  package subscript(index: Int) -> Entry {
    precondition(index >= 0 && index < count)
    return unsafe stack[index]
  }

  var last: MarkupElement? { unsafe count > 0 ? stack[count - 1].element : nil }

  /// The depth of the innermost open element of a kind; -1 if none is open.
  func depth(of element: MarkupElement) -> Int {
    unsafe Int(innermost[Int(element.rawValue)])
  }

  /// True for the start or end tag of a root that is open already.
  func hasRoot(_ element: MarkupElement) -> Bool {
    (element == .html || element == .body) && depth(of: element) >= 0
  }

  /// The depth of the innermost open element of a name that is not in `MarkupElement`.
  func depth(ofNamed name: String) -> Int { depths[name] ?? -1 }

  func name(at depth: Int) -> String {
    let element = self[depth].element
    guard element == .custom else { return element.name }
    return named[named.partitioningIndex { $0.depth >= depth }].name
  }

  /// The `<` and name in the start tag of an open element, as offsets in bytes that begin at a
  /// base.
  func tagRange(at depth: Int, base: Int) -> Range<Int> {
    let start = self[depth].offset - base
    return start..<start + 1 + name(at: depth).utf8.count
  }

  /// True if one more element can be opened.
  package var hasCapacity: Bool { count < MarkupLimits.deepestNesting }

  /// An open element whose start tag is kept and long.
  private struct LongTag {
    let index: Int
    let offset: Int
    let length: Int
  }

  /// True if one more element can be opened whose start tag has so many bytes.
  package mutating func hasCapacity(forTagOf length: Int) -> Bool {
    guard length > MarkupLimits.shortTag || !longTags.isEmpty else { return hasCapacity }
    // Offsets differ, so an entry that is still there was not closed.
    while let last = longTags.last,
      unsafe last.index >= count || stack[last.index].offset != last.offset
    {
      longTagBytes -= last.length
      longTags.removeLast()
    }
    // Short ones do not count by themselves, but the values of placeholders may make them long.
    let more = length > MarkupLimits.shortTag ? length : 0
    return hasCapacity && longTagBytes + more <= MarkupLimits.mostOpenTags
  }

  /// Takes note of how long the start tag is of the element that was opened last, with the values
  /// of placeholders in it.
  package mutating func noteTag(of length: Int) {
    guard length > MarkupLimits.shortTag, count > 0 else { return }
    longTags.append(
      LongTag(index: count - 1, offset: unsafe stack[count - 1].offset, length: length))
    longTagBytes += length
  }

  /// True if an end tag of a kind would close anything.
  package mutating func isOpen(_ element: MarkupElement) -> Bool {
    depth(of: element) >= 0 && ignored[Int(element.rawValue)] == 0
  }

  /// Changes what the caller keeps about the text around an open element.
  package mutating func setOuter(_ outer: Int32, at index: Int) {
    precondition(index >= 0 && index < count)
    unsafe stack[index].outer = outer
  }

  // MARK: Opening

  /// Opens an element; false when too many are open already, and the element has no effect.
  @inline(__always)
  @discardableResult
  package mutating func open(
    _ element: MarkupElement, at offset: Int, outer: Int32 = 0, siblings: Int32 = 0,
    outerElement: Int32 = 0
  ) -> Bool {
    guard _fastPath(hasCapacity) else {
      ignore(element)
      return false
    }
    if _slowPath(count == capacity) { grow() }
    var entry = Entry(
      offset: offset, outer: outer, siblings: siblings, outerElement: outerElement,
      element: element)
    let kind = unsafe innermost + Int(element.rawValue)
    unsafe entry.previous = kind.pointee
    unsafe kind.pointee = Int32(truncatingIfNeeded: count)
    unsafe (stack + count).initialize(to: entry)
    count &+= 1
    return true
  }

  /// Opens an element for which there is room, with its name if that is not one of HTML.
  mutating func open(_ entry: Entry, name: String? = nil) {
    let isOpen = open(
      entry.element, at: entry.offset, outer: entry.outer, siblings: entry.siblings,
      outerElement: entry.outerElement)
    guard isOpen, entry.element == .custom else { return }
    let name = name ?? entry.element.name
    named.append((count - 1, name, depths.updateValue(count - 1, forKey: name) ?? -1))
  }

  mutating func grow() {
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    unsafe moved.update(from: stack, count: count)
    unsafe stack.deallocate()
    unsafe stack = unsafe moved
    capacity *= 2
  }

  /// Takes note of an element that has no effect, so that its end tag has none.
  package mutating func ignore(_ element: MarkupElement) {
    ignored[Int(element.rawValue)] += 1
    ignoredCount += 1
  }

  // MARK: Closing

  /// Closes the innermost element if it is of a kind, as nearly every end tag does; where it
  /// returns nil, `close(_:crossed:)` has to decide.
  @inline(__always)
  package mutating func closeInnermost(_ element: MarkupElement) -> Entry? {
    guard ignoredCount == 0, count > 0 else { return nil }
    let last = unsafe stack[count &- 1]
    guard last.element == element else { return nil }
    count &-= 1
    unsafe innermost[Int(element.rawValue)] = last.previous
    return last
  }

  /// Closes the innermost element, whatever it is; nil when none is open.
  package mutating func closeInnermost() -> Entry? {
    guard count > 0 else { return nil }
    count -= 1
    let last = unsafe stack[count]
    unsafe innermost[Int(last.element.rawValue)] = last.previous
    if last.element == .custom, let (_, name, previous) = named.popLast() {
      depths[name] = previous < 0 ? nil : previous
    }
    return last
  }

  /// Closes the innermost element of a kind, and with it those inside, for which it calls
  /// `crossed`.
  package mutating func close(
    _ element: MarkupElement, crossed: (Entry) -> Void = { _ in }
  ) -> Closing {
    if takeIgnored(element) { return .ignored }
    guard depth(of: element) >= 0 else { return .stray }
    var closed = 0
    while let entry = closeInnermost() {
      closed += 1
      if entry.element == element { return .closed(closed, entry) }
      crossed(entry)
    }
    return .stray
  }

  /// True if an end tag closes an element past the limit, which had no effect.
  mutating func takeIgnored(_ element: MarkupElement) -> Bool {
    guard ignoredCount > 0, ignored[Int(element.rawValue)] > 0 else { return false }
    ignored[Int(element.rawValue)] -= 1
    ignoredCount -= 1
    return true
  }

  package mutating func keepStartTag(_ element: MarkupElement, isCut: Bool) {
    kept[Int(element.rawValue)] += 1
    self.isCut[Int(element.rawValue)] = isCut
  }

  /// True if the last such start tag of an element was not closed by its line.
  package func hasCutStartTag(_ element: MarkupElement) -> Bool { isCut[Int(element.rawValue)] }

  /// True if a stray end tag ends a start tag that is text, and so is text itself.
  package mutating func takeKeptStartTag(_ element: MarkupElement) -> Bool {
    let kind = Int(element.rawValue)
    guard kept[kind] > 0 else { return false }
    kept[kind] -= 1
    return true
  }

  /// Closes everything, as the end of a text does; where the tags were stays known.
  package mutating func removeAll() {
    count = 0
    ignoredCount = 0
    for kind in ignored.indices {
      unsafe innermost[kind] = -1
      ignored[kind] = 0
      kept[kind] = 0
    }
    named.removeAll()
    depths.removeAll()
  }
}
