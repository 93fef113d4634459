/// The objects that the browser's chrome is made of, by the class that the stylesheet knows them by.
public enum ChromeClass: String, Hashable, Sendable, CaseIterable {
  /// The line at the top.
  case title
  /// The lines between panes; `:focused` around the pane that has the keys.
  case frame
  /// A tab; `:selected` when its contents are shown.
  case tab
  /// A row of a list; `:selected`, `:focused` when its list has the keys, `:disabled` when the theme
  /// cannot be used.
  case row
  /// The letters of a name that a filter found.
  case found
  /// Something that needs attention.
  case problem
  /// A selector above its declarations, and the like.
  case heading
  /// A declaration; `:disabled` when it lost, `:selected`.
  case declaration
  /// A remark.
  case note
  /// The line that says how things are.
  case status
  /// The name of a key in a list of keys.
  case key
  /// Text being typed.
  case field

  /// The element name of everything in the chrome.
  public static let element = "theme_browser"
}
