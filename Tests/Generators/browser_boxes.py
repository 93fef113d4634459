#!/usr/bin/env python3
"""Writes Tests/Data/Browser/boxes.json: small documents as Chromium lays them out.

    swift build --product cssview && python3 Tests/Generators/browser_boxes.py

The browser takes the built-in rules of cssview in place of its own, and a font of one cell:
DejaVu Sans Mono with letters half an em wide. A border is as wide as a cell. `lines` are the cells
of the document: its text with the markers of lists, and `#` for each cell of a border."""
import base64
import json
import os
import struct
import subprocess
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
TARGET = os.path.join(ROOT, "Tests/Data/Browser/boxes.json")
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
WIDTH, HEIGHT = 10, 20

# Columns, sheet, document.
DOCUMENTS = [
    # Margins that meet.
    (20, "", "<p>one</p><p>two</p><div><p>three</p></div>"),
    (20, ".a { margin: 1lh 0 } .b { margin: 3lh 0 }", "<p class=a>one</p><p class=b>two</p><p>three</p>"),
    (20, "div { margin: 2lh 0 }", "<div><div><div>one</div></div></div><div>two</div>"),
    (20, "div { margin: 1lh 0 } .e { margin: 3lh 0 }", "<div>one</div><div class=e></div><div>two</div>"),
    (20, ".e { margin: 1lh 0 2lh } .f { margin: 4lh 0 1lh }",
     "one<div class=e><div class=f></div></div>two"),
    (20, ".p { padding-top: 1lh } p { margin: 2lh 0 }", "a<div class=p><p>one</p></div><p>two</p>"),
    (20, ".p { padding-bottom: 1lh } p { margin: 2lh 0 }", "<div class=p><p>one</p></div><p>two</p>"),
    (20, ".b { border-top: 1px solid } p { margin: 2lh 0 }", "a<div class=b><p>one</p></div><p>two</p>"),
    (20, ".b { border-bottom: 1px solid; margin-bottom: 3lh } p { margin: 1lh 0 }",
     "<div class=b><p>one</p></div><p>two</p>"),
    (20, ".e { padding: 1lh 0; margin: 1lh 0 }", "one<div class=e></div>two"),
    (20, ".e { border-top: 1px solid; margin: 1lh 0 2lh }", "one<div class=e></div><p>two</p>"),
    (20, "div { margin-bottom: 2lh } section { margin-top: 1lh }",
     "<div>a<div>one</div></div><section>two<section>three</section></section>"),
    (20, "b { display: inline-block; width: 3ch } p { margin: 2lh 0 }",
     "<p>a <b>b</b> c</p><p><b>d</b></p>"),
    (20, ".n { display: none; margin: 5lh 0 } p { margin: 1lh 0 }",
     "<p>one</p><p class=n>no</p><p></p><p> </p><p>two</p>"),
    # Negative margins.
    (20, ".a { margin: 0 0 3lh } .b { margin: -1lh 0 0 }", "<p class=a>one</p><p class=b>two</p>"),
    (20, ".a { margin: 0 0 3lh } .b { margin: -1lh 0 0 } .c { margin: -2lh 0 1lh }",
     "<p class=a>one</p><div class=b><p class=c>two</p></div><p>three</p>"),
    # Widths.
    (30, "div { width: 50% } p { margin: 0; width: 80% }",
     "<div>one two three four five<p>six seven eight nine</p></div>"),
    (30, "div { width: 10ch; margin: 0 auto } p { width: 6ch; margin: 1lh 0 0 auto }",
     "<div>centred words</div><p>at right</p>"),
    (30, "div { max-width: 12ch } p { min-width: 20ch; width: 5ch }",
     "<div>one two three four</div><p>five six seven eight</p>"),
    (30, "div { min-width: 60%; max-width: 10ch; margin: 0 auto }", "<div>one two three four five</div>"),
    (24, "div { border: 1px solid; padding: 0 1ch; margin: 0 2ch } p { margin: 1lh 0 }",
     "<div>one two three four five<p>six seven</p>eight</div>"),
    (24, "div { border: 1px solid; width: 10ch; margin-left: auto; padding: 1lh 1ch }",
     "<div>one two three</div>"),
    (24, "div { border-left: 1px solid; border-bottom: 1px solid; padding-left: 2ch; width: 50% }",
     "<div>one two three<div>four five six</div></div>"),
    (24, "section { padding: 1lh 2ch 0 1ch; border-right: 1px solid } section section { margin: 1lh }",
     "<section>one two three<section>four five six seven</section></section>"),
    (24, "div { margin: 1lh 12.5% 1lh 25%; padding: 0 12.5% 0 0 }", "<div>one two three four five six</div>"),
    # Text.
    (20, ".c { text-align: center } .r { text-align: right }",
     "<p class=c>four words</p><p class=r>one two three four five</p>"),
    (20, "div { text-align: right; width: 12ch } p { width: 8ch }",
     "<div>one two three four<p>five six seven</p></div>"),
    (12, "", "<p>one two<br>three <b>fo</b>ur five<br><br>six</p>seven<div>eight nine ten</div>"),
    (20, "span { display: block; padding-left: 2ch } i { display: block; margin: 1lh 0 }",
     "<p>one <span>two three four five</span> six <i>seven</i> eight"),
    (20, "", "<pre>one\n  two   three\n\n\tfour</pre><p>five</p>"),
    (20, "p { white-space: pre-line } div { white-space: pre-wrap }",
     "<p>one  two\n  three</p><div>four  five\n  six seven eight nine</div>"),
    # Lists.
    (20, "", "<ul><li>one</li><li>two three four five six</li></ul>"),
    (20, "", "<p>a</p><ul><li>one<ul><li>two<li>three</ul><li>four<ol><li>five<li>six</ol></ul><p>b</p>"),
    (20, "", "<ol><li>one<p>two</p>three<li><p>four</p><p>five</p><li>six</ol>"),
    (20, "", "<ol start=8><li>one<li>two<li value=3>three<li>four</ol>"),
    (20, "", "<ol start=-1><li>one<li>two<li>three</ol><ol start=3 reversed><li>a<li>b<li>c</ol>"),
    (24, "ol { list-style-type: lower-roman; padding-left: 8ch } .u { list-style-type: upper-alpha }",
     "<ol start=3><li>one<li>two</ol><ol class=u start=26><li>three<li>four</ol>"),
    (24, ".z { list-style-type: decimal-leading-zero } .a { list-style-type: lower-alpha }"
     " .r { list-style-type: upper-roman; padding-left: 12ch }",
     "<ol class=z start=9><li>one<li>two</ol><ol class=a><li>three<li>four</ol>"
     "<ol class=r start=1998><li>five<li>six</ol>"),
    (24, "ul { list-style-type: '-- '; padding-left: 5ch } .s { list-style-type: square }"
     " .n { list-style-type: none }",
     "<ul><li>one<li class=s>two<li class=n>three<li>four<ul><li>five</ul></ul>"),
    (24, "li { margin: 1lh 0 } ol { margin-top: 2lh }", "a<ol><li>one<li>two<ol><li>three</ol></ol>b"),
    (24, "", "<ul><li><blockquote><p>one two three four five six</p><p>seven</p></blockquote>"
     "<li>eight<pre>nine\n ten</pre></ul>"),
    (24, "", "<blockquote>one<ul><li>two<li>three</ul><blockquote>four</blockquote></blockquote>five"),
    (24, "", "<dl><dt>one<dd>two three four five six<dt>seven<dd>eight<p>nine</p></dl>"),
    (24, "", "<h1>one</h1><h2>two</h2><p>three</p><hr><h3>four</h3>five"),
    (24, "li { border-left: 1px solid; margin-left: 1ch } p { margin: 0 2ch }",
     "<ul><li>one<li><p>two</p><li>three</ul>"),
    (24, "", "<ol><li><ul><li>one<li>two</ul><li></li><li><p>three</p><ul><li>four</ul></ol>"),
    (24, "section { margin: 2lh 0 } article { margin: 1lh 0; border: 1px solid; padding: 0 1ch }",
     "<section><article><section><p>one</p></section></article><article>two</article></section>three"),
    (24, "li > * { margin: 0; border: 1px solid }", "<ul><li><p>one</p><li>two<p>three</p></ul>"),
    (20, "", "<blockquote><table><tr><td>a<td>b</table></blockquote><ul><li><table><tr><td>c</table></ul>"),
    (24, "div { width: 5ch } table { border: 1px solid }",
     "<ol><li><div><p>one</p>two</div><li>three<table><caption>a</caption><tr><td>4</table></ol>"),
    # Tables.
    (30, "", "<table><tr><th>one<th>two<tr><td>three<td>four five<tr><td>6<td>7</table>after"),
    (17, "td { padding: 0 }", "<table><tr><td>aaaa bbbb<td>cccc dddd eeee</table>"),
    (28, "", "<table><tr><td>aaaa bbbb cccc<td>dddd eeee<td>fffff</table>"),
    (20, "", "<table><tr><td>aaaa<td>two words that wraps<tr><td>bbbb words that wrap<td>dddd</table>"),
    (30, "", "<table><caption>The caption</caption><tr><td>one<td>two<tr><td colspan=2>three four five six"
     "<tr><td>seven<td>eight</table>"),
    (30, "", "<table><tr><td>a<td>b<td>c<tr><td colspan=2>one two three<td>d<tr><td>e<td colspan=2>f</table>"),
    (30, "table { table-layout: fixed; width: 30ch } td { padding: 0 }",
     "<table><tr><td style='width: 10ch'>one<td>two<td>three<tr><td>four five six<td>7<td>8</table>"),
    (30, "td { padding: 0 } .w { min-width: 8ch } .n { max-width: 7ch }",
     "<table><tr><td class=w>a<td class=n>one two three<td>b<tr><td>c<td>d<td>e</table>"),
    (30, "table { table-layout: fixed; width: 100% } td { padding: 0 }",
     "<table><col style='width: 6ch'><col><col style='width: 12ch'><tr><td>one<td>two three four five<td>6"
     "<tr><td colspan=2>seven eight nine ten<td>11</table>"),
    (30, "table { border-collapse: collapse } td, th { border: 1px solid; padding: 0 1ch }",
     "<table><tr><th>one<th>two<tr><td>three<td>four<tr><td colspan=2>five</table>"),
    (30, "table { border-collapse: collapse; border: 1px solid } td { padding: 0 1ch }"
     " thead { border-bottom: 1px solid }",
     "<p>a</p><table><thead><tr><td>one<td>two<tbody><tr><td>three<td>four</table>"),
    (30, "table { border: 1px solid; border-spacing: 2ch 0; padding: 0 1ch } td { padding: 0 }",
     "<table><tr><td>one<td>two<tr><td>three<td>four</table>"),
    (30, "td { border: 1px solid; padding: 0 }", "<table><tr><td>one<td>two<tr><td>three<td>4</table>"),
    (30, "td { padding: 0 1ch 0 0; width: 3ch } .m { vertical-align: middle } .b { vertical-align: bottom }",
     "<table><tr><td>one two six<td class=m>a<td class=b>b<td>c</table>"),
    (30, "table { margin: 0 auto } td { padding: 0 1ch; text-align: right }",
     "<table><tr><td>one<td>1<tr><td>three<td>12345</table>"),
    (30, "table { width: 18ch; border: 1px solid; padding: 0 1ch } td { padding: 0 }",
     "<table><tr><td>one<td>two2<td>six6<tr><td>four<tr><td>five<td>six</table>"),
    (30, "table { table-layout: fixed; width: 26ch } td { width: 5ch; padding: 0 1ch }"
     " .w { width: auto }",
     "<table><tr><td>one<td class=w>two<td>three<tr><td>four five<td>six<td>seven</table>"),
    (30, "col { width: 8ch }",
     "<table><col><col><tr><td>one<td>two three four five<td>six<tr><td>7<td>8<td>9</table>"),
    (30, "table { table-layout: fixed; box-sizing: border-box; width: 28ch; border-collapse: collapse }"
     " td { border: 1px solid; padding: 0 }",
     "<table><tr><td>one<td>two<td>three<tr><td>four five six<td>seven<td>eight</table>"),
    (30, "table { border-collapse: collapse } tr { border-bottom: 1px solid } .r { border-right: 1px solid }",
     "<table><tr><td class=r>one<td>two<tr><td class=r>three<td>four</table>"),
    (30, "table { border: 1px solid; padding: 0 1ch; margin: 1lh 3ch } td { padding: 0 }",
     "a<table><caption>The caption</caption><tr><td>one<td>two three four</table>b"),
    (30, "p { margin: 0 0 0 auto; width: 12ch; text-align: right }",
     "<table><tr><td><p>one<td>two three<tr><td><p>four five six<td>seven</table>"),
    (40, "blockquote { margin: 0 } pre { margin: 0; padding: 0 1ch; border: 1px solid }",
     "<table><tr><td><blockquote>one two</blockquote><td><pre>three\n four</pre><td><table><tr><td>5<td>6</table>"
     "</table>"),
    (12, "blockquote { margin: 0 }",
     "<table><tr><td><blockquote>one two</blockquote><td>three</table>"),
    (20, "table table { margin-bottom: 0 }", "<table><tr><td>a<table><tr><td>b</table><td>c</table>d"),
    (30, "td { border: 1px solid; padding: 0 } p { margin: 0; padding-top: 1lh }",
     "<table><tr><th>one<td>two<td><p>three</table>"),
    (30, "table { width: 24ch } td { padding: 0 }", "<table><tr><td>1234<td>12345678</table>"),
    (30, "ul, p { margin: 0 } .m { margin-top: 1lh }",
     "<table><tr><td><ul><li>one<li>two</ul><td><p>three</p><p class=m>four</p></table>five"),
]

