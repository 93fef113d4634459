import CNCurses
import OperatingSystem
import SystemPackage

/// A nameless file that ncurses prints into, so that a whole frame can go to the terminal in one
/// write, between the marks of synchronized output.
struct FrameFile: ~Copyable {
  /// The file.
  let descriptor: FileDescriptor

  /// Makes an empty file.
  init() throws(ScreenError) {
    let fd = cn_frame_file()
    guard fd >= 0 else { throw .system(lastError, doing: "making a frame") }
    descriptor = FileDescriptor(rawValue: fd)
  }

  deinit {
    try? descriptor.close()
  }

  /// Appends what was printed since the last time, and empties the file.
  func drain(into bytes: inout [UInt8]) throws(Errno) {
    try systemCall {
      let count = Int(try descriptor.seek(offset: 0, from: .current))
      guard count > 0 else { return }
      let printed = try unsafe Array<UInt8>(unsafeUninitializedCapacity: count) {
        buffer, initialized in
        var filled = 0
        while filled < count {
          let rest = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let read = try unsafe descriptor.read(fromAbsoluteOffset: Int64(filled), into: rest)
          guard read > 0 else { break }
          filled += read
        }
        initialized = filled
      }
      bytes += printed
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    }
  }
}
