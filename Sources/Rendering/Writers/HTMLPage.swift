import Bytes
import CellLayout
package import StyleValues
package import StyledText
package import Styling
package import TerminalOutput

/// Text in HTML: the page or fragment around it, and the elements that it is in.
///
/// The page loads nothing and runs nothing.
package struct HTMLPage: Sendable {
  /// Colours that replace the terminal's own.
  package let colors: ScreenColors

  /// The page's title; nil makes a fragment to be put into another page.
  let title: String?

  /// The colour scheme, in a page for both; nil in a page for one.
  let scheme: ColorScheme?

  /// State of the last written text.
  private var state = State()
  /// Cache of the style attributes of renditions.
  private var styles: [Style: [UInt8]] = [:]

  private static let mostStyles = 1024

  /// Height of a row, in em.
  package static let rowHeight = 1.25

  package struct State: Equatable {
    package var rendition = GraphicRendition.standard
    package var link: Hyperlink?
    package var element = Element()

    package init(
      rendition: GraphicRendition = .standard, link: Hyperlink? = nil, element: Element = Element()
    ) {
      self.rendition = rendition
      self.link = link
      self.element = element
    }

    var hasSpan: Bool { rendition != .standard || element != Element() }
  }

  /// Attributes of the `<span>` around a piece of text, but for its style.
  package struct Element: Hashable, Sendable {
    /// The classes of the markup's element, in fragments, for the page around them.
    var classes: [String] = []
    /// Text that a screen reader reads instead; empty for silence.
    var label: String?

    package init() {}
  }

  private struct Style: Hashable {
    var rendition: GraphicRendition
    var drawsBackground: Bool
  }

  package init(colors: ScreenColors, title: String?, scheme: ColorScheme? = nil) {
    self.colors = colors
    self.title = title
    self.scheme = scheme
  }

  /// True if elements keep the classes that they have in the markup.
  var keepsClasses: Bool { title == nil }

  /// Rules that show the version of a text in the reader's scheme (Media Queries 5 §11.5); for
  /// viewers that do not know the query, attributes hide the dark one.
  package static func schemeRules(display: String) -> String {
    "@media (prefers-color-scheme:dark)"
      + "{.cssview-dark{display:\(display)}.cssview-light{display:none}}"
  }

  /// Appends the start of a page that has its text twice, in dark and in light; a browser shows the one
  /// for the reader's scheme (`prefers-color-scheme`, Media Queries 5 §11.5).
  package static func begin(dark: HTMLPage, light: HTMLPage, into bytes: inout [UInt8]) {
    var rules = schemeRules(display: "block")
    if let title = dark.title {
      rules =
        "body{margin:0;background:\(light.colors.background.hex)}"
        + "@media (prefers-color-scheme:dark){body{background:\(dark.colors.background.hex)}}"
        + rules
      bytes.appendHead(title)
    }
    bytes.append(contentsOf: "<style>\(rules)</style>\n".utf8)
    if dark.title != nil { bytes.append("</head>\n<body>\n") }
  }

  /// Appends the end of the document, if it is one.
  package func endDocument(into bytes: inout [UInt8]) {
    if title != nil { bytes.append("</body>\n</html>\n") }
  }

  package func begin(into bytes: inout [UInt8]) {
    if let title, scheme == nil {
      bytes.appendHead(title)
      let body = "</head>\n<body style=\"margin:0;background:\(colors.background.hex)\">\n"
      bytes.append(contentsOf: body.utf8)
    }
    let version =
      scheme.map { " class=\"cssview-\($0.rawValue)\"" + ($0 == .dark ? " hidden" : "") } ?? ""
    let style =
      "<pre\(version) style=\"position:relative;z-index:0;margin:0;padding:1em 2ch;"
      + "color:\(colors.foreground.hex);background:\(colors.background.hex);"
      + "font-family:ui-monospace,Menlo,Consolas,monospace;"
      + "line-height:\(NumberText.json(Self.rowHeight));"
      + "font-variant-ligatures:none;tab-size:8\">\n"
    bytes.append(contentsOf: style.utf8)
  }

  /// Closes what ends and opens what begins: a link around a span.
  @inline(__always)
  package mutating func set(_ next: State, drawsBackground: Bool = true, into bytes: inout [UInt8])
  {
    if next != state { change(to: next, drawsBackground, into: &bytes) }
  }

  private mutating func change(to next: State, _ drawsBackground: Bool, into bytes: inout [UInt8]) {
    if state.hasSpan { bytes.append("</span>") }
    if next.link != state.link {
      if state.link != nil { bytes.append("</a>") }
      if let link = next.link { open(link, into: &bytes) }
    }
    if next.hasSpan {
      bytes.append("<span")
      append(next.element, into: &bytes)
      let style = style(of: Style(rendition: next.rendition, drawsBackground: drawsBackground))
      if !style.isEmpty {
        bytes.append(" style=\"")
        bytes.append(contentsOf: style)
        bytes.append("\"")
      }
      bytes.append(">")
    }
    state = next
  }

  private func open(_ link: Hyperlink, into bytes: inout [UInt8]) {
    bytes.append("<a style=\"color:inherit;text-decoration:none\" href=\"")
    bytes.appendEscaped(link)
    bytes.append("\" rel=\"noopener noreferrer\">")
  }

  package func append(_ element: Element, into bytes: inout [UInt8]) {
    if !element.classes.isEmpty {
      bytes.append(" class=\"")
      bytes.appendEscaped(element.classes.joined(separator: " "))
      bytes.append("\"")
    }
    guard let label = element.label else { return }
    if label.isEmpty { return bytes.append(" aria-hidden=\"true\"") }
    // Only an element with a role may have a label.
    bytes.append(" role=\"img\" aria-label=\"")
    bytes.appendEscaped(label)
    bytes.append("\"")
  }

  package mutating func end(into bytes: inout [UInt8]) {
    set(State(), into: &bytes)
    bytes.append("</pre>\n")
    if scheme == nil { endDocument(into: &bytes) }
  }

  private mutating func style(of style: Style) -> [UInt8] {
    if let known = styles[style] { return known }
    if styles.count >= Self.mostStyles { styles.removeAll(keepingCapacity: true) }
    let css = Array(style.rendition.css(colors, drawsBackground: style.drawsBackground).utf8)
    styles[style] = css
    return css
  }
}

