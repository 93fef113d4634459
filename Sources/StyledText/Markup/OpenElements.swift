/// The elements that are open, and what an end tag closes.
///
/// Memory is bounded by `MarkupLimits.deepestNesting`; whether an element is open is known without a search.
public struct OpenElements<Mark>: Sendable where Mark: Sendable {
  /// One open element and what the caller keeps with it.
  public struct Entry: Sendable {
    /// The element.
    public let element: MarkupElement
    /// What the caller keeps with it: a style, a node, a place.
    public let mark: Mark
  }

  /// The open elements, the innermost last.
  public private(set) var entries: [Entry] = []

  private var open = [Int](repeating: 0, count: MarkupElement.allCases.count)
  /// Elements past the limit that have no effect, by kind, so that their end tags have none.
  private var ignored = [Int](repeating: 0, count: MarkupElement.allCases.count)

  /// What an end tag did.
  public enum Closing: Hashable, Sendable {
    /// It closed this many elements; all but one were closed by the end of an outer one.
    case closed(Int)
    /// It closed an element past the limit, which had no effect.
    case ignored
    /// Its element is not open.
    case stray
  }

  /// No elements.
  public init() {}

  /// How many elements are open.
  public var depth: Int { entries.count }

  /// Opens an element.
  ///
  /// - Returns: False when too many are open already; the element then has no effect.
  public mutating func open(_ element: MarkupElement, mark: @autoclosure () -> Mark) -> Bool {
    guard entries.count < MarkupLimits.deepestNesting else {
      ignored[Int(element.rawValue)] += 1
      return false
    }
    entries.append(Entry(element: element, mark: mark()))
    open[Int(element.rawValue)] += 1
    return true
  }

  /// Closes the innermost element of a kind, and with it those inside.
  ///
  /// - Parameters:
  ///   - element: The element of the end tag.
  ///   - crossed: Called for each element that is closed before its own end tag.
  public mutating func close(
    _ element: MarkupElement, crossed: (Entry) -> Void = { _ in }
  ) -> Closing {
    let kind = Int(element.rawValue)
    if ignored[kind] > 0 {
      ignored[kind] -= 1
      return .ignored
    }
    guard open[kind] > 0 else { return .stray }
    var count = 0
    while let entry = entries.popLast() {
      open[Int(entry.element.rawValue)] -= 1
      count += 1
      if entry.element == element { break }
      crossed(entry)
    }
    return .closed(count)
  }

  /// Closes everything, as the end of a text does.
  public mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    for kind in open.indices {
      open[kind] = 0
      ignored[kind] = 0
    }
  }
}
