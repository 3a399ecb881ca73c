#!/bin/sh
# Does plywood still beat the agents that the courses grade with? A small check of the order of
# things, not a measurement: 11 games a pairing with seats alternating, as graded.
. tests/tap.sh
cd "$temp" || exit 1

alternating=true

# wins GAME OPPONENT GAMES LEAST ARGUMENT…: plywood wins at least LEAST of GAMES games. The boards and
# the opponent's dice differ from game to game.
wins() {
    game=$1 opponent=$2 games=$3 least=$4
    shift 4
    it "$game: plywood wins at least $least of $games against $opponent ($*)"
    won=0 record="" i=0
    while [ $i -lt "$games" ]; do
        i=$((i + 1))
        case $opponent in
        random) other=random:seed=$i ;;
        *) other=$opponent ;;
        esac
        if [ $((i % 2)) -eq 1 ] || ! $alternating; then
            run "$plywood" play "$game" --json --seed $i "$@" --first plywood --second "$other"
            mine="first|black"
        else
            run "$plywood" play "$game" --json --seed $i "$@" --first "$other" --second plywood
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
wins fruit random 11 10 --seconds 0.01
wins laser random 11 10 --seconds 0.01 --size 10
wins reversi random 11 10 --seconds 0.01

# Whoever starts has the better of it in Fruit Rage, so much that even at this time plywood wins all
# games it starts and a quarter of the others: the majority that is graded is what can be asked for.
wins fruit minimax:depth=3 11 6 --seconds 0.03

# In Laser Checkmate the first player wins nearly every small board if he knows how, so there it is
# only as the first that plywood can be held to it; that is how the course plays. On the largest
# board nobody sees to the end.
alternating=false
wins laser minimax:depth=3 11 10 --seconds 0.03
alternating=true
wins laser minimax:depth=3 11 9 --seconds 0.03 --size 16

# Games of Halma are long, so there are fewer of them.
wins halma random 5 5 --seconds 0.01
wins halma minimax:depth=3 5 4 --seconds 0.01

finish
