#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory behind whose end nothing can be read: whoever tries is ended by the system.
public final class GuardedMemory {
  private let start: UnsafeMutableRawPointer
  /// Where the page begins that nobody may touch.
  private let end: UnsafeMutableRawPointer
  private let length: Int

  /// Memory for so many bytes at the most.
  public init(capacity: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let usable = (capacity + page - 1) / page * page
    length = usable + page
    guard
      let mapped = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      mapped != MAP_FAILED, mprotect(mapped + usable, page, PROT_NONE) == 0
    else { fatalError("no memory with a guard behind it") }
    start = mapped
    end = mapped + usable
  }

  deinit {
    munmap(start, length)
  }

  /// Puts bytes where the memory ends, until others take their place.
  public func hold(_ bytes: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8> {
    precondition(bytes.count <= end - start)
    let place = UnsafeMutableRawBufferPointer(start: end - bytes.count, count: bytes.count)
    place.copyBytes(from: bytes)
    return UnsafeBufferPointer(place.bindMemory(to: UInt8.self))
  }
}
