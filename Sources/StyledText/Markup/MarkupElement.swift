import Bytes
package import PatternMatching
package import Styling

/// The elements of markup and HTML; in markup, other tags than those before `line` are text.
@usableFromInline
package enum MarkupElement: UInt8, CaseIterable, Hashable, Sendable {
  // The elements of markup.
  case span, b, strong, i, em, u, s, del, ins, mark, small, big, sub, sup, code, kbd, a
  /// A line break, without content and end tag.
  case br
  /// Text coloured for a terminal, which its classes describe.
  case ansi
  /// A line of plain text that a pattern matches; it has no tag.
  case line
  // The elements of HTML that are none of markup.
  case h1, h2, h3, h4, h5, h6, p, ul, ol, li, dl, dt, dd, blockquote, pre
  case table, caption, colgroup, thead, tbody, tfoot, tr, th, td
  case div, section, article, header, footer, main, nav, aside, address, figure, figcaption
  case details, summary, fieldset, form, hgroup, center, dialog, menu, html, body
  case q, cite, dfn, `var`, samp, abbr, time, label, option, textarea, title
  case tt, strike, bdo, ruby, rt, rp, picture
  // Those that are not shown.
  case head, script, style, template, noscript, iframe, object, svg, math
  // Those without content.
  case hr, img, input, wbr, col, area, base, embed, link, meta, source, track, param
  /// Any other element of HTML.
  case custom

  /// In lower case.
  package var name: String { Self.names[Int(rawValue)] }

  private static let names = """
    span b strong i em u s del ins mark small big sub sup code kbd a br ansi line
    h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre
    table caption colgroup thead tbody tfoot tr th td
    div section article header footer main nav aside address figure figcaption
    details summary fieldset form hgroup center dialog menu html body
    q cite dfn var samp abbr time label option textarea title
    tt strike bdo ruby rt rp picture
    head script style template noscript iframe object svg math
    hr img input wbr col area base embed link meta source track param custom
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// True for elements without content.
  package var isVoid: Bool {
    self == .br || Self.hr.rawValue <= rawValue && rawValue <= Self.param.rawValue
  }

  /// In bytes, for elements of markup.
  static let longestName = 6

  /// The element with this name, in any case.
  init?(named name: Range<Int>, in bytes: Span<UInt8>) {
    guard name.count <= Self.longestName else { return nil }
    var word: UInt64 = 0
    for offset in name {
      let byte = bytes[offset]
      word = word << 8 | UInt64(byte.lowercasedASCII)
    }
    switch word {
    case 0x7370_616e: self = .span
    case 0x62: self = .b
    case 0x7374_726f_6e67: self = .strong
    case 0x69: self = .i
    case 0x656d: self = .em
    case 0x75: self = .u
    case 0x73: self = .s
    case 0x6465_6c: self = .del
    case 0x696e_73: self = .ins
    case 0x6d61_726b: self = .mark
    case 0x736d_616c_6c: self = .small
    case 0x6269_67: self = .big
    case 0x7375_62: self = .sub
    case 0x7375_70: self = .sup
    case 0x636f_6465: self = .code
    case 0x6b62_64: self = .kbd
    case 0x61: self = .a
    case 0x6272: self = .br
    case 0x616e_7369: self = .ansi
    default: return nil
    }
  }
}

package struct MarkupOptions: Sendable {
  /// True if bidirectional controls are kept that are balanced within a line of a run.
  package var allowsBidirectional: Bool

  /// In lower case.
  package var allowedSchemes: Set<String>

  package var allowsRelativeLinks = true

  /// True if the target of a link is shown in parentheses after its text, for output without links.
  package var showsLinkTargets: Bool

  package var placeholders: Placeholders

  /// True if a tag, comment or reference has to end on its line, or else is text, so that no line
  /// waits for the next one.
  package var readsByLine: Bool

  /// True if elements keep all attributes that selectors may test, as `ComputedStyleTable` decides.
  var keepsAttributes = false

  package var form = InputFormat.markup

  /// True if the patterns of the stylesheet also apply to markup.
  package var findsPatterns = false

  /// Patterns for any text but documents.
  package var marks: [MarkedPattern] = []

  /// Selects lines; nil shows all.
  package var filter: LineFilter?

  package var sequences = SequenceTreatment.show

  fileprivate var terminalText = TerminalTextOptions()

  package var data = DataOptions()

  /// True if the input is read whole before any of it is shown, because links may be defined later.
  package var readsWhole = false

  /// True for Markdown without GitHub's extensions.
  package var isCommonMark = false

  /// The program that colours code in Markdown.
  package var codeHighlighter: CodeHighlighter?

  /// The most findings of one kind that are kept; the rest is counted.
  package var findingLimit: Int

  /// The defaults are safe for text from anywhere.
  package init(
    allowsBidirectional: Bool = false, allowedSchemes: Set<String> = LinkTarget.defaultSchemes,
    placeholders: Placeholders = Placeholders(), showsLinkTargets: Bool = false,
    readsByLine: Bool = false, findingLimit: Int = 100
  ) {
    self.allowsBidirectional = allowsBidirectional
    self.allowedSchemes = allowedSchemes
    self.placeholders = placeholders
    self.showsLinkTargets = showsLinkTargets
    self.readsByLine = readsByLine
    self.findingLimit = findingLimit
  }
}

package struct DataOptions: Sendable {
  /// True if the first record of CSV or TSV has the names of the columns.
  package var hasHeader = true

  package var sequences = SequenceTreatment.strip

  /// The columns to show; empty for all.
  package var columns: [String] = []

  /// The ASCII character between the fields of CSV; nil to detect it.
  package var delimiter: UInt8?

  /// The number of lines before the first record, which are skipped.
  package var skippedLines = 0

  package var records = TableRecords.auto

  /// Markup for each record, and the format of the data; nil for a table.
  package fileprivate(set) var template: (markup: String, format: InputFormat, isForOneKind: Bool)?
}

private struct TerminalTextOptions: Sendable {
  var controls = ControlTreatment.auto
  var erasedColumns: Int?
}

extension MarkupOptions {
  package var controls: ControlTreatment {
    get { terminalText.controls }
    set { terminalText.controls = newValue }
  }

  /// In text for terminals, the number of columns in which erasing leaves a background: 0 if it is
  /// unknown, so that only single cells have one; nil without colours.
  package var erasedColumns: Int? {
    get { terminalText.erasedColumns }
    set { terminalText.erasedColumns = newValue }
  }

  /// Shows data as markup for each record instead of a table; `isForOneKind` if a placeholder
  /// without a field is an error.
  package mutating func useTemplate(_ template: String, isForOneKind: Bool = true) {
    data.template = (template, form, isForOneKind)
    form = .markup
  }
}

/// A pattern of the user, besides those of the stylesheet.
package struct MarkedPattern: Sendable {
  /// The class of its matches.
  package let name: String
  package let pattern: Pattern

  package let option: String

  /// Declarations that any rule for the class overrides.
  package let declarations: String?

  package init(name: String, pattern: Pattern, option: String, declarations: String? = nil) {
    (self.name, self.pattern) = (name, pattern)
    (self.option, self.declarations) = (option, declarations)
  }
}

/// Colours code, as programs do for a terminal.
package struct CodeHighlighter: Sendable {
  package enum Failure: Error {
    /// It cannot be run.
    case unavailable(String)
    /// It takes too much time.
    case slow
    /// It reports an error.
    case failed(String)
  }

  /// Its name in messages.
  package let name: SafeText

  package let run: @Sendable (_ code: [UInt8], _ language: String) throws(Failure) -> [UInt8]

  package init(
    name: SafeText,
    run: @escaping @Sendable (_ code: [UInt8], _ language: String) throws(Failure) -> [UInt8]
  ) {
    self.name = name
    self.run = run
  }
}

/// Selects tables that are shown as lists of records, with each cell after the name of its column.
package enum TableRecords: String, CaseIterable, Sendable {
  /// Those whose columns do not fit.
  case auto
  case always, never
}

/// Treatment of control characters in text for terminals, other than colours and links.
///
/// Except for `show`, a lone CR restarts its line.
package enum ControlTreatment: String, CaseIterable, Sendable {
  /// Whole sequences are dropped, because none of them shows text; broken ones are shown.
  case auto
  /// All are shown in visible form.
  case show
  case drop
}

/// Treatment of SGR and OSC 8 in markup.
package enum SequenceTreatment: String, CaseIterable, Hashable, Sendable {
  /// They are shown, as all controls are.
  case show
  /// They are removed.
  case strip
  /// They set the style.
  case apply
}

/// `sup` or `sub`: raised or lowered text, which cells cannot show.
///
/// All of its text on a line is shown in Unicode's raised or lowered characters if each has one,
/// else between `^(` or `_(` and `)`. A raised 6 never stands beside a plain 10.
package enum ScriptElement: Hashable, Sendable {
  case superscript
  case `subscript`

  package init?(_ element: MarkupElement?) {
    switch element {
    case .sup: self = .superscript
    case .sub: self = .subscript
    default: return nil
    }
  }

  /// With more characters the text is put in parentheses.
  package static let longest = 64

  /// Elements nested deeper have no marks of their own: each line would have those of all outer
  /// elements.
  package static let deepest = 4

  /// Precedes text with characters without a raised or lowered form.
  package var opening: [UInt8] { Array((self == .superscript ? "^(" : "_(").utf8) }

  /// Follows such text.
  package static let closing: UInt8 = 0x29

  private var forms: ScriptForms {
    self == .superscript ? ScriptFormTable.superscripts : ScriptFormTable.subscripts
  }

  /// The number of characters in UTF-8; nil if one has no form.
  package func count(of text: some Collection<UInt8>) -> Int? {
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if forms[scalar.value] == nil { return nil }
      count += 1
    }
    return count
  }

  /// The text in forms, all of which exist.
  package func shown(_ text: some Collection<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      shown.append(forms[scalar.value] ?? scalar)
    }
    return shown
  }
}
