import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("What a host program adds")
struct HostProgramTests {
  @Test("Registered properties are typed, checked and not unknown any more")
  func extensionProperties() throws {
    var extensions = StyleExtensions()
    extensions.register("glowColor", as: ColorValue.self, isInherited: true)
    extensions.register("depth", as: Int.self)
    let loader = StylesheetLoader(extensions: extensions)
    let json = """
      {
        ":root": {"--c": "lime"}, "text": {"glowColor": "var(--c)", "depth": 3},
        ".a": {"depth": "4"}, ".b": {"depth": "deep"}, ".c": {"dpeth": 1}, ".d": {"depth": "var(--x)"}
      }
      """
    let sheet = loader.load(SourceText(name: "s.json", text: json))
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["invalid-value", "unknown-property"])
    #expect(sheet.diagnostics.last?.suggestion == "depth")
    let resolver = StyleResolver(stylesheet: sheet)
    func value<Value: StyleConvertible>(
      _ type: Value.Type, of name: String, at node: StyleNodeID
    ) throws -> Value? {
      try resolver[node].extensions.value(name).map { try Value.convert($0.raw, in: $0.context) }
    }
    let host = resolver.hostNode
    #expect(try value(Int.self, of: "depth", at: host) == 3)
    #expect(try value(ColorValue.self, of: "glow-color", at: host)?.srgb()?.hex8 == "#00ff00ff")
    func child(_ name: String) -> StyleNodeID {
      resolver.child(of: host, ElementDescription(tag: "span", classes: [name]))
    }
    let first = child("a")
    #expect(try value(Int.self, of: "depth", at: first) == 4)
    #expect(try value(Int.self, of: "depth", at: child("none")) == nil)
    #expect(try value(ColorValue.self, of: "glow-color", at: first)?.srgb()?.hex8 == "#00ff00ff")
    #expect(try value(Int.self, of: "depth", at: child("d")) == nil)
    #expect(resolver.diagnostics.contains { $0.message.contains("'--x' is not defined") })
    let unknown = StylesheetLoader().load(SourceText(name: "s.json", text: json))
    #expect(unknown.diagnostics.filter { $0.code == .unknownProperty }.count == 6)
  }

  @Test("what the host declares itself is known by every name of a property")
  func declaredValues() {
    let sheet = StylesheetLoader().load(
      SourceText(
        name: "s.json",
        text: """
          {"text": {"padding": "1px 2px", "text-color": "red", "font-family": "A, B",
            "text-shadow": "1px 2px blue", "text-decoration": "underline overline",
            "width": "calc(50% + 3px)", "text-overflow": "ellipsis", "font-size-scale": "auto"}}
          """))
    #expect(sheet.diagnostics.isEmpty)
    let values = StyleResolver(stylesheet: sheet).hostValues
    func written(_ name: String) -> String? { values.value(of: name)?.raw.summary }
    #expect(values.declares("padding") && values.declares("paddingTop") && values.declares("color"))
    #expect(values.declares("textColor") && values.declares("text-decoration"))
    #expect(!values.declares("margin") && !values.declares("opacity") && !values.declares("glow"))
    #expect(written("textColor") == "'rgb(255, 0, 0)'" && written("opacity") == "1")
    #expect(written("padding-left") == "2" && written("font-family") == "'A, B'")
    #expect(written("text-decoration-line") == "'underline overline'")
    #expect(written("width") == "'calc(50% + 3px)'" && written("text-overflow") == "'ellipsis'")
    #expect(written("font-size-scale") == "'auto'" && written("no-such") == nil)
    #expect(written("background-color") == "null")
    let insets = values.value(of: "padding").flatMap {
      try? EdgeInsets.convert($0.raw, in: $0.context)
    }
    #expect(insets == EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
  }

  @Test("Unknown classes of spans make one dictionary that has them")
  func snoopedDictionary() {
    let sheet = StylesheetLoader().load(
      SourceText(
        name: "s.json",
        text: #"{"text.known": {}, "@media (width < 3)": {".small": {"opacity": 0}}}"#))
    let host = HostObject(
      classes: ["one", "known", "small"],
      style: CSSText("border: 1px solid red; border-radius: 4px; opacity: 0.5; tint-color: blue"))
    let resolver = StyleResolver(stylesheet: sheet, host: host)
    resolver.isSnooping = true
    let span = ElementDescription(
      tag: "span", classes: ["two"], style: CSSText("text-shadow: 1px 1px red"))
    _ = resolver.child(of: resolver.hostNode, span)
    _ = resolver.child(of: resolver.hostNode, ElementDescription(tag: "b", classes: ["two"]))
    let snooped = resolver.snoopedClasses
    #expect(Set(snooped.map(\.selector)) == ["b.two", ".known", ".one", ".two"])
    let pasted = StylesheetLoader().load(
      SourceText(name: "p.json", text: snooped.snoopedDictionary))
    #expect(pasted.diagnostics.isEmpty)
    let again = StyleResolver(stylesheet: pasted, host: HostObject(classes: ["one"]))
    #expect(again.hostStyle.block.border.top.width == 1)
    #expect(again.hostStyle.block.borderRadius == 4)
    #expect(again.hostStyle.text.opacity == 0.5)
    #expect(again.hostStyle.text.tintColor?.srgb()?.hex8 == "#0000ffff")
    #expect(again.hostStyle.text.shadows.isEmpty)
  }
}
