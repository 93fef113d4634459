/// Context before a possible line break, as far back as the rules need it.
///
/// The rules of UAX #14 §6.1 in their order; each `case` names its rules.
struct LineBreakContext {
  enum Action { case forbidden, allowed, mandatory }

  /// The unit before, spaces included.
  private var previous = LineBreakUnit.edge
  private var beforePrevious = LineBreakUnit.edge
  /// Class before the spaces, when `previous` is spaces.
  private var beforeSpaces = LineBreakClass.textEdge
  /// LB15a holds for the quotation mark that is `previous`, or stands before the spaces.
  private var isOpenedByQuote = false
  /// State of a number (LB25).
  private var number = Number.none
  /// LB30a: an odd number of regional indicators ends here.
  private var isOddIndicator = false

  private enum Number { case none, digits, closed }

  /// True if the text so far ends its line.
  var endsInMandatoryBreak: Bool { previous.kind.isLineEnd }

  mutating func pass(_ unit: LineBreakUnit) {
    if unit.kind == .space {
      if previous.kind != .space { beforeSpaces = previous.kind }
    } else {
      isOpenedByQuote = unit.kind == .initialQuotation && Self.opensQuote(after: previous.kind)
      beforeSpaces = .textEdge
    }
    switch unit.kind {
    case .numeric: number = .digits
    case .breakSymbols, .infixNumeric: if number != .digits { number = .none }
    case .closePunctuation, .closeParenthesis: number = number == .digits ? .closed : .none
    default: number = .none
    }
    isOddIndicator = unit.kind == .regionalIndicator && !isOddIndicator
    beforePrevious = previous
    previous = unit
  }

  @inline(__always)
  func action(
    before unit: LineBreakUnit, following: LineBreakUnit, afterFollowing: LineBreakUnit
  ) -> Action {
    if previous.kind == .textEdge { return .forbidden }  // LB2
    // Words and the spaces between them, and ideographs: most of what there is.
    if unit.kind == .space, previous.kind == .alphabetic { return .forbidden }  // LB7
    if unit.kind == .alphabetic, previous.kind == .space, beforeSpaces == .alphabetic {
      return .allowed  // LB18
    }
    if unit.kind == .ideographic, previous.kind == .ideographic {
      return previous.isJoined ? .forbidden : .allowed  // LB8a, LB31
    }
    return ruled(previous, before: unit, following: following, afterFollowing: afterFollowing)
  }

  private func ruled(
    _ previous: LineBreakUnit, before unit: LineBreakUnit, following: LineBreakUnit,
    afterFollowing: LineBreakUnit
  ) -> Action {
    switch previous.kind {
    case .mandatoryBreak, .lineFeed, .nextLine: return .mandatory  // LB4, LB5
    case .carriageReturn: return unit.kind == .lineFeed ? .forbidden : .mandatory
    case .zeroWidthSpace: return unit.kind.isLineEndOrSpace ? .forbidden : .allowed  // LB6–LB8
    default: break
    }
    if unit.kind.isLineEndOrSpace { return .forbidden }  // LB6, LB7
    let isSpaced = previous.kind == .space
    if isSpaced, beforeSpaces == .zeroWidthSpace { return .allowed }  // LB8
    if previous.isJoined { return .forbidden }  // LB8a
    let holds =
      isSpaced
      ? holdsAcrossSpaces(unit, following)
      : holdsAround(previous, unit, following) || holds(previous, unit, following, afterFollowing)
    return holds ? .forbidden : .allowed
  }

  /// LB11 to LB17 across spaces; LB18 breaks everything else.
  private func holdsAcrossSpaces(_ unit: LineBreakUnit, _ following: LineBreakUnit) -> Bool {
    switch unit.kind {
    case .wordJoiner, .closePunctuation, .closeParenthesis, .exclamation, .breakSymbols:
      return true  // LB11, LB13
    case .infixNumeric:
      // LB14, LB15a, LB15c, LB15d.
      return beforeSpaces == .openPunctuation || isOpenedByQuote || following.kind != .numeric
    case .finalQuotation where Self.closesQuote(before: following.kind): return true  // LB15b
    case .nonstarter where beforeSpaces == .closePunctuation || beforeSpaces == .closeParenthesis:
      return true  // LB16
    case .breakBoth where beforeSpaces == .breakBoth: return true  // LB17
    default: return beforeSpaces == .openPunctuation || isOpenedByQuote  // LB14, LB15a
    }
  }

