/// The objects that the browser's chrome is made of, by the class that the stylesheet knows them
/// by.
package enum ChromeClass: String, Hashable, Sendable, CaseIterable {
  /// The line at the top; its title is the program's name.
  case title
  /// Number of themes listed, and which.
  case count
  /// The depth that is shown; `:selected` while it is simulated.
  case depth
  /// The way of seeing colours; `:selected` while one is simulated.
  case vision
  /// Backdrop of the preview.
  case backdrop
  /// The palette that the preview is shown under; `:selected`, as it is only there while it is
  /// another one than the terminal's.
  case palette
  /// The way to the list of keys.
  case helpButton = "help_button"
  /// The lines between panes; `:focused` around the pane that has the keys.
  case frame
  /// A tab; `:selected` when its contents are shown, with its signs around its title.
  case tab
  /// A row of a list; `:selected`, `:focused` when its list has the keys, `:disabled` when the
  /// theme cannot be used.
  case row
  /// The preview.
  case sample
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
  package static let element = "theme_browser"
}
