"""analyze_client.py PLYWOOD FILE… - asks plywood analyze about position files, all at once.

Shows how a program talks to the engine (docs/analyze.md): questions go in as lines of JSON, answers
come back in any order and are told apart by their ids.
"""
import json
import subprocess
import sys


def ask(engine, question):
    engine.stdin.write(json.dumps(question) + "\n")
    engine.stdin.flush()


def show(answer):
    if "error" in answer:
        print("%s: %s" % (answer.get("id", "?"), answer["error"]))
        return
    mark = "..." if answer["isDuringSearch"] else "done"
    for line in answer.get("lines", []):
        value = "?" if line["value"] is None else "%+.1f" % line["value"]
        print("%s: depth %d, %s%s: %s  (%s)" % (answer["id"], answer["depth"], value,
                                              " proven" if line["proven"] else "",
                                              " ".join(line["line"][:8]), mark))


def main():
    plywood, files = sys.argv[1], sys.argv[2:]
    engine = subprocess.Popen([plywood, "analyze"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True)
    for name in files:
        with open(name) as file:
            ask(engine, {"id": name, "start": file.read(), "lines": 3, "seconds": 1,
                         "reportDuringSearchEvery": 0.25})
    open_questions = set(files)
    while open_questions:
        answer = json.loads(engine.stdout.readline())
        show(answer)
        if not answer.get("isDuringSearch"):
            open_questions.discard(answer.get("id"))
    engine.stdin.close()
    engine.wait()


main()
