/// Whose theme files there are.
package enum PaletteFormat: String, CaseIterable, Sendable {
  /// `kitty.conf`, or a theme that it includes.
  case kitty
  /// The configuration of Ghostty, or one of its themes.
  case ghostty
  /// `alacritty.toml`, or a theme that it imports.
  case alacritty
  /// A colour scheme of WezTerm.
  case wezterm
  /// `foot.ini`, or a theme that it includes.
  case foot
  /// A colour scheme of Windows Terminal, or the settings that hold some.
  case windowsTerminal = "windows-terminal"
  /// A preset of iTerm2, `*.itermcolors`.
  case iterm2
  /// X resources of xterm, rxvt and others.
  case xresources
  /// A scheme of base16: sixteen colours for text editors.
  case base16
  /// A scheme of base24: base16 with bright colours.
  case base24
}
