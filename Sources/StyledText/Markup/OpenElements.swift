import Bytes

/// The open elements, and the effects of end tags.
///
/// An element's depth is the number of elements around it. `MarkupLimits.deepestNesting` bounds the
/// memory, and no query searches. Every tag of a stream goes through here, so the storage is
/// neither reference-counted nor checked.
@safe
package struct OpenElements: ~Copyable {
  package struct Entry: Hashable, Sendable {
    /// The offset of its start tag, or any number of the caller.
    package let offset: Int
    /// The caller's number for the text around it.
    package var outer: Int32
    /// The number of earlier elements in its parent, if the caller counts them.
    package let siblings: Int32
    /// The number of the outer element, if the caller keeps a tree.
    package var outerElement: Int32
    package let element: MarkupElement
    /// The depth of the next outer element of its kind; -1 if there is none.
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

  package enum Closing: Hashable, Sendable {
    /// Closes a number of elements, and returns the last one; all others are closed by the end of
    /// an outer one.
    case closed(Int, Entry)
    /// Closes an element beyond the limit, which had no effect.
    case ignored
    /// Its element is not open.
    case stray
  }

  package var depth: Int { count }

  var count = 0

  /// Owned; the innermost element is last.
  var stack: UnsafeMutablePointer<Entry>
  var capacity: Int

  /// The depth of the innermost open element of each kind; -1 if none is open; owned.
  var innermost: UnsafeMutablePointer<Int32>

  /// The open elements with names that are not in `MarkupElement`, and the depth of the next outer
  /// one of the same name.
  private var named: [(depth: Int, name: String, previous: Int)] = []
  private var depths: [String: Int] = [:]

  /// The number of elements beyond the limit, by kind, because their end tags have no effect,
  /// either.
  private var ignored = [Int](repeating: 0, count: MarkupElement.allCases.count)
  var ignoredCount = 0

  /// The number of start tags that are text and whose end tags have not been read, by kind.
  private var kept = [Int](repeating: 0, count: MarkupElement.allCases.count)

  /// True for a kind whose last such start tag was not closed by its line.
  private var isCut = [Bool](repeating: false, count: MarkupElement.allCases.count)

  /// The open elements with long tags, and the sum of their lengths.
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

  package subscript(index: Int) -> Entry {
    precondition(index >= 0 && index < count)
    return unsafe stack[index]
  }

  var last: MarkupElement? { unsafe count > 0 ? stack[count - 1].element : nil }

  /// -1 if none is open.
  func depth(of element: MarkupElement) -> Int { unsafe Int(innermost[Int(element.rawValue)]) }

  /// True for the start or end tag of a root that is already open.
  func hasRoot(_ element: MarkupElement) -> Bool {
    (element == .html || element == .body) && depth(of: element) >= 0
  }

  /// The depth of the innermost open element with a name that is not in `MarkupElement`; -1 if none
  /// is open.
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

  package var hasCapacity: Bool { count < MarkupLimits.deepestNesting }

  /// An open element with a long start tag.
  private struct LongTag {
    let index: Int
    let offset: Int
    let length: Int
  }

  /// True if one more element with a start tag of this length can be opened.
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

  /// Records the length of the start tag of the element that was opened last, with the values of
  /// its placeholders.
  package mutating func noteTag(of length: Int) {
    guard length > MarkupLimits.shortTag, count > 0 else { return }
    longTags.append(
      LongTag(index: count - 1, offset: unsafe stack[count - 1].offset, length: length))
    longTagBytes += length
  }

  /// True if an end tag of a kind closes an element.
  package mutating func isOpen(_ element: MarkupElement) -> Bool {
    depth(of: element) >= 0 && ignored[Int(element.rawValue)] == 0
  }

  /// Sets the caller's number for the text around an open element.
  package mutating func setOuter(_ outer: Int32, at index: Int) {
    precondition(index >= 0 && index < count)
    unsafe stack[index].outer = outer
  }

  // MARK: Opening

  /// Opens an element; returns false if too many are open, so that it has no effect.
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

  /// Opens an element below the limit, with its name if HTML does not have it.
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

  /// Counts an element without effect, so that its end tag has none.
  package mutating func ignore(_ element: MarkupElement) {
    ignored[Int(element.rawValue)] += 1
    ignoredCount += 1
  }

  // MARK: Closing

  /// Closes the innermost element if it is of a kind, as for nearly all end tags; if it returns
  /// nil, `close(_:crossed:)` has to decide.
  @inline(__always)
  package mutating func closeInnermost(_ element: MarkupElement) -> Entry? {
    guard ignoredCount == 0, count > 0 else { return nil }
    let last = unsafe stack[count &- 1]
    guard last.element == element else { return nil }
    count &-= 1
    unsafe innermost[Int(element.rawValue)] = last.previous
    return last
  }

  /// Closes the innermost element; returns nil if none is open.
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

  /// Closes the innermost element of a kind and the elements inside it, for which it calls
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

  /// True if an end tag closes an element beyond the limit, which had no effect.
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

  /// True if a stray end tag belongs to a start tag that is text, and so is text itself.
  package mutating func takeKeptStartTag(_ element: MarkupElement) -> Bool {
    let kind = Int(element.rawValue)
    guard kept[kind] > 0 else { return false }
    kept[kind] -= 1
    return true
  }

  /// Closes all elements at the end of a text; the locations of tags are kept.
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
