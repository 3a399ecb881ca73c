#!/usr/bin/env python3
"""latency.py PORT START SEARCHES ROUNDS - how soon the server answers, idle and while it searches

START is the text of a position file. Prints lines "WHAT LOAD MEDIAN P95 WORST", in milliseconds,
and "LOAD lines N": how many lines the searches have told.
"""
import http.client
import json
import selectors
import socket
import subprocess
import sys
import time

port, start, searches, rounds = int(sys.argv[1]), open(sys.argv[2]).read(), int(sys.argv[3]), int(sys.argv[4])
body = json.dumps({"start": start})
ASKED = [("page", "GET", "/", None), ("file", "GET", "/style.css", None), ("call", "POST", "/api/position", body)]


def search():
    """In a process of its own, so that reading the searches' lines delays no question."""
    selector = selectors.DefaultSelector()
    for _ in range(searches):
        connection = socket.create_connection(("127.0.0.1", port))
        head = f"POST /api/analyze HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall((head + body).encode())
        selector.register(connection, selectors.EVENT_READ)
    told = 0
    while selector.get_map():
        for key, _ in selector.select():
            part = key.fileobj.recv(1 << 16)
            told += part.count(b'"depth"')
            if not part:
                selector.unregister(key.fileobj)
        if select_input():
            break
    print(told)


def select_input():
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin, selectors.EVENT_READ)
    return bool(waiting.select(0))


def measure(load):
    for what, method, path, text in ASKED:
        times = []
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for _ in range(rounds):
            began = time.monotonic()
            connection.request(method, path, text)
            if connection.sock:
                connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            answer = connection.getresponse()
            answer.read()
            times.append(1000 * (time.monotonic() - began))
            if answer.status != 200:
                sys.exit(f"{path} got {answer.status}")
            time.sleep(0.005)
        connection.close()
        times.sort()
        print(f"{what} {load} {times[len(times) // 2]:.1f} {times[int(len(times) * 0.95)]:.1f} {times[-1]:.1f}")


if len(sys.argv) > 5:
    search()
    sys.exit()
measure("idle")
searching = subprocess.Popen([sys.executable, *sys.argv, "search"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
time.sleep(2)
measure("busy")
told, _ = searching.communicate(b"end\n")
print(f"busy lines {int(told)}")
