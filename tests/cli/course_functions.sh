#!/bin/sh
# The functions of land bidding's text, as agent.py offers them to whoever imports it.
. tests/tap.sh
patience=900 # the oracle is slow, and the machine may be busy
cd "$temp" || exit 1
agent=$temp/agent.py
cp "$top/src/games/reversi/agent.py" "$agent"

it "without its library it cannot be imported, and says why"
run "$python" -IS "$tools/course_functions.py" "$agent" 1
status_is 1
err_has "ImportError: agent.py: libreversi.so is not beside it: make builds it"

cp "$build/libreversi.so" .
run "$python" -IS "$tools/course_functions.py" "$agent" "$(rounds 100 200)"
cp out compared
it "the comparison comes to its end"
status_is 0
err_is ""
for function in get_score get_possible_moves compute_utility compute_heuristic claim_mm mm_max_node \
    mm_min_node claim_ab ab_max_node ab_min_node cached_states; do
    it "$function answers as the rules say"
    times=$(awk -v name="$function" '$1 == name { print $2 }' compared)
    demand "compared: ${times:-0}" test "${times:-0}" -ge 10
done

it "what is no board and no color is refused"
cat >refused.py <<END
import importlib.util
spec = importlib.util.spec_from_file_location("agent", "$agent")
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)
good = ((0,) * 4,) * 4
for board, color in (((), 1), (good[:3], 1), (((0,) * 3,) * 4, 1), (((7,) * 4,) * 4, 1), (good, 0), (good, 3)):
    try:
        agent.compute_utility(board, color)
        print("accepted", board, color)
    except ValueError:
        pass
END
run "$python" -IS refused.py
status_is 0
out_is ""

it "it needs nothing but the C library"
run ldd libreversi.so
demand "libraries" sh -c '! grep -Ev "vdso|libm\.so|libc\.so|ld-linux" "$1"' sh out

it "started as a program it is the agent on pipes"
cp "$build/reversi" .
run "$python" -IS "$agent"
status_is 0
out_is Plywood

finish
