import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput

extension Browser {
  /// The responders that see a key, from the one that has the keys to the window.
  var responderChain: [Responder] {
    if case .help = mode { return Responder.help.chain }
    return focus.responder.chain
  }

  mutating func handle(_ press: KeyPress) -> [BrowserEffect] {
    switch mode {
    case .browsing, .help: break
    case .finding, .editingText, .changingValue, .exporting: return type(press)
    }
    message = nil
    guard let action = chrome.bindings.action(for: press, along: responderChain) else { return [] }
    return perform(action)
  }

  // MARK: Typing

  /// A key while text is typed: Enter keeps it, Escape drops it.
  private mutating func type(_ press: KeyPress) -> [BrowserEffect] {
    switch press.key {
    case .enter: return accept()
    case .escape:
      drop()
      return []
    default:
      editField { _ = $0.handle(press) }
      return []
    }
  }

  /// Changes the text that is being typed, and shows what comes of it at once.
  mutating func editField(_ change: (inout TextField) -> Void) {
    switch mode {
    case .browsing, .help: return
    case .finding(var field, let before):
      change(&field)
      mode = .finding(field, before: before)
      themes.filter = field.text
    case .editingText(var field, let before):
      change(&field)
      mode = .editingText(field, before: before)
      sample.markup = field.text
    case .changingValue(var field, let edit):
      change(&field)
      mode = .changingValue(field, edit)
      showDraft(edit, with: field.text)
    case .exporting(var field):
      change(&field)
      mode = .exporting(field)
    }
  }

  private mutating func accept() -> [BrowserEffect] {
    defer { mode = .browsing }
    switch mode {
    case .changingValue(let field, let edit):
      draft = nil
      guard field.text != edit.text else { return [] }
      return [.write(path: edit.path, bytes: edit.bytes(with: field.text))]
    case .exporting(let field): return export(to: field.text)
    case .browsing, .help, .finding, .editingText: return []
    }
  }

  private mutating func drop() {
    switch mode {
    case .finding(_, let before): themes.filter = before
    case .editingText(_, let before): sample = before
    case .changingValue: draft = nil
    case .browsing, .help, .exporting: break
    }
    mode = .browsing
  }

  /// Loads the selected theme with a value changed, if that gives a sheet.
  private mutating func showDraft(_ edit: ValueEdit, with value: String) {
    guard let theme = themes.selectedTheme, let source = theme.source else { return }
    let bytes = edit.bytes(with: value)
    var loader = settings.loader
    loader.files = DraftFiles(base: loader.files, path: edit.path, bytes: bytes)
    let main = edit.path == theme.path ? bytes : source.bytes
    let sheet = loader.load(SourceText(name: theme.path, bytes: main))
    guard !sheet.diagnostics.contains(where: \.isBreaking) else { return }
    draft = (theme.path, sheet, (draft?.number ?? 0) + 1)
  }

  private mutating func export(to path: String) -> [BrowserEffect] {
    guard !path.isEmpty, let preview = selectedPreview() else { return [] }
    let buffer = preview.layout.buffer
    let colors = ScreenColors(preview.resolver.environment)
    var bytes: [UInt8] = []
    switch path.split(separator: ".").last {
    case "txt": PlainBlockWriter().append(buffer, into: &bytes)
    case "html": HTMLWriter(colors: colors, title: path).append(buffer, into: &bytes)
    case "svg": SVGWriter(colors: colors).append(buffer, into: &bytes)
    default: bytes = output(of: preview)
    }
    return [.write(path: path, bytes: bytes)]
  }

  /// A preview as `cssview preview` would print it at the depth that is shown.
  func output(of preview: Preview) -> [UInt8] {
    var buffer = preview.layout.buffer
    let environment = preview.resolver.environment
    var quantizer = ColorQuantizer(depth: environment.colorDepth, palette: settings.palette)
    quantizer.quantize(&buffer)
    var bytes: [UInt8] = []
    ANSIBlockWriter(encoder: settings.encoder, writesLinks: environment.hasHyperlinks)
      .append(buffer, sizedTexts: preview.layout.sizedTexts, into: &bytes)
    return bytes
  }
}
