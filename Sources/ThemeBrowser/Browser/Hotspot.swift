import StyleValues

/// A place on the screen that answers the mouse, beside the insides of the panes.
struct Hotspot {
  /// What it is.
  enum Target: Hashable {
    /// A control, with actions of its own.
    case control(ChromeClass)
    /// A key that is shown together with what it does.
    case key(KeyPress)
    /// A tab of the inspector.
    case tab(InspectorTab)
    /// The tab of a pane, or its title.
    case pane(Pane)
    /// The text that is being typed.
    case field
  }

  /// Where it was drawn last.
  var place: CellRect

  /// What it is.
  var target: Target
}
