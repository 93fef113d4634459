import CellLayout
import StyleValues
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
}

private let red = TerminalColor.rgb(RGB8(0xff0000))

@Suite("SGR")
struct SGREncoderTests {
  let encoder = SGREncoder(capabilities: .all)

  static let settings: [(GraphicRendition, String)] = [
    (.standard, ""),
    (GraphicRendition(foreground: red), "^[38;2;255;0;0m"),
    (GraphicRendition(background: red), "^[48;2;255;0;0m"),
    (GraphicRendition(foreground: .palette(1), background: .palette(7)), "^[31;47m"),
    (GraphicRendition(foreground: .palette(8), background: .palette(15)), "^[90;107m"),
    (GraphicRendition(foreground: .palette(16), background: .palette(255)), "^[38;5;16;48;5;255m"),
    (
      GraphicRendition(foreground: red, attributes: .bold, underline: .single),
      "^[38;2;255;0;0;1;4m"
    ),
    (
      GraphicRendition(
        attributes: [.faint, .italic, .blink, .reverse, .strikethrough, .overline],
        underline: .single), "^[2;3;4;5;7;9;53m"
    ),
    (GraphicRendition(attributes: .conceal), "^[8m"),
    (GraphicRendition(attributes: [.bold, .faint]), "^[1m"),
    (GraphicRendition(underline: .curly), "^[4m^[4:3m"),
    (GraphicRendition(attributes: .bold, underline: .double), "^[1;4m^[4:2m"),
    (GraphicRendition(underlineColor: red, underline: .dashed), "^[4m^[4:5m^[58:2::255:0:0m"),
    (GraphicRendition(underlineColor: .palette(9), underline: .single), "^[4m^[58:5:9m"),
    (GraphicRendition(underlineColor: red), ""),
  ]

  @Test("From the default state, byte for byte", arguments: settings)
  func setting(rendition: GraphicRendition, expected: String) {
    #expect(text(encoder.bytes(setting: rendition)) == expected)
    var bytes: [UInt8] = []
    encoder.append(from: .standard, to: rendition, into: &bytes)
    #expect(text(bytes) == expected)
  }

  @Test("The address of a link is printable ASCII, and the rest of it percent-encoded")
  func link() {
    var bytes: [UInt8] = []
    Hyperlink(target: "http://a/!~ \nü\u{7F}")?.appendStart(id: 0, into: &bytes)
    #expect(text(bytes) == "^]8;id=0;http://a/!~%20%0A%C3%BC%7F^\\")
  }

  static let changes: [(GraphicRendition, GraphicRendition, String)] = [
    (GraphicRendition(foreground: red), .standard, "^[0m"),
    (GraphicRendition(foreground: red, attributes: .bold), .standard, "^[0m"),
    (GraphicRendition(attributes: .bold), GraphicRendition(attributes: .faint), "^[0;2m"),
    (
      GraphicRendition(foreground: red, attributes: [.bold, .conceal]),
      GraphicRendition(foreground: red, attributes: .bold), "^[28m"
    ),
    // Of two ways of the same length the one that starts over is not taken.
    (
      GraphicRendition(attributes: [.bold, .italic, .blink], underline: .single),
      GraphicRendition(attributes: [.bold, .blink]), "^[23;24m"
    ),
    (
      GraphicRendition(foreground: red, attributes: .bold),
      GraphicRendition(foreground: red, attributes: .faint), "^[22;2m"
    ),
    (
      GraphicRendition(foreground: red, attributes: [.bold, .italic]),
      GraphicRendition(foreground: red, attributes: .bold), "^[23m"
    ),
    (
      GraphicRendition(foreground: red, underline: .curly),
      GraphicRendition(foreground: red, underline: .single), "^[4m"
    ),
    (
      GraphicRendition(foreground: red, underline: .single),
      GraphicRendition(foreground: red, underline: .dotted), "^[4:4m"
    ),
    (
      GraphicRendition(foreground: red, underlineColor: red, underline: .single),
      GraphicRendition(foreground: red, underline: .single), "^[59m"
    ),
    (
      GraphicRendition(
        foreground: .palette(1), attributes: [.bold, .italic, .strikethrough],
        underline: .single),
      GraphicRendition(foreground: .palette(2)), "^[0;32m"
    ),
    (GraphicRendition(foreground: .palette(1)), GraphicRendition(foreground: .palette(2)), "^[32m"),
  ]

  @Test("The shortest way from one to another, byte for byte", arguments: changes)
  func change(old: GraphicRendition, new: GraphicRendition, expected: String) {
    var bytes: [UInt8] = []
    encoder.append(from: old, to: new, into: &bytes)
    #expect(text(bytes) == expected)
  }

