#!/bin/sh
# Kind: install
# make dist, install, uninstall and deb in a fresh Debian 12: what is unpacked builds without git, what is
# installed works as a user finds it (manual pages, completion by Tab in three shells), and what is
# taken away leaves nothing.
. tests/tap.sh
cd "$temp" || exit 1
roots=$top/build/debian
patience=1200

if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
    echo "ok 1 # SKIP it takes root to make a root"
    exit 0
fi
it "there is a fresh Debian"
run "$tools/debian_root" "$roots"
status_is 0
[ "$status" -eq 0 ] || finish

# inside ROOT NETWORK SCRIPT: a shell's script, with this folder as /src; NETWORK: online or --offline
inside() {
    # shellcheck disable=SC2086 # a word or none
    run "$tools/in_root" "$roots/$1" ${2#online} --bind "$temp/src" /src sh -euc ". /src/shared.sh
set -x
$3"
    command="in the root, where it ended with
$(tail -n 8 err)"
}
mkdir src
cp "$tools/complete.py" src/
cat >src/shared.sh <<'END'
# files: all that there is, but for what others keep books in
files() {
    find / -xdev \( -path /proc -o -path /dev -o -path /src -o -path /tmp -o -path /var/cache \
        -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/log -o -path /root \) -prune \
        -o -print | sort
}
# works: what a user would try, wherever it is installed
works() {
    plywood --version | grep -q "^plywood [0-9.]*, commit [0-9a-f]*"
    plywood match laser random greedy --games 2 --nodes 100 --seed 1 >/dev/null
    man -P cat plywood-match | grep -q "let two contenders play a match"
    man -P cat 7 plywood-rules | grep -q PLYWOOD-RULES
    man -P cat plywood | grep -q "plywood-grade(1)"
}
# completes [LINE]: by Tab, in a terminal; LINE: what fish has to be told first
completes() {
    for shell in bash zsh fish; do
        COMPLETE_FIRST=
        [ $shell != fish ] || COMPLETE_FIRST=${1:-}
        export COMPLETE_FIRST
        python3 /src/complete.py $shell "plywood gr" "plywood grade"
        python3 /src/complete.py $shell "plywood " tournament doctor match
        python3 /src/complete.py $shell "plywood match lase" "plywood match laser"
        python3 /src/complete.py $shell "plywood doctor --mach" "doctor --machine"
        python3 /src/complete.py $shell "plywood grade laser --format " gradescope junit
    done
}
build="make -s -j$(nproc) PORTABLE=1"
END
# Programs as slow as they come, since they are only started: a build of minutes is worth nothing here.
quick="OPTIMISE='-O0 -DNDEBUG'"

it "make dist: builds without git"
(cd "$top" && make -s dist) >out 2>err
demand "a tarball" cp "$top/build/dist/plywood-$(cat "$top/VERSION").tar.gz" src/plywood.tar.gz
inside build --offline "cd /src && tar -xf plywood.tar.gz --transform 's|^[^/]*|plywood|'
    cd plywood && test ! -e .git && \$build $quick && build/portable/plywood --version"
status_is 0
out_has "plywood $(cat "$top/VERSION"), commit $(git -c safe.directory='*' -C "$top" rev-parse --short=12 HEAD)"
[ "$status" -eq 0 ] || finish

it "make install, as a user finds it; make uninstall leaves nothing"
inside build --offline "cd /src/plywood
    files >/src/before
    \$build $quick install >/src/hints
    cd /
    works
    completes \"\$(sed -n 's/.*for fish put \(.*\) in .*/\1/p' /src/hints)\"
    test -x /usr/local/libexec/plywood/homework && test -x /usr/local/libexec/plywood/plywood-grader
    plywood kit gradescope laser -o /tmp/kit.zip >/dev/null
    cd /src/plywood && \$build $quick install && \$build $quick uninstall
    files >/src/after"
status_is 0
same "hints, for fish alone" 1 "$(grep -c . src/hints)"
same_file src/before src/after

it "make install: PREFIX, BINDIR, MANDIR, DESTDIR"
inside build --offline "cd /src/plywood
    files >/src/before
    \$build $quick install PREFIX=/opt/x
    test -x /opt/x/bin/plywood && PATH=/opt/x/bin:\$PATH works
    \$build $quick uninstall PREFIX=/opt/x
    \$build $quick install PREFIX=/opt/x BINDIR=/opt/y/programs MANDIR='/opt/y/manual pages'
    test -x /opt/y/programs/plywood && test -e '/opt/y/manual pages/man1/plywood.1' && test ! -e /opt/x/bin
    \$build $quick uninstall PREFIX=/opt/x BINDIR=/opt/y/programs MANDIR='/opt/y/manual pages'
    \$build $quick install DESTDIR=/opt/stage PREFIX=/usr
    test -x /opt/stage/usr/bin/plywood && test ! -e /usr/bin/plywood
    mkdir /opt/stage/usr/share/man/man1/mine
    \$build $quick uninstall DESTDIR=/opt/stage PREFIX=/usr
    test -d /opt/stage/usr/share/man/man1/mine # somebody else's stays
    rm -r /opt/stage
    files >/src/after"
status_is 0
same_file src/before src/after

it "make deb"
inside build --offline "cd /src/plywood && make -s $quick deb && cp build/dist/*.deb /src/plywood.deb &&
    dpkg-deb --info /src/plywood.deb && dpkg-deb --contents /src/plywood.deb"
status_is 0
out_has "Depends: libc6"
out_has "./usr/share/man/man1/plywood-match.1.gz"
out_has "./usr/share/zsh/vendor-completions/_plywood"

it "the package: installed with what it depends on, tried, purged"
inside base online "export DEBIAN_FRONTEND=noninteractive
    files >/src/before
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends /src/plywood.deb >&2
    cd /
    works
    completes
    dpkg --verify plywood
    apt-get purge -y -qq --auto-remove plywood >&2
    files >/src/after"
status_is 0
same_file src/before src/after

finish
