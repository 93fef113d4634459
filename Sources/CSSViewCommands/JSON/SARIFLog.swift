import Bytes
import Diagnostics
import OperatingSystem
import StyleValues

/// Findings in the Static Analysis Results Interchange Format, which code hosts and editors read.
///
/// SARIF 2.1.0, OASIS Standard, 27 March 2020; the section numbers are its own.
struct SARIFLog {
  var diagnostics: [Diagnostic]

  /// The log file (§3.13).
  var json: JSONOutput {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        ["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": results]
      ],
    ]
  }

  /// The tool (§3.19) with all rules.
  private var driver: JSONOutput {
    let rules = DiagnosticCode.described.map { code, meaning -> JSONOutput in
      ["id": .string(code), "shortDescription": ["text": .string(meaning)]]
    }
    return ["name": "cssview", "version": .string(Version.number), "rules": .array(rules)]
  }

  private var results: JSONOutput {
    let numbers = Dictionary(uniqueKeysWithValues: DiagnosticCode.all.enumerated().map { ($1, $0) })
    return .array(diagnostics.map { result($0, rule: numbers[$0.code.rawValue] ?? -1) })
  }

  /// §3.27.
  private func result(_ diagnostic: Diagnostic, rule: Int) -> JSONOutput {
    var object: JSONOutput = [
      "ruleId": .string(diagnostic.code.rawValue), "ruleIndex": .integer(rule),
      "level": .string(diagnostic.severity.rawValue),
      "message": ["text": .string(diagnostic.message + hint(at: diagnostic.suggestion))],
    ]
    if let location = diagnostic.location {
      object += ["locations": [physicalLocation(location, diagnostic.excerpt)]]
    }
    return object
  }

  /// A location (§3.28) with its region (§3.30).
  private func physicalLocation(_ location: SourceLocation, _ excerpt: SourceExcerpt?) -> JSONOutput
  {
    var region: JSONOutput = [
      "startLine": .integer(location.line), "startColumn": .integer(location.column),
    ]
    if let excerpt {
      region += [
        "endColumn": .integer(location.column + excerpt.length),
        "snippet": ["text": .string(excerpt.text)],
      ]
    }
    return [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(Self.uri(ArgumentText.bytes(location.file)))],
        "region": region,
      ]
    ]
  }

  /// A relative reference or a path as a URI (RFC 3986 §3.3), percent-encoded.
  private static func uri(_ path: [UInt8]) -> String {
    var result = Array((path.first == UInt8(ascii: "/") ? "file://" : "").utf8)
    for byte in path {
      if byte.isASCIILetter || Self.unescaped.contains(byte) {
        result.append(byte)
      } else {
        result.appendPercentEncoded(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let unescaped = Set("0123456789/-._~".utf8)
}
