import CSSSyntax
import Diagnostics

/// Writes a document as JSON without white space and with escapes only where they are needed.
///
/// Order and duplicates stay as they are; numbers come out as Swift prints them.
func outline(_ document: JSONDocument) -> String {
  document.root.map { outline($0, in: document) } ?? ""
}

private func outline(_ node: JSONNode, in document: JSONDocument) -> String {
  switch node.value {
  case .null: return "null"
  case .bool(let value): return "\(value)"
  case .number(let value): return "\(value)"
  case .string(let string): return serialiseJSONString(document.string(string))
  case .array(let elements):
    return "[" + elements.map { outline($0, in: document) }.joined(separator: ",") + "]"
  case .object(let members):
    let written = members.map { member in
      serialiseJSONString(document.string(member.key)) + ":" + outline(member.value, in: document)
    }
    return "{" + written.joined(separator: ",") + "}"
  }
}
