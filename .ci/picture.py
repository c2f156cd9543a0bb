"""Writes a terminal's screen, read from stdin, as two pictures: for a light page and for a dark one."""

import re
import sys

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

title, path, columns = sys.argv[1:]
screen = Text.from_ansi(sys.stdin.read().rstrip())
for name, theme in THEMES.items():
    console = Console(record=True, width=int(columns), file=open("/dev/null", "w"), force_terminal=True, color_system="truecolor")
    console.print(screen)
    background = "rgb({}, {}, {})".format(*theme.background_color)
    text = console.export_svg(
        theme=theme, unique_id="poi", code_format=FORMAT.replace("BACKGROUND", background).replace("TITLE", title))
    size = re.search(r'<rect width="([0-9.]+)" height="([0-9.]+)"/>', text)
    for word, length in zip(("WIDTH", "HEIGHT"), size.groups()):
        text = text.replace(word, str(float(length) + 18))
    with open(f"{path}-{name}.svg", "w") as file:
        file.write("\n".join(line.rstrip() for line in text.splitlines()) + "\n")
