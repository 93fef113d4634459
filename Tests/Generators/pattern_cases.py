#!/usr/bin/env python3
"""Writes Tests/Data/Patterns/python-re.txt: random patterns and texts with the matches of Python's re.

    python3 Tests/Generators/pattern_cases.py [ROWS]

There are 2,000 rows in the file; more are for a longer test.
Any Python from 3.7 to 3.13 writes the same file. A row has fields between tabs: scope, text, matches, patterns.
The scope is `p` for the matches of `finditer` that are not empty, `w` for that of `fullmatch`. Several patterns
are one alternation for `finditer`, the last one first, and are tried from the last to the first for `fullmatch`.
A match is `pattern:start-end`, then `,group:start-end` for each group with a part; offsets are bytes of UTF-8.

re may repeat something that was empty if it had to match once; Perl does not. The groups of such a repeat may
differ then, so there is no row with a group in it. There is no row with `\\B` in an empty text, which matches from Python 3.14 on.
"""
import os
import random
import re
import sys

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Data/Patterns/python-re.txt")
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
random.seed(20_000)

ASCII = "aabbccAB01_ -.=\""
PLAIN = ASCII + "漢😀"
CASED = ASCII + "éÉдДß漢"
ESCAPED = set("\\.^$*+?{}[]|()")


class Writer:
    """Random patterns, and random texts that they may match."""

    def __init__(self, is_unicode):
        self.is_unicode = is_unicode
        self.letters = CASED if is_unicode else PLAIN
        self.names = 0

    # Each part is its pattern, a function that makes a text for it, and three properties: it can be empty, it
    # has a group, it cannot stand before a repeat.

    def literal(self):
        letter = random.choice(self.letters)
        text = "\\" + letter if letter in ESCAPED or random.random() < 0.02 and letter in "-=\"" else letter
        if random.random() < 0.03:
            text = "\\u%04x" % ord(letter) if ord(letter) < 0x10000 else "\\U%08x" % ord(letter)
        return text, lambda: letter, False, False, False

    def klass(self):
        kind = random.random()
        if kind < 0.25:
            return ".", lambda: random.choice(self.letters), False, False, False
        if kind < 0.5:
            name = random.choice("dwsDWS")
            samples = {"d": "01", "w": "ab0_", "s": " ", "D": "a -", "W": " -.", "S": "a0."}
            return "\\" + name, lambda: random.choice(samples[name]), False, False, False
        items, members = [], []
        for _ in range(random.randint(1, 3)):
            pick = random.random()
            if pick < 0.3:
                low, high = sorted(random.sample("abcABC019", 2))
                items.append(low + "-" + high)
                members += [low, high]
            elif pick < 0.45:
                name = random.choice("dws")
                items.append("\\" + name)
                members.append({"d": "1", "w": "a", "s": " "}[name])
            else:
                letter = random.choice(self.letters)
                items.append("\\" + letter if letter in "\\]^[-" else letter)
                members.append(letter)
        if random.random() < 0.3:
            return "[^" + "".join(items) + "]", lambda: random.choice(self.letters), False, False, False
        return "[" + "".join(items) + "]", lambda: random.choice(members), False, False, False

    def place(self):
        return random.choice(["^", "$", "\\b", "\\b", "\\B"]), lambda: "", True, False, True

    def group(self, depth):
        inner, sample, is_empty, has_group, _ = self.alternatives(depth - 1)
        kind = random.random()
        if kind < 0.35:
            self.names += 1
            return "(?P<g%d>%s)" % (self.names, inner), sample, is_empty, True, False
        if kind < 0.45:
            return "(?i:" + inner + ")", lambda: sample().swapcase(), is_empty, has_group, False
        return ("(" if kind < 0.6 else "(?:") + inner + ")", sample, is_empty, has_group, False

    def part(self, depth):
        kind = random.random()
        if depth > 0 and kind < 0.35:
            return self.group(depth)
        if kind < 0.7:
            return self.literal()
        return self.klass() if kind < 0.92 else self.place()

    def repeated(self, depth):
        inner, sample, is_empty, has_group, is_place = self.part(depth)
        if is_place or random.random() < 0.6:
            return inner, sample, is_empty, has_group, True
        low, high = random.choice([(0, 1), (0, 99), (1, 99), (0, 1), (0, 99), (1, 99), (2, 2), (1, 2), (0, 2), (2, 99)])
        sign = {(0, 1): "?", (0, 99): "*", (1, 99): "+", (2, 99): "{2,}", (2, 2): "{2}"}.get((low, high))
        sign = sign or "{%d,%d}" % (low, high)
        if is_empty and has_group and low > 0 and high == 99:
            return inner, sample, is_empty, has_group, True
        sign += "?" if random.random() < 0.3 else ""

        def repeat():
            return "".join(sample() for _ in range(random.randint(low, min(high, low + 2))))
        return inner + sign, repeat, is_empty or low == 0, has_group, True

    def sequence(self, depth):
        parts = [self.repeated(depth) for _ in range(random.choice([0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3]))]
        return ("".join(part[0] for part in parts), lambda: "".join(part[1]() for part in parts),
                all(part[2] for part in parts), any(part[3] for part in parts), True)

    def alternatives(self, depth):
        branches = [self.sequence(depth) for _ in range(random.choice([1, 1, 1, 2, 2, 3]))]
        return ("|".join(branch[0] for branch in branches), lambda: random.choice(branches)[1](),
                any(branch[2] for branch in branches), any(branch[3] for branch in branches), True)

    def pattern(self):
        self.names = 0
        body, sample, *_ = self.alternatives(3)
        return body, sample


