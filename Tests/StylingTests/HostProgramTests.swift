import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("What a host program adds")
struct HostProgramTests {
  private final class MyController {}
  private final class Label {}
  private final class MyButton: StyleCustomizable {
    nonisolated(unsafe) var log: [String] = []
    func customize(_ applied: AppliedStyle) {
      log.append("\(applied.element) \(applied.classes) \(applied.style.text.fontSize)")
    }
  }
  private struct Pair<Value> {}

  private func applier(
    _ json: String, extensions: StyleExtensions = StyleExtensions()
  ) -> StyleApplier {
    let loader = StylesheetLoader(extensions: extensions)
    return StyleApplier(stylesheet: loader.load(SourceText(name: "s.json", text: json)))
  }

  @Test("The type of the object that asks names the element")
  func elements() {
    let applier = applier(
      """
      {
        "my_controller.label": {"font-size": "20px"}, "label.label": {"font-size": "30px"},
        "my_controller": {"opacity": 0.5}, "pair": {"opacity": 0.25}
      }
      """)
    let label = Label()
    let controller = MyController()
    #expect(applier.apply(to: label, of: controller, classes: "label").text.fontSize == 20)
    #expect(applier.apply(to: label, classes: "label").text.fontSize == 30)
    #expect(applier.style(for: MyController.self).text.opacity == 0.5)
    #expect(applier.style(for: Pair<Int>.self).text.opacity == 0.25)
    #expect(
      applier.style(for: MyController.self, classes: "label", style: "opacity: 0.75").text.opacity
        == 0.75)
  }

  @Test("Callback, protocol and hook are called every time, with what was asked for")
  func callbacks() {
    let applier = applier(#"{"my_button.big": {"font-size": "20px"}}"#)
    let button = MyButton()
    var applied: [String] = []
    applier.onApply = { applied.append("hook \($0.element)") }
    for _ in 0..<2 {
      applier.apply(to: button, classes: "big", style: "color: red") { style in
        #expect(style.object as AnyObject? === button)
        #expect(style.styleText?.string == "color: red")
        applied.append("custom \(style.style.text.fontSize)")
      }
    }
    #expect(button.log == ["my_button [\"big\"] 20.0", "my_button [\"big\"] 20.0"])
    #expect(applied == ["custom 20.0", "hook my_button", "custom 20.0", "hook my_button"])
  }

  @Test("A resolver reports every span that a style is applied to")
  func spans() {
    let resolver = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "s.json", text: #"{".a": {"opacity": 0.5}}"#)))
    var applied: [String] = []
    resolver.onApply = { applied.append("\($0.element) \($0.classes) \($0.style.text.opacity)") }
    for _ in 0..<2 {
      _ = resolver.child(of: resolver.hostNode, ElementDescription(tag: "span", classes: ["a"]))
    }
    #expect(applied == ["span [\"a\"] 0.5", "span [\"a\"] 0.5"])
  }

  @Test("A new stylesheet or environment is followed at once")
  func changes() {
    let applier = applier(#"{"label": {"opacity": 0.5}}"#)
    #expect(applier.style(for: Label.self).text.opacity == 0.5)
    applier.stylesheet = StylesheetLoader().load(
      SourceText(
        name: "s.json",
        text: #"{"label": {"opacity": 0.25}, "@media (width < 80)": {"label": {"opacity": 0}}}"#))
    #expect(applier.style(for: Label.self).text.opacity == 0.25)
    applier.environment = Environment(columns: 40)
    #expect(applier.style(for: Label.self).text.opacity == 0)
  }

  @Test("Registered properties are typed, checked and not unknown any more")
  func extensionProperties() throws {
    let glow = ExtensionProperty<ColorValue>("glowColor", isInherited: true)
    let depth = ExtensionProperty<Int>("depth")
    var extensions = StyleExtensions()
    extensions.register(glow)
    extensions.register(depth)
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
    #expect(resolver.value(of: depth) == 3)
    #expect(resolver.value(of: glow)?.srgb()?.hex8 == "#00ff00ff")
    func child(_ name: String) -> StyleNodeID {
      resolver.child(of: resolver.hostNode, ElementDescription(tag: "span", classes: [name]))
    }
    #expect(resolver.value(of: depth, at: child("a")) == 4)
    #expect(resolver.value(of: depth, at: child("none")) == nil)
    #expect(resolver.value(of: glow, at: child("a"))?.srgb()?.hex8 == "#00ff00ff")
    #expect(resolver.value(of: depth, at: child("d")) == nil)
    #expect(resolver.diagnostics.contains { $0.message.contains("--x is not defined") })
    let unknown = StylesheetLoader().load(SourceText(name: "s.json", text: json))
    #expect(unknown.diagnostics.filter { $0.code == .unknownProperty }.count == 6)
  }

  @Test("Colours by name, and by CSS text with variables of the sheet")
  func colors() {
    let applier = applier(##"{":root": {"--primary-color": "#456789FF"}}"##)
    #expect(applier.color(named: "lightblue")?.srgb()?.hex8 == "#add8e6ff")
    #expect(applier.color(named: "no-such") == nil)
    #expect(applier.color(named: "#fff") == nil)
    #expect(applier.color("var(--primary-color)")?.srgb()?.hex8 == "#456789ff")
    #expect(applier.color("rgb(1, 2, 3, 255)")?.srgb()?.hex8 == "#010203ff")
    #expect(applier.color("var(--none)") == nil)
  }

  @Test("The document's example of an unknown class")
  func snoop() throws {
    let applier = applier(
      """
      {"my_controller":
        {"text-align": "left", "background-color": "#FFA500", "color": "#007AFF"}}
      """)
    applier.isSnooping = true
    applier.apply(to: Label(), of: MyController(), classes: "label")
    applier.apply(to: Label(), of: MyController(), classes: "label")
    let entry = try #require(applier.snoopedClasses.first)
    #expect(applier.snoopedClasses.count == 1)
    #expect(
      entry.report == """
        Properties for unknown class my_controller.label:
        - {
          "font-size" : "15px",
          "text-align" : "left",
          "background-color" : "#FFA500FF",
          "color" : "#007AFFFF"
        }
        """)
    #expect(
      applier.diagnostics.map(\.message)
        == ["no rule for class 'label' of element 'my_controller'"])
  }

  @Test("All unknown classes make one dictionary that has them")
  func snoopedDictionary() {
    let applier = applier(#"{"text.known": {}, "@media (width < 3)": {".small": {"opacity": 0}}}"#)
    applier.isSnooping = true
    let host = HostObject(
      classes: ["one", "known", "small"],
      style: CSSText("border: 1px solid red; border-radius: 4px; opacity: 0.5; tint-color: blue"))
    let resolver = applier.resolver(for: host)
    let span = ElementDescription(
      tag: "span", classes: ["two"], style: CSSText("text-shadow: 1px 1px red"))
    _ = resolver.child(of: resolver.hostNode, span)
    _ = resolver.child(of: resolver.hostNode, ElementDescription(tag: "b", classes: ["two"]))
    #expect(
      applier.snoopedClasses.map(\.selector) == ["b.two", "text.known", "text.one", "text.two"])
    let dictionary = applier.snoopedDictionary
    let pasted = StylesheetLoader().load(SourceText(name: "p.json", text: dictionary))
    #expect(pasted.diagnostics.isEmpty)
    let again = StyleResolver(stylesheet: pasted, host: HostObject(classes: ["one"]))
    #expect(again.hostStyle.block.border.top.width == 1)
    #expect(again.hostStyle.block.borderRadius == 4)
    #expect(again.hostStyle.text.opacity == 0.5)
    #expect(again.hostStyle.text.tintColor?.srgb()?.hex8 == "#0000ffff")
    #expect(again.hostStyle.text.shadows.isEmpty)
  }
}
