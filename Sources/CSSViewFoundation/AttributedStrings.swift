public import CSSView
public import Foundation

extension AttributeScopes {
  /// Attributes of a run from cssview.
  public struct CSSViewAttributes: AttributeScope {
    /// The classes of the innermost tag.
    public let classes: ClassesAttribute
    /// The name of the innermost tag.
    public let element: ElementAttribute
    /// The look.
    public let style: StyleAttribute
    /// The run that the text was before.
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

/// The classes of the innermost tag; of text that was no `StyledString` before it changes nothing.
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

/// The look of a run, computed.
public enum StyleAttribute: AttributedStringKey {
  /// The look.
  public typealias Value = RunStyle
  /// Name of the attribute in Foundation.
  public static let name = "cssview.style"
}

/// The run of a `StyledString` that text comes from, so that it can become one again.
public enum OriginAttribute: AttributedStringKey {
  /// The run.
  public typealias Value = RunOrigin
  /// Name of the attribute in Foundation.
  public static let name = "cssview.origin"
}

/// The run of a `StyledString` that a text comes from.
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

  /// The number of the run.
  fileprivate let number: Int

  /// The part of the whole text that the run is.
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
  /// A styled text with its looks as attributes.
  ///
  /// Each run keeps its classes, element and look as `cssview` attributes; links are also what
  /// Foundation has for them.
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
  /// A text of Foundation with the looks that its attributes say.
  ///
  /// Runs that were those of a `StyledString` are what they were, with the look and the link that
  /// they have now; other text has the look of its `cssview.style`, and its link.
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
  /// The look that a run had.
  fileprivate init(of origin: RunOrigin) {
    self = origin.whole.runs[origin.number].style
  }
}

extension AttributeContainer {
  /// Takes the attributes of a look that Foundation has: the link.
  fileprivate init(_ style: RunStyle) {
    self.init()
    self.link = style.link.flatMap { URL(string: $0) }
  }

  /// True if nothing was changed since the text was the run.
  fileprivate func matches(_ origin: RunOrigin) -> Bool {
    hasLink(of: origin) && self.cssview.style == RunStyle(of: origin)
  }

  /// True if the link was not changed since the text was the run.
  fileprivate func hasLink(of origin: RunOrigin) -> Bool {
    origin.whole.attributes[origin.number].link == self.link
  }

  /// Sets what the attributes say.
  fileprivate func apply(to style: inout RunStyle) {
    if let new = self.cssview.style { style = new }
    if let target = self.link { style.link = target.absoluteString }
  }
}
