import CSSSyntax
import StyleValues

extension PropertyParser {
  /// `background-image`: images with commas between them, the topmost first.
  ///
  /// Cells show the first of them that they can.
  func backgroundImage() throws(ConversionError) -> BackgroundImage? {
    if context.dialect != .css, ImageReference.isFileName(cursor.text.string) {
      // The documents write a file's name by itself as well.
      while !isAtEnd { cursor.advance() }
      return .image(try ImageReference.convert(text: cursor.text, in: context))
    }
    var shown: BackgroundImage?
    repeat {
      let image = try image()
      if shown == nil { shown = image }
    } while cursor.takeComma()
    return shown
  }

  /// `background-clip`: that of the topmost layer counts.
  func backgroundClip() throws(ConversionError) -> BackgroundClip {
    let first: BackgroundClip = try keyword()
    while cursor.takeComma() { let _: BackgroundClip = try keyword() }
    return first
  }

  /// The shorthand `background` (CSS Backgrounds 4 §2.10): layers with commas between them, with a
  /// colour in the last.
  ///
  /// Where an image stands, how large it is and how it is repeated means nothing for cells.
  func background() throws(ConversionError) {
    if context.dialect != .css, ImageReference.isFileName(cursor.text.string) {
      style.text.backgroundImage = try backgroundImage()
      return
    }
    var isFirst = true
    repeat {
      guard style.text.backgroundColor == nil else {
        throw cursor.failure("a colour only in the last layer")
      }
      try backgroundLayer(isFirst: isFirst)
      isFirst = false
    } while cursor.takeComma()
  }

  /// The parts of a layer that may stand there once.
  private struct LayerParts: OptionSet {
    let rawValue: UInt8
    static let image = LayerParts(rawValue: 1)
    static let position = LayerParts(rawValue: 2)
    static let tiling = LayerParts(rawValue: 4)
    static let attachment = LayerParts(rawValue: 8)
    static let origin = LayerParts(rawValue: 16)
    static let clip = LayerParts(rawValue: 32)
    static let color = LayerParts(rawValue: 64)
  }

  private func backgroundLayer(isFirst: Bool) throws(ConversionError) {
    var parts: LayerParts = []
    while !isAtEnd, cursor.token.kind != .comma {
      let start = cursor.mark
      if !parts.contains(.image), isImage {
        let image = try image()
        if style.text.backgroundImage == nil { style.text.backgroundImage = image }
        parts.insert(.image)
      } else if !parts.contains(.clip), let box = cursor.takeKeyword(BackgroundClip.table) {
        // The first of two is the origin, and one alone is both.
        if isFirst { style.text.backgroundClip = box }
        parts.insert(parts.contains(.origin) || box == .text ? .clip : .origin)
      } else if !parts.contains(.tiling), cursor.takeKeyword(tilings) != nil {
        _ = cursor.takeKeyword(tilings)
        parts.insert(.tiling)
      } else if !parts.contains(.attachment), cursor.takeKeyword(attachments) != nil {
        parts.insert(.attachment)
      } else if !parts.contains(.position), try takePosition() {
        if cursor.takeSlash() { try skipSize() }
        parts.insert(.position)
      } else if !parts.contains(.color) {
        cursor.rewind(to: start)
        style.text.backgroundColor = now(try color())
        parts.insert(.color)
      } else {
        throw cursor.failure("a colour, an image, a position, a repetition or a clip", at: start)
      }
    }
    guard !parts.isEmpty else { throw cursor.failure("a background") }
  }

  // MARK: Images

  /// True if `none` or an image stands here.
  private var isImage: Bool {
    switch cursor.token.kind {
    case .url: true
    case .ident: cursor.isKeyword("none")
    case .function: imageFunction != nil || isVendors
    default: false
    }
  }

  /// Kind of the function here; names of repeating gradients are longer than those of tables.
  private var imageFunction: ImageFunction? {
    if let known = cursor.lookUp(imageFunctions) { return known }
    if cursor.isFunction("repeating-linear-gradient") { return .gradient }
    let isOther =
      cursor.isFunction("repeating-radial-gradient")
      || cursor.isFunction("repeating-conic-gradient")
    return isOther ? .other : nil
  }

