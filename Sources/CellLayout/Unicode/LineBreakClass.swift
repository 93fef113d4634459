/// Class of a code point for the line-breaking rules: UAX #14 §5.1, after LB1, with a few classes
/// split where a rule names only a part of one.
///
/// The generator writes the raw values: keep the order.
enum LineBreakClass: UInt8 {
  /// GL.
  case glue
  /// CM.
  case combiningMark
  /// CL.
  case closePunctuation
  /// EX.
  case exclamation
  /// OP.
  case openPunctuation
  /// NS.
  case nonstarter
  /// BA.
  case breakAfter
  /// AL.
  case alphabetic
  /// IN.
  case inseparable
  /// PR.
  case prefixNumeric
  /// PO.
  case postfixNumeric
  /// ID.
  case ideographic
  /// EB.
  case emojiBase
  /// EM.
  case emojiModifier
  /// JL.
  case jamoL
  /// H2.
  case hangulLV
  /// H3.
  case hangulLVT
  /// QU that is neither Pi nor Pf.
  case quotation
  /// BB.
  case breakBefore
  /// IS.
  case infixNumeric
  /// NU.
  case numeric
  /// B2.
  case breakBoth
  /// HL.
  case hebrewLetter
  /// BK.
  case mandatoryBreak
  /// CR.
  case carriageReturn
  /// LF.
  case lineFeed
  /// NL.
  case nextLine
  /// SP.
  case space
  /// ZW.
  case zeroWidthSpace
  /// WJ.
  case wordJoiner
  /// ZWJ.
  case zeroWidthJoiner
  /// CP.
  case closeParenthesis
  /// SY.
  case breakSymbols
  /// QU, general category Pi.
  case initialQuotation
  /// QU, general category Pf.
  case finalQuotation
  /// CB.
  case contingentBreak
  /// HY.
  case hyphenMinus
  /// U+2010 HYPHEN of BA.
  case hyphen
  /// U+25CC of AL.
  case dottedCircle
  /// Extended_Pictographic and unassigned.
  case unassignedPictographic
  /// JV.
  case jamoV
  /// JT.
  case jamoT
  /// AP.
  case aksaraPrebase
  /// AK.
  case aksara
  /// AS.
  case aksaraStart
  /// VF.
  case viramaFinal
  /// VI.
  case virama
  /// RI.
  case regionalIndicator

  /// Before the first and after the last code point; the table does not hold it.
  case textEdge

  /// Number of classes the table holds; the table adds it where a code point is East Asian.
  static let count = 48

  /// The class of a number of the table.
  ///
  /// An enumeration without payloads is stored as the number of its case; the initialiser by raw
  /// value is a table of its own and not fast enough here.
  @inline(__always)
  init(number: UInt8) {
    precondition(number <= Self.textEdge.rawValue)
    self = unsafe unsafeBitCast(number, to: LineBreakClass.self)
  }
}
