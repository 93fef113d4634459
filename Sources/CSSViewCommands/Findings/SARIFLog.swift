import Diagnostics
import OperatingSystem
import StyleValues

/// Findings in the Static Analysis Results Interchange Format, which code hosts and editors read.
///
/// SARIF 2.1.0, OASIS Standard, 27 March 2020; the section numbers are its own.
struct SARIFLog {
  /// The findings.
  var diagnostics: [Diagnostic]

  /// The log file (§3.13).
  var json: JSONOutput {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        ["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": results]
      ],
    ]
  }

  private var codes: [DiagnosticCode] {
    var seen: Set<DiagnosticCode> = []
    return diagnostics.map(\.code).filter { seen.insert($0).inserted }
  }

  /// The tool (§3.19) with the rules that results refer to.
  private var driver: JSONOutput {
    [
      "name": "cssview", "version": .string(Version.number),
      "rules": .array(codes.map { ["id": .string($0.rawValue)] }),
    ]
  }

  private var results: JSONOutput {
    let numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    return .array(diagnostics.map { result($0, rule: numbers[$0.code] ?? 0) })
  }

  /// One result (§3.27).
  private func result(_ diagnostic: Diagnostic, rule: Int) -> JSONOutput {
    var message = diagnostic.message
    if let suggestion = diagnostic.suggestion { message += "; did you mean '\(suggestion)'?" }
    var members: [JSONOutput.Member] = [
      .init("ruleId", .string(diagnostic.code.rawValue)),
      .init("ruleIndex", .number(Double(rule))),
      .init("level", .string(diagnostic.severity.rawValue)),
      .init("message", ["text": .string(message)]),
    ]
    if let location = diagnostic.location {
      members.append(.init("locations", [place(location, diagnostic.excerpt)]))
    }
    return .object(members)
  }

  /// A location (§3.28) with its region (§3.30).
  private func place(_ location: SourceLocation, _ excerpt: SourceExcerpt?) -> JSONOutput {
    var region: [JSONOutput.Member] = [
      .init("startLine", .number(Double(location.line))),
      .init("startColumn", .number(Double(location.column))),
    ]
    if let excerpt {
      region.append(.init("endColumn", .number(Double(location.column + excerpt.length))))
      region.append(.init("snippet", ["text": .string(excerpt.text)]))
    }
    return [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(Self.uri(ArgumentText.bytes(location.file)))],
        "region": .object(region),
      ]
    ]
  }

  /// A relative reference or a path as a URI (RFC 3986 §3.3): other bytes are percent-encoded.
  private static func uri(_ path: [UInt8]) -> String {
    var result = path.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