# In JavaScript: the widths of borders, then the cells of borders, from the edges of the boxes.
MEASURE = """
(() => {
  const host = document.getElementById('host'), all = [...host.querySelectorAll('*')]
  const sides = ['Top', 'Right', 'Bottom', 'Left']
  for (const e of all) for (const s of sides)
    if (getComputedStyle(e)['border' + s + 'Style'] != 'none')
      e.style['border' + s + 'Width'] = s == 'Top' || s == 'Bottom' ? '1lh' : '1ch'
  const origin = host.getBoundingClientRect(), cells = []
  for (const e of all) {
    const style = getComputedStyle(e), table = e.closest('table'), r = e.getBoundingClientRect()
    const joins = table && e != table && getComputedStyle(table).borderCollapse == 'collapse' &&
      style.display.startsWith('table')
    if (!joins && /^table-(row|header|footer|column)/.test(style.display)) continue
    const has = {}
    for (const s of sides) has[s] = style['border' + s + 'Style'] != 'none'
    if (!r.width && !r.height) continue
    const x = joins ? WIDTH / 2 : 0, y = joins ? HEIGHT / 2 : 0
    // The caption of a table is outside its border.
    const top = e.caption ? e.caption.getBoundingClientRect().bottom : r.top
    const box = {left: r.left - (has.Left ? x : 0), right: r.right + (has.Right ? x : 0),
      top: top - (has.Top ? y : 0), bottom: r.bottom + (has.Bottom ? y : 0)}
    // A line begins in the middle of one that it meets.
    const whole = (round, place, size) => joins ? round(place / size) * size : place
    const add = (left, right, top, bottom) => cells.push([
      whole(Math.floor, left - origin.left, WIDTH), whole(Math.ceil, right - origin.left, WIDTH),
      whole(Math.floor, top - origin.top, HEIGHT), whole(Math.ceil, bottom - origin.top, HEIGHT)])
    if (has.Top) add(box.left, box.right, box.top, box.top + HEIGHT)
    if (has.Bottom) add(box.left, box.right, box.bottom - HEIGHT, box.bottom)
    if (has.Left) add(box.left, box.left + WIDTH, box.top, box.bottom)
    if (has.Right) add(box.right - WIDTH, box.right, box.top, box.bottom)
  }
  return JSON.stringify({left: origin.left, top: origin.top, cells})
})()
""".replace("WIDTH", str(WIDTH)).replace("HEIGHT", str(HEIGHT))