  @Test("What stands before it changes nothing", arguments: changes)
  func changeBehind(old: GraphicRendition, new: GraphicRendition, expected: String) {
    var bytes = Array(repeating: UInt8(ascii: "x"), count: 100)
    encoder.append(from: old, to: new, into: &bytes)
    #expect(text(Array(bytes.dropFirst(100))) == expected)
  }

  @Test("Parameters after the end of a sequence begin another one")
  func twoSequences() {
    var (bytes, parameters) = ([UInt8](), SGRParameters())
    for number: UInt8 in [1, 4] {
      parameters.add(number, to: &bytes)
      parameters.close(&bytes)
      parameters.close(&bytes)
    }
    #expect(text(bytes) == "^[1m^[4m")
  }

  @Test("What a terminal cannot draw is not written")
  func capabilities() {
    let rendition = GraphicRendition(
      underlineColor: red, attributes: [.overline, .strikethrough], underline: .curly)
    #expect(text(SGREncoder(capabilities: []).bytes(setting: rendition)) == "^[4;9m")
    #expect(
      text(SGREncoder(capabilities: .underlineStyles).bytes(setting: rendition))
        == "^[4;9m^[4:3m")
    var bytes: [UInt8] = []
    SGREncoder(capabilities: []).append(
      from: GraphicRendition(underline: .single), to: GraphicRendition(underline: .curly),
      into: &bytes)
    #expect(bytes.isEmpty)
  }

  @Test(
    "Parameters as explain shows them",
    arguments: [
      (
        GraphicRendition(foreground: red, attributes: .bold, underline: .single),
        "38;2;255;0;0;1;4"
      ),
      (
        GraphicRendition(foreground: .palette(196), attributes: .bold, underline: .single),
        "38;5;196;1;4"
      ),
      (GraphicRendition(foreground: .palette(1), attributes: .bold, underline: .single), "31;1;4"),
      (GraphicRendition(attributes: .bold, underline: .single), "1;4"),
      (.standard, ""),
      (GraphicRendition(underlineColor: red, underline: .curly), "4;4:3;58:2::255:0:0"),
    ])
  func parameters(rendition: GraphicRendition, expected: String) {
    #expect(encoder.parameters(of: rendition) == expected)
  }

  @Test(
    "Any two renditions: the terminal ends in the new state, never by the longer way",
    arguments: [RenditionCapabilities.all, [], .underlineStyles, [.underlineColor, .overline]])
  func randomChanges(capabilities: RenditionCapabilities) {
    let encoder = SGREncoder(capabilities: capabilities)
    var random = RandomCells(seed: 11)
    var screen = ScreenModel(columns: 1)
    var old = GraphicRendition.standard
    for _ in 0..<3000 {
      let new = random.chance(0.1) ? .standard : random.rendition()
      var bytes: [UInt8] = []
      encoder.append(from: old, to: new, into: &bytes)
      screen.feed(bytes)
      #expect(screen.pen == modelPen(new, capabilities: capabilities), "\(old) -> \(new)")
      let full = "\u{1B}[0m".utf8.count + encoder.bytes(setting: new).count
      #expect(bytes.count <= full)
      #expect(bytes.isEmpty == (capabilities.visible(old) == capabilities.visible(new)))
      old = new
    }
    #expect(screen.complaints == [])
  }
}

@Suite("Links in the terminal")
struct HyperlinkTests {
  @Test(
    "Nothing but printable ASCII is written of an address",
    arguments: [
      ("https://example.org/", "https://example.org/"),
      ("https://example.org/a b", "https://example.org/a%20b"),
      ("https://example.org/\u{1b}]0;x\u{7}", "https://example.org/%1B]0;x%07"),
      ("https://ü.example/%41", "https://%C3%BC.example/%41"),
      ("x\u{9c}y\u{7f}", "x%C2%9Cy%7F"),
    ])
  func percentEncoding(target: String, address: String) throws {
    let link = try #require(Hyperlink(target: target))
    #expect(String(decoding: link.address, as: UTF8.self) == address)
  }

  @Test("An empty address and one too long are no links")
  func limits() {
    #expect(Hyperlink(target: "") == nil)
    #expect(Hyperlink(target: String(repeating: "a", count: 2083)) != nil)
    #expect(Hyperlink(target: String(repeating: "a", count: 2084)) == nil)
    #expect(Hyperlink(target: String(repeating: " ", count: 700)) == nil)
  }

  @Test("Start and end, byte for byte")
  func sequences() throws {
    var bytes: [UInt8] = []
    try #require(Hyperlink(target: "http://a/")).appendStart(id: 300, into: &bytes)
    Hyperlink.appendEnd(into: &bytes)
    #expect(text(bytes) == "^]8;id=300;http://a/^\\^]8;;^\\")
  }
}
