#!/usr/bin/env python3
"""Writes Tests/Data/Values/css-parsing-tests.txt and coloraide.txt.

Usage: color_cases.py DIRECTORY
DIRECTORY is a copy of css-parsing-tests (CC0), for instance out of the source distribution of
tinycss2 on PyPI. The other file needs coloraide (pip install coloraide==8.13.1)."""
import json
import os
import random
import re
import sys

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Data/Values")


def write(name, what, source, rows):
    with open(os.path.join(TARGET, name + ".txt"), "w") as out:
        out.write("# %s\n# Source: %s.\n# Written by Tests/Generators/color_cases.py.\n"
                  % (what, source))
        out.writelines(row + "\n" for row in rows)


def css_parsing_tests(directory):
    rows = []
    for file, step in [("color_function_4", 1), ("color_hexadecimal_4", 2), ("color_hsl_3", 3),
                       ("color_hsl_4", 3), ("color_hwb_4", 3), ("color_keywords_3", 1),
                       ("color_lab_4", 6), ("color_lch_4", 6), ("color_oklab_4", 6),
                       ("color_oklch_4", 6)]:
        data = json.load(open(os.path.join(directory, file + ".json")))
        pairs = list(zip(data[::2], data[1::2]))
        kept = []
        for text, expected in pairs:
            # Level 4 has come to limit lightness and chroma as they are read, which the suite
            # does not know yet.
            if expected and re.match(r"(ok)?l(ab|ch)\((110|-10|1\.1|-0\.1)\b|(ok)?lch\(\S+ -", expected):
                continue
            if "\n" in text or "\\" in text or "|" in text or text != text.strip():
                continue
            kept.append("%s | %s" % (text, expected or "-"))
        rows += kept[::step]
    write("css-parsing-tests", "A colour and its serialisation, or `-` where it is invalid.",
          "a part of https://github.com/CourtBouillon/css-parsing-tests (CC0)", rows)


SPACES = ["srgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "srgb-linear", "display-p3",
          "a98-rgb", "prophoto-rgb", "rec2020", "xyz-d50", "xyz-d65"]


