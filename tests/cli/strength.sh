#!/bin/sh
# Does plywood still beat the agents that the courses grade with? A small check of the order of
# things, not a measurement: 11 games a pairing with seats alternating, as graded. Limits are nodes,
# so that every machine plays the same games.
. tests/tap.sh
cd "$temp" || exit 1

alternating=true

# wins GAME OPPONENT NODES GAMES LEAST [ARGUMENT…]: with so many nodes a move plywood wins at least
# LEAST of GAMES games. The boards and the opponent's dice differ from game to game.
wins() {
    game=$1 opponent=$2 agent=plywood:nodes=$3 games=$4 least=$5
    shift 5
    set -- --seconds 60 "$@"
    it "$game: $agent wins at least $least of $games against $opponent ($*)"
    won=0 record="" i=0
    while [ $i -lt "$games" ]; do
        i=$((i + 1))
        case $opponent in
        random) other=random:seed=$i ;;
        *) other=$opponent ;;
        esac
        if [ $((i % 2)) -eq 1 ] || ! $alternating; then
            run "$plywood" play "$game" --json --seed $i "$@" --first "$agent" --second "$other"
            mine="first|black"
        else
            run "$plywood" play "$game" --json --seed $i "$@" --first "$other" --second "$agent"
            mine="second|white"
        fi
        status_is 0
        result=$(sed -n 's/.*"winner":\([^,]*\),"ending":"\([^"]*\)","score":\[\([^]]*\)\].*/\1 \2 \3/p' out)
        if echo "$result" | grep -qE "^\"($mine)\""; then won=$((won + 1)); fi
        record="$record
# game $i: $result"
    done
    echo "# $game against $opponent: $won of $games$record"
    [ $won -ge "$least" ] || problem "won only $won of $games$record"
}

# Random opponents lose whoever starts; on a large Laser board luck counts less.
wins fruit random 2000 11 9
wins laser random 2000 11 9 --size 10
wins reversi random 2000 11 9

thoroughly || finish

# Whoever starts has the better of it in Fruit Rage, and on a small board of Laser Checkmate wins
# nearly always if he knows how: there it is only as the first that plywood can be held to it.
alternating=false
wins fruit minimax:depth=3 20000 11 9
wins laser minimax:depth=3 20000 11 9
# On the largest board nobody sees to the end.
alternating=true
wins laser minimax:depth=2 20000 11 8 --size 16

# Games of Halma are long, so there are fewer of them.
wins halma random 1000 5 4
wins halma minimax:depth=2 2000 5 4

finish