class Browser:
    """Chromium at the other end of two pipes."""

    def __init__(self):
        read, own_write = os.pipe()
        own_read, write = os.pipe()

        def connect():
            os.dup2(read, 103), os.dup2(write, 104)
            os.dup2(103, 3), os.dup2(104, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--remote-debugging-pipe"],
            preexec_fn=connect, close_fds=False, stderr=subprocess.DEVNULL)
        self.input, self.output = os.fdopen(own_write, "wb"), os.fdopen(own_read, "rb")
        self.number, self.session, self.rest = 0, None, b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def message(self):
        while b"\0" not in self.rest:
            self.rest += os.read(self.output.fileno(), 1 << 16)
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        self.input.write(json.dumps(request).encode() + b"\0")
        self.input.flush()
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True)["result"]
        if answer.get("subtype") == "error":
            raise RuntimeError(answer)
        return answer.get("value")


def cell_font():
    """DejaVu Sans Mono whose letters are half an em wide."""
    font = bytearray(open(FONT, "rb").read())
    tables = {}
    for index in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", font, 12 + 16 * index)
        tables[tag] = offset
    em = struct.unpack_from(">H", font, tables[b"head"] + 18)[0]
    for index in range(struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]):
        struct.pack_into(">H", font, tables[b"hmtx"] + 4 * index, em // 2)
    return base64.b64encode(font).decode()


def page(columns, css, html, built_in, font):
    return """<!DOCTYPE html><meta charset=utf-8><style>
@font-face { font-family: cell; src: url(data:font/ttf;base64,%s); ascent-override: 80%%;
  descent-override: 20%%; line-gap-override: 0%% }
@layer reset, built-in, author;
@layer reset { #host * { all: unset } }
@layer built-in { %s }
@layer author { %s }
body { margin: 0 }
#host { display: block; width: %dch; font: %dpx/%dpx cell; font-synthesis: none; tab-size: 8;
  overflow-wrap: break-word }
#host * { font-family: cell }
</style><cell-host id=host>%s</cell-host>""" % (
        font, built_in, css, columns, 2 * WIDTH, HEIGHT, html)


def cell(value, size, what):
    number = value / size
    if abs(number - round(number)) > 0.01:
        raise ValueError("%s at %s is between cells" % (what, value))
    return round(number)


def lines(browser, document, built_in, font):
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(page(*document, built_in, font))
        file.flush()
        browser.call("Page.navigate", url="file://" + file.name)
        browser.run("new Promise(done => { const again = () => document.readyState == 'complete' "
                    "&& document.getElementById('host') ? done() : setTimeout(again, 10); again() })"
                    ".then(() => document.fonts.ready)")
        found = json.loads(browser.run(MEASURE))
        snapshot = browser.call("DOMSnapshot.captureSnapshot", computedStyles=[])
    rows = {}

    def put(row, column, character):
        rows.setdefault(row, {})[column] = character

    strings, tree = snapshot["strings"], snapshot["documents"][0]
    boxes = tree["textBoxes"]
    for index, bounds, start, length in zip(
            boxes["layoutIndex"], boxes["bounds"], boxes["start"], boxes["length"]):
        text = strings[tree["layout"]["text"][index]][start:start + length]
        if not text.strip():
            continue
        row = cell(bounds[1] - found["top"], HEIGHT, text)
        first = bounds[0] - found["left"]
        if text.strip() in "•◦■":
            # A bullet is a drawing, which need not begin with its cell.
            text = text.strip().replace("■", "▪")
            first -= first % WIDTH
        first = cell(first, WIDTH, text)
        for offset, character in enumerate(text):
            if character.strip():
                put(row, first + offset, character)
    for left, right, top, bottom in found["cells"]:
        for row in range(cell(top, HEIGHT, "border"), cell(bottom, HEIGHT, "border")):
            for column in range(cell(left, WIDTH, "border"), cell(right, WIDTH, "border")):
                put(row, column, "#")
    result = []
    for row in range(max(rows) + 1):
        found_row = rows.get(row, {})
        width = max(found_row, default=-1) + 1
        result.append("".join(found_row.get(column, " ") for column in range(width)))
    return result


def main():
    program = os.path.join(ROOT, ".build/debug/cssview")
    built_in = subprocess.run([program, "convert", "--to", "css", "default"], check=True,
                              capture_output=True, text=True).stdout
    browser, font = Browser(), cell_font()
    version = browser.call("Browser.getVersion")["product"]
    rows = []
    for document in DOCUMENTS:
        columns, css, html = document
        try:
            found = lines(browser, document, built_in, font)
        except ValueError as error:
            print(html, error, sep="\n")
            continue
        rows.append(json.dumps(
            {"columns": str(columns), "css": css, "html": html, "lines": found}, ensure_ascii=False))
    browser.call("Browser.close")
    with open(TARGET, "w") as out:
        out.write('{"browser": "%s", "documents": [\n%s\n]}\n' % (version, ",\n".join(rows)))


main()
