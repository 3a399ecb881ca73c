"""Land-bidding agent: replaces itself by Plywood's program, found beside this file or in build/."""
import os
here = os.path.dirname(os.path.abspath(__file__))
places = [os.path.join(here, p) for p in ("reversi", "../build/reversi")]
program = next((p for p in places if os.access(p, os.X_OK)), places[0])
os.execv(program, [program])
