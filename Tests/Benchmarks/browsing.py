"""Times of `cssview browse` on a terminal that only reads."""

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

DEVICE_ATTRIBUTES = b"\x1b[c"


class Screen:
    """A browser on a terminal of some size, in exact colours; it answers what all terminals answer."""

    def __init__(self, program, columns, rows, arguments=()):
        self.start = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(program, [program, "browse", *arguments], dict(
                os.environ, TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8"))
        self.output = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def read(self, seconds):
        """Reads what comes within a time; false if nothing does."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            read = os.read(self.terminal, 65536)
        except OSError:
            sys.exit("live: the browser has ended")
        if DEVICE_ATTRIBUTES in read:
            os.write(self.terminal, b"\x1b[?62;22c")
        self.output += read
        return True

    def first_frame(self):
        """The time from the start until the last line, with the keys, is there."""
        while b" keys" not in self.output:
            if not self.read(20):
                sys.exit("live: the browser draws nothing")
        return time.perf_counter() - self.start

    def settle(self):
        while self.read(0.5):
            pass

    def press(self, key):
        """The time from a key to the last byte that follows."""
        start = last = time.perf_counter()
        os.write(self.terminal, key)
        seconds = 20
        while self.read(seconds):
            last, seconds = time.perf_counter(), 0.06
        return last - start

    def status(self, name):
        with open("/proc/%d/status" % self.pid, encoding="ascii") as file:
            return int(re.search(name + r":\s+(\d+)", file.read()).group(1))

    def ticks(self):
        with open("/proc/%d/stat" % self.pid, encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def first_frame(program, columns, rows, *arguments):
    times = []
    for _ in range(11):
        with Screen(program, columns, rows, arguments) as screen:
            times.append(screen.first_frame())
    return statistics.median(times)


def key(program, columns, rows, *arguments):
    """Median of the times of the keys that select the next theme, and the most memory in MB."""
    with Screen(program, columns, rows, arguments) as screen:
        screen.first_frame()
        screen.settle()
        times = [screen.press(b"j") for _ in range(15)]
        return statistics.median(times), screen.status("VmHWM") / 1024


def idle(program):
    """Ticks of the processor and sleeps that ended within two seconds."""
    with Screen(program, 120, 36) as screen:
        screen.first_frame()
        screen.settle()
        before = screen.ticks(), screen.status("voluntary_ctxt_switches")
        time.sleep(2)
        return tuple(
            after - start for after, start in zip(
                (screen.ticks(), screen.status("voluntary_ctxt_switches")), before))


def print_times(program):
    def line(words, seconds, most):
        print("%-44s %8.1f ms   at most %d" % (words, seconds * 1e3, most))

    with tempfile.TemporaryDirectory() as folder:
        themes, log = os.path.join(folder, "themes"), os.path.join(folder, "app.log")
        os.mkdir(themes)
        for number in range(500):
            with open(os.path.join(themes, "s%03d.css" % number), "w", encoding="ascii") as file:
                file.write("text { color: #ddd; background: #%06x }\n" % (number * 37))
                for rule in range(40):
                    file.write(".c%d { color: #%06x; font-weight: bold }\n"
                               % (rule, rule * 400_000 + number))
        with open(log, "w", encoding="ascii") as file:
            for number in range(200_000):
                file.write("2026-11-02 08:14:03 %s [worker-%d] GET /orders/%d took %d ms\n" % (
                    ("INFO", "WARN", "ERROR")[number % 3], number % 9, number, number % 800))
        line("first frame, 21 themes", first_frame(program, 120, 36), 30)
        line("first frame, 500 stylesheets", first_frame(program, 120, 36, themes), 150)
        line("a key at 120 × 36", key(program, 120, 36)[0], 5)
        line("a key at 200 × 60", key(program, 200, 60)[0], 10)
        seconds, megabytes = key(
            program, 120, 36, "--from", "text", "--file", log)
        line("another theme for a log of 200,000 lines", seconds, 30)
        print("%-44s %8.1f MB   at most 60" % ("memory meanwhile", megabytes))
        print("%-44s %5d, %d       none" % (
            ("ticks, and wakes, in two seconds of rest",) + idle(program)))
