"""Writes a terminal's screen, read from stdin, as two pictures: for a light page and for a dark one.

Several screens, with a form feed after each, become a moving picture, which repeats.

Usage: picture.py TITLE PATH COLUMNS
"""

import re
import sys
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import blend_rgb
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

NORMAL = [(0, 0, 0), (180, 30, 30), (20, 120, 40), (150, 100, 0), (30, 80, 180), (140, 40, 140), (0, 110, 120)]
BRIGHT = [(110, 110, 110), (255, 110, 110), (90, 210, 110), (230, 190, 80), (110, 160, 255), (220, 130, 220), (80, 210, 220)]
THEMES = {
    "light": TerminalTheme((255, 255, 255), (30, 30, 30), NORMAL + [(120, 120, 120)], NORMAL + [(90, 90, 90)]),
    "dark": TerminalTheme((24, 26, 31), (220, 220, 220), BRIGHT + [(200, 200, 200)], BRIGHT + [(255, 255, 255)]),
}
# Without fonts from elsewhere, and without a window around it.
FORMAT = """<svg class="rich-terminal" viewBox="0 0 WIDTH HEIGHT" xml:space="preserve" xmlns="http://www.w3.org/2000/svg">
<title>TITLE</title>
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect width="100%" height="100%" rx="8" fill="BACKGROUND"/>
<g transform="translate(9, 9)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

# Of a moving picture: all screens lie upon each other, and each is seen for as long.
FILM = """<svg class="rich-terminal" viewBox="0 0 WIDTH HEIGHT" xmlns="http://www.w3.org/2000/svg">
<title>TITLE</title>
<style>
text {{ font: 20px monospace; white-space: pre; }}
.frame {{ visibility: hidden; animation: frame {seconds:g}s step-end infinite; }}
@keyframes frame {{ 0% {{ visibility: visible; }} {share:.4f}% {{ visibility: hidden; }} }}
@media (prefers-reduced-motion: reduce) {{ .frame {{ animation: none; }} .frame:last-child {{ visibility: visible; }} }}
{styles}
</style>
<defs>{rows}</defs>
<rect width="100%" height="100%" rx="8" fill="BACKGROUND"/>
<g transform="translate(9, 9)">{frames}</g>
</svg>
"""
CELL, LINE, BASE, SECONDS = 12, 24, 18, 0.5


def film(screens, theme, columns):
    """A moving picture of screens; a row that several of them have is drawn once and used again."""
    console = Console(width=columns, file=open("/dev/null", "w"), force_terminal=True, color_system="truecolor")
    rows, styles, frames = {}, {}, []
    for number, screen in enumerate(screens):
        uses = []
        for index, segments in enumerate(console.render_lines(Text.from_ansi(screen), pad=False)):
            row = "".join(runs(segments, theme, styles))
            if row:
                name = rows.setdefault(row, f"r{len(rows)}")
                uses.append(f'<use href="#{name}" y="{index * LINE + BASE}"/>')
        frames.append(f'<g class="frame" style="animation-delay:{number * SECONDS:g}s">{"".join(uses)}</g>')
    text = FILM.format(
        seconds=len(screens) * SECONDS, share=100 / len(screens), frames="\n".join(frames),
        styles="\n".join(f".{name} {{ {style} }}" for style, name in styles.items()),
        rows="\n".join(f'<g id="{name}">{row}</g>' for row, name in rows.items()))
    height = max(screen.count("\n") + 1 for screen in screens) * LINE
    return text, (columns * CELL + 18, height + 18)


def runs(segments, theme, styles):
    """Each piece of a row that has one style, as SVG."""
    column = 0
    for text, style, _ in segments:
        ink, ground = theme.foreground_color, theme.background_color
        if style and style.color and not style.color.is_default:
            ink = style.color.get_truecolor(theme)
        if style and style.bgcolor and not style.bgcolor.is_default:
            ground = style.bgcolor.get_truecolor(theme)
        if style and style.reverse:
            ink, ground = ground, ink
        if style and style.dim:
            ink = blend_rgb(ink, ground, 0.4)
        x, width = column * CELL, cell_len(text) * CELL
        if ground != theme.background_color:
            yield f'<rect x="{x}" y="{-BASE}" width="{width}" height="{LINE}" fill="#{"%02x%02x%02x" % tuple(ground)}"/>'
        # Spaces at the ends need no ink.
        left = len(text) - len(text.lstrip(" "))
        column += cell_len(text)
        text = text.strip(" ")
        if text:
            look = "fill: #%02x%02x%02x;" % tuple(ink) + (" font-weight: bold;" if style and style.bold else "")
            name = styles.setdefault(look, chr(97 + len(styles)))
            length = f' textLength="{cell_len(text) * CELL}"' if len(text) > 1 else ""
            yield f'<text class="{name}" x="{x + left * CELL}"{length}>{escape(text)}</text>'


title, path, columns = sys.argv[1:]
screens = [screen.rstrip() for screen in sys.stdin.read().split("\f") if screen.strip()]
for name, theme in THEMES.items():
    if len(screens) > 1:
        text, size = film(screens, theme, int(columns))
    else:
        console = Console(record=True, width=int(columns), file=open("/dev/null", "w"), force_terminal=True, color_system="truecolor")
        console.print(Text.from_ansi(screens[0]))
        text = console.export_svg(theme=theme, unique_id="poi", code_format=FORMAT)
        size = [float(length) + 18 for length in re.search(r'<rect width="([0-9.]+)" height="([0-9.]+)"/>', text).groups()]
    background = "rgb({}, {}, {})".format(*theme.background_color)
    for word, value in zip(("BACKGROUND", "TITLE", "WIDTH", "HEIGHT"), (background, title, *size)):
        text = text.replace(word, str(value))
    with open(f"{path}-{name}.svg", "w") as file:
        file.write("\n".join(line.rstrip() for line in text.splitlines()) + "\n")
