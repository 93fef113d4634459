import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder of the package, which this file is three levels below.
public let packageFolder = String(
  #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/"))

/// The documentation comments of a folder of Swift sources, and the examples in them.
public struct SourceDocumentation: Sendable {
  /// An example: a block of code between fences in a documentation comment.
  public struct Example: Sendable {
    /// The file and the line of the opening fence.
    public var place: String

    /// The code without the slashes before it.
    public var code: [String]
  }

  /// A public declaration that people look up by itself: a type, an operator, a free function.
  public struct Declaration: Sendable {
    /// The name.
    public var name: String

    /// The file and the line.
    public var place: String

    /// Whether its comment has an example.
    public var hasExample: Bool
  }

  /// The examples of all files, in the order of the files' names.
  public private(set) var examples: [Example] = []

  /// The types, operators and free functions that are public.
  public private(set) var declarations: [Declaration] = []

  /// The names of the public functions and properties of types.
  ///
  /// Constants of a type (`static let`) are left out, as cases are.
  public private(set) var members: Set<String> = []

  /// Reads every `.swift` file in a folder and in the folders within it.
  public init(folder: String) {
    for path in Self.swiftFiles(in: folder).sorted() {
      read(Self.text(of: path), name: String(path.dropFirst(folder.count + 1)))
    }
    for path in Self.files(in: folder, ending: ".md").sorted() {
      readArticle(Self.text(of: path), name: String(path.dropFirst(folder.count + 1)))
    }
  }

  /// Takes the blocks of Swift in an article.
  private mutating func readArticle(_ text: String, name: String) {
    var open: Example?
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard line.hasPrefix("```") else {
        open?.code.append(String(line))
        continue
      }
      if let finished = open { examples.append(finished) }
      open = nil
      isInside.toggle()
      if isInside, line == "```swift" { open = Example(place: "\(name):\(index + 1)", code: []) }
    }
  }

  private mutating func read(_ text: String, name: String) {
    var hasExample = false
    var open: Example?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let place = "\(name):\(index + 1)"
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("///") else {
        if code.hasPrefix("@") { continue }
        declare(code, isTopLevel: code.startIndex == line.startIndex, place, hasExample)
        hasExample = false
        continue
      }
      let comment = code.dropFirst(3)
      if comment.hasPrefix(" ```") {
        if let finished = open {
          examples.append(finished)
          open = nil
        } else {
          open = Example(place: place, code: [])
          hasExample = true
        }
      } else {
        open?.code.append(String(comment.dropFirst(1)))
      }
    }
  }

  /// Notes what a line declares.
  private mutating func declare(
    _ line: Substring, isTopLevel: Bool, _ place: String, _ hasExample: Bool
  ) {
    var words = line.split { " ():`".contains($0) }
    if line.hasPrefix("infix operator") {
      declarations.append(
        Declaration(name: String(words[2]), place: place, hasExample: hasExample))
    }
    guard words.first == "package", !line.contains("static let") else { return }
    let modifiers: Set<Substring> = [
      "package", "static", "class", "mutating", "private", "set", "final", "indirect",
    ]
    // `class` is a modifier of a member, or what is declared.
    while let word = words.first, modifiers.contains(word),
      word != "class" || ["func", "var"].contains(words.dropFirst().first)
    {
      words.removeFirst()
    }
    guard words.count > 1 else { return }
    let name = String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    switch words[0] {
    case "struct", "enum", "protocol", "class":
      declarations.append(Declaration(name: name, place: place, hasExample: hasExample))
    case "func" where isTopLevel && !name.isEmpty:
      declarations.append(Declaration(name: name, place: place, hasExample: hasExample))
    case "func", "var", "let": if !name.isEmpty { members.insert(name) }
    default: break
    }
  }

  /// The paths of the Swift files in a folder and in the folders within it.
  public static func swiftFiles(in folder: String) -> [String] {
    files(in: folder, ending: ".swift")
  }

  private static func files(in folder: String, ending: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var files: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name.hasSuffix(ending) {
        files.append("\(folder)/\(name)")
      } else if !name.hasPrefix(".") {
        files += self.files(in: "\(folder)/\(name)", ending: ending)
      }
    }
    return files
  }

  /// The text of a file; empty when it cannot be read.
  public static func text(of path: String) -> String {
    guard let file = fopen(path, "rb") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SourceDocumentation.Example {
  /// What the example prints, by the comments that say so.
  ///
  /// They stand on the line of a `print`, or on the lines after a statement.
  public var output: [String] {
    var output: [String] = []
    var mayFollow = false
    for line in code {
      let statement = line.drop { $0 == " " }
      if statement.hasPrefix("// ") {
        if mayFollow { output.append(String(statement.dropFirst(3))) }
        continue
      }
      mayFollow = !statement.isEmpty
      if statement.contains("print("), let comment = statement.firstRange(of: "  // ") {
        output.append(String(statement[comment.upperBound...]))
      }
    }
    return output
  }
}

/// What stands in for `print` where an example is run: it keeps what was printed.
public final class ExamplePrinter: Sendable {
  private let text = Mutex("")

  /// Nothing printed so far.
  public init() {}

  /// Prints as `print` does.
  public func callAsFunction(_ items: Any..., terminator: String = "\n") {
    let line = items.map { "\($0)" }.joined(separator: " ")
    text.withLock { $0 += line + terminator }
  }

  /// What was printed, line by line.
  public var output: [String] {
    let text = text.withLock { $0 }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

extension SourceDocumentation {
  /// What is wrong with examples that a generator wrote into a file of tests.
  /// - Parameters:
  ///   - compiled: The examples of that file.
  ///   - file: The path of the file.
  /// - Returns: A line for each example that is not there, throws, or prints something else.
  public func problems(
    with compiled: [@Sendable (ExamplePrinter) throws -> Void], in file: String
  ) -> [String] {
    let source = Self.text(of: file)
    guard compiled.count == examples.count else {
      return ["\(file) has \(compiled.count) examples of \(examples.count)"]
    }
    return zip(examples, compiled).flatMap { example, run in
      // Code behind a condition of the compiler is indented once more.
      let isThere = ["", "  "].contains { indent in
        let code = example.code.map { $0.isEmpty ? "" : "\(indent)    \($0)" }
        return source.contains("throws {\n\(code.joined(separator: "\n"))\n\(indent)  }\n")
      }
      guard isThere else {
        return ["\(example.place) changed: run Tests/Generators/documentation_examples.py"]
      }
      let printer = ExamplePrinter()
      do {
        try run(printer)
      } catch {
        return ["\(example.place) throws \(error)"]
      }
      guard printer.output != example.output else { return [] }
      return ["\(example.place) prints \(printer.output)"]
    }
  }
}
