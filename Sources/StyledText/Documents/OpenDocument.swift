/// State of a document while it is read: what is open in it, besides the elements of a text.
package struct OpenDocument {
  /// Tokens.
  package var tokenizer = HTMLTokenizer()

  /// The open elements, by their names.
  var scopes = DocumentScopes()

  /// The element whose content is text up to its end tag, if one is open.
  var raw: MarkupElement?

  /// The element that is left out with its content, if one is open.
  var skipped: Skipped?

  /// True in the head, which ends with the first tag or text that it cannot hold.
  var isInHead = false

  /// True directly behind a start tag that a line feed may follow: it is dropped.
  var dropsLineFeed = false

  /// A bit for each element whose absence was told.
  private var told: UInt16 = 0

  /// Styles of lists inside lists by the parent's state and the bytes of their tags: the same bytes
  /// mean another style elsewhere.
  private var nestedLists: [NestedList: StyleID] = [:]
  private var generation = 0

  /// An element that is left out.
  struct Skipped {
    let element: MarkupElement
    /// Range of its start tag in the whole input.
    let tag: Range<Int>
    /// Number of elements of this kind that are open.
    var depth = 1
  }

  struct NestedList: Hashable {
    let state: Int32
    let tag: [UInt8]
  }

  init() {}

  /// Says that the caller is about to drop the first bytes.
  package mutating func willDrop(first count: Int) { tokenizer.willDrop(first: count) }

  /// A document that is read after another one into the same text.
  init(after other: OpenDocument) { told = other.told }

  /// Ends all that is open.
  mutating func reset() { self = OpenDocument(after: self) }

  /// True the first time that it is asked for an element that is left out.
  mutating func isFirst(_ element: MarkupElement) -> Bool {
    let bit: UInt16 = 1 << UInt16(element.rawValue - MarkupElement.head.rawValue)
    defer { told |= bit }
    return told & bit == 0
  }

  /// The style of a list inside a list, if its tag was read before.
  mutating func style(of list: NestedList, generation: Int) -> StyleID? {
    if generation != self.generation { nestedLists = [:] }
    self.generation = generation
    return nestedLists[list]
  }

  /// Keeps the style of a list inside a list.
  mutating func keep(_ style: StyleID, of list: NestedList) {
    if nestedLists.count == 256 { nestedLists = [:] }
    if list.tag.count <= TagCache.longestTag { nestedLists[list] = style }
  }
}
