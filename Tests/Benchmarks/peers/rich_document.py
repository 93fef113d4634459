"""Rich as a renderer of documents on standard input: rich_document.py csv|markdown"""

import csv
import sys

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

console = Console(force_terminal=True, color_system="truecolor", width=120)
if sys.argv[1] == "csv":
    rows = csv.reader(sys.stdin)
    table = Table(*next(rows))
    for row in rows:
        table.add_row(*row)
    console.print(table)
else:
    console.print(Markdown(sys.stdin.read()))
