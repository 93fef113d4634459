/// What a watched path is at one moment, as far as it decides about reloading.
public struct FileState: Hashable, Sendable {
  /// What `stat` says; equal stamps need no look at the contents.
  public struct Stamp: Hashable, Sendable {
    /// Which file it is.
    public var device: UInt64, inode: UInt64

    /// Its size in bytes.
    public var size: Int64

    /// When it was last written, in nanoseconds of the system's clock.
    public var modified: Int64

    /// Puts a stamp together.
    public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
      self.device = device
      self.inode = inode
      self.size = size
      self.modified = modified
    }
  }

  /// The stamp.
  public var stamp: Stamp

  /// A hash of the contents.
  public var contents: UInt64

  /// Puts a state together.
  public init(stamp: Stamp, contents: UInt64) {
    self.stamp = stamp
    self.contents = contents
  }

  /// FNV-1a, 64 bits: enough to tell a save from a touch.
  public struct Hasher: Sendable {
    /// The hash of what was added so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Starts with nothing added.
    public init() {}

    /// Adds bytes.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
