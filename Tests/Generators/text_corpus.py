#!/usr/bin/env python3
"""Writes Tests/Data/Text: texts with the answers of other programs.

    python3 -m pip install wcwidth==0.7.0 uniseg==0.10.1
    python3 Tests/Generators/text_corpus.py

Widths are those of PyPI wcwidth 0.7.0: `wcswidth` for a string, the sum of `wcwidth` for terminals
that count code points. Clusters and line breaks are those of PyPI uniseg 0.10.1 (Unicode 16.0.0).
"""
import os
import random
import unicodedata

import uniseg
import wcwidth
from uniseg.graphemecluster import grapheme_clusters
from uniseg.linebreak import line_break_units

assert wcwidth.__version__ == "0.7.0" and uniseg.__version__ == "0.10.1"
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Data/Text")
random.seed(16)

TEXTS = {
    "Latin": "Hello, World!|naïve café|Ærøskøbing|Straße|x² + y² = z²|— “quoted” ‘text’ …|fi ﬂ ﬃ|Ǆ ǅ ǆ|ﬁn|œuvre",
    "Greek and Cyrillic": "Ελληνικά|ΐ ΰ|Привет, мир!|Ѣ ѣ ѵ|҈ а҈|Ёжик",
    "Chinese": "漢字|中文测试|東京 2026|「引用」|（全角）|ＡＢＣ１２３|、。！？|𠀀𠀁|㐀㐁|〇|々|㊗㊙|㍿",
    "Japanese": "ひらがな|カタカナ|ｶﾀｶﾅ|ガ|が|ゔ|〜ー|ﾞﾟ|日本語とEnglish混在|゙|ㇷ゚",
    "Korean": "한국어|안녕하세요|한글|각|ᄀ|ᅡ|ᆨ|ㄱㄴㄷ|ꥠ|ힰ|가나 다라|ᄀ가",
    "Arabic and Hebrew": "مرحبا بالعالم|السَّلامُ|لا إله|٠١٢٣|שלום|שָׁלוֹם|‏עברית‎|؀١|ـــ|پژچ",
    "Indic": "हिन्दी|क्षत्रिय|क्‍ष|क्‌ष|नमस्ते|বাংলা|ক্ষ|ਪੰਜਾਬੀ|ગુજરાતી|ଓଡ଼ିଆ|தமிழ்|க்ஷ|తెలుగు|ಕನ್ನಡ|മലയാളം|ന്‍|සිංහල|ශ්‍රී|ක්‍ෂ",
    "South East Asian": "ไทย|สวัสดี|ນ້ຳ|ລາວ|မြန်မာ|ခ္ဒ|ភាសាខ្មែរ|ស្រី|ꦗꦮ|ꦏ꧀ꦏ|ᬅᬓ᭄ᬱ|བོད་སྐད|ཀྵ",
    "Combining": "é|e\u0301|a\u0308\u0301|\u0301|n\u0303o|Z\u0351\u036b\u0343|q\u0307\u0323|\u20dd|a\u20dd|1\u20e3|x\u0338|\u0345",
    "Zero width": "a\u200bb|a\u200cb|a\u200db|a\u2060b|\ufeffa|a\u200eb\u200f|\u2061x\u2062y|\u034f|a\u180eb|\u115f\u1160|\u3164",
    "Emoji": "😀|😃😄|❤|❤️|❤︎|⌚|⌚︎|☺|☺️|♥️♥|✂️|☎️☎|▶️|‼️|⁉️|㊗️|〰️|🀄|🃏|🈁|🎉🎊|🤖x|🪿|🫨",
    "Emoji sequences": "👍🏽|👍|🏽|👩‍🚀|👩🏾‍🚀|👨‍👩‍👧‍👦|🏳️‍🌈|🏴‍☠️|🏴󠁧󠁢󠁥󠁮󠁧󠁿|🇮🇹|🇮|🇮🇹🇫🇷|🇮🇹🇫|1️⃣|#️⃣|*️⃣|1⃣|🧑‍🤝‍🧑|👁️‍🗨️|❤️‍🔥|⛹🏿‍♀️|✊🏻|☝🏼|🐻‍❄️|🙂‍↕️|👩‍",
    "Symbols": "─│┌┐└┘|█▀▄▌▐░▒▓|←↑→↓|∀∃∅∈|½¼¾|①②③|◌|●○◎|★☆|♠♣♥♦|⠿⡀|🬀🬞🬻|㎏㎡|€£¥₩|°±×÷|\u2010\u2011\u2012\u2013\u2014|\u2026",
    "Mixed": "a漢b字c|日本語 text 한국어|👍 ok ☕️|①漢é|ｱ漢A|Привет 世界 🌍|שלום 漢字|x\u0301漢\u0301|tab-free 空白\u3000全角|Ａa漢|e\u0301😀\ufe0f",
}

