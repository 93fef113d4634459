// One import gives a program everything: the rooms are targets of their own so that data can
// only go one way, not so that people have to know them.
@_exported public import CSSSyntax
@_exported public import CellLayout
@_exported public import Diagnostics
@_exported public import Rendering
@_exported public import StyleValues
@_exported public import StyledText
@_exported public import Styling
@_exported public import TerminalOutput
