#if Logging
  import Bytes
  import Logging
  import StyledText

  /// Safe texts of a record, one after the other: its message, then its keys and values,
  /// alternating.
  struct LogTexts: Sendable {
    /// UTF-8 without control characters and line breaks.
    private(set) var bytes: [UInt8] = []

    private(set) var ends: [Int] = []

    /// Maximum number of bytes of a record's texts, before they are sanitized (4 MiB).
    static let mostBytes = 1 << 22

    /// Maximum number of bytes of a label.
    private static let mostLabelBytes = 4096

    /// Bytes that may still be appended.
    private var remaining = mostBytes

    init() {}

    init(pairs: Logger.Metadata) { append(pairs: pairs) }

    func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    func string(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    /// The safe form of a label.
    static func label(_ label: String) -> String {
      var texts = LogTexts()
      texts.remaining = mostLabelBytes
      texts.append(label)
      return texts.string(0)
    }

    mutating func append(_ text: String) {
      let start = bytes.count
      bytes += text.utf8
      if bytes.count - start > remaining {
        bytes.removeSubrange((start + Self.cut(bytes[start...], to: remaining))...)
        bytes += "…".utf8
      }
      remaining = max(0, remaining - (bytes.count - start))
      let isVerbatim =
        bytes.span.firstOffset(from: start, to: bytes.count) { .!$0.isPrintableASCII }
        == bytes.count
      if !isVerbatim {
        bytes.replaceSubrange(
          start..., with: TextSanitizer.sanitized(Array(bytes[start...]), form: .label))
      }
      ends.append(bytes.count)
    }

    /// Appends the keys of metadata, sorted, each with its value.
    mutating func append(pairs: Logger.Metadata) {
      for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
        append(key)
        append(value.text())
      }
    }

    mutating func append(_ other: LogTexts) {
      guard other.bytes.count <= remaining else {
        return other.ends.indices.forEach { append(other.string($0)) }
      }
      let start = bytes.count
      bytes += other.bytes
      for end in other.ends { ends.append(start + end) }
      remaining -= other.bytes.count
    }

    /// The largest number of bytes, up to a limit, without a cut character.
    private static func cut(_ bytes: ArraySlice<UInt8>, to limit: Int) -> Int {
      var count = limit
      while count > 0, bytes[bytes.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
      return count
    }
  }

  extension Logger.MetadataValue {
    /// Deeper values become `…`.
    private static var deepest: Int { 32 }

    /// The value as text: lists as `[a, b]`, dictionaries as `[key: value]` with sorted keys.
    func text(depth: Int = 0) -> String {
      switch self {
      case .string(let text): return text
      case .stringConvertible(let value): return value.description
      case _ where depth == Self.deepest: return "…"
      case .array(let values):
        return "[" + values.map { $0.text(depth: depth + 1) }.joined(separator: ", ") + "]"
      case .dictionary(let values):
        let pairs = values.sorted { $0.key < $1.key }
        let texts = pairs.map { "\($0.key): \($0.value.text(depth: depth + 1))" }
        return "[" + (texts.isEmpty ? ":" : texts.joined(separator: ", ")) + "]"
      }
    }
  }
#endif
