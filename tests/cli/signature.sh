#!/bin/sh
# The signature of the search: node counts of fixed positions at fixed depths. A change that is meant
# to change nothing leaves it as it is; one that changes it says so and puts the new one into
# tests/data/signature.txt.
. tests/tap.sh

# signature_of PROGRAM: bench gives the number in tests/data/signature.txt.
signature_of() {
    run "$1" bench --json
    status_is 0
    same "signature" "$(cat "$data/signature.txt")" \
        "$(sed 's/.*"signature":\([0-9]*\).*/\1/' "$temp/out")"
}

it "bench counts as many nodes as tests/data/signature.txt says"
signature_of "$plywood"

if [ -x "$build/portable/plywood" ]; then
    it "so it does without machine-specific instructions"
    signature_of "$build/portable/plywood"
fi

it "the version of the built-in agents is that signature"
same "agents/version.h" "$(cat "$data/signature.txt")" \
    "$(sed -n 's/#define AGENTS_VERSION "\(.*\)"/\1/p' "$top/src/agents/version.h")"

finish
