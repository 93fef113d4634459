// A program that styles text needs names from every room: a stylesheet from Styling, a colour from
// StyleValues, a finding from Diagnostics. One import gives them all.
@_exported public import CSSSyntax
@_exported public import CellLayout
@_exported public import Diagnostics
@_exported public import StyleValues
@_exported public import StyledText
@_exported public import Styling
@_exported public import TerminalOutput
