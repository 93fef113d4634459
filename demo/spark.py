"""What demo/spark runs: a text through `cssview render --lines`, once whole and once by Spark."""

import os
import subprocess
import sys
import tempfile
import time

from pyspark import SparkConf, SparkContext

CSSVIEW = os.path.abspath(os.environ["CSSVIEW"])
MASTER = os.environ.get("SPARK_MASTER", "local[2]")
RENDER = [CSSVIEW, "render", "--lines", "--quiet", "--color", "truecolor",
          os.path.abspath("demo/night.json")]
LEVELS = ["ok", "fail", "warn", "muted", "bold"]


def write_log(path, size):
    """Lines of a log; each spoils only itself."""
    with open(path, "w", encoding="utf-8") as log:
        number = 0
        while log.tell() < size:
            lines = []
            for number in range(number + 1, number + 1001):
                level = LEVELS[number * 7919 % len(LEVELS)]
                lines.append(
                    f'<span class=time>12:{number // 60 % 60:02}:{number % 60:02}</span> '
                    f'<span class="{level}">worker {number % 97}</span> größe &lt; {number} &amp; '
                    + ("<span class=bold>left open" if number % 11 == 0 else "done, nothing to see here"))
            log.write("\n".join(lines) + "\n")


def main():
    size = int(sys.argv[1]) * 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        log, whole, parts = (os.path.join(folder, name) for name in ("log", "whole", "parts"))
        write_log(log, size)
        size = os.path.getsize(log)

        start = time.monotonic()
        with open(log, "rb") as source, open(whole, "wb") as sink:
            subprocess.run(RENDER, stdin=source, stdout=sink, check=True)
        alone = time.monotonic() - start

        context = SparkContext(conf=SparkConf().setMaster(MASTER).setAppName("cssview"))
        context.setLogLevel("ERROR")
        start = time.monotonic()
        # Spark's own pipe(): the one of its Python package takes every line through Python.
        command, variables = context._jvm.java.util.ArrayList(), context._jvm.java.util.HashMap()
        for word in RENDER:
            command.add(word)
        lines = context._jsc.textFile("file://" + log, 8)
        rendered = lines.pipe(command, variables, False, 1 << 16, "UTF-8")
        rendered.saveAsTextFile("file://" + parts)
        spark = time.monotonic() - start
        partitions, version = rendered.getNumPartitions(), context.version
        context.stop()

        names = sorted(name for name in os.listdir(parts) if name.startswith("part-"))
        same = subprocess.run(
            "cat " + " ".join(names) + f" | cmp - {whole}", shell=True, cwd=parts).returncode == 0
    print(f"Spark {version}, {MASTER}, {partitions} partitions, {size / 1e6:.0f} MB")
    print(f"one process: {alone:.2f} s, {size / 1e6 / alone:.0f} MB/s")
    print(f"pipe():      {spark:.2f} s, {size / 1e6 / spark:.0f} MB/s")
    print("the same bytes" if same else "OTHER BYTES")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
