#!/usr/bin/env bash
# Packs the program as an OCI image: image.sh TREE OUT.tar VERSION. No engine is needed and no base image: besides the program
# there are only the libraries that it loads, of this machine, the terminals' descriptions and the authorities' certificates.
set -euo pipefail
cd "$(dirname "$0")/../.."
tree=$1 out=$(realpath "$2") version=$3
work=.build/dist/image
rm -rf $work
mkdir -p $work/root/{usr,etc/ssl/certs,tmp,home/demo} $work/layout
cp -a "$tree"/. $work/root/usr/

libraries=$(ldd "$tree/bin/demo-tui" | grep -o '/[^ ]*')
# glibc's, which it loads by itself: names of hosts and users.
folder=$(dirname "$(grep -m 1 libc.so.6 <<<"$libraries")")
libraries+=" $folder/libnss_dns.so.2 $folder/libnss_files.so.2"
for library in $libraries; do
    [ ! -e "$library" ] || install -D -m 755 "$(realpath "$library")" "$work/root/$library"
done
for package in $(dpkg -S $(realpath $libraries) 2>/dev/null | sed 's/:.*//' | sort -u) ncurses-base ca-certificates; do
    install -D -m 644 "/usr/share/doc/$package/copyright" "$work/root/usr/share/doc/$package/copyright"
done
for terminal in $(dpkg -L ncurses-base | grep '/terminfo/./'); do
    [ ! -f "$terminal" ] || install -D -m 644 "$terminal" "$work/root$terminal"
done
install -d $work/root/usr/lib/locale
cp -R /usr/lib/locale/C.utf8 $work/root/usr/lib/locale/
install -m 644 /etc/ssl/certs/ca-certificates.crt $work/root/etc/ssl/certs/
printf 'root:x:0:0:root:/root:/bin/sh\ndemo:x:1000:1000::/home/demo:/bin/sh\n' > $work/root/etc/passwd
printf 'hosts: files dns\n' > $work/root/etc/nsswitch.conf
chmod 755 $work/root/home/demo
find $work/root -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
chmod 1777 $work/root/tmp
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime "@$SOURCE_DATE_EPOCH" -C $work/root -c . > $work/layer.tar

created=$(date --utc --date "@$SOURCE_DATE_EPOCH" +%FT%TZ)
Scripts/dist/layout.py $work/layer.tar $work/layout "$version" "$created"
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime "@$SOURCE_DATE_EPOCH" -C $work/layout -c . > "$out"
