import Bytes
import Diagnostics

/// Markup with its values as `\(…)`, in place of the placeholders that the tokenizer sees.
///
/// Lines are those of the text as it was put together, which a value does not add to; columns count
/// four for a value, whatever stands between the parentheses in the program.
struct WrittenMarkup {
  private let source: SourceText

  /// End offsets of placeholders and doubled braces, in the assembled and in the written markup.
  private var places: [(assembled: Int, written: Int)] = [(0, 0)]

  private static let value = "\\(…)"

  /// Takes markup as `Markup.assembled()` makes it where there are values.
  init(_ assembled: [UInt8], name: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(assembled.count)
    var index = 0
    while index < assembled.count {
      let byte = assembled[index]
      index += 1
      guard byte == UInt8(ascii: "{"), index < assembled.count else {
        bytes.append(byte)
        continue
      }
      if assembled[index] == 0xFF {
        while assembled[index] != UInt8(ascii: "}") { index += 1 }
        bytes += Self.value.utf8
      } else {
        bytes.append(byte)
      }
      index += 1
      places.append((index, bytes.count))
    }
    source = SourceText(name: name, bytes: bytes)
  }

  /// A finding about the assembled markup as one about what was written.
  func finding(_ finding: Diagnostic, in assembled: SourceText) -> Diagnostic {
    var finding = finding
    finding.message = Self.written(finding.message)
    finding.suggestion = finding.suggestion.map(Self.written)
    guard let location = finding.location, location.file == assembled.name else { return finding }
    let start = Self.offset(
      afterScalars: location.column - 1, from: assembled.lineRange(location.line).lowerBound,
      in: assembled.bytes)
    let end = Self.offset(
      afterScalars: finding.excerpt?.length ?? 1, from: start, in: assembled.bytes)
    let place = SourceRange(source, offset(start)..<max(offset(start), offset(end)))
    finding.location = place.location
    finding.excerpt = finding.excerpt.map { _ in SourceExcerpt(place) }
    return finding
  }

  /// The offset in the written markup of one in the assembled.
  private func offset(_ assembled: Int) -> Int {
    let next = places.partitioningIndex { $0.assembled > assembled }
    let place = places[max(0, next - 1)]
    let offset = place.written + assembled - place.assembled
    // Inside of a placeholder it is that of its end.
    return min(offset, next < places.count ? places[next].written : source.bytes.count)
  }

  private static func offset(afterScalars count: Int, from start: Int, in bytes: [UInt8]) -> Int {
    var offset = start
    var left = count
    while offset < bytes.count, left > 0 {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// A message that may quote placeholders: `{`, what no UTF-8 is, a number, `}`.
  private static func written(_ message: String) -> String {
    guard message.contains("{\u{FFFD}") else { return message }
    var parts = message.split(separator: "{\u{FFFD}", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() {
      let rest = parts[index].drop { $0.isWholeNumber }
      parts[index] = rest.first == "}" ? value + rest.dropFirst() : "{\u{FFFD}" + parts[index]
    }
    return parts.joined()
  }
}
