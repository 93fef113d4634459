public import Diagnostics

/// A piece of CSS text and the place where it was written.
///
/// The two differ when the text went through an escape on its way here: `"color": "re\u0064"` in a
/// dictionary is the text `red`, and it was written in thirteen bytes of the sheet.
public struct CSSText: Sendable {
  /// The bytes that `range` points into; those outside of it are no part of this text.
  public let bytes: [UInt8]

  /// Which of the bytes are the text.
  public let range: Range<Int>

  /// The input in which it was written.
  public let source: SourceText

  /// Where in `source` it was written, in byte offsets.
  public let sourceRange: Range<Int>

  /// Whether `bytes` are the source's own, so that an offset means the same in both.
  public let isVerbatim: Bool

  /// Takes a part of an input as it stands there.
  /// - Parameters:
  ///   - source: The input.
  ///   - range: Byte offsets; what lies outside of the input is cut off.
  public init(source: SourceText, range: Range<Int>) {
    let range = range.clamped(to: 0..<source.bytes.count)
    self.init(
      bytes: source.bytes, range: range, source: source, sourceRange: range, isVerbatim: true)
  }

  /// Takes text that had to be decoded or put together, and the place it came from.
  public init(decoded: [UInt8], source: SourceText, sourceRange: Range<Int>) {
    self.init(
      bytes: decoded, range: 0..<decoded.count, source: source, sourceRange: sourceRange,
      isVerbatim: false)
  }

  /// Takes text that stands in no file.
  /// - Parameters:
  ///   - string: The text.
  ///   - name: What diagnostics call it.
  public init(_ string: String, name: String = "<value>") {
    let source = SourceText(name: name, text: string)
    self.init(source: source, range: 0..<source.bytes.count)
  }

  private init(
    bytes: [UInt8], range: Range<Int>, source: SourceText, sourceRange: Range<Int>,
    isVerbatim: Bool
  ) {
    self.bytes = bytes
    self.range = range
    self.source = source
    self.sourceRange = sourceRange
    self.isVerbatim = isVerbatim
  }

  /// Where the whole text was written.
  public var place: SourceRange { SourceRange(source, sourceRange) }

  /// Where a part of the text was written.
  ///
  /// Nobody knows which bytes of the source a part of decoded text came from; its place is that
  /// of the whole text.
  /// - Parameter part: Offsets into `bytes`, such as the range of a token.
  /// - Returns: The place to name in a diagnostic.
  public func place(of part: Range<Int>) -> SourceRange {
    SourceRange(source, isVerbatim ? part : sourceRange)
  }

  /// A part as a text of its own, with the place of that part.
  /// - Parameter part: Offsets into `bytes`; what lies outside of `range` is cut off.
  /// - Returns: A text that shares the bytes of this one.
  public func part(_ part: Range<Int>) -> CSSText {
    let part = part.clamped(to: range)
    return CSSText(
      bytes: bytes, range: part, source: source, sourceRange: isVerbatim ? part : sourceRange,
      isVerbatim: isVerbatim)
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { range.isEmpty }

  /// The text; invalid UTF-8 becomes U+FFFD.
  public var string: String { String(decoding: bytes[range], as: UTF8.self) }
}
