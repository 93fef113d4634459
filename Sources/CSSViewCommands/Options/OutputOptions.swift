import ArgumentParser
import SystemPackage

/// Where the result goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the result to this file instead.", valueName: "file"),
    completion: .file())
  var file: String?

  /// Whether the result goes into a file; `-` is standard output.
  var isFile: Bool { file != nil && file != "-" }

  /// Writes the result in one piece.
  func write(_ bytes: [UInt8], in console: Console) throws(CommandFailure) {
    guard let file, isFile else { return try console.write(bytes) }
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(
        ArgumentText.path(file), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead, .groupWrite, .otherWrite])
    } catch {
      throw CommandFailure(.cannotCreate, "\(file): \(error)")
    }
    do {
      try descriptor.closeAfter { try DescriptorSink(descriptor).write(bytes) }
    } catch {
      throw CommandFailure(.writeFailed, "\(file): \(error)")
    }
  }
}
