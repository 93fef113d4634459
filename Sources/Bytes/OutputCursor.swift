/// Write position in the output of a stream.
///
/// A loop keeps it in a variable of its own, which stays in registers: what is behind a pointer
/// could change with any byte that is written, as far as a compiler knows. Nothing here looks at
/// the room that there is, but for `lacks`.
@safe
@frozen
@usableFromInline
package struct OutputCursor {
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int

  /// Number of bytes, with those before.
  @usableFromInline package var count: Int

  @inlinable
  @inline(__always)
  init(base: UnsafeMutablePointer<UInt8>, capacity: Int, count: Int) {
    unsafe self.base = base
    self.capacity = capacity
    self.count = count
  }

  /// True if there is too little room for so many bytes and the 32 behind them that may be written,
  /// too.
  @inlinable
  @inline(__always)
  package func lacks(_ more: Int) -> Bool { capacity &- count < more &+ 32 }

  /// True if there are bytes behind an offset and the last one is ASCII.
  @inlinable
  @inline(__always)
  package func endsInASCII(behind start: Int) -> Bool {
    guard count > start else { return false }
    return unsafe base[count &- 1] < 0x80
  }

  /// Adds a byte.
  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    unsafe base[count] = byte
    count &+= 1
  }

  /// Adds bytes behind which there are 32 more that can be read, most often a few.
  ///
  /// It goes by 32 bytes, all of which are copied; those past the last one are written over by what
  /// comes next.
  @inlinable
  @inline(__always)
  package mutating func appendPadded(_ source: UnsafeRawPointer, count added: Int) {
    let target = unsafe UnsafeMutableRawPointer(base + count)
    var offset = 0
    repeat {
      let block = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD32<UInt8>.self)
      offset &+= 32
    } while offset < added
    count &+= added
  }

  /// Adds bytes behind which there may be none.
  @inlinable
  @inline(__always)
  package mutating func append(_ source: UnsafeRawPointer, count added: Int) {
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: added)
    count &+= added
  }
}
