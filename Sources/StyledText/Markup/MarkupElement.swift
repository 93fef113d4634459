import Bytes
package import PatternMatching
package import Styling

/// The elements that markup knows; every other tag is text.
@usableFromInline
package enum MarkupElement: UInt8, CaseIterable, Hashable, Sendable {
  // The elements of markup.
  case span, b, strong, i, em, u, s, del, ins, mark, small, big, sub, sup, code, kbd, a
  /// A line break. It has no content and no end tag.
  case br
  /// Text that a program has coloured for a terminal; its classes say how.
  case ansi
  /// A line of plain text that a pattern matches; no tag means it.
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

  /// The name as it is written in a tag, in lower case.
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

  /// True for elements that have no content.
  package var isVoid: Bool {
    self == .br || Self.hr.rawValue <= rawValue && rawValue <= Self.param.rawValue
  }

  /// The number of bytes of the longest name.
  static let longestName = 6

  /// Finds the element with this name; letters match in any ASCII case.
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
  /// True when bidirectional controls pass that are balanced within a line of a run.
  package var allowsBidirectional: Bool

  /// The schemes that link targets may have, in lower case.
  package var allowedSchemes: Set<String>

  /// True when a link target may have no scheme.
  package var allowsRelativeLinks = true

  /// True when the target of a link stands in parentheses behind its text, for output that cannot
  /// hold links.
  package var showsLinkTargets: Bool

  package var placeholders: Placeholders

  /// True when a tag, comment or reference ends on the line where it starts, or else is text, so
  /// that no line waits for the next one.
  package var readsByLine: Bool

  /// True when elements keep all attributes that selectors may ask for; `ComputedStyleTable`
  /// knows whether one does.
  var keepsAttributes = false

  /// Syntax of the text.
  package var form = InputFormat.markup

  /// True when the patterns of the stylesheet are looked for in markup, too.
  package var findsPatterns = false

  /// Patterns that are looked for in any text but documents.
  package var marks: [MarkedPattern] = []

  /// Lines that are shown; nil for all of them.
  package var filter: LineFilter?

  /// Treatment of SGR and OSC 8 in markup.
  package var sequences = SequenceTreatment.show

  fileprivate var terminalText = TerminalTextOptions()

  /// The header, columns and template of data.
  package var data = DataOptions()

  /// True if the input is read whole before any of it is shown, for links that are defined later.
  package var readsWhole = false

  /// True if Markdown has none of the additions of GitHub.
  package var isCommonMark = false

  /// Colours code in Markdown, if somebody has asked for it.
  package var codeHighlighter: CodeHighlighter?

  /// Number of findings of one kind are kept; the rest is counted.
  package var findingLimit: Int

  /// Puts options together; without arguments they are those for text from anywhere.
  package init(
    allowsBidirectional: Bool = false,
    allowedSchemes: Set<String> = LinkTarget.defaultSchemes,
    placeholders: Placeholders = Placeholders(),
    showsLinkTargets: Bool = false,
    readsByLine: Bool = false,
    findingLimit: Int = 100
  ) {
    self.allowsBidirectional = allowsBidirectional
    self.allowedSchemes = allowedSchemes
    self.placeholders = placeholders
    self.showsLinkTargets = showsLinkTargets
    self.readsByLine = readsByLine
    self.findingLimit = findingLimit
  }
}

/// The header, columns and template of data.
package struct DataOptions: Sendable {
  /// True if the first record of CSV or TSV has the names of the columns.
  package var hasHeader = true

  /// Treatment of the sequences SGR and OSC 8 in values.
  package var sequences = SequenceTreatment.strip

  /// Names of the columns to show; none for all.
  package var columns: [String] = []

  /// Character between the fields of CSV, of ASCII; nil if the input says which one it is.
  package var delimiter: UInt8?

  /// Number of lines before the first record, which are left out.
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
  /// Treatment of controls in text for terminals, but for colours and links.
  package var controls: ControlTreatment {
    get { terminalText.controls }
    set { terminalText.controls = newValue }
  }

  /// Number of columns in which erasing leaves a background, in text for terminals: 0 if they are
  /// not known, so that only single cells have one; nil without colours.
  package var erasedColumns: Int? {
    get { terminalText.erasedColumns }
    set { terminalText.erasedColumns = newValue }
  }

  /// Shows data as markup for each record, not as a table; `isForOneKind` if a placeholder
  /// without a field is a mistake.
  package mutating func useTemplate(_ template: String, isForOneKind: Bool = true) {
    data.template = (template, form, isForOneKind)
    form = .markup
  }
}

/// A pattern that somebody looks for, besides those of the stylesheet.
package struct MarkedPattern: Sendable {
  /// Class of its matches.
  package let name: String
  package let pattern: Pattern

  /// The option that names it.
  package let option: String

  /// Declarations that any rule for the class replaces.
  package let declarations: String?

  package init(name: String, pattern: Pattern, option: String, declarations: String? = nil) {
    (self.name, self.pattern) = (name, pattern)
    (self.option, self.declarations) = (option, declarations)
  }
}

/// Colours code, as programs do for a terminal.
package struct CodeHighlighter: Sendable {
  /// Reason why code cannot be coloured.
  package enum Failure: Error {
    /// It cannot be run.
    case unavailable(String)
    /// It takes too much time.
    case slow
    /// It says that it has failed.
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

/// Tables that are shown as lists of records, with each cell behind the name of its column.
package enum TableRecords: String, CaseIterable, Sendable {
  /// Those whose columns do not fit.
  case auto
  case always, never
}

/// Treatment of controls in text for terminals, but for colours and links.
///
/// But for `show`, a lone CR starts its line over.
package enum ControlTreatment: String, CaseIterable, Sendable {
  /// Whole sequences are dropped, as none of them puts text on a screen; broken ones are shown.
  case auto
  /// All are shown in their visible form.
  case show
  case drop
}

/// Treatment of the sequences SGR and OSC 8 in markup.
package enum SequenceTreatment: String, CaseIterable, Hashable, Sendable {
  /// They are shown, as every control is.
  case show
  /// They are left out.
  case strip
  /// They are style.
  case apply
}

/// `sup` or `sub`: text that stands raised or lowered, for which cells have no place.
///
/// All of its text on a line is shown in the characters that Unicode has for that, if there is one
/// for each, and else between `^(` or `_(` and `)`. A raised 6 is never shown as a 6 beside a 10.
package enum ScriptElement: Hashable, Sendable {
  /// Raised text.
  case superscript
  /// Lowered text.
  case `subscript`

  package init?(_ element: MarkupElement?) {
    switch element {
    case .sup: self = .superscript
    case .sub: self = .subscript
    default: return nil
    }
  }

  /// With more characters than this the text stands between parentheses.
  package static let longest = 64

  /// Elements inside more others than this have no marks of their own: each line would have those
  /// of all elements around it.
  package static let deepest = 4

  /// Mark before text that has characters without a raised or lowered form.
  package var opening: [UInt8] { Array((self == .superscript ? "^(" : "_(").utf8) }

  /// Mark behind such text.
  package static let closing: UInt8 = 0x29

  private var forms: ScriptForms {
    self == .superscript ? ScriptFormTable.superscripts : ScriptFormTable.subscripts
  }

  /// Number of characters UTF-8 has; nil when one of them has no form.
  package func count(of text: some Collection<UInt8>) -> Int? {
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if forms[scalar.value] == nil { return nil }
      count += 1
    }
    return count
  }

  /// The forms of characters that all have one.
  package func shown(_ text: some Collection<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      shown.append(forms[scalar.value] ?? scalar)
    }
    return shown
  }
}
