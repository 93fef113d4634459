#if Logging
  public import CSSView

  extension StyledLogHandler {
    /// The theme of handlers without one.
    ///
    /// On a terminal with colours the level and the label are columns. Its colours have a contrast
    /// of at least 4.5 to 1 (WCAG 2) on black and on white, as the background may be unknown.
    public static let defaultTheme = Theme(stylesheet, syntax: .css, name: "<log>")

    /// The default theme with rules behind its own, which override them.
    ///
    /// - Parameter css: A stylesheet, in CSS.
    /// - Returns: A theme whose findings are those of the stylesheet.
    public static func defaultTheme(adding css: String) -> Theme {
      // The import is on the first line, so that findings have the lines of the stylesheet.
      Theme("@import \"default\"; " + css, syntax: .css, name: "<log>") { name in
        name == "default" ? stylesheet : nil
      }
    }

    private static let stylesheet = """
      @media (color) {
        .time, .key { color: #757575 }
        .level { display: inline-block; width: 8ch; font-weight: bold }
        .label { color: #757575 }
        .colon { display: none }
        [data-level=trace] .level { color: #757575; font-weight: normal }
        [data-level=debug] .level { color: #757575 }
        [data-level=info] .level { color: #247cb5 }
        [data-level=notice] .level { color: #00857a }
        [data-level=warning] .level { color: #a96500 }
        [data-level=error] .level, [data-level=error] .message { color: #d7373f }
        [data-level=critical] .level { color: #ffffff; background-color: #b3001b }
        [data-level=critical] .message { color: #d7373f; font-weight: bold }
      }
      @media (color) and (width >= 60) {
        .label { display: inline-block; width: 16ch; text-overflow: ellipsis clip }
      }
      @media (color) and (width >= 120) {
        .label { width: 24ch }
      }
      """
  }
#endif
