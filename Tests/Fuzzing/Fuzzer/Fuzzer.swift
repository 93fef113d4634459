import FuzzProperties

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// libFuzzer's loop: it comes with the sanitizer's run-time library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ tryInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that is named.
private let target: FuzzTarget = {
  let name = CommandLine.arguments.first { $0.hasPrefix("--target=") }?.dropFirst(9) ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("--target= is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    // That is how libFuzzer hears of it.
    fatalError("\(error)")
  }
  return 0
}

@main
struct Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, tryInput))
  }
}