extension [UInt8] {
  /// Appends the start of a page, up to the end of the contents of its head.
  package mutating func appendHead(_ title: String) {
    append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
    appendEscaped(title)
    append("</title>\n")
  }
}

extension HTMLPage.Element {
  package init(_ content: ComputedElement, keepsClasses: Bool) {
    self.init()
    if keepsClasses { classes = content.tag?.classes ?? [] }
    label = content.label
  }
}

/// The colours of a terminal in a picture or page: its defaults and its palette.
package struct ScreenColors: Hashable, Sendable {
  package var foreground: RGB8

  package var background: RGB8

  package var palette: TerminalPalette

  package init(foreground: RGB8, background: RGB8, palette: TerminalPalette = .median) {
    self.foreground = foreground
    self.background = background
    self.palette = palette
  }

  /// The colours of a terminal: its background, and a foreground that can be read on it.
  package init(_ environment: Environment) {
    self.init(
      foreground: environment.assumedForeground, background: environment.assumedBackground,
      palette: environment.palette)
  }

  /// The colours of a page with the background that its sheet declares.
  package init(_ environment: Environment, page: Backdrop) {
    self.init(environment)
    background = palette.color(of: page.cellColor(in: environment)) ?? background
  }

  /// The visible colours of a cell: reversed if the rendition is, faint text half-way to the
  /// background; nil is the page's own background, and an underline in the colour of the text.
  package func visible(
    _ rendition: GraphicRendition
  ) -> (text: RGB8, background: RGB8?, underline: RGB8?) {
    var text = palette.color(of: rendition.foreground) ?? foreground
    var behind = palette.color(of: rendition.background)
    if rendition.attributes.contains(.reverse) { (text, behind) = (behind ?? background, text) }
    if rendition.isFaint {
      text =
        SRGBColor(text, alpha: GraphicRendition.faintShare).over(SRGBColor(behind ?? background))
        .rgb8
    }
    if rendition.attributes.contains(.conceal) { text = behind ?? background }
    return (text, behind, palette.color(of: rendition.underlineColor))
  }
}
