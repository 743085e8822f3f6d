#!/usr/bin/env bash
# Makes everything that a release offers, in dist/. BINARY=FILE takes a program that is there instead of building one.
# The same program gives the same archives: all times in them are SOURCE_DATE_EPOCH, the commit's unless it is set.
set -euo pipefail
cd "$(dirname "$0")/../.."
umask 022
export LC_ALL=C TZ=UTC
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
maintainer=${MAINTAINER:-"demo-tui maintainers <demo-tui@users.noreply.github.com>"}
Scripts/setup.sh python3 binutils dpkg-dev rpm xz-utils zstd ca-certificates

[ -n "${BINARY:-}" ] || { make --no-print-directory release; BINARY=.build/release/demo-tui; }
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/DemoTUI/Commands/DemoTUICommand.swift)
commit=$(git rev-parse HEAD)
architecture=$(dpkg --print-architecture)
machine=$(uname -m)
work=.build/dist
rm -rf $work dist
mkdir -p $work dist

finish() { # FOLDER: rights and times of everything below it
    find "$1" -type d -exec chmod 755 {} +
    find "$1" -type f -exec chmod go-w,a+r {} +
    find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}

# Nothing younger than glibc 2.34 may be needed.
name=demo-tui-$version-linux-$machine
Scripts/dist/install.sh "$BINARY" $work/$name
program=$work/$name/bin/demo-tui
needed=$(objdump -T $program | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
if [ "$(printf '%s\n' GLIBC_2.34 "$needed" | sort -V | tail -n 1)" != GLIBC_2.34 ]; then
    echo "dist: the program needs $needed; it must run with glibc 2.34." >&2
    exit 1
fi

# tar.xz: unpacks anywhere; the program finds its files beside itself.
cp LICENSE $work/$name/share/doc/demo-tui/LICENSE
finish $work/$name
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -C $work -c "$name" | xz -9e -T1 > "dist/$name.tar.xz"

# deb: dpkg-shlibdeps says which packages have the libraries. The licence's text is Debian's. Yams has libyaml inside.
deb=$work/deb share=$work/deb/usr/share
mkdir -p $deb/DEBIAN $deb/debian
cp -a $work/$name $deb/usr
rm $share/doc/demo-tui/LICENSE
mv $share/zsh/site-functions $share/zsh/vendor-completions
printf 'demo-tui (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date --rfc-email --date "@$SOURCE_DATE_EPOCH")" | gzip -9n > $share/doc/demo-tui/changelog.gz
mkdir -p $share/lintian/overrides
echo 'demo-tui: embedded-library libyaml *' > $share/lintian/overrides/demo-tui
touch $deb/debian/control
depends=$(cd $deb && dpkg-shlibdeps -O usr/bin/demo-tui 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
rm -r $deb/debian
cat > $deb/DEBIAN/control <<CONTROL
Package: demo-tui
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: devel
Priority: optional
Depends: $depends
Recommends: ca-certificates
Installed-Size: $(du -sk --apparent-size $deb/usr | cut -f 1)
Description: opens an HTTP API as a terminal app, live or answered by stubs
$(sed -n '/^%description/,/^$/{//!p}' Scripts/dist/demo-tui.spec | fmt -w 76 | sed 's/^/ /; s/ *$//')
CONTROL
(cd $deb && find usr -type f | sort | xargs md5sum > DEBIAN/md5sums)
finish $deb
dpkg-deb --root-owner-group -Zxz -z9 -Sextreme --build $deb "dist/demo-tui_${version}_$architecture.deb" > /dev/null

# rpm: the tree of the archive.
rpmbuild --quiet -bb --define "version $version" --define "tree $PWD/$work/$name" --define "_topdir $PWD/$work/rpm" \
    --define "_rpmdir $PWD/dist" --define '_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm' Scripts/dist/demo-tui.spec

Scripts/dist/image.sh $work/$name "dist/demo-tui-$version-oci-$machine.tar" "$version"
Scripts/dist/sbom.py "$version" "$commit" "$SOURCE_DATE_EPOCH" > "dist/demo-tui-$version.spdx.json"
(cd dist && sha256sum -- * > SHA256SUMS)
du -sb $deb/usr | awk '{ printf "Installed: %.1f MB\n", $1 / 1e6 }'
ls -l dist | awk 'NR > 1 { printf "%8.1f MB  %s\n", $5 / 1e6, $9 }'