  /// LB11 to LB19a without spaces, and LB21, LB22: the rules that one of the two sides decides.
  private func holdsAround(
    _ previous: LineBreakUnit, _ unit: LineBreakUnit, _ following: LineBreakUnit
  ) -> Bool {
    switch unit.kind {
    case .wordJoiner, .closePunctuation, .closeParenthesis, .exclamation, .breakSymbols,
      .infixNumeric:
      return true  // LB11, LB13, LB15d
    case .glue:
      switch previous.kind {
      case .breakAfter, .hyphenMinus, .hyphen: break  // LB12a
      default: return true
      }
    case .quotation, .finalQuotation: return true  // LB19
    case .initialQuotation:
      // LB19a
      if !previous.isEastAsian || !following.isEastAsian { return true }
    case .nonstarter:
      // LB16, LB21; LB20 comes before LB21.
      if previous.kind != .contingentBreak { return true }
    case .breakBoth: if previous.kind == .breakBoth { return true }  // LB17
    default: break
    }
    switch previous.kind {
    case .wordJoiner, .glue, .openPunctuation: return true  // LB11, LB12, LB14
    case .quotation, .initialQuotation: return true  // LB15a, LB19
    case .finalQuotation:
      // LB19a
      return !unit.isEastAsian || !beforePrevious.isEastAsian
    default: return false
    }
  }

  /// LB20 to LB30b.
  private func holds(
    _ previous: LineBreakUnit, _ unit: LineBreakUnit, _ following: LineBreakUnit,
    _ afterFollowing: LineBreakUnit
  ) -> Bool {
    if previous.kind == .contingentBreak || unit.kind == .contingentBreak { return false }  // LB20
    switch unit.kind {
    case .breakAfter, .hyphenMinus, .hyphen, .inseparable: return true  // LB21, LB22
    default: break
    }
    if afterHyphen(previous, unit) { return true }
    if holdsNumber(previous, unit, following, afterFollowing) { return true }
    switch previous.kind {
    case .breakBefore: return true  // LB21
    case .breakSymbols: return unit.kind == .hebrewLetter  // LB21b
    case .alphabetic, .dottedCircle, .hebrewLetter:
      switch unit.kind {
      case .numeric, .prefixNumeric, .postfixNumeric: return true  // LB23, LB24
      case .openPunctuation: return !unit.isEastAsian  // LB30
      default:
        // LB28
        return unit.kind.isLetter
          || previous.kind == .dottedCircle && holdsAksara(previous, unit, following)
      }
    case .numeric:
      // LB23, LB30
      return unit.kind.isLetter || unit.kind == .openPunctuation && !unit.isEastAsian
    case .prefixNumeric:
      switch unit.kind {
      case .ideographic, .unassignedPictographic, .emojiBase, .emojiModifier: return true  // LB23a
      default: return unit.kind.isLetter || unit.kind.isHangul  // LB24, LB27
      }
    case .postfixNumeric, .infixNumeric: return unit.kind.isLetter  // LB24, LB29
    case .ideographic, .emojiModifier: return unit.kind == .postfixNumeric  // LB23a
    case .unassignedPictographic, .emojiBase:
      return unit.kind == .postfixNumeric || unit.kind == .emojiModifier  // LB23a, LB30b
    case .closeParenthesis: return unit.kind.isLetter || unit.kind == .numeric  // LB30
    case .regionalIndicator: return unit.kind == .regionalIndicator && isOddIndicator  // LB30a
    case .jamoL, .jamoV, .jamoT, .hangulLV, .hangulLVT: return holdsSyllable(previous, unit)
    default: return holdsAksara(previous, unit, following)
    }
  }

