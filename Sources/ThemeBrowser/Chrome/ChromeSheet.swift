package import Diagnostics

/// The browser's own stylesheet and keys, which `--chrome` replaces.
package enum ChromeSheet {
  /// The sheet that comes with the program.
  package static let bundled = SourceText(name: "<chrome>", text: text)

  /// It leaves the colours to the terminal, so that it is readable on any; what matters is also
  /// said by signs.
  private static let text = #"""
    {
      "theme_browser": {
        "keyPress(Up)": "moveUp:", "keyPress(k)": "moveUp:",
        "keyPress(Down)": "moveDown:", "keyPress(j)": "moveDown:",
        "keyPress(PageUp)": "pageUp:", "keyPress(PageDown)": "pageDown:",
        "keyPress(g)": "moveToTop:", "keyPress(Home)": "moveToTop:",
        "keyPress(G)": "moveToBottom:", "keyPress(End)": "moveToBottom:",
        "keyPress(Left)": "previousSpan:", "keyPress([)": "previousSpan:",
        "keyPress(Right)": "nextSpan:", "keyPress(])": "nextSpan:",
        "keyPress(Tab)": "nextPane:", "keyPress(Shift-Tab)": "previousPane:",
        "keyPress(1)": "showList:", "keyPress(2)": "showPreview:",
        "keyPress(3)": "showInspector:", "keyPress(4)": "showSource:",
        "keyPress(/)": "find:", "keyPress(n)": "nextProblem:",
        "keyPress(f)": "cycleScheme:", "keyPress(i)": "cycleInspector:",
        "keyPress(p)": "cycleProfile:", "keyPress(P)": "cycleProfileBack:",
        "keyPress(v)": "showView:", "keyPress(b)": "cycleBackdrop:",
        "keyPress(m)": "showPalettes:", "keyPress(Space)": "pin:", "keyPress(t)": "editText:",
        "keyPress(c)": "changeValue:", "keyPress(o)": "openSample:",
        "keyPress(e)": "editSource:", "keyPress(y)": "copyStyle:",
        "keyPress(x)": "export:", "keyPress(r)": "reload:", "keyPress(Ctrl-L)": "redraw:",
        "keyPress(?)": "help:", "keyPress(F1)": "help:",
        "keyPress(Enter)": "choose:", "keyPress(Escape)": "cancel:",
        "keyPress(s)": "swapPinned:", "keyPress(z)": "zoom:",
        "keyPress(T)": "editTextOutside:", "keyPress(w)": "saveCopy:",
        "keyPress(u)": "undo:", "keyPress(q)": "quit:"
      },
      "theme_browser.list": {"keyPress(e)": "showInspector:"},
      "theme_browser.title": {"title": "cssview", "font-weight": "bold"},
      "theme_browser.count": {"touchUpInside": "cycleScheme:"},
      "theme_browser.backdrop": {"title": "on"},
      "theme_browser.palette": {"title": "palette"},
      "theme_browser.depth:highlighted": {"text-decoration": "underline"},
      "theme_browser.vision:highlighted": {"text-decoration": "underline"},
      "theme_browser.backdrop:highlighted": {"text-decoration": "underline"},
      "theme_browser.palette:highlighted": {"text-decoration": "underline"},
      "theme_browser.count:highlighted": {"text-decoration": "underline"},
      "theme_browser.frame": {"font-weight": 300},
      "theme_browser.frame:focused": {"font-weight": 400, "color": "ansi(cyan)"},
      "@media (color-depth: mono)": {"theme_browser.frame:focused": {"font-weight": "bold"}},
      "theme_browser.tab:selected": {"font-weight": "bold"},
      "theme_browser.row": {
        "sign": " ", "selectedSign": "▌", "touchDownRepeat": "choose:"
      },
      "theme_browser.row:selected": {"font-weight": "bold"},
      "theme_browser.sample:selected": {"text-decoration": "underline"},
      "theme_browser.row:disabled": {"color": "ansi(red)", "font-weight": "bold"},
      "theme_browser.found": {"text-decoration": "underline"},
      "theme_browser.problem": {"color": "ansi(red)", "font-weight": "bold"},
      "theme_browser.heading": {"font-weight": "bold"},
      "theme_browser.declaration": {
        "sign": " ", "selectedSign": "▌", "touchDownRepeat": "choose:"
      },
      "theme_browser.declaration:disabled": {
        "font-weight": 300, "text-decoration": "line-through"
      },
      "theme_browser.note": {"font-weight": 300},
      "theme_browser.status": {"touchUpInside": "showSource:"},
      "theme_browser.key": {"font-weight": "bold"},
      "theme_browser.field": {"text-decoration": "underline"}
    }
    """#
}
