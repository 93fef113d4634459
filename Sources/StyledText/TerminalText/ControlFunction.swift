/// Name of a control sequence, for findings.
///
/// The names of ECMA-48 (5th edition) §8.3 with the numbers of their sections, and those of DEC's
/// (VT510 video terminal programmer information) and of xterm's (ctlseqs) where ECMA-48 leaves the
/// final byte to private use.
struct ControlFunction: Hashable, Sendable {
  /// The abbreviation, such as `ED`.
  let name: String

  /// Standard or manual that describes it, with the section.
  let source: String

  /// Title, such as `erase in page`.
  let title: String

  /// All of it in a line.
  var text: String { "\(name), \(title), \(source)" }

  /// Finds the function of a sequence; nil for a sequence without a name.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - bytes: The text that it is in.
  init?(_ sequence: ControlSequence, in bytes: Span<UInt8>) {
    let content = sequence.content
    switch sequence.kind {
    case .command: self = Self.command
    case .string:
      guard let known = Self.escapes[bytes[sequence.range.lowerBound + 1]] else { return nil }
      self = known
    case .escape:
      guard sequence.isWhole else { return nil }
      if content.isEmpty {
        guard let known = Self.escapes[bytes[content.upperBound]] else { return nil }
        self = known
      } else {
        guard let known = Self.designations[bytes[content.lowerBound]] else { return nil }
        self = known
      }
    case .control:
      guard sequence.isWhole else { return nil }
      var key = ""
      for offset in content where !(0x30...0x3B).contains(bytes[offset]) {
        key.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
      }
      key.unicodeScalars.append(Unicode.Scalar(bytes[content.upperBound]))
      guard let known = Self.controls[key] else { return nil }
      self = known
    }
  }

  private init(_ name: String, _ source: String, _ title: String) {
    self.name = name
    self.source = source
    self.title = title
  }

  private static let command = ControlFunction(
    "OSC", "ECMA-48 §8.3.89", "operating system command")

  /// By the byte behind ESC: the C1 controls (ECMA-48 §5.3), independent functions (§5.5), and
  /// DEC's.
  static let escapes: [UInt8: ControlFunction] = table(escapeTable) { $0.utf8.first ?? 0 }

  /// By the intermediate byte behind ESC (ECMA-35 §13.2).
  static let designations: [UInt8: ControlFunction] = table(designationTable) {
    $0.utf8.first ?? 0x20
  }

  /// By what stands around the numbers of a control sequence: a private mark, an intermediate byte,
  /// the final byte.
  static let controls: [String: ControlFunction] = table(controlTable) { $0 }

  /// Reads lines of a key, a name, a section of ECMA-48 or another source, and a title.
  private static func table<Key: Hashable>(
    _ text: String, key: (String) -> Key
  ) -> [Key: ControlFunction] {
    var table: [Key: ControlFunction] = [:]
    for line in text.split(separator: "\n") {
      let bar = line.dropFirst().firstIndex(of: "|") ?? line.endIndex
      let fields = line[bar...].split(separator: "|").map(String.init)
      let source = Int(fields[1]).map { "ECMA-48 §8.3.\($0)" } ?? fields[1]
      table[key(String(line[..<bar]))] = ControlFunction(fields[0], source, fields[2])
    }
    return table
  }

  private static let escapeTable = """
    B|BPH|4|break permitted here
    C|NBH|85|no break here
    E|NEL|86|next line
    F|SSA|138|start of selected area
    G|ESA|47|end of selected area
    H|HTS|62|character tabulation set
    I|HTJ|61|character tabulation with justification
    J|VTS|162|line tabulation set
    K|PLD|92|partial line forward
    L|PLU|93|partial line backward
    M|RI|104|reverse line feed
    N|SS2|141|single-shift two
    O|SS3|142|single-shift three
    P|DCS|27|device control string
    Q|PU1|100|private use one
    R|PU2|101|private use two
    S|STS|145|set transmit state
    T|CCH|8|cancel character
    U|MW|83|message waiting
    V|SPA|129|start of guarded area
    W|EPA|46|end of guarded area
    X|SOS|128|start of string
    Z|SCI|109|single character introducer
    \\|ST|143|string terminator
    ^|PM|94|privacy message
    _|APC|2|application program command
    `|DMI|34|disable manual input
    a|INT|68|interrupt
    b|EMI|43|enable manual input
    c|RIS|105|reset to initial state
    d|CMD|11|coding method delimiter
    n|LS2|78|locking-shift two
    o|LS3|80|locking-shift three
    ||LS3R|81|locking-shift three right
    }|LS2R|79|locking-shift two right
    ~|LS1R|77|locking-shift one right
    6|DECBI|VT510|back index
    7|DECSC|VT510|save cursor
    8|DECRC|VT510|restore cursor
    9|DECFI|VT510|forward index
    =|DECKPAM|VT510|keypad application mode
    >|DECKPNM|VT510|keypad numeric mode
    """

  private static let designationTable = """
     |ACS|ECMA-35 §13.2.1|announce code structure
    !|CZD|ECMA-35 §13.2.1|designate C0 control functions
    "|C1D|ECMA-35 §13.2.1|designate C1 control functions
    #|DECLINE|VT510|double-height and double-width lines, screen alignment
    %|DOCS|ECMA-35 §13.2.1|designate other coding system
    &|IRR|ECMA-35 §13.2.1|identify revised registration
    (|GZD4|ECMA-35 §13.2.1|designate a 94-set to G0
    )|G1D4|ECMA-35 §13.2.1|designate a 94-set to G1
    *|G2D4|ECMA-35 §13.2.1|designate a 94-set to G2
    +|G3D4|ECMA-35 §13.2.1|designate a 94-set to G3
    -|G1D6|ECMA-35 §13.2.1|designate a 96-set to G1
    .|G2D6|ECMA-35 §13.2.1|designate a 96-set to G2
    /|G3D6|ECMA-35 §13.2.1|designate a 96-set to G3
    """

