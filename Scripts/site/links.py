#!/usr/bin/env python3
"""Checks that links and pictures of the site's pages lead to files of the site, and to headings that are there: links.py FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse

root = pathlib.Path(sys.argv[1]).resolve()


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.ids.add(value)
            elif name in ("href", "src") and value and tag in ("a", "img", "script", "link"):
                self.links.append(value)


pages = {path: Page(path) for path in root.rglob("*.html") if "library" not in path.relative_to(root).parts}
broken = []
for path, page in pages.items():
    for link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc or (path.name == "404.html"):
            continue
        file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if file.is_dir():
            file /= "index.html"
        if not file.exists():
            broken.append(f"{path.relative_to(root)}: there is no {link}")
        elif parts.fragment and file in pages and urllib.parse.unquote(parts.fragment) not in pages[file].ids:
            broken.append(f"{path.relative_to(root)}: {link} names no heading")
if broken:
    sys.exit("\n".join(sorted(set(broken))))
print(f"The links of {len(pages)} pages lead somewhere.")
