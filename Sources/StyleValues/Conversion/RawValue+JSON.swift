package import CSSSyntax

extension RawValue {
  /// A value of a JSON document, with the place where it stands.
  package init(_ node: JSONNode, of document: JSONDocument) {
    let place = document.place(of: node.range)
    switch node.value {
    case .null: self.init(.null, at: place)
    case .bool(let flag): self.init(.bool(flag), at: place)
    case .number(let number): self.init(.number(number), at: place)
    case .string(let string): self.init(document.text(string))
    case .array(let nodes):
      self.init(.array(nodes.map { RawValue($0, of: document) }), at: place)
    case .object(let members):
      self.init(
        .object(
          members.map {
            RawMember(
              document.string($0.key), RawValue($0.value, of: document),
              namePlace: document.place(of: $0.key.range))
          }), at: place)
    }
  }
}
