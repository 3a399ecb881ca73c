#!/bin/sh
# plywood analyze: questions and answers as lines of JSON, as docs/analyze.md tells.
. tests/tap.sh
out=$temp/out
start='3\n2\n300.0\n010\n110\n001\n'

# ask LINE…: the lines go in, the answers are in $out.
ask() {
    printf '%s\n' "$@" >"$temp/questions"
    run_on "$temp/questions" "$plywood" analyze --threads 2
}
# json EXPRESSION…: the expressions hold for the list d of answers.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" --lines "$@" <"$out"; }

it "answers one question with the best lines, proven where the game can be followed to its end"
ask "{\"id\":\"q1\",\"start\":\"$start\",\"moves\":[\"A3\"],\"lines\":2}"
status_is 0
err_is ""
json 'len(d) == 1' 'd[0]["id"] == "q1" and d[0]["turnNumber"] == 1 and d[0]["side"] == 1' \
    'd[0]["isDuringSearch"] is False and d[0]["done"] is True and d[0]["proven"] is True' \
    '[(l["move"], l["value"], l["proven"]) for l in d[0]["lines"]] == [("A3", 9, True), ("C2", -15, True)]' \
    'd[0]["lines"][0]["line"] == ["A3", "C3", "A3"]'

it "agrees with plywood solve"
printf '3\n2\n300.0\n010\n110\n001\n' >"$temp/input.txt"
run "$plywood" solve "$temp/input.txt" --json
value=$(sed -n 's/.*"low":\([-0-9.]*\).*/\1/p' "$out")
ask "{\"id\":\"q\",\"start\":\"$start\",\"seconds\":5}"
json "d[0][\"lines\"][0][\"value\"] == $value" 'd[0]["proven"]'

it "looks at several turns of one game, each an answer of its own"
ask "{\"id\":\"q\",\"start\":\"$start\",\"moves\":[\"A3\",\"A3\",\"C3\",\"A3\"],\"analyzeTurns\":[0,3,4],\"nodes\":1000}"
json 'sorted(a["turnNumber"] for a in d) == [0, 3, 4]' 'all(a["id"] == "q" for a in d)' \
    '[a.get("over") for a in d if a["turnNumber"] == 4] == [True]' \
    '[l["proven"] for a in d if a["turnNumber"] == 3 for l in a["lines"]] == [True]'

it "is the same every time under a limit of nodes"
halma=$(awk '{printf "%s\\n", $0}' "$top/examples/halma.txt")
ask "{\"id\":\"h\",\"start\":\"$halma\",\"nodes\":3000,\"lines\":3}"
sed 's/"nps":[^,]*,"seconds":[^,]*,//' "$out" >"$temp/one"
ask "{\"id\":\"h\",\"start\":\"$halma\",\"nodes\":3000,\"lines\":3}"
sed 's/"nps":[^,]*,"seconds":[^,]*,//' "$out" >"$temp/two"
same_file "$temp/one" "$temp/two"
json 'len(d[0]["lines"]) == 3' 'len(set(l["move"] for l in d[0]["lines"])) == 3'

it "tells what it knows while it searches, if asked to"
ask "{\"id\":\"h\",\"start\":\"$halma\",\"seconds\":0.6,\"reportDuringSearchEvery\":0.001}"
json 'len(d) > 2' 'all(a["isDuringSearch"] for a in d[:-1])' 'not d[-1]["isDuringSearch"]' \
    'all(x["depth"] <= y["depth"] for x, y in zip(d, d[1:]))'

it "stops on request, and answers what it has"
{
    printf '%s\n' "{\"id\":\"long\",\"start\":\"$halma\",\"seconds\":3000}" \
        "{\"id\":\"other\",\"start\":\"$halma\",\"seconds\":3000}" \
        "{\"id\":\"late\",\"start\":\"$halma\",\"seconds\":3000}"
    sleep 0.5
    printf '%s\n' '{"id":"t","action":"terminate","terminateId":"long"}'
    sleep 0.2
    printf '%s\n' '{"id":"u","action":"terminate_all"}'
} | timeout "$patience" "$plywood" analyze --threads 1 >"$out"
same "status" 0 $?
json 'sorted(a["id"] for a in d) == ["late", "long", "other", "t", "u"]' \
    '[a for a in d if a["id"] == "long"][0]["depth"] > 0' \
    '[a.get("noResults") for a in d if a["id"] == "late"] == [True]' \
    '[a["terminateId"] for a in d if a["id"] == "t"] == ["long"]'

it "answers what is wrong with a question, and goes on"
ask 'rubbish' '[1]' '{"start":"1"}' '{"id":"a","start":"x"}' "{\"id\":\"b\",\"start\":\"$start\",\"moves\":[\"Z9\"]}" \
    "{\"id\":\"c\",\"start\":\"$start\",\"lines\":99}" "{\"id\":\"d\",\"start\":\"$start\",\"rules\":\"none\"}" \
    '{"id":"e","action":"dance"}' "{\"id\":\"f\",\"start\":\"$start\",\"analyzeTurns\":[1]}" '' \
    '{"id":"v","action":"query_version"}' "{\"id\":\"good\",\"start\":\"$start\",\"depth\":1}"
status_is 0
json 'len(d) == 11' 'sum("error" in a for a in d) == 9' \
    '[a["version"] for a in d if a.get("id") == "v"] == [1]' \
    '[a["depth"] for a in d if a.get("id") == "good"] == [1]' \
    '[a["error"] for a in d if a.get("id") == "b"] == ["move 1: expected a cell from A1 to C3, found \"Z9\""]'

it "warns of members that it does not read, in each answer, and answers all the same"
ask "{\"id\":\"w\",\"start\":\"$start\",\"depth\":1,\"second\":5,\"level\":3,\"\u202e\":[]}" \
    "{\"id\":\"n\",\"start\":\"$start\",\"depth\":1}" "{\"id\":\"e\",\"start\":\"x\",\"moove\":1}" \
    '{"id":"v","action":"query_version","also":1}'
json 'sorted([a for a in d if a["id"] == "w"][0]["warnings"]) == [n + ": not a member of a question, ignored" for n in ("\\u202e", "level", "second")]' \
    '[a["depth"] for a in d if a["id"] == "w"] == [1]' '"warnings" not in [a for a in d if a["id"] == "n"][0]' \
    'all(a["warnings"] for a in d if a["id"] in "ev")'

it "the example client gets an answer for every file"
run "$python" "$top/examples/analyze_client.py" "$plywood" "$top"/examples/*.txt
status_is 0
for game in fruit halma laser reversi; do
    grep -q "examples/$game.txt: depth .*(done)" "$out" || problem "no answer for $game"
done

finish
