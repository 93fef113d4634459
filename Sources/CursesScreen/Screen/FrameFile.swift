import CPlatform
import OperatingSystem
import SystemPackage

/// A nameless file that ncurses prints into, so that a whole frame can be sent to the terminal in
/// one write, between the marks of synchronized output.
struct FrameFile: ~Copyable {
  let descriptor: FileDescriptor

  init() throws(ScreenError) {
    let fd = cp_frame_file()
    guard fd >= 0 else { throw .system(lastError, doing: "make a frame") }
    descriptor = FileDescriptor(rawValue: fd)
  }

  deinit { try? descriptor.close() }

  /// Returns the bytes since the last call, and empties the file.
  func drain() throws(Errno) -> [UInt8] {
    try systemCall {
      let count = Int(try descriptor.seek(offset: 0, from: .current))
      guard count > 0 else { return [] }
      let printed = try unsafe Array<UInt8>(unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try unsafe descriptor.read(
          fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
      }
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
      return printed
    }
  }
}
