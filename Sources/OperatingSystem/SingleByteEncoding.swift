/// An encoding of one byte for each character, whose first half is ASCII.
///
/// The names and tables of the Encoding Standard (<https://encoding.spec.whatwg.org>), for the
/// encodings that old pages have mostly.
package struct SingleByteEncoding: Sendable {
  /// Characters of the bytes from 0x80 on.
  private let upperHalf: [[UInt8]]

  /// The encoding of a name; nil for none of these.
  package init?(label: String) {
    guard
      let found = Self.tables.first(where: {
        $0.labels.split(separator: " ").contains { $0 == label }
      })
    else { return nil }
    upperHalf = found.characters.unicodeScalars.map { Array(String($0).utf8) }
  }

  /// The encoding that the start of a page declares in a `meta` element (HTML, section 13.2.3.2).
  /// - Parameter start: Its first bytes, of which 1,024 count.
  package init?(declaredIn start: [UInt8]) {
    // The mark of UTF-8 counts for more.
    guard !start.starts(with: [0xEF, 0xBB, 0xBF]), let label = Self.label(in: start) else {
      return nil
    }
    self.init(label: label)
  }

  /// Number of bytes that may hold a declaration.
  package static let longestStart = 1024

  /// True if the start of a page tells its encoding, or that no declaration follows.
  package static func isDeclared(in start: [UInt8]) -> Bool {
    // A tag has ended: all others are looked at in vain.
    start.last == 0x3E && (label(in: start) != nil || text(start).contains("<body"))
  }

  /// The first bytes as text in lower case; no other byte is a part of a declaration.
  private static func text(_ start: [UInt8]) -> String {
    String(start.prefix(longestStart).map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : "?" })
      .lowercased()
  }

  private static func label(in start: [UInt8]) -> String? {
    let text = text(start).replacing(#/<!--.*?(?:-->|$)/#.dotMatchesNewlines(), with: "")
    for tag in text.matches(of: #/<meta[\s\/][^>]*/#) {
      let declared = tag.output.firstMatch(
        of: #/[\s\/;"']charset\s*=\s*["']?\s*([^\s"';>\/]+)(?:[\s"';\/]|$)/#)
      if let declared { return String(declared.1) }
    }
    return nil
  }

  /// Appends some bytes as UTF-8.
  package func decode(_ bytes: [UInt8], to text: inout [UInt8]) {
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text += upperHalf[Int(byte & 0x7F)] }
    }
  }

  private static let tables: [(labels: String, characters: String)] = [
    (
      "ascii us-ascii latin1 l1 iso-8859-1 iso8859-1 iso88591 iso_8859-1 windows-1252 "
        + "cp1252 x-cp1252 cp819 ibm819",
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬"
        + "\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷"
        + "øùúûüýþÿ"
    ),
    (
      "windows-1250 cp1250 x-cp1250",
      "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬"
        + "\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷"
        + "řůúűüýţ˙"
    ),
    (
      "windows-1251 cp1251 x-cp1251",
      "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїА"
        + "БВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
    ),
    (
      "windows-1253 cp1253 x-cp1253",
      "€\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}™\u{9A}›"
        + "\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}΅Ά£¤¥¦§¨©ª«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝ"
        + "ΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ"
    ),
    (
      "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 iso_8859-9 latin5 "
        + "l5",
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ\u{A0}¡¢£¤¥¦§"
        + "¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñò"
        + "óôõö÷øùúûüışÿ"
    ),
    (
      "iso-8859-2 iso8859-2 iso88592 iso_8859-2 latin2 l2",
      "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}"
        + "\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}"
        + "\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁ"
        + "ÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
    ),
    (
      "iso-8859-5 iso8859-5 iso88595 iso_8859-5 cyrillic",
      "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}"
        + "\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}"
        + "\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРС"
        + "ТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ"
    ),
    (
      "iso-8859-7 iso8859-7 iso88597 iso_8859-7 greek greek8 elot_928",
      "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}"
        + "\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}"
        + "\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}®―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑ"
        + "ΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ"
    ),
    (
      "iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
      "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}"
        + "\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}"
        + "\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁ"
        + "ÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
    ),
    (
      "koi8-r koi8 koi koi8_r",
      "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхий"
        + "клмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    ),
  ]
}