  /// LB20a and LB21a: a hyphen at the start of a word, or in a Hebrew one.
  private func afterHyphen(_ previous: LineBreakUnit, _ unit: LineBreakUnit) -> Bool {
    let isHyphen = previous.kind == .hyphenMinus || previous.kind == .hyphen
    if beforePrevious.kind == .hebrewLetter,
      isHyphen || (previous.kind == .breakAfter && !previous.isEastAsian)
    {
      return unit.kind != .hebrewLetter  // LB21a
    }
    guard isHyphen, unit.kind == .alphabetic || unit.kind == .dottedCircle else { return false }
    switch beforePrevious.kind {  // LB20a
    case .textEdge, .contingentBreak, .glue: return true
    default: return beforePrevious.kind.isLineEndOrSpace
    }
  }

  /// LB25.
  private func holdsNumber(
    _ previous: LineBreakUnit, _ unit: LineBreakUnit, _ following: LineBreakUnit,
    _ afterFollowing: LineBreakUnit
  ) -> Bool {
    switch unit.kind {
    case .numeric:
      switch previous.kind {
      case .postfixNumeric, .prefixNumeric, .hyphenMinus, .infixNumeric: return true
      default: return number == .digits
      }
    case .postfixNumeric, .prefixNumeric: return number != .none
    case .openPunctuation where previous.kind == .postfixNumeric || previous.kind == .prefixNumeric:
      return following.kind == .numeric
        || (following.kind == .infixNumeric && afterFollowing.kind == .numeric)
    default: return false
    }
  }

  /// LB26 and LB27.
  private func holdsSyllable(_ previous: LineBreakUnit, _ unit: LineBreakUnit) -> Bool {
    switch unit.kind {
    case .postfixNumeric: true
    case .jamoL, .hangulLV, .hangulLVT: previous.kind == .jamoL
    case .jamoV: previous.kind == .jamoL || previous.kind == .jamoV || previous.kind == .hangulLV
    case .jamoT: previous.kind != .jamoL
    default: false
    }
  }

  /// LB28a.
  private func holdsAksara(
    _ previous: LineBreakUnit, _ unit: LineBreakUnit, _ following: LineBreakUnit
  ) -> Bool {
    if previous.kind == .aksaraPrebase { return unit.kind.isAksaraBase }
    if previous.kind.isAksaraBase {
      if unit.kind == .viramaFinal || unit.kind == .virama { return true }
      return unit.kind.isAksaraBase && following.kind == .viramaFinal
    }
    return previous.kind == .virama && beforePrevious.kind.isAksaraBase
      && (unit.kind == .aksara || unit.kind == .dottedCircle)
  }

  /// LB15a: classes before an opening quotation mark.
  private static func opensQuote(after kind: LineBreakClass) -> Bool {
    switch kind {
    case .textEdge, .openPunctuation, .quotation, .initialQuotation, .finalQuotation, .glue: true
    default: kind.isLineEndOrSpace
    }
  }

  /// LB15b: classes after a closing quotation mark.
  private static func closesQuote(before kind: LineBreakClass) -> Bool {
    switch kind {
    case .textEdge, .glue, .wordJoiner, .closePunctuation, .quotation, .initialQuotation,
      .finalQuotation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols:
      true
    default: kind.isLineEndOrSpace
    }
  }
}

extension LineBreakClass {
  /// True if it ends a line: BK, CR, LF, NL.
  fileprivate var isLineEnd: Bool {
    switch self {
    case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine: true
    default: false
    }
  }

  /// True if it ends a line or is a space, SP or ZW.
  fileprivate var isLineEndOrSpace: Bool { isLineEnd || self == .space || self == .zeroWidthSpace }

  /// True if it is AL or HL.
  fileprivate var isLetter: Bool {
    self == .alphabetic || self == .dottedCircle || self == .hebrewLetter
  }

  /// True if it is JL, JV, JT, H2 or H3.
  fileprivate var isHangul: Bool {
    switch self {
    case .jamoL, .jamoV, .jamoT, .hangulLV, .hangulLVT: true
    default: false
    }
  }

  /// True if an orthographic syllable of LB28a can be built on it.
  fileprivate var isAksaraBase: Bool {
    self == .aksara || self == .dottedCircle || self == .aksaraStart
  }
}

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
  case aksaraStart
  /// VF.
  case viramaFinal
  /// VI.
  case virama
  /// RI.
  case regionalIndicator

  /// Before the first and after the last code point; the table does not hold it.
  case textEdge

  /// Number of classes in the table, which adds this number for East Asian code points.
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
