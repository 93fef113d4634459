/// The elements that are open, and what an end tag closes.
///
/// Memory is bounded by `MarkupLimits.deepestNesting`; whether an element is open is known
/// without a search.
public struct OpenElements: Sendable {
  /// One open element.
  public struct Entry: Hashable, Sendable {
    /// The element.
    public let element: MarkupElement
    /// Where its start tag is: an offset, or whatever number the caller gave.
    public let place: Int

    @inlinable
    init(element: MarkupElement, place: Int) {
      self.element = element
      self.place = place
    }
  }

  /// What an end tag did.
  public enum Closing: Hashable, Sendable {
    /// It closed this many elements; all but one were closed by the end of an outer one.
    case closed(Int)
    /// It closed an element past the limit, which had no effect.
    case ignored
    /// Its element is not open.
    case stray
  }

  /// The open elements, the innermost last.
  @inlinable public var entries: [Entry] { stack }

  @usableFromInline var stack: [Entry] = []

  @usableFromInline var open = [Int](repeating: 0, count: MarkupElement.allCases.count)

  /// Elements past the limit that have no effect, by kind, so that their end tags have none.
  private var ignored = [Int](repeating: 0, count: MarkupElement.allCases.count)
  @usableFromInline var ignoredCount = 0

  /// No elements.
  public init() {}

  /// How many elements are open.
  public var depth: Int { stack.count }

  /// Whether one more element can be opened.
  @inlinable public var hasRoom: Bool { stack.count < MarkupLimits.deepestNesting }

  /// Whether an end tag of a kind would close anything.
  public func isOpen(_ element: MarkupElement) -> Bool {
    let kind = Int(element.rawValue)
    return open[kind] > 0 && ignored[kind] == 0
  }

  /// Opens an element.
  ///
  /// - Returns: False when too many are open already; the element then has no effect.
  @inlinable
  @inline(__always)
  public mutating func open(_ element: MarkupElement, at place: Int) -> Bool {
    guard hasRoom else {
      ignore(element)
      return false
    }
    stack.append(Entry(element: element, place: place))
    open[Int(element.rawValue)] += 1
    return true
  }

  @usableFromInline
  mutating func ignore(_ element: MarkupElement) {
    ignored[Int(element.rawValue)] += 1
    ignoredCount += 1
  }

  /// Closes the innermost element if it is of a kind: what nearly every end tag does.
  ///
  /// - Returns: Whether it was closed. If not, `close(_:crossed:)` has to decide.
  @inlinable
  @inline(__always)
  public mutating func closeInnermost(_ element: MarkupElement) -> Bool {
    guard ignoredCount == 0, let last = stack.last, last.element == element else { return false }
    stack.removeLast()
    open[Int(element.rawValue)] -= 1
    return true
  }

  /// Closes the innermost element of a kind, and with it those inside.
  ///
  /// - Parameters:
  ///   - element: The element of the end tag.
  ///   - crossed: Called for each element that is closed before its own end tag.
  /// - Returns: What the end tag did.
  public mutating func close(
    _ element: MarkupElement, crossed: (Entry) -> Void = { _ in }
  ) -> Closing {
    let kind = Int(element.rawValue)
    if ignoredCount > 0, ignored[kind] > 0 {
      ignored[kind] -= 1
      ignoredCount -= 1
      return .ignored
    }
    if stack.last?.element == element {
      stack.removeLast()
      open[kind] -= 1
      return .closed(1)
    }
    guard open[kind] > 0 else { return .stray }
    var count = 0
    while let entry = stack.popLast() {
      open[Int(entry.element.rawValue)] -= 1
      count += 1
      if entry.element == element { break }
      crossed(entry)
    }
    return .closed(count)
  }

  /// Closes everything, as the end of a text does.
  public mutating func removeAll() {
    stack.removeAll(keepingCapacity: true)
    ignoredCount = 0
    for kind in open.indices {
      open[kind] = 0
      ignored[kind] = 0
    }
  }
}
