import Bytes
package import Diagnostics
package import StyleValues

/// The two forms of a stylesheet.
package enum StylesheetForm: String, CaseIterable, Hashable, Sendable {
  /// A JSON dictionary: selector → declarations.
  case json
  /// CSS syntax.
  case css

  /// The form that the first byte that is no white space tells: `{` starts a dictionary; nil where
  /// there is none.
  ///
  /// A comment may stand in front in both forms and tells nothing.
  package static func told(by source: SourceText) -> StylesheetForm? {
    let bytes = source.bytes
    var index = source.start
    while index < bytes.count {
      switch bytes[index] {
      case let byte where byte.isASCIIWhitespace:
        index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        index = afterComment(bytes, index + 2)
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      default:
        return bytes[index] == UInt8(ascii: "{") ? .json : .css
      }
    }
    return nil
  }

  /// The form that a file name's extension tells, in any case; nil for what is no sheet's name.
  package init?(ofFile name: String) {
    let form = Self.allCases.first { form in
      let ending = "." + form.rawValue
      let last = name.utf8.suffix(ending.utf8.count)
      return last.elementsEqual(ending.utf8) { $0.lowercasedASCII == $1 }
    }
    guard let form else { return nil }
    self = form
  }

  /// The form of a file: what its name's extension tells, else its first byte.
  package init(of source: SourceText) {
    self = StylesheetForm(ofFile: source.name) ?? Self.told(by: source) ?? .json
  }

  /// Text of a sheet without rules.
  fileprivate var emptySheet: String { self == .json ? "{}" : "" }

  /// The dialect of a sheet of this form that names none.
  package var standardDialect: Dialect { self == .json ? .viewcss : .css }

  private static func afterComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return bytes.count
  }
}

extension SourceText {
  /// Stands for a sheet that is not there, of which there are only variants: it says nothing.
  package convenience init(standingInFor path: String) {
    let form = StylesheetForm(ofFile: path) ?? .json
    self.init(name: path, text: form.emptySheet, isStandIn: true)
  }
}
