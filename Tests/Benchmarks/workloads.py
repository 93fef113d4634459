"""Markup and sheets for the measurements beside this file, the same bytes in every run."""

import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

WORDS = ("the of and what people other time way could first been long made part sound water "
         "through year back great").split()
FOREIGN = ["größe", "жизнь", "世界", "naïve", "日本語", "e\u0301te", "🙂"]
ODD = [b"\x1b[31m", b"\x07", b"\x7f", b"\xc2\x9b", b"\xff", b"\xe2\x82", b"<nothing>", b"</b>",
       b"&nope;", b"< ", b"\r"]
CLASSES = 20


class Generator:
    """SplitMix64, so that every run counts the same bytes."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return (mixed ^ (mixed >> 31)) % limit

    def choice(self, items):
        return items[self.below(len(items))]


def markup(profile, size):
    """Markup of a profile: `gap` words lie between two tags."""
    gap = {"dense": 1, "sparse": 100}.get(profile, 8)
    random = Generator(1)
    output = bytearray()
    word = 0
    while len(output) < size:
        word += 1
        is_tagged = word % gap == 0
        if is_tagged:
            output += b'<span class="c%d">' % random.below(CLASSES)
        foreign = profile == "non-ASCII" and random.below(8) == 0
        output += random.choice(FOREIGN if foreign else WORDS).encode()
        if profile == "hostile" and random.below(6) == 0:
            output += random.choice(ODD)
        if is_tagged:
            output += b"</span>"
        if random.below(128) == 0:
            output += b"&amp;"
        output += b"\n" if word % 14 == 0 else b" "
    return bytes(output) + b"\n"


def table(rows):
    """CSV with a header and so many rows of six columns."""
    lines = [b"name,size,owner,state,when,note\n"]
    lines += [b"item-%06d,%d,user%d,%s,2026-11-%02d 10:%02d,a short note of row %06d\n" % (
        number, 100_000 + number * 7919 % 900_000, number % 7, (b"ok", b"failed", b"late")[number % 3],
        number % 28 + 1, number % 60, number) for number in range(rows)]
    return b"".join(lines)


def log(size):
    """Lines of nginx, of an application with dates in ISO 8601, of sshd, and of JSON, in turn."""
    random = Generator(2)
    output = bytearray()
    number = 0
    while len(output) < size:
        number += 1
        time = "%02d:%02d:%02d" % (number // 3600 % 24, number // 60 % 60, number % 60)
        address = ".".join(str(random.below(256)) for _ in range(4))
        level = random.choice(("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR"))
        status = random.choice((200, 200, 200, 304, 404, 500))
        path = "/items/%d?page=%d" % (random.below(10_000), random.below(9))
        line = (
            '%s - - [26/Nov/2026:%s +0000] "GET %s HTTP/1.1" %d %d "-" "Mozilla/5.0 (X11; Linux x86_64)"'
            % (address, time, path, status, random.below(90_000)),
            '2026-11-26T%s.%03dZ %s [worker-%d] order.service: order id=%d of user="u%d" took %d ms'
            % (time, random.below(1000), level, random.below(8), number, random.below(500),
               random.below(900)),
            "Nov 26 %s web-%d sshd[%d]: Failed password for invalid user admin from %s port %d ssh2"
            % (time, random.below(4), random.below(30_000), address, random.below(60_000)),
            '{"time":"2026-11-26T%sZ","level":"%s","msg":"request done","path":"%s","status":%d,"ok":true}'
            % (time, level.lower(), path, status),
        )[number % 4]
        output += line.encode() + b"\n"
    return bytes(output)


def alternatives():
    """The patterns of the stylesheet log as extended regular expressions of POSIX, as near as they come."""
    with open(os.path.join(ROOT, "Sources/CSSViewCommands/Browsing/Themes/log.css"), encoding="utf-8") as file:
        rules = re.findall(r'^@highlight \w+((?:\s*"(?:[^"\\]|\\.)*",?)+);', file.read(), re.MULTILINE)
    patterns = [pattern for rule in rules for pattern in re.findall(r'"((?:[^"\\]|\\.)*)"', rule)]
    classes = {"\\w": "[:alnum:]_", "\\d": "0-9", "\\s": "[:space:]"}

    def in_brackets(found):
        # Letters by their numbers are those of [:alnum:].
        inside = re.sub(r"(?:-?\\x(?:\{\w+\}|\w\w))+", "", found.group(1))
        inside = re.sub(r"\\[wds]", lambda name: classes[name.group()], inside)
        # A backslash is itself there, and a dash in the middle is a range.
        inside = re.sub(r"\\(.)", r"\1", inside)
        dash = "-" if inside.endswith("-") else ""
        return "[" + inside.removesuffix("-").replace("~-", "~") + dash + "]"

    for index, pattern in enumerate(patterns):
        pattern = re.sub(r"\(\?(?:i\)|:|<\w+>)", lambda found: "" if "i" == found.group()[2] else "(", pattern)
        pattern = re.sub(r"(?<!\\)\[((?:\\.|[^\]\\])+)\]", in_brackets, pattern)
        patterns[index] = pattern.replace("\\d", "[0-9]").replace('\\"', '"')
    return patterns


def coloured(size):
    """What programs write for a terminal, with colours as often as the tags in typical markup."""
    codes = [b"%d" % (30 + n) if n < 8 else b"1;3%d" % (n % 8) if n < 16 else b"38;5;%d" % (n * 11)
             for n in range(CLASSES)]
    random = Generator(1)
    output = bytearray()
    word = 0
    while len(output) < size:
        word += 1
        is_coloured = word % 8 == 0
        if is_coloured:
            output += b"\x1b[%sm" % random.choice(codes)
        output += random.choice(WORDS).encode()
        if is_coloured:
            output += b"\x1b[0m"
        output += b"\n" if word % 14 == 0 else b" "
    return bytes(output) + b"\n"


def columns(size):
    """Typical markup with three boxes a line, some of which have a tag in them."""
    boxes = {1: b"name", 5: b"size", 10: b"note"}
    random = Generator(1)
    output = bytearray()
    word = 0
    while len(output) < size:
        word += 1
        is_tagged = word % 8 == 0
        box = boxes.get(word % 14)
        if box:
            output += b'<span class="%s">' % box
        if is_tagged:
            output += b'<span class="c%d">' % random.below(CLASSES)
        output += random.choice(WORDS).encode()
        if is_tagged:
            output += b"</span>"
        if box:
            output += b"</span>"
        output += b"\n" if word % 14 == 0 else b" "
    return bytes(output) + b"\n"


def boxes():
    """Declarations of the boxes of `columns`, by their classes."""
    box = {"display": "inline-block"}
    return {"name": {**box, "width": "20ch", "text-overflow": "ellipsis"},
            "size": {**box, "width": "8ch", "text-align": "right"},
            "note": {**box, "width": "12ch", "color": "#80c0ff"}}


def combinations(count):
    """So many tags of which none is like another, all of the same classes."""
    lines = []
    for index in range(count):
        names = " ".join("c%d" % (index // CLASSES ** place % CLASSES) for place in range(4))
        lines.append('<span class="%s">x</span>\n' % names)
    return "".join(lines).encode()


def colors():
    """The classes of `markup`, each with its colour and whether it is bold."""
    return [("c%d" % n, n * 0x0C3A55 % 0xFFFFFF, n % 3 != 0) for n in range(CLASSES)]


def sheet(rules):
    """A theme with the classes of `markup` and `columns`, and so many rules besides."""
    named = {name: {"color": "#%06x" % color, **({"font-weight": "bold"} if bold else {})}
             for name, color, bold in colors()}
    more = {"r%d" % n: {"color": "#%06x" % (n * 7919 % 0xFFFFFF), "font-style": "italic"}
            for n in range(rules)}
    every = {**named, **boxes(), **more}
    return json.dumps({"." + name: value for name, value in every.items()}).encode()


def built():
    """The program that is released."""
    build = subprocess.run([".ci/release"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return os.path.join(ROOT, build.stdout.strip())


def prose(size):
    """Markdown as people write it."""
    random = Generator(2)
    output = bytearray()
    while len(output) < size:
        words = [random.choice(WORDS) for _ in range(40)]
        words[5], words[15], words[25] = "*%s*" % words[5], "`%s`" % words[15], "[%s](/%s)" % (words[25], words[24])
        text = " ".join(words[:13]) + "\n" + " ".join(words[13:])
        output += ("%s%s\n\n" % (random.choice(["", "", "# ", "- ", "> ", "1. "]), text)).encode()
    return bytes(output)


# Markdown that takes careless parsers the square of its length: a unit that is repeated, and what
# stands behind all of them, once or repeated.
PATHOLOGICAL = [
    ("[", "]"), ("![", "](b)"), ("*a **a ", " a** a*"), ("*a_ ", ""), ("_a ", ""), ("a_ ", ""),
    ("[a](<b", ""), ('[a](b "', ""), ("[ (](", ""), ("![[]()", ""), ("**x [a*b**c*](d)", ""), ("`a ``b ", ""),
    ("<!--", ""), ("<?", ""), ("<![CDATA[", ""), ('<a b="', ""), ("> ", ""), ("- ", ""), ("- a\n\n", ""),
    ("[a]: /u '", ""), ("|a", "\n|-"), ("a@", ""), ("www._", ""), ("~a ~~b ", ""), ("&a;", ""), ("[a](b)", ""),
]


def pathological(unit, behind, size):
    count = size // len(unit + behind)
    return (unit * count + "b" + behind * count + "\n").encode()
