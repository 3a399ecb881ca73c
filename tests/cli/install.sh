#!/bin/sh
# Tier: full
# Needs: all
# What make install puts where and make uninstall takes away, manual pages in good form, completion.
# tests/heavy/install.sh does it all in a fresh Debian.
. tests/tap.sh
cd "$temp" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL

# installs WORD…: make with these, of the release that is built; nothing is built for it
installs() { run make -s -C "$top" -o all DESTDIR="$temp/stage" "$@"; }

it "make install: nothing outside DESTDIR, all of it listed, and uninstall takes it away"
if [ ! -e "$top/build/manual.made" ]; then
    name="make install # SKIP the release is not built"
else
    mkdir -p stage/usr/share/man/man1
    echo mine >stage/usr/share/man/man1/mine.1
    find stage | sort >before
    installs install PREFIX=/usr
    status_is 0
    for file in bin/plywood libexec/plywood/homework libexec/plywood/plywood-grader \
        share/man/man1/plywood.1 share/man/man1/plywood-match.1 share/man/man7/plywood-rules.7 \
        share/bash-completion/completions/plywood share/zsh/site-functions/_plywood \
        share/fish/vendor_completions.d/plywood.fish share/doc/plywood/README.md; do
        demand "$file" test -s "stage/usr/$file"
    done
    run stage/usr/bin/plywood --version
    out_has "plywood $(cat "$top/VERSION"), commit "
    out_has "for Linux on x86-64"
    same "twice is once" "$(find stage | sort)" "$(installs install PREFIX=/usr && find stage | sort)"
    installs uninstall PREFIX=/usr
    status_is 0
    find stage | sort >after
    same_file before after
    installs uninstall PREFIX=/usr
    demand "a second time it fails" test "$status" -ne 0
    err_has "uninstall: nothing is installed there"

    it "make install: BINDIR, MANDIR and the rest, with blanks in them"
    installs install PREFIX=/opt/x BINDIR="/opt/my programs" MANDIR=/opt/pages
    status_is 0
    demand "BINDIR" test -x "stage/opt/my programs/plywood"
    demand "MANDIR" test -s stage/opt/pages/man1/plywood.1
    installs uninstall PREFIX=/opt/x BINDIR="/opt/my programs" MANDIR=/opt/pages
    find stage | sort >after
    same_file before after

    it "make install: a relative directory is refused, since uninstall could not know from where"
    installs install PREFIX=here
    demand "it fails" test "$status" -ne 0
    err_has "install: BINDIR: expected a path that begins with /, found here/bin"
    installs install PREFIX=/usr MANDIR=pages
    err_has "install: MANDIR: expected a path that begins with /, found pages"
    find stage | sort >after
    same_file before after

    it "make install: what was broken off can be taken away"
    mkdir -p stage/usr/share/bash-completion
    echo mine >stage/usr/share/bash-completion/completions
    installs install PREFIX=/usr
    demand "it fails" test "$status" -ne 0
    demand "it had begun" test -x stage/usr/bin/plywood
    installs uninstall PREFIX=/usr
    status_is 0
    rm -r stage/usr/share/bash-completion
    find stage | sort >after
    same_file before after

    it "make install: a directory that it has made is its own at the next installation too"
    installs install PREFIX=/usr
    echo mine >stage/usr/share/zsh/site-functions/_mine
    installs install PREFIX=/usr
    rm stage/usr/share/zsh/site-functions/_mine
    installs uninstall PREFIX=/usr
    status_is 0
    find stage | sort >after
    same_file before after

    it "make uninstall: the list stays as long as something in it does"
    installs install PREFIX=/usr
    echo there/plywood >>stage/usr/libexec/plywood/installed
    installs uninstall PREFIX=/usr
    demand "it fails" test "$status" -ne 0
    err_has "has names that do not begin with /; nothing is taken away"
    demand "nothing is" test -x stage/usr/bin/plywood
    sed -i '$d' stage/usr/libexec/plywood/installed
    installs uninstall PREFIX=/usr
    find stage | sort >after
    same_file before after
fi

it "make elsewhere: says what it is made for"
mkdir elsewhere
printf '#!/bin/sh\necho Darwin arm64\n' >elsewhere/uname
chmod 755 elsewhere/uname
PATH=$temp/elsewhere:$PATH run make -n -C "$top" -o all uninstall
err_has "Plywood is made for Linux on x86-64, and this is Darwin arm64."
run make -n -C "$top" -o all uninstall
err_is ""

it "manual pages: one a command, in good form"
run "$plywood" help --manual pages
status_is 0
cp "$top"/src/games/*/*.1 pages/
"$plywood" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' >commands
demand "commands" test "$(wc -l <commands)" -gt 20
while read -r word; do
    demand "a page for $word" grep -q "^.SH SYNOPSIS" "pages/plywood-$word.1"
done <commands
for page in pages/*; do
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -Wwarning "$page" 2>&1 | grep -v 'missing date'
    fi
    if command -v groff >/dev/null; then
        groff -man -Kutf8 -Tutf8 -ww -z "$page" 2>&1
    fi
done >complaints
same "complaints" "" "$(cat complaints)"

it "completion: what bash is told"
run "$plywood" help --completion bash
cp out completion
cat >ask.bash <<'END'
. ./completion
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
$(complete -p plywood | sed 's/.*-F \([^ ]*\).*/\1/') plywood "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}" | sed 's/ *$//'
END
# completes EXPECTED WORD…: all that fits, in a line
completes() {
    expected=$1
    shift
    run bash --norc ask.bash plywood "$@"
    same "plywood $*" "$expected" "$(sort out | tr '\n' ' ' | sed 's/ $//')"
}
if command -v bash >/dev/null; then
    completes "grade" gr
    completes "laser" match la
    completes "--machine" doctor --mac
    completes "gradescope" grade laser --format gr
    completes "run" tournament ru
    completes "github gradescope student" kit ""
    completes "" kit student fruit ""
    completes "" grade fruit th
    completes "--time" kit gradescope fruit --ti
    completes "off" kit github fruit --sandbox of
fi

it "completion: zsh and fish have the same commands"
for shell in zsh fish; do
    run "$plywood" help --completion $shell
    status_is 0
    while read -r word; do
        demand "$shell: $word" grep -qw -e "$word" out
    done <commands
done

finish
