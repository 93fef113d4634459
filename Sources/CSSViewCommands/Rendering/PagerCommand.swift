import Diagnostics
import OperatingSystem
import SystemPackage

/// The pager for results that are taller than the screen.
struct PagerCommand {
  /// Its name and arguments.
  let words: [String]

  /// Its source, for messages.
  let origin: String

  /// The pager of `CSSVIEW_PAGER`, or else of `PAGER`, or else `less`; nil if it is none, or `cat`.
  ///
  /// `less` also replaces this program, which would start itself for ever.
  init?(variable: (String) -> String?) {
    let name = variable("CSSVIEW_PAGER") == nil ? "PAGER" : "CSSVIEW_PAGER"
    let named = variable(name)
    let words = named.map { ArgumentText.words($0) } ?? [Self.usual]
    guard let program = words.first, !program.isEmpty, words != ["cat"] else { return nil }
    let isItself = Self.name(of: program) == "cssview" || CurrentProcess.isItself(program)
    self.words = isItself ? [Self.usual] : words
    origin = named == nil ? "default" : isItself ? "\(name) is cssview" : name
  }

  private static let usual = "less"

  private static func name(of program: String) -> Substring {
    program[(program.lastIndex(of: "/").map(program.index(after:)) ?? program.startIndex)...]
  }

  /// Its name for messages.
  var name: String { ArgumentText.shown(words[0]) }

  /// True for `less`, which has options for colours and for short texts.
  var isLess: Bool { Self.name(of: words[0]) == "less" }

  /// The version of `less`; nil if it has none, as in BusyBox.
  var version: Int? {
    guard isLess,
      let said = try? FilterProgram.run(
        [words[0], "--version"], on: [], capacity: 1 << 16, milliseconds: 1000)
    else { return nil }
    return Self.version(in: said.output)
  }

  /// The number in `less 590 (GNU regular expressions)`.
  static func version(in output: [UInt8]) -> Int? {
    let words = String(decoding: output.prefix(100), as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0] == "less" else { return nil }
    return Int(words[1].prefix { ("0"..."9").contains($0) })
  }

  /// The command line for a version of `less`; `hasOptions` if the user sets `LESS`.
  func arguments(version: Int?, hasOptions: Bool) -> [String] {
    guard isLess else { return words }
    var options = ["-R"]
    if !hasOptions, let version {
      options.append("-F")
      // Before this version a text that is short was gone with the alternate screen.
      if version < 530 { options.append("-X") }
    }
    return [words[0]] + options + words.dropFirst()
  }

  /// True if it supports the sequences of links (OSC 8).
  func showsLinks(version: Int?) -> Bool {
    isLess ? version ?? 0 >= 566 : ["moar", "moor"].contains(Self.name(of: words[0]))
  }

  /// True if the user has left it; false if it has failed.
  func wasLeft(_ end: PagerProgram.End) -> Bool {
    switch end {
    // 130 is what shells make of SIGINT, and 2 is less -K.
    case .exit(let status): status == 0 || status == 130 || status == 2 && isLess
    // SIGINT and SIGPIPE.
    case .signal(let number): number == 2 || number == 13
    }
  }
}

extension PagerProgram.End {
  var explanation: String {
    switch self {
    case .exit(let status) where status == 126 || status == 127:
      "cannot be run: exit status \(status)"
    case .exit(let status): "failed with exit status \(status)"
    case .signal(let number): "was ended by signal \(number)"
    }
  }
}