  private static let controlTable = """
    @|ICH|64|insert character
    A|CUU|22|cursor up
    B|CUD|19|cursor down
    C|CUF|20|cursor right
    D|CUB|18|cursor left
    E|CNL|12|cursor next line
    F|CPL|13|cursor preceding line
    G|CHA|9|cursor character absolute
    H|CUP|21|cursor position
    I|CHT|10|cursor forward tabulation
    J|ED|39|erase in page
    K|EL|41|erase in line
    L|IL|67|insert line
    M|DL|32|delete line
    N|EF|40|erase in field
    O|EA|37|erase in area
    P|DCH|26|delete character
    Q|SEE|115|select editing extent
    R|CPR|14|active position report
    S|SU|147|scroll up
    T|SD|113|scroll down
    U|NP|87|next page
    V|PP|95|preceding page
    W|CTC|17|cursor tabulation control
    X|ECH|38|erase character
    Y|CVT|23|cursor line tabulation
    Z|CBT|7|cursor backward tabulation
    [|SRS|137|start reversed string
    \\|PTX|99|parallel texts
    ]|SDS|114|start directed string
    ^|SIMD|120|select implicit movement direction
    `|HPA|57|character position absolute
    a|HPR|59|character position forward
    b|REP|103|repeat
    c|DA|24|device attributes
    d|VPA|158|line position absolute
    e|VPR|160|line position forward
    f|HVP|63|character and line position
    g|TBC|154|tabulation clear
    h|SM|125|set mode
    i|MC|82|media copy
    j|HPB|58|character position backward
    k|VPB|159|line position backward
    l|RM|106|reset mode
    m|SGR|117|select graphic rendition
    n|DSR|35|device status report
    o|DAQ|25|define area qualification
     @|SL|121|scroll left
     A|SR|135|scroll right
     B|GSM|55|graphic size modification
     C|GSS|56|graphic size selection
     D|FNT|53|font selection
     E|TSS|157|thin space specification
     F|JFY|73|justify
     G|SPI|132|spacing increment
     H|QUAD|102|quad
     I|SSU|139|select size unit
     J|PFS|91|page format selection
     K|SHS|118|select character spacing
     L|SVS|149|select line spacing
     M|IGS|66|identify graphic subrepertoire
     O|IDCS|65|identify device control string
     P|PPA|96|page position absolute
     Q|PPR|98|page position forward
     R|PPB|97|page position backward
     S|SPD|130|select presentation directions
     T|DTA|36|dimension text area
     U|SLH|122|set line home
     V|SLL|123|set line limit
     W|FNK|52|function key
     X|SPQR|134|select print quality and rapidity
     Y|SEF|116|sheet eject and feed
     Z|PEC|90|presentation expand or contract
     [|SSW|140|set space width
     \\|SACS|107|set additional character separation
     ]|SAPV|108|select alternative presentation variants
     ^|STAB|144|selective tabulation
     _|GCC|54|graphic character combination
     `|TATE|153|tabulation aligned trailing edge
     a|TALE|152|tabulation aligned leading edge
     b|TAC|151|tabulation aligned centred
     c|TCC|155|tabulation centred on character
     d|TSR|156|tabulation stop remove
     e|SCO|110|select character orientation
     f|SRCS|136|set reduced character separation
     g|SCS|112|set character spacing
     h|SLS|124|set line spacing
     k|SCP|111|select character path
     q|DECSCUSR|VT510|set cursor style
    !p|DECSTR|VT510|soft terminal reset
    $p|DECRQM|VT510|request mode
    ?$p|DECRQM|VT510|request private mode
    "q|DECSCA|VT510|select character protection
    ?h|DECSET|VT510|set private mode
    ?l|DECRST|VT510|reset private mode
    ?J|DECSED|VT510|selective erase in display
    ?K|DECSEL|VT510|selective erase in line
    ?n|DECDSR|VT510|device status report
    ?r|XTRESTORE|xterm|restore private mode
    ?s|XTSAVE|xterm|save private mode
    ?u|CSI ? u|kitty|query keyboard flags
    ?m|XTQMODKEYS|xterm|query key modifier options
    ?S|XTSMGRAPHICS|xterm|graphics attributes
    >c|DA2|VT510|secondary device attributes
    =c|DA3|VT510|tertiary device attributes
    >m|XTMODKEYS|xterm|key modifier options
    >n|XTMODKEYS|xterm|disable key modifiers
    >q|XTVERSION|xterm|terminal name and version
    >u|CSI > u|kitty|push keyboard flags
    <u|CSI < u|kitty|pop keyboard flags
    =u|CSI = u|kitty|set keyboard flags
    q|DECLL|VT510|load LEDs
    r|DECSTBM|VT510|top and bottom margins
    s|SCOSC|SCO|save cursor
    t|XTWINOPS|xterm|window manipulation
    u|SCORC|SCO|restore cursor
    x|DECREQTPARM|VT510|request terminal parameters
    y|DECTST|VT510|confidence test
    """
}
