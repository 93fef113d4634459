import Bytes
import Styling

package struct HTMLWriter: DocumentWriter {
  package var output: [UInt8] = []

  package init() {}

  package mutating func start(_ tag: StartTag) {
    var attributes: [MadeTag.Attribute] = []
    func add(_ name: String, _ value: String) { attributes.append((name, Array(value.utf8))) }
    if !tag.classes.isEmpty { add("class", tag.classes.joined(separator: " ")) }
    if let language = tag.language { add("lang", language) }
    if let link = tag.link { add(tag.element == .img ? "src" : "href", link) }
    for attribute in tag.attributes { add(attribute.name, attribute.value) }
    start(tag.element, attributes)
  }

  private mutating func start(_ element: MarkupElement, _ attributes: [MadeTag.Attribute]) {
    output.append(UInt8(ascii: "<"))
    output += element.name.utf8
    for (name, value) in attributes {
      output.append(0x20)
      output += name.utf8
      output += "=\"".utf8
      append(value.span)
      output.append(0x22)
    }
    output += (element.isVoid ? " />" : ">").utf8
  }

  package mutating func end(_ element: MarkupElement) {
    output += "</".utf8
    output += element.name.utf8
    output.append(UInt8(ascii: ">"))
  }

  package mutating func append(_ text: Span<UInt8>) {
    output.appendEscapedHTML(0..<text.count, of: text)
  }
}

extension HTMLWriter: DocumentBuilder {
  package static var passesTags: Bool { true }
  package var isPage: Bool { true }

  package mutating func setBase(_ base: Int) {}

  package mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) { start(tag.element, attributes()) }

  package mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    end(element)
  }

  package mutating func append(text range: Range<Int>, in bytes: Span<UInt8>) {
    append(bytes.extracting(range))
  }

  package mutating func appendLineFeed(in bytes: Span<UInt8>) { output.append(0x0A) }

  package mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    output.append(offset..<bytes.count, of: bytes)
    return bytes.count
  }
}
