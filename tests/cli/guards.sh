#!/bin/sh
# What the layout promises: games are named in their own places alone, includes go one way, no
# module depends on itself. Each guard is tried first on a small tree with a single offence.
. tests/tap.sh

# guard NAME TREE
guard() { run "$python" -IS "$tools/guards.py" "$@"; }

# put FILE LINE…: a file of the small tree.
put() {
    file=$temp/tree/$1
    shift
    mkdir -p "$(dirname "$file")"
    printf '%s\n' "$@" >"$file"
}

# new_tree: two games, a room below them and two above, no offence.
new_tree() {
    rm -rf "$temp/tree"
    put src/base/text.h ''
    put src/game/game.h '#include "base/text.h"'
    put src/games/go/rules.c '#include "game/game.h"' \
        'static const struct variant variants[] = {' '    {"default", "as usual"},' \
        '    {"atari", "who takes a stone wins"},' '};' \
        'const struct game game_go = {' '    .name = "go",' '    .title = "Weiqi Baduk",' \
        '    .variants = variants,' '};'
    put src/games/go/agent.c '#include "agents/agent.h"'
    put src/games/go/build.mk 'PROGRAM_SOURCES += src/games/go/agent.c'
    put src/games/chess/rules.c '#include "game/game.h"'
    put src/agents/agent.h '#include "game/game.h"'
    put src/agents/agent.c '#include "agents/agent.h"' 'int category; /* good, going, chessboard */'
    put src/cmd/play.c '#include "agents/agent.h"'
    put README.md 'Go and chess.'
    put tests/test_go.c 'int go;'
}

it "a small tree without offences passes every guard"
new_tree
for guard in names includes cycles mentions; do
    guard $guard "$temp/tree"
    status_is 0
    out_is ""
done

# names_finds FILE LINE: this line alone is told.
names_finds() {
    new_tree
    put "$1" "int sound;" "$2"
    guard names "$temp/tree"
    status_is 1
    out_is "$1:2: $2"
}

it "the guard of names finds a game's folder, name, title and variant, alone and in identifiers"
names_finds src/cmd/play.c '/* as in Chess */'
names_finds src/cmd/play.c 'draw(game_go);'
names_finds src/cmd/play.c 'enum { PAINT_GO_STONE };'
names_finds src/serve/pages/play.js 'drawGo();'
names_finds src/serve/pages/play.js 'const weiqiBaduk = 1;'
names_finds scripts/levels 'for game in go other; do'
names_finds Makefile 'PROGRAMS += chess'
names_finds src/agents/agent.h 'bool atari;'
names_finds .ci/run '# two goes'

it "the guard of names finds a file that is named like a game"
new_tree
put scripts/chess_levels 'exit'
guard names "$temp/tree"
status_is 1
out_is "scripts/chess_levels:0: is the file's own name"

it "the guard of names does not take a tree without games for a sound one"
rm -rf "$temp/tree"
put src/cmd/play.c 'int chess;'
guard names "$temp/tree"
status_is 1
err_has "no games"

# includes_finds FILE HEADER: this include alone is told.
includes_finds() {
    new_tree
    put "src/$2" ''
    put "src/$1" "" "#include \"$2\""
    guard includes "$temp/tree"
    status_is 1
    out_is "src/$1:2: $(dirname "$1") may not include \"$2\""
}

it "the guard of includes finds one that goes up or across"
includes_finds base/text.c game/game.h
includes_finds game/game.c games/registry.h
includes_finds games/chess/rules.c games/go/go.h
includes_finds games/chess/rules.c agents/agent.h
includes_finds games/chess/player.c serve/server.h
includes_finds search/search.c games/go/go.h
includes_finds agents/agent.c games/go/go.h
includes_finds agents/agent.c referee/match/match.h
includes_finds referee/sandbox/run.c referee/guest/contender.h
includes_finds referee/guest/contender.c referee/match/match.h
includes_finds referee/match/match.c referee/course/grade.h
includes_finds screens/terminal.c serve/server.h
includes_finds serve/server.c cmd/commands.h
includes_finds attic/old.c base/text.h
includes_finds verify/walk.c base/text.h
includes_finds verify/walk.c game/game.h
includes_finds verify/walk.c search/search.h

it "the guard of includes keeps plain rules apart from everything but verify/"
for header in base/text.h game/game.h games/chess/chess.h; do
    new_tree
    put "src/$header" ''
    put src/verify/plain.h ''
    put src/games/chess/plain.c '#include "verify/plain.h"' "#include \"$header\""
    guard includes "$temp/tree"
    status_is 1
    out_is "src/games/chess/plain.c:2: games/chess/plain.c may not include \"$header\""
done

it "the guard of cycles finds two modules and three, by headers or sources"
new_tree
put src/agents/agent.h '#include "agents/choose.h"'
put src/agents/choose.c '#include "agents/agent.h"'
put src/agents/choose.h ''
guard cycles "$temp/tree"
status_is 1
out_is 'src/agents/agent.h:1: includes "agents/choose.h" in a cycle of 2 modules
src/agents/choose.c:1: includes "agents/agent.h" in a cycle of 2 modules'
put src/agents/choose.c '#include "lab.h"'
put src/agents/lab.h '#include "agents/agent.h"'
guard cycles "$temp/tree"
status_is 1
out_has 'in a cycle of 3 modules'

it "the guard of mentions finds a file that is gone"
new_tree
put src/cmd/play.c '/* base/text.h is there, base/gone.h is not */'
guard mentions "$temp/tree"
status_is 1
out_is "src/cmd/play.c:1: /* base/text.h is there, base/gone.h is not */"

it "comments name files that are there"
guard mentions "$top"
status_is 0
out_is ""

it "no source, script or Makefile names a game outside the games' own places"
guard names "$top"
status_is 0
out_is ""

it "every include goes the stated way"
guard includes "$top"
status_is 0
out_is ""

it "no module depends on itself"
guard cycles "$top"
status_is 0
out_is ""

it "a test of the engine is linked with no library of the upper rooms"
for test in "$build"/tests/engine/test_core "$build"/tests/engine/test_search; do
    run readelf -d "$test"
    status_is 0
    out_has "libcmocka"
    for library in seccomp jansson microhttpd libz ncurses lbfgs; do
        ! grep -q "$library" "$temp/out" || problem "$test loads $library"
    done
done

finish
