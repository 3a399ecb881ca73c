"""stress.py - does the drop-in agent always answer legally and in time?

Takes positions that tests/tools/positions wrote (folder/fruit/1.txt …), gives each a time drawn
log-uniformly, and runs homework on it while another process keeps a core busy; land bidding's
positions are a conversation of one turn with reversi. What counts is CPU time, or wall time for
these and for Laser Checkmate, whose time is set by PLYWOOD_MOVE_SECONDS. Prints a
table and fails if any answer was late or illegal; those positions are kept in --keep.

tests/stress.sh builds what this needs and calls it.
"""
import argparse
import math
import os
import random
import subprocess
import sys
import time


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="folder of homework and plywood")
    parser.add_argument("--agents", help="folder of other builds of homework and reversi")
    parser.add_argument("--measure", required=True, help="the measure program")
    parser.add_argument("--positions", required=True, help="folder with a folder for each game")
    parser.add_argument("--work", required=True, help="folder to work in")
    parser.add_argument("--keep", help="folder for the positions that went wrong")
    parser.add_argument("--least", type=float, default=0.01, help="shortest time, seconds")
    parser.add_argument("--most", type=float, default=5.0, help="longest time, seconds")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies all times")
    parser.add_argument("--grace", type=float, default=0.0,
                        help="wall seconds that other processes may cost; never CPU seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet-machine", action="store_true", help="start no spinning process")
    options = parser.parse_args()
    options.agents = options.agents or options.build
    for name in ("build", "agents", "measure", "positions", "work"):  # the agent runs in another folder
        setattr(options, name, os.path.abspath(getattr(options, name)))
    return options


def spin():
    """A process that is always busy, for as long as this one lives."""
    child = os.fork()
    if child == 0:
        parent = os.getppid()
        while os.getppid() == parent:
            for _ in range(100000):
                pass
        os._exit(0)
    return child


class Game:
    def __init__(self, name):
        self.name = name
        self.pipes = name == "reversi"
        self.wall = self.pipes or name == "laser"
        self.count = self.late = self.illegal = 0
        self.shares = []

    def play(self, options, path, seconds):
        """Runs the agent on one position; returns what went wrong, or nothing."""
        work = options.work
        with open(path) as source:
            lines = source.read().splitlines()
        environment = dict(os.environ)
        environment.pop("PLYWOOD_MOVE_SECONDS", None)
        if self.wall:
            environment["PLYWOOD_MOVE_SECONDS"] = "%.6f" % seconds
        else:
            lines[2] = "%.6f" % seconds
        with open(os.path.join(work, "input.txt"), "w") as out:
            out.write("\n".join(lines) + "\n")
        answer = os.path.join(work, "output.txt")
        if os.path.exists(answer):
            os.unlink(answer)
        times = os.path.join(work, "times")
        agent = os.path.join(options.agents, "reversi" if self.pipes else "homework")
        with open(os.path.join(work, "input.txt")) as turn, \
                open(os.path.join(work, "said.txt"), "w") as said:
            subprocess.run([options.measure, times, agent], cwd=work, env=environment,
                           stdin=turn if self.pipes else None, stdout=said,
                           stderr=subprocess.DEVNULL, timeout=600)
        if self.pipes:
            with open(os.path.join(work, "said.txt")) as said, open(answer, "w") as out:
                out.write("".join(said.readlines()[1:]))  # the first line is its name
        with open(times) as source:
            cpu, wall, status = source.read().split()
        used, grace = (float(wall), options.grace) if self.wall else (float(cpu), 0)
        self.count += 1
        self.shares.append(used / seconds)
        wrong = []
        if used > seconds + grace:
            self.late += 1
            wrong.append("late: %.4f of %.4f s" % (used, seconds))
        check = subprocess.run([os.path.join(options.build, "plywood"), "check"], cwd=work,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=600)
        if int(status) != 0 or check.returncode != 0:
            self.illegal += 1
            wrong.append("status %s, %s" % (status, check.stdout.decode().strip() or "no verdict"))
        return wrong

    def row(self):
        shares = sorted(self.shares)
        return "%-8s %5d %5s %6d %8d %8.1f %% %8.1f %%" % (
            self.name, self.count, "wall" if self.wall else "CPU", self.late, self.illegal,
            100 * shares[len(shares) // 2], 100 * shares[-1])


def main():
    options = arguments()
    generator = random.Random(options.seed)
    low, high = math.log(options.least), math.log(options.most)
    spinner = None if options.quiet_machine else spin()
    began = time.monotonic()
    games = []
    try:
        for name in sorted(os.listdir(options.positions)):
            game = Game(name)
            games.append(game)
            folder = os.path.join(options.positions, name)
            for file in sorted(os.listdir(folder), key=lambda f: (len(f), f)):
                seconds = options.scale * math.exp(generator.uniform(low, high))
                if game.count % 40 == 0 and os.path.exists(os.path.join(options.work, "playdata.txt")):
                    os.unlink(os.path.join(options.work, "playdata.txt"))
                wrong = game.play(options, os.path.join(folder, file), seconds)
                for what in wrong:
                    print("%s %s: %s" % (name, file, what))
                if wrong and options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.work, "input.txt")) as source, \
                            open(os.path.join(options.keep, "%s-%s" % (name, file)), "w") as out:
                        out.write(source.read())
    finally:
        if spinner:
            os.kill(spinner, 9)
            os.waitpid(spinner, 0)
    print("%-8s %5s %5s %6s %8s %10s %10s" % ("game", "count", "clock", "late", "illegal", "median",
                                             "largest"))
    for game in games:
        print(game.row())
    print("%.0f s" % (time.monotonic() - began))
    good = sum(g.count for g in games) > 0 and not any(g.late or g.illegal for g in games)
    sys.exit(0 if good else 1)


main()
