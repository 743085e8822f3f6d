#!/usr/bin/env bash
# Makes the site in .build/site from the Markdown of the repository, where it is, and the library's documentation.
# SITE_URL is where it will be; the library's pages need its path. Needs a debug build.
set -euo pipefail
cd "$(dirname "$0")/../.."
Scripts/setup.sh python3 python3-venv
tools=.build/site-tools
[ -x $tools/bin/mkdocs ] || { python3 -m venv $tools && $tools/bin/pip --quiet install mkdocs==1.6.1 mkdocs-material==9.8.1; }

export SITE_PAGES=$PWD/.build/site-pages SITE_FOLDER=$PWD/.build/site
rm -rf "$SITE_PAGES" "$SITE_FOLDER"
mkdir -p "$SITE_PAGES/Examples/TypedClient"
ln -s "$PWD"/*.md "$PWD"/{LICENSE,Documentation,Resources,deploy} "$SITE_PAGES/"
ln -s "$PWD/Scripts/site/extra.css" "$SITE_PAGES/"
ln -s "$PWD/Examples/TypedClient/README.md" "$SITE_PAGES/Examples/TypedClient/"
NO_MKDOCS_2_WARNING=1 $tools/bin/mkdocs build --quiet --strict --config-file Scripts/site/mkdocs.yml

path=$(sed -E 's|^[a-z]+://[^/]*/?||; s|/?$|/|; s|^/$||' <<<"${SITE_URL:-}")
DOCS_PATH=${path}library Scripts/docs.sh "$SITE_FOLDER/library"
Scripts/site/links.py "$SITE_FOLDER"
echo "The site is in .build/site: $(du -sh "$SITE_FOLDER" | cut -f 1)."
