/// The bytes of a file that the compiler embedded in the program, as constants.
@safe package struct EmbeddedBytes: RandomAccessCollection, Sendable {
  private nonisolated(unsafe) let content: UnsafeBufferPointer<UInt8>

  /// Creates a collection of a constant of the program at `start`, of `count` bytes.
  @unsafe package init(start: UnsafePointer<UInt8>?, count: Int) {
    unsafe content = UnsafeBufferPointer(start: start, count: count)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { unsafe content.count }

  package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < endIndex)
    return unsafe content[index]
  }

  /// Some of the bytes, which must be UTF-8, as text.
  func string(_ range: Range<Int>) -> String {
    unsafe String(decoding: UnsafeBufferPointer(rebasing: content[range]), as: UTF8.self)
  }
}
