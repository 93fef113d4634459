/// Bytes that have come and are not used yet.
///
/// There is one room for all pieces of an input; only the few bytes that a piece leaves over are
/// ever moved.
@safe
package struct InputBuffer: ~Copyable, @unchecked Sendable {
  // Nothing else has it, so it may go from thread to thread with its buffer.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0

  /// An empty buffer.
  package init(capacity: Int = 1 << 12) {
    self.capacity = max(64, capacity)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Number of bytes.
  package var count: Int { end - start }

  /// Gives all bytes to a closure.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: base + start, count: count).span)
  }

  /// Removes bytes that were used.
  package mutating func removeFirst(_ used: Int) {
    precondition(used >= 0 && used <= count)
    start += used
  }

  /// Takes out so many bytes at the end.
  package mutating func takeLast(_ taken: Int) -> [UInt8] {
    precondition(taken >= 0 && taken <= count)
    end -= taken
    return unsafe Array(UnsafeBufferPointer(start: base + end, count: taken))
  }

  /// Adds bytes.
  package mutating func append(_ bytes: [UInt8]) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe (base + end).update(from: first, count: bytes.count)
    }
    end += bytes.count
  }

  /// Adds what a closure puts into room for so many bytes; it returns how many there are.
  package mutating func append<Failure>(
    atMost limit: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(limit)
    let added = try unsafe fill(UnsafeMutableRawBufferPointer(start: base + end, count: limit))
    precondition(added >= 0 && added <= limit)
    end += added
    return added
  }

  private mutating func reserve(_ more: Int) {
    let kept = count
    if capacity - kept < more {
      let larger = max(capacity * 2, kept + more)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      unsafe moved.update(from: base + start, count: kept)
      unsafe base.deallocate()
      unsafe base = moved
      capacity = larger
    } else if start > 0, capacity - end < more {
      unsafe base.update(from: base + start, count: kept)
    } else {
      return
    }
    start = 0
    end = kept
  }
}