WIDE = "漢字かなカナ한글ＡＢ😀👍🎉"
POOL = list("abc 12-." + WIDE + "éüя") + ["e\u0301", "\u200d", "\ufe0f", "\ufe0e", "\u200b", "❤", "⌚", "☺", "👩", "🚀",
        "🏽", "🇮", "🇹", "क", "\u094d", "ष", "\u093e", "த", "\u0bcd", "\u0bbe", "ก", "\u0e31", "ᄀ", "ᅡ", "ᆨ", "\u20e3", "ა", "\u0600"]


def assigned(text):
    return all(unicodedata.category(c) != "Cn" for c in text)


strings = []
for kind, texts in TEXTS.items():
    for text in texts.split("|"):
        strings.append((kind, text))
while len(strings) < 480:
    strings.append(("random", "".join(random.choice(POOL) for _ in range(random.randint(2, 8)))))
seen, cases = set(), []
for kind, text in strings:
    if text and text not in seen and wcwidth.wcswidth(text) >= 0:
        seen.add(text)
        cases.append((kind, text))

LINE_POOL = ["a", "ab", "B", "1", "23", " ", "  ", "-", "\u2010", "/", ".", ",", "!", "?", "(", ")", "[", "]", "{", "“", "”", "‘", "«", "»",
             "\"", "'", "$", "%", "€", "漢", "字", "。", "「", "」", "（", "）", "々", "ァ", "가", "ᄀ", "ᅡ", "א", "ב", "\u00a0", "\u2060", "\u200b", "\u200d",
             "\u0301", "\n", "\r\n", "\u2028", "\u00ad", "\t", "…", "—", "\u2014\u2014", "🇮", "🇹", "👍", "🏽", "◌", "ꦏ", "꧀", "ꦗ", "ꦶ", "ไ", "ท", "\ufffc", "+", ":", ";", "|", "&", "´", "ʼ"]


def scalars(text):
    return " ".join("%04X" % ord(c) for c in text)


def write(name, what, rows):
    with open(os.path.join(TARGET, name + ".txt"), "w") as out:
        out.write("# %s\n# Texts of our own, written by Tests/Generators/text_corpus.py.\n" % what)
        out.writelines(row + "\n" for row in rows)


def pieces(texts, cut):
    """Rows in the notation of Unicode's test files, which calls a boundary ÷."""
    return [" ÷ ".join(map(scalars, cut(text))) for text in texts]


write("widths", "Texts; cells by `wcswidth`; the sum of `wcwidth`: of PyPI wcwidth 0.7.0 (MIT).",
      ["%s; %d; %d" % (scalars(text), wcwidth.wcswidth(text), sum(map(wcwidth.wcwidth, text)))
       for _, text in cases])
write("clusters", "Grapheme clusters by PyPI uniseg 0.10.1 (MIT), Unicode 16.0.0.",
      pieces([text for _, text in cases if assigned(text)], grapheme_clusters))
write("line-breaks", "Where lines may break by PyPI uniseg 0.10.1 (MIT), Unicode 16.0.0.",
      pieces(["".join(random.choice(LINE_POOL) for _ in range(random.randint(2, 9)))
              for _ in range(400)], line_break_units))
