/// The directory that holds the executables built beside the running tests.
///
/// The test runner is told where the test bundle is; products stand next to it.
public func builtProductsDirectory() -> String {
  let bundle =
    CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
  guard let slash = bundle.lastIndex(of: "/") else { return "." }
  return String(bundle[..<slash])
}
