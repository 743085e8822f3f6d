"""What a site needs beside the Markdown of the repository."""
import re


def library(match):
    """The page that an article of the library became."""
    return f"](../../library/documentation/demomanager/{match[1].lower()})"


def on_page_markdown(markdown, page, **_):
    markdown = re.sub(r"\]\(\.\./Sources/DemoManager/DemoManager\.docc/(\w+)\.md\)", library, markdown)
    return blocks(markdown)


def blocks(markdown):
    """GitHub's lists may follow a paragraph at once and have parts two or three spaces deep; Python's Markdown wants an
    empty line before and four spaces."""
    lines, fenced = [], False
    for line in markdown.splitlines():
        fenced ^= line.lstrip().startswith("```")
        begins = re.match(r"([-*]|\d+\.) ", line)
        if begins and not fenced and lines and lines[-1].strip() and not re.match(r"\s*([-*]|\d+\.) |\s", lines[-1]):
            lines.append("")
        depth = len(line) - len(line.lstrip(" "))
        lines.append("    " + line.lstrip(" ") if not fenced and 2 <= depth <= 3 else line)
    return "\n".join(lines)
