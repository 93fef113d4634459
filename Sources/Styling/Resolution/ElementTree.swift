import StyleValues

/// The elements that selectors look at: each knows its parent, so a chain of numbers is a path.
struct ElementTree {
  /// What selectors ask of an element.
  struct Element {
    /// Number of the parent; -1 for the root.
    var parent: Int32
    /// The element name or tag, if any selector mentions it.
    var type: NameID?
    /// Those of the classes that any selector mentions.
    var classes: [NameID]
    var states: ControlState
    var position: SiblingPosition
    /// A bit for each name of the element and its ancestors: a missing bit is a sure no.
    var ancestry: UInt64
  }

  private(set) var elements: [Element] = []

  /// Adds an element below another one (-1 for the root).
  mutating func add(
    type: NameID?, classes: [NameID], states: ControlState, position: SiblingPosition,
    parent: Int32
  ) -> Int32 {
    var ancestry = parent >= 0 ? elements[Int(parent)].ancestry : 0
    if let type { ancestry |= Self.bit(type) }
    for name in classes { ancestry |= Self.bit(name) }
    elements.append(
      Element(
        parent: parent, type: type, classes: classes, states: states, position: position,
        ancestry: ancestry))
    return Int32(elements.count - 1)
  }

  /// Takes the last element away again.
  mutating func removeLast() {
    elements.removeLast()
  }

  subscript(number: Int32) -> Element { elements[Int(number)] }

  /// The bit of a name in `Element.ancestry`.
  static func bit(_ name: NameID) -> UInt64 {
    1 << UInt64(UInt32(bitPattern: name.rawValue) &* 0x9E37_79B9 >> 26)
  }
}
