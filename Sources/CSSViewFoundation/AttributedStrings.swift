public import CSSView
public import Foundation

extension AttributeScopes {
  /// Attributes of a run from cssview.
  public struct CSSViewAttributes: AttributeScope {
    /// The classes of the innermost tag.
    public let classes: ClassesAttribute
    /// The name of the innermost tag.
    public let element: ElementAttribute
    /// The style of the run.
    public let style: StyleAttribute
    /// The run of a `StyledString` that the text comes from.
    public let origin: OriginAttribute
    /// Attributes of Foundation, for links.
    public let foundation: FoundationAttributes
  }

  /// The attributes of cssview: `string.cssview.classes`.
  public var cssview: CSSViewAttributes.Type { CSSViewAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds the attributes of cssview by their names.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.CSSViewAttributes, Key>
  ) -> Key { self[Key.self] }
}

/// The classes of the innermost tag; it has no effect on text that was no `StyledString` before.
public enum ClassesAttribute: AttributedStringKey {
  /// The names in the order of the markup.
  public typealias Value = [String]
  /// Name of the attribute in Foundation.
  public static let name = "cssview.classes"
}

/// The name of the innermost tag; that of the object outside of all tags.
public enum ElementAttribute: AttributedStringKey {
  /// The name, in lower case.
  public typealias Value = String
  /// Name of the attribute in Foundation.
  public static let name = "cssview.element"
}

/// The computed style of a run.
public enum StyleAttribute: AttributedStringKey {
  /// The style with all properties, also those that no attribute of Foundation has.
  public typealias Value = RunStyle
  /// Name of the attribute in Foundation.
  public static let name = "cssview.style"
}

/// The run of a `StyledString` from which text comes, so that it can be converted back.
public enum OriginAttribute: AttributedStringKey {
  /// The run, with the string that it is in.
  public typealias Value = RunOrigin
  /// Name of the attribute in Foundation.
  public static let name = "cssview.origin"
}

/// The run of a `StyledString` from which a text comes.
public struct RunOrigin: Hashable, Sendable {
  fileprivate final class Whole: Sendable {
    let text: StyledString
    let runs: [StyledString.Run]
    let attributes: [AttributeContainer]

    init(_ text: StyledString) {
      self.text = text
      runs = text.runs
      attributes = runs.map { AttributeContainer($0.style) }
    }
  }

  fileprivate let whole: Whole

  /// The index of the run.
  fileprivate let number: Int

  /// The range of the run in the whole text.
  fileprivate let range: Range<Int>

  /// True if both are the same run of the same conversion.
  public static func == (left: RunOrigin, right: RunOrigin) -> Bool {
    left.whole === right.whole && left.number == right.number
  }

  /// Hashes the run.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(whole))
    hasher.combine(number)
  }
}

extension AttributedString {
  /// Converts a styled text, with its styles as attributes.
  ///
  /// Each run keeps its classes, element and style as `cssview` attributes; links are also those of
  /// Foundation.
  ///
  /// ```swift
  /// let theme: Theme = [".bold": ["font-weight": 700]]
  /// let styled = theme.renderer(for: .plain).styled("Hi <span class=bold>Bob</span>")
  /// let text = AttributedString(styled)
  /// print(text.runs.map { $0.cssview.classes ?? [] })  // [[], ["bold"]]
  /// print(StyledString(text) == styled)  // true
  /// ```
  public init(_ text: StyledString) {
    self.init()
    let whole = RunOrigin.Whole(text)
    for (number, run) in whole.runs.enumerated() {
      var attributes = whole.attributes[number]
      attributes.cssview.classes = run.classes
      attributes.cssview.element = run.element
      attributes.cssview.style = run.style
      attributes.cssview.origin = RunOrigin(whole: whole, number: number, range: run.range)
      append(AttributedString(run.text, attributes: attributes))
    }
  }
}

extension StyledString {
  /// Converts a text of Foundation, with the styles of its attributes.
  ///
  /// Runs that come from a `StyledString` are unchanged, but for their present style and link;
  /// other text has the style of its `cssview.style`, and its link.
  public init(_ text: AttributedString) {
    self.init()
    var pending: (origin: RunOrigin, range: Range<Int>, last: Int)?
    func flush(_ result: inout StyledString) {
      if let (origin, range, _) = pending { result.append(origin.whole.text[range]) }
      pending = nil
    }
    for run in text.runs {
      let string = String(text[run.range].characters)
      guard let origin = run.cssview.origin else {
        flush(&self)
        var added = StyledString(string)
        added.restyle(0..<added.count) { run.attributes.apply(to: &$0) }
        append(added)
        continue
      }
      let old = origin.whole.runs[origin.number]
      let isSame = run.attributes.matches(origin) && old.text == string
      if isSame, let known = pending, known.origin.whole === origin.whole,
        known.last + 1 == origin.number
      {
        pending = (origin, known.range.lowerBound..<origin.range.upperBound, origin.number)
        continue
      }
      flush(&self)
      if isSame {
        pending = (origin, origin.range, origin.number)
        continue
      }
      var changed = origin.whole.text[origin.range]
      if old.text != string { changed.replace(0..<changed.count, with: string) }
      changed.restyle(0..<changed.count) { style in
        if let new = run.cssview.style, new != RunStyle(of: origin) { style = new }
        if !run.attributes.hasLink(of: origin) { style.link = run.link?.absoluteString }
      }
      append(changed)
    }
    flush(&self)
  }
}

extension RunStyle {
  /// The original style of a run.
  fileprivate init(of origin: RunOrigin) { self = origin.whole.runs[origin.number].style }
}

extension AttributeContainer {
  /// Creates the attributes of a style in Foundation: the link.
  fileprivate init(_ style: RunStyle) {
    self.init()
    self.link = style.link.flatMap { URL(string: $0) }
  }

  /// True if the text is unchanged since it was the run.
  fileprivate func matches(_ origin: RunOrigin) -> Bool {
    hasLink(of: origin) && self.cssview.style == RunStyle(of: origin)
  }

  /// True if the link is unchanged since the text was the run.
  fileprivate func hasLink(of origin: RunOrigin) -> Bool {
    origin.whole.attributes[origin.number].link == self.link
  }

  /// Sets the style and the link of the attributes.
  fileprivate func apply(to style: inout RunStyle) {
    if let new = self.cssview.style { style = new }
    if let target = self.link { style.link = target.absoluteString }
  }
}
