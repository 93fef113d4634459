import Bytes
import Diagnostics
import StyledText

/// Rendered markup with gaps for values.
///
/// Filled with any values that `fits(_:)` is true for, it is what the renderer makes of the markup
/// with these values, in a fraction of the time.
package struct OutputTemplate: Sendable {
  private var bytes: [UInt8] = []
  private var gaps: [Gap] = []

  private struct Gap {
    /// Offset in the bytes.
    var offset: Int

    var value: Int
  }

  /// Size in bytes.
  package var count: Int { bytes.count }

  /// Appends the output.
  ///
  /// - Parameters:
  ///   - output: The bytes to append to.
  ///   - appendValue: Appends the value with a number, UTF-8; values that the theme hides are left
  ///     out.
  @inline(__always)
  package func append(to output: inout [UInt8], _ appendValue: (Int, inout [UInt8]) -> Void) {
    var offset = 0
    for gap in gaps {
      output.append(offset..<gap.offset, of: bytes.span)
      appendValue(gap.value, &output)
      offset = gap.offset
    }
    output.append(offset..<bytes.count, of: bytes.span)
  }

  /// True if a value may fill a gap: safe text on one line, not empty, whose first and last
  /// characters do not join on to a space.
  ///
  /// - Parameter value: UTF-8 that has gone through the sanitizer.
  /// - Returns: False if the markup has to be rendered with the value.
  package static func fits(_ value: ArraySlice<UInt8>) -> Bool {
    guard let first = value.first, let last = value.last else { return false }
    if first < 0x80, last < 0x80 { return true }
    let span = value.span
    var start = span.count - 1
    while start > 0, span[start] & 0xC0 == 0x80 { start -= 1 }
    let (before, after) = (
      span.scalar(at: 0, before: span.count).value, span.scalar(at: start, before: span.count).value
    )
    return AttributedText.isSimpleBoundary(between: 0x20, and: before)
      && AttributedText.isSimpleBoundary(between: after, and: 0x20)
  }

  /// Splits output at probes; nil unless it has these and no others, once and in order.
  fileprivate init?(_ output: [UInt8], probes: [Int]) {
    let found = Probe.all(in: output)
    guard found.map(\.value) == probes else { return nil }
    var offset = 0
    for probe in found {
      bytes += output[offset..<probe.offset]
      gaps.append(Gap(offset: bytes.count, value: probe.value))
      offset = probe.offset + Probe.size
    }
    bytes += output[offset...]
  }
}

/// A character that stands for a value while a template is made: private use, U+F0000 on.
private struct Probe {
  /// Offset of its first byte.
  var offset: Int

  var value: Int

  /// Bytes of UTF-8.
  static let size = 4

  /// Number of values that have the same first two bytes.
  static let most = 4096

  static func text(_ value: Int) -> String {
    String(Unicode.Scalar(0xF0000 + UInt32(value)).map(Character.init) ?? "\u{F0000}")
  }

  static func all(in bytes: [UInt8]) -> [Probe] {
    bytes.indices.dropLast(size - 1).compactMap { offset in
      guard bytes[offset] == 0xF3, bytes[offset + 1] == 0xB0 else { return nil }
      let value = Int(bytes[offset + 2] & 0x3F) << 6 | Int(bytes[offset + 3] & 0x3F)
      return Probe(offset: offset, value: value)
    }
  }
}

extension ThemeRenderer {
  /// A template of markup with values, if the theme treats all texts in their places alike.
  ///
  /// It does not where it transforms a value's letters or puts a value into a box.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - markup: Makes the markup with these values, each of which is text in it, once and in
  ///     order.
  /// - Returns: The template; nil if the markup has to be rendered with its values.
  package func template(values count: Int, _ markup: ([String]) -> Markup) -> OutputTemplate? {
    guard count <= Probe.most else { return nil }
    let text = attributed(markup((0..<count).map(Probe.text)))
    let shown = Probe.all(in: text.bytes)
    let hidden = text.hidden.flatMap { Probe.all(in: $0.bytes) }
    guard (shown + hidden).map(\.value).sorted().elementsEqual(0..<count),
      text.runs.allSatisfy(\.isIndependent),
      shown.allSatisfy({ text.isReplaceable($0.offset..<$0.offset + Probe.size) })
    else { return nil }
    var output: [UInt8] = []
    append(StyledString(text, in: blockContext), to: &output)
    return OutputTemplate(output, probes: shown.map(\.value))
  }

  /// The classes of the elements of a markup that the theme hides, with those inside them.
  package func hiddenClasses(in markup: Markup) -> Set<String> {
    let spans = attributed(markup).spans.filter(\.content.isHidden)
    return Set(spans.flatMap(\.content.classes))
  }
}

extension AttributedText.Run {
  /// True if the text is shown as it was written, or its transformation does not look at the text
  /// around it.
  fileprivate var isIndependent: Bool {
    !content.changesText || string.utf8.allSatisfy { $0 < 0x80 }
  }
}

extension AttributedText {
  /// True if any other text instead of a subrange leaves all around it as it is.
  fileprivate func isReplaceable(_ subrange: Range<Int>) -> Bool {
    let isInBox = line.boxes.contains {
      $0.range.lowerBound <= subrange.upperBound && subrange.lowerBound <= $0.range.upperBound
    }
    let neighbours = [subrange.lowerBound - 1, subrange.upperBound].filter(bytes.indices.contains)
    return !isInBox
      && ([subrange.lowerBound] + neighbours).allSatisfy {
        !runs[runIndex(at: $0)].content.changesText
      }
      && neighbours.allSatisfy { bytes[$0] < 0x80 }
  }
}
