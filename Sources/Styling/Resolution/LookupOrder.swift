/// The order in which the ViewCSS document looks rules up: for each class in written order
/// `tag.class`, `element.class`, `.class`, and last the element itself.
struct LookupOrder {
  /// The tag's own name; nil for a span and for the host.
  let own: NameID?

  /// The host's element name.
  let host: NameID?

  /// Whether the element is the host.
  let isHost: Bool

  /// Steps that one class takes.
  private static let stepsPerClass: Int32 = 3

  /// The step at which a rule is found, from 0; nil when it is not looked up at all.
  /// - Parameters:
  ///   - subject: What the rule's selector asks for.
  ///   - place: The place of the class, or the number of classes for a rule without one.
  /// - Returns: A smaller number is stronger.
  func step(of subject: CompoundSelector, place: Int) -> Int32? {
    let first = Int32(place) * Self.stepsPerClass
    if let own, subject.type == own { return first }
    if let host, subject.type == host, subject.firstClass != nil || isHost { return first + 1 }
    return subject.type == nil ? first + 2 : nil
  }
}
