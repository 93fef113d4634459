import OperatingSystem

/// Text that is given as arguments or, without any or as `-`, on standard input.
struct TextArgument {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// Whether it is read from standard input.
  var isStandardInput: Bool { words.isEmpty || words == ["-"] }

  /// The bytes as they were given.
  func read(in console: Console) throws(CommandFailure) -> [UInt8] {
    if isStandardInput { return try InputFile.read("-", in: console) }
    return Array(words.map(ArgumentText.bytes).joined(separator: [0x20]))
  }

  /// The bytes without the line feed that ends the last line of a file.
  func readLines(in console: Console) throws(CommandFailure) -> [UInt8] {
    var bytes = try read(in: console)
    guard isStandardInput, bytes.last == 0x0A else { return bytes }
    bytes.removeLast()
    if bytes.last == 0x0D { bytes.removeLast() }
    return bytes
  }

  /// What findings call it.
  var name: String { isStandardInput ? InputFile.standardInput : "<markup>" }
}
