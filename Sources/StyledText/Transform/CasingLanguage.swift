/// A language whose letters change case by rules of their own (Unicode, SpecialCasing.txt).
package enum CasingLanguage: Hashable, Sendable {
  /// Any language without such rules.
  case other
  /// Turkish and Azerbaijani: dotted and dotless i.
  case turkic
  /// Lithuanian: the dot of i stays under an accent.
  case lithuanian
  /// Dutch: ij is one letter at the start of a word.
  case dutch
  /// Greek: capitals lose their accents.
  case greek

  /// The language of a BCP 47 tag such as `tr` or `nl-BE`; any other is `other`.
  package init(tag: String?) {
    guard let primary = tag?.utf8.prefix(while: { $0 != 0x2D && $0 != 0x5F }), primary.count == 2,
      let first = primary.first, let last = primary.last
    else {
      self = .other
      return
    }
    switch (first | 0x20, last | 0x20) {
    case (0x74, 0x72), (0x61, 0x7A): self = .turkic
    case (0x6C, 0x74): self = .lithuanian
    case (0x6E, 0x6C): self = .dutch
    case (0x65, 0x6C): self = .greek
    default: self = .other
    }
  }
}
