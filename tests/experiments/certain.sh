#!/bin/sh
# Kind: statistics
# Is what a tournament publishes true, and what does it cost? And do the intervals of ratings hold?
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=1200

# row WORD=VALUE…: the simulation must not complain
row() {
    run "$built_tools/certainty" seed=11 "$@"
    sed 's/^/# /' "$temp/out"
    status_is 0
}

it "strengths with a spread of 200 and 400 Elo: hardly ever wrong; the top five at a limited cost"
row classes=500 top=5 batch=100 demand_games=30000 demand_strict=2.6
row classes=500 top=5 batch=100 spread=400 demand_games=18000 demand_strict=3.5

it "all places at a limited cost"
row classes=40 batch=300 demand_games=135000
row classes=40 batch=300 spread=400 demand_games=95000

it "all agents equal, looked at after every round; ten triplets of equals"
row classes=500 world=equal batch=15 most=20000
row classes=500 world=triplets batch=100 top=5

it "worlds on which nothing was tuned"
row classes=150 agents=12 spread=300 top=5 batch=50
row classes=150 agents=12 spread=100 seat=0 draws=0.3 model=rao top=5 batch=50
row classes=30 agents=60 spread=300 seat=500 draws=0.3 model=davidson top=5 batch=200

it "a round robin of 11 games among 30 shows hardly anything and misorders several neighbours"
row until=robin

it "intervals of ratings miss the truth in about 5 %"
run "$built_tools/rating" 300
sed 's/^/# /' "$temp/out"
status_is 0

finish
