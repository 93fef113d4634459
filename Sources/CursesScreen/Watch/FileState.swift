/// What a watched path is at one moment, as far as it decides about reloading.
package struct FileState: Hashable, Sendable {
  /// What `stat` says; equal stamps need no look at the contents.
  package struct Stamp: Hashable, Sendable {
    /// Which file it is.
    package var device: UInt64, inode: UInt64

    /// Its size in bytes.
    package var size: Int64

    /// When it was last written, in nanoseconds of the system's clock.
    package var modified: Int64

    /// Puts a stamp together.
    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
      self.device = device
      self.inode = inode
      self.size = size
      self.modified = modified
    }
  }

  /// The stamp.
  package var stamp: Stamp

  /// A hash of the contents.
  package var contents: UInt64

  /// Puts a state together.
  package init(stamp: Stamp, contents: UInt64) {
    self.stamp = stamp
    self.contents = contents
  }

  /// FNV-1a, 64 bits: enough to tell a save from a touch.
  package struct Hasher: Sendable {
    /// The hash of what was added so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Starts with nothing added.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
