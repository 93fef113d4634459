import StyledText
import Styling

/// Text with styles: the result of a theme for markup.
///
/// A list of runs covers the text without gaps. Offsets count UTF-8 bytes from 0 and are clamped to
/// the text; one inside a character counts as its start.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": 700]]
/// let renderer = theme.renderer(for: .plain)
/// let name = "<Bob>"
/// var text = renderer.styled("Hi <span class=bold>\(name)</span>")
/// for run in text.runs { print(run.text, run.style.weight, run.classes) }
/// // Hi  400.0 []
/// // <Bob> 700.0 ["bold"]
/// for range in text.ranges(of: "Hi") { text.restyle(range) { $0.isItalic = true } }
/// print(renderer.render(text))  // Hi <Bob>
/// ```
public struct StyledString: Sendable {
  var attributed: AttributedText

  /// The values that all its runs share, also those of appended text.
  private let blockContext: RunStyle.BlockContext

  /// Findings about the markup.
  public internal(set) var findings: [Finding] = []

  init(
    _ attributed: AttributedText, in blockContext: RunStyle.BlockContext, findings: [Finding] = []
  ) {
    self.attributed = attributed
    self.blockContext = blockContext
    self.findings = findings
  }

  /// Text without styles; nothing in it is markup.
  ///
  /// Control characters in it become visible, as in all text.
  public init(_ text: String = "") { self.init(AttributedText(text), in: RunStyle.BlockContext()) }

  /// Joins several texts with a plain separator.
  public init(joining texts: [StyledString], separator: String = "") {
    self.init()
    let between = StyledString(separator)
    for (index, text) in texts.enumerated() {
      if index > 0 { append(between) }
      append(text)
    }
  }

  /// The text without styles.
  public var text: String { attributed.string }

  /// The number of UTF-8 bytes.
  public var count: Int { attributed.count }

  /// True if there is no text.
  public var isEmpty: Bool { attributed.isEmpty }

  /// The parts with one style each, in the order of the text.
  public var runs: [Run] { attributed.runs.map { Run(run: $0, blockContext: blockContext) } }

  /// A part of a text with one style.
  public struct Run: Sendable {
    let run: AttributedText.Run

    fileprivate let blockContext: RunStyle.BlockContext

    /// The bytes of the run, as offsets in the text.
    public var range: Range<Int> { run.range }

    /// The text of the run.
    public var text: String { run.string }

    /// The name of the innermost tag, or of the object outside of all tags.
    public var element: String { run.tag?.name ?? run.element }

    /// The classes of the innermost tag, or of the object outside of all tags.
    public var classes: [String] { run.classes }

    /// The target of its link: printable ASCII with an allowed scheme.
    public var link: String? { run.link }

    /// Its language, according to `lang`.
    public var language: String? { run.language }

    /// The value of `id`, `data-…` or another attribute without a meaning in markup.
    public func attribute(_ name: String) -> String? {
      run.attributes.first { $0.name == name }?.value
    }

    /// The style of the run.
    public var style: RunStyle { RunStyle(run.content, in: blockContext) }

    /// The value of a property of the program; nil if nothing declares it.
    ///
    /// ```swift
    /// let level = CustomProperty<Int>("level", isInherited: true)
    /// var properties = ThemeProperties()
    /// properties.add(level)
    /// let theme = Theme(#"{".error": {"level": 3}}"#, properties: properties)
    /// let text = theme.renderer().styled("ok <span class=error>disk <b>full</b></span>")
    /// print(text.runs.map { $0.value(of: level) ?? 0 })  // [0, 3, 3]
    /// ```
    public func value<Value>(of property: CustomProperty<Value>) -> Value? {
      run.content.extensions.value(property.name).flatMap {
        try? Value.convert(ThemeValue($0.raw, in: $0.context))
      }
    }
  }

  /// A part of the text with its styles.
  public subscript(range: Range<Int>) -> StyledString {
    StyledString(attributed[range], in: blockContext)
  }

  /// The lines without line feeds; there is always one.
  public var lines: [StyledString] { attributed.lines.map { StyledString($0, in: blockContext) } }

  /// The ranges of a string in the text; occurrences do not overlap.
  ///
  /// Bytes are compared: `é` in one scalar is not `é` in two.
  public func ranges(of string: String) -> [Range<Int>] { attributed.ranges(of: string) }

  /// Appends another text with its findings.
  public mutating func append(_ other: StyledString) {
    attributed.append(other.attributed)
    findings += other.findings
  }

  /// Two texts, one after the other.
  public static func + (left: StyledString, right: StyledString) -> StyledString {
    var result = left
    result.append(right)
    return result
  }

  /// Replaces a part of the text by plain text with the style at its start.
  public mutating func replace(_ range: Range<Int>, with text: String) {
    attributed.replace(range, with: text)
  }

  /// Changes the styles of a part of the text, run by run.
  ///
  /// A new `textTransform` changes the letters.
  public mutating func restyle(_ range: Range<Int>, _ change: (inout RunStyle) -> Void) {
    attributed.restyle(range) { content in
      var changed = RunStyle(content, in: blockContext)
      change(&changed)
      return (changed.computed, changed.link)
    }
  }
}

extension RunStyle {
  fileprivate init(_ content: ComputedElement, in blockContext: BlockContext) {
    var blockContext = blockContext
    blockContext.block = blockContext.block.inside(content.box)
    self.init(content.style, in: blockContext, link: content.link)
  }
}

extension StyledString: Equatable {
  /// True for equal texts with equal styles; findings do not count.
  public static func == (left: StyledString, right: StyledString) -> Bool {
    left.attributed == right.attributed
  }
}

extension StyledString: CustomStringConvertible {
  /// The text without styles, safe for a terminal.
  public var description: String { text }
}
