"""Rich as a renderer: its own markup on standard input; rich_markup.py THEME [COLUMNS]

A line of THEME is a class and a style of Rich. With COLUMNS each line is a paragraph to be wrapped.
"""

import sys

from rich.console import Console
from rich.theme import Theme

styles = dict(line.rstrip("\n").split(" ", 1) for line in open(sys.argv[1], encoding="utf-8"))
columns = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 20
console = Console(force_terminal=True, color_system="truecolor", theme=Theme(styles), width=columns,
                  highlight=False, emoji=False)
for line in sys.stdin:
    console.print(line.rstrip("\n"), soft_wrap=len(sys.argv) < 3)