def offsets(text, span):
    return "%d-%d" % tuple(len(text[:end].encode()) for end in span)


def describe(text, number, match, names):
    groups = "".join(",%d:%s" % (group, offsets(text, match.span(name)))
                     for group, name in enumerate(names) if match.span(name) != (-1, -1))
    return "%d:%s%s" % (number, offsets(text, match.span()), groups)


def row():
    is_unicode = random.random() < 0.25
    writer = Writer(is_unicode)
    patterns = [writer.pattern() for _ in range(random.choice([1, 1, 1, 1, 2, 3]))]
    if any(not 0 < len(body) <= 40 for body, _ in patterns):
        return None
    is_whole = random.random() < 0.2
    text = "" if is_whole else "".join(random.choice(writer.letters) for _ in range(random.randint(0, 4)))
    for _ in range(1 if is_whole else random.randint(1, 3)):
        text += random.choice(patterns)[1]()
        if not is_whole:
            text += "".join(random.choice(writer.letters) for _ in range(random.randint(0, 3)))
    if len(text) > 24 or not text and any("\\B" in body for body, _ in patterns):
        return None
    flags = re.UNICODE if is_unicode else re.ASCII
    # A name may come once in an expression.
    bodies = [re.sub(r"\?P<g", "?P<p%dg" % number, body) for number, (body, _) in enumerate(patterns)]
    names = [re.findall(r"\?P<(\w+)>", body) for body in bodies]
    found = []
    if is_whole:
        for number in reversed(range(len(bodies))):
            match = re.fullmatch(bodies[number], text, flags)
            if match:
                found = [describe(text, number, match, names[number])]
                break
    else:
        joined = "|".join("(?P<p%d>%s)" % (number, bodies[number]) for number in reversed(range(len(bodies))))
        for match in re.finditer(joined, text, flags):
            if match.start() < match.end():
                number = next(number for number in range(len(bodies)) if match["p%d" % number] is not None)
                found.append(describe(text, number, match, names[number]))
    if not found and random.random() < 0.7:
        return None
    own = ["(?u)" * is_unicode + body for body, _ in patterns]
    return "\t".join(["w" if is_whole else "p", text, " ".join(found)] + own)


rows = []
while len(rows) < ROWS:
    new = row()
    if new:
        rows.append(new)
os.makedirs(os.path.dirname(TARGET), exist_ok=True)
with open(TARGET, "w", encoding="utf-8") as file:
    file.write("# Matches of random patterns by Python's re.\n")
    file.write("# Patterns and texts of our own, written by Tests/Generators/pattern_cases.py.\n")
    file.write("\n".join(rows) + "\n")
