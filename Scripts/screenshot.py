#!/usr/bin/env python3
"""Turns what `tmux capture-pane -e -p` prints into an SVG: text, 16 and 256 colours and 24 bits, bold, dim, underline,
reverse.

    tmux capture-pane -e -p | screenshot.py COLUMNS ROWS [light] > picture.svg

With `film` in place of `light`, the input has several screens, each behind a line of a form feed, seconds and a caption; the picture shows them in turn, or the last one to people who want nothing to move. Standard library only.
"""
import re
import sys
from html import escape

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 12
BACKGROUND, FOREGROUND = ("#fafafa", "#24292f") if sys.argv[3:] == ["light"] else ("#12141c", "#d5d9e0")
COLOURS = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d5d9e0",
           "#5c6370", "#ff7b86", "#b5e890", "#ffd68a", "#7cc4ff", "#e08fff", "#6fd9e6", "#ffffff"]


def indexed(number):
    """A colour of the 256: 16 of the terminal's, a cube of 6 x 6 x 6, 24 greys."""
    if number < 16: return COLOURS[number]
    if number >= 232: return "#%02x%02x%02x" % ((8 + 10 * (number - 232),) * 3)
    steps = (0, 95, 135, 175, 215, 255)
    return "#%02x%02x%02x" % tuple(steps[(number - 16) // part % 6] for part in (36, 6, 1))


class Look:
    def __init__(self):
        self.reset()

    def reset(self):
        self.fg = self.bg = None
        self.bold = self.dim = self.underline = self.reverse = False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes]
        index = 0
        while index < len(codes):
            code = codes[index]
            if code == 0: self.reset()
            elif code == 1: self.bold = True
            elif code == 2: self.dim = True
            elif code == 4: self.underline = True
            elif code == 7: self.reverse = True
            elif code == 22: self.bold = self.dim = False
            elif code == 24: self.underline = False
            elif code == 27: self.reverse = False
            elif 30 <= code <= 37: self.fg = COLOURS[code - 30]
            elif 90 <= code <= 97: self.fg = COLOURS[code - 82]
            elif 40 <= code <= 47: self.bg = COLOURS[code - 40]
            elif 100 <= code <= 107: self.bg = COLOURS[code - 92]
            elif code == 39: self.fg = None
            elif code == 49: self.bg = None
            elif code in (38, 48) and codes[index + 1:index + 2] == [5]:
                colour = indexed(codes[index + 2])
                if code == 38: self.fg = colour
                else: self.bg = colour
                index += 2
            elif code in (38, 48) and codes[index + 1:index + 2] == [2]:
                colour = "#%02x%02x%02x" % tuple(codes[index + 2:index + 5])
                if code == 38: self.fg = colour
                else: self.bg = colour
                index += 4
            index += 1

    def colours(self):
        fg, bg = self.fg or FOREGROUND, self.bg
        return (bg or BACKGROUND, self.fg or FOREGROUND) if self.reverse else (fg, bg)

    def key(self):
        return (self.colours(), self.bold, self.dim, self.underline)


def width(character):
    import unicodedata
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def elements(text, rows):
    """A screen's rectangles and texts."""
    out = []
    look = Look()
    for y, line in enumerate(text.split("\n")[:rows]):
        x, runs = 0, []
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                look.apply(part[2:-1].split(";"))
                continue
            for character in re.sub(r"\x1b[()][0B]|\x0e|\x0f", "", part):
                if runs and runs[-1][1] == look.key() and runs[-1][3] == x:
                    runs[-1][2].append(character)
                else:
                    runs.append([x, look.key(), [character], x])
                x += width(character)
                runs[-1][3] = x
        top = MARGIN + y * CELL_HEIGHT
        for start, (colours, bold, dim, underline), characters, end in runs:
            (fg, bg), left = colours, MARGIN + start * CELL_WIDTH
            if bg:
                out.append(f'<rect x="{left:.1f}" y="{top}" width="{(end - start) * CELL_WIDTH:.1f}" height="{CELL_HEIGHT}" fill="{bg}"/>')
            run = "".join(characters)
            if run.strip() or underline:
                style = (' font-weight="bold"' if bold else "") + (' opacity="0.65"' if dim else "") + (
                    ' text-decoration="underline"' if underline else "")
                out.append(f'<text x="{left:.1f}" y="{top + 13.5}" fill="{fg}"{style} xml:space="preserve" '
                           f'textLength="{(end - start) * CELL_WIDTH:.1f}" lengthAdjust="spacingAndGlyphs">{escape(run)}</text>')
    return "\n".join(out)


def film(text, columns, rows):
    """The screens in turn, each a group that is visible for its share of the time."""
    screens = [screen.split("\n", 1) for screen in text.split("\f")[1:]]
    heads = [head.split(" ", 1) for head, _ in screens]
    whole = sum(float(seconds) for seconds, _ in heads)
    begin, styles, groups = 0, [], []
    for number, ((seconds, caption), (_, body)) in enumerate(zip(heads, screens)):
        first, begin = begin, begin + 100 * float(seconds) / whole
        before = "0%{visibility:hidden}" if number else ""
        styles.append(f"@keyframes s{number}{{{before}{first:.2f}%{{visibility:visible}}{begin:.2f}%,100%{{visibility:hidden}}}}"
                      f"#s{number}{{animation:s{number} {whole:g}s step-end infinite}}")
        y = MARGIN + rows * CELL_HEIGHT + 20
        groups.append(f'<g id="s{number}" class="s">\n{elements(body, rows)}\n'
                      f'<text x="{MARGIN}" y="{y}" fill="#ffd68a" font-weight="bold" xml:space="preserve">{escape(caption)}</text></g>')
    still = f"@media (prefers-reduced-motion:reduce){{.s{{animation:none!important}}#s{len(screens) - 1}{{visibility:visible}}}}"
    return f"<style>.s{{visibility:hidden}}{''.join(styles)}{still}</style>\n" + "\n".join(groups)


def main():
    columns, rows = int(sys.argv[1]), int(sys.argv[2])
    text = sys.stdin.read()
    moves = sys.argv[3:] == ["film"]
    body = film(text, columns, rows) if moves else elements(text, rows)
    w, h = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN + (20 if moves else 0)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h}" viewBox="0 0 {w:.0f} {h}" '
          f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">')
    print(f'<rect width="100%" height="100%" rx="6" fill="{BACKGROUND}"/>')
    print(body)
    print("</svg>")


main()
