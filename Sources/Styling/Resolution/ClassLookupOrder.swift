/// The look-up order of the ViewCSS document: for each class in written order `tag.class`,
/// `element.class`, `.class`, and last the element itself.
///
/// A rule with an attribute precedes the same one without; attributes alone come between the
/// classes and the element. So do `:first-child` and the like, which only imported files in dialect
/// `css` have.
struct ClassLookupOrder {
  /// The tag's name; nil for a span and for the host.
  let own: NameID?

  let host: NameID?

  let isHost: Bool

  /// The steps of one class: three, with and without an attribute.
  private static let stepsPerClass: Int32 = 6

  /// The step at which a rule is found, from 0, a smaller one being stronger; nil if it is never
  /// found.
  ///
  /// `position` is the index of the class, or the number of classes for a rule without one.
  func step(of subject: CompoundSelector, position: Int) -> Int32? {
    let asksForAttribute = subject.more.map { !$0.attributes.isEmpty } ?? false
    let first = Int32(position) * Self.stepsPerClass + (asksForAttribute ? 0 : 1)
    guard subject.firstClass != nil else {
      guard let type = subject.type else { return subject.more == nil ? nil : first + 2 }
      guard type == own || isHost && type == host else { return nil }
      return asksForAttribute ? first : first + 4
    }
    if let own, subject.type == own { return first }
    if let host, subject.type == host { return first + 2 }
    return subject.type == nil ? first + 4 : nil
  }

  /// The index of the class to which a step belongs.
  static func position(of step: Int32) -> Int { Int(step / stepsPerClass) }

  static func namesSame(_ step: Int32, _ other: Int32) -> Bool { step / 2 == other / 2 }

  static func isOfHost(_ step: Int32) -> Bool { step % stepsPerClass / 2 == 1 }

  static func isOfAttribute(_ step: Int32) -> Bool { step % 2 == 0 }
}