  /// True if a function or keyword of a vendor stands here.
  private var isVendors: Bool {
    cursor.text.bytes[cursor.token.range.lowerBound] == UInt8(ascii: "-")
      && CSSPropertyNames.isVendors(cursor.name)
  }

  /// One image; nil for `none` and for those that no cell can show.
  private func image() throws(ConversionError) -> BackgroundImage? {
    if cursor.takeKeyword("none") { return nil }
    if cursor.token.kind == .url { return file(try URLToken.take(&cursor)) }
    switch cursor.token.kind == .function ? imageFunction : nil {
    case .url: return file(try URLToken.take(&cursor))
    case .named:
      let start = cursor.token.range.lowerBound
      cursor.skipFunction()
      let text = cursor.text.part(start..<cursor.offset)
      return .image(try ImageReference.convert(text: text, in: context))
    case .other:
      cursor.skipFunction()
      return nil
    case nil where cursor.token.kind == .function && isVendors:
      cursor.skipFunction()
      return nil
    case .gradient, nil:
      let start = cursor.mark
      let gradient = try Gradient.parse(&cursor)
      guard gradient.stops.count <= Self.mostStops else {
        throw cursor.failure("at most \(Self.mostStops) stops of a gradient", at: start)
      }
      return .gradient(gradient)
    }
  }

  /// The image of a URL; what the URL itself holds is no file to look for.
  private func file(_ address: String) -> BackgroundImage? {
    if address.isEmpty || address.lowercased().hasPrefix("data:") || address.hasPrefix("#") {
      return nil
    }
    return .image(ImageReference(name: address))
  }

  // MARK: What has no effect

  /// `background-position`: up to four keywords, lengths and percentages.
  private func takePosition() throws(ConversionError) -> Bool {
    var count = 0
    while count < 4 {
      if cursor.takeKeyword(positions) == nil, try !takeCoordinate() { break }
      count += 1
    }
    return count > 0
  }

  /// A length or percentage; digits that are a colour are none.
  private func takeCoordinate() throws(ConversionError) -> Bool {
    switch cursor.token.kind {
    case .percentage, .function: break
    case .number, .dimension:
      if context.dialect.allowsBareHex {
        let start = cursor.mark
        if ColorValue.parseIfPresent(&cursor) != nil {
          cursor.rewind(to: start)
          return false
        }
      }
    default: return false
    }
    return try cursor.takeLengthPercentage() != nil
  }

  /// `background-size`, after its slash.
  private func skipSize() throws(ConversionError) {
    if cursor.takeKeyword("cover") || cursor.takeKeyword("contain") { return }
    var count = 0
    while count < 2 {
      if !cursor.takeKeyword("auto"), try !takeCoordinate() { break }
      count += 1
    }
    guard count > 0 else { throw cursor.failure("a size after the slash") }
  }
}

/// An address in `url()`.
private enum URLToken {
  static func take(_ cursor: inout ValueCursor) throws(ConversionError) -> String {
    guard cursor.token.kind == .function else {
      defer { cursor.advance() }
      return cursor.name
    }
    try cursor.enter()
    guard cursor.token.kind == .string else { throw cursor.failure("a string") }
    let address = cursor.name
    cursor.advance()
    try cursor.leave()
    return address
  }
}

/// Use of a function of CSS Images 4 in cells.
private enum ImageFunction {
  case url, named, gradient
  /// It cannot be shown.
  case other
}

private let imageFunctions = KeywordTable<ImageFunction>([
  ("url", .url), ("src", .url), ("image", .named), ("linear-gradient", .gradient),
  ("image-set", .other), ("cross-fade", .other), ("element", .other), ("paint", .other),
  ("radial-gradient", .other), ("conic-gradient", .other),
])

private let positions = KeywordTable<Void>(
  ["left", "right", "top", "bottom", "center"].map { ($0, ()) })

private let tilings = KeywordTable<Void>(
  ["repeat-x", "repeat-y", "repeat", "space", "round", "no-repeat"].map { ($0, ()) })

private let attachments = KeywordTable<Void>(["scroll", "fixed", "local"].map { ($0, ()) })