def number(value, digits):
    text = "%.*f" % (digits, value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def written(rng, color, space):
    """A colour in the notation of a space, and the colour that the rounded numbers are."""
    from coloraide import Color
    c = color.convert(space)
    v = [0 if x != x else x for x in c.coords()]
    alpha = c.alpha()
    tail = "" if alpha == 1 else " / " + (number(alpha, 2) if rng.random() < .5 else number(alpha * 100, 0) + "%")
    percent = rng.random() < .5
    if space == "srgb":
        kind = rng.randrange(4)
        if kind == 0 and alpha == 1:
            return "#%02x%02x%02x" % tuple(min(255, max(0, round(x * 255))) for x in v)
        if kind == 1 and alpha == 1:
            return "rgb(%s, %s, %s)" % tuple(number(x * 255, 0) for x in v)
        if kind == 2:
            return "rgb(%s%% %s%% %s%%%s)" % (*[number(x * 100, 1) for x in v], tail)
        return "color(srgb %s %s %s%s)" % (*[number(x, 3) for x in v], tail)
    if space == "hsl":
        if percent and alpha == 1:
            return "hsl(%s, %s%%, %s%%)" % (number(v[0], 1), number(v[1] * 100, 1), number(v[2] * 100, 1))
        return "hsl(%sdeg %s%% %s%%%s)" % (number(v[0], 1), number(v[1] * 100, 1), number(v[2] * 100, 1), tail)
    if space == "hwb":
        return "hwb(%s %s%% %s%%%s)" % (number(v[0], 1), number(v[1] * 100, 1), number(v[2] * 100, 1), tail)
    if space in ("lab", "lch"):
        return "%s(%s %s %s%s)" % (space, number(v[0], 2) + ("%" if percent else ""), number(v[1], 2), number(v[2], 2), tail)
    if space in ("oklab", "oklch"):
        light = number(v[0] * 100, 2) + "%" if percent else number(v[0], 4)
        return "%s(%s %s %s%s)" % (space, light, number(v[1], 4), number(v[2], 4 if space == "oklab" else 2), tail)
    return "color(%s %s %s %s%s)" % (space, *[number(x, 4) for x in v], tail)


def hex8(color):
    color = color.convert("srgb")
    bytes_ = [int(min(1, max(0, 0 if x != x else x)) * 255 + .5) for x in color.coords()]
    alpha = color.alpha()
    return "#%02x%02x%02x%02x" % (*bytes_, int(min(1, max(0, alpha if alpha == alpha else 0)) * 255 + .5))


def coloraide_cases():
    from coloraide import Color

    class CSS(Color):
        pass

    rng = random.Random(20240229)
    rows = []

    def some(alpha_chance=.3):
        alpha = 1 if rng.random() > alpha_chance else round(rng.random(), 2)
        space = rng.choice(["srgb", "oklch", "hsl"])
        if space == "srgb":
            return Color("srgb", [rng.random() for _ in range(3)], alpha)
        if space == "hsl":
            return Color("hsl", [rng.uniform(0, 360), rng.random(), rng.random()], alpha)
        while True:
            c = Color("oklch", [rng.random(), rng.uniform(0, .35), rng.uniform(0, 360)], alpha)
            if c.in_gamut("srgb", tolerance=0):
                return c

    def note(text, color):
        if color.in_gamut("srgb", tolerance=.0005):
            rows.append("%s | %s" % (text, hex8(color)))

    while len(rows) < 520:
        text = written(rng, some(), rng.choice(SPACES))
        note(text, Color(text))
    while len(rows) < 1120:
        a, b = (written(rng, some(), rng.choice(SPACES)) for _ in range(2))
        space = rng.choice(SPACES + ["hsl", "hwb", "lch", "oklch"])
        hue = rng.choice(["", "shorter", "longer", "increasing", "decreasing"])
        if space not in ("hsl", "hwb", "lch", "oklch"):
            hue = ""
        p, q = (rng.choice([None, rng.randrange(1, 101)]) for _ in range(2))
        text = "color-mix(in %s%s, %s%s, %s%s)" % (
            space, " %s hue" % hue if hue else "", a, "" if p is None else " %d%%" % p,
            b, "" if q is None else " %d%%" % q)
        first = .5 if p is None and q is None else p / 100 if p is not None else 1 - q / 100
        second = q / 100 if q is not None else 1 - first
        if first + second == 0:
            continue
        mixed = Color(a).mix(Color(b), second / (first + second), space=space, hue=hue or "shorter",
                             premultiplied=True, powerless=True, carryforward=True)
        if first + second < 1:
            mixed[-1] = mixed.alpha() * (first + second)
        note(text, mixed)
    mapped = 0
    while mapped < 300:
        space = rng.choice(["oklch", "lch", "oklab", "display-p3", "rec2020", "srgb"])
        if space in ("oklch", "lch"):
            c = Color(space, [rng.uniform(.05, .95) * (100 if space == "lch" else 1),
                              rng.uniform(0, .4) * (375 if space == "lch" else 1), rng.uniform(0, 360)])
        elif space == "oklab":
            c = Color("oklab", [rng.uniform(.05, .95), rng.uniform(-.4, .4), rng.uniform(-.4, .4)])
        elif space == "srgb":
            c = Color("srgb", [rng.uniform(-.5, 1.5) for _ in range(3)])
        else:
            c = Color(space, [rng.random() for _ in range(3)])
        text = written(rng, c, space)
        if space == "srgb":
            text = "color(srgb %s %s %s)" % tuple(number(x, 3) for x in c.coords())
        c = Color(text)
        if c.in_gamut("srgb"):
            continue
        rows.append("%s | %s" % (text, hex8(c.convert("srgb").fit(method="oklch-chroma"))))
        mapped += 1
    write("coloraide", "A colour and its sRGB bytes; at the end those outside of sRGB.",
          "coloraide 8.13.1 (MIT), random colours of seed 20240229", rows)


css_parsing_tests(sys.argv[1])
coloraide_cases()
