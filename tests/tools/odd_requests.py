#!/usr/bin/env python3
"""odd_requests.py PORT [TOKEN] - requests that no browser sends, byte by byte; says what each got

Each case is a name, bytes, and the answers that are right: a status, or "closed" for no answer at
all. A connection that neither answers nor closes is a fault. Prints what is wrong, if anything.
"""
import re
import socket
import sys

port = int(sys.argv[1])
token = sys.argv[2] if len(sys.argv) > 2 else None
HOST = f"Host: 127.0.0.1:{port}\r\n"
if token:
    HOST += f"Authorization: Bearer {token}\r\n"
BODY = b'{"game":"fruit"}'
N = len(BODY)


def post(headers, body=BODY, version="1.1", target="/api/new"):
    return f"POST {target} HTTP/{version}\r\n{HOST}{headers}\r\n".encode("latin-1") + body


def get(target="/icon.svg", headers="", version="1.1", method="GET"):
    return f"{method} {target} HTTP/{version}\r\n{HOST}{headers}\r\n".encode("latin-1")


CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (N, BODY)
REFUSED = ("400", "closed")
CASES = [
    ("a call", post(f"Content-Length: {N}\r\n"), ("200",)),
    ("chunked", post("Transfer-Encoding: chunked\r\n", CHUNKED), ("200",)),
    ("length twice", post(f"Content-Length: {N}\r\nContent-Length: {N}\r\n"), ("400",)),
    ("two lengths", post(f"Content-Length: {N}\r\nContent-Length: 5\r\n"), ("400",)),
    ("a list of lengths", post(f"Content-Length: {N}, {N}\r\n"), REFUSED),
    ("rubbish behind the length", post(f"Content-Length: {N}x\r\n"), REFUSED),
    ("blank within the length", post("Content-Length: 1 6\r\n"), REFUSED),
    ("plus", post(f"Content-Length: +{N}\r\n"), REFUSED),
    ("negative", post(f"Content-Length: -{N}\r\n"), REFUSED),
    ("hexadecimal", post("Content-Length: 0x10\r\n"), REFUSED),
    ("no length", post("Content-Length: \r\n"), REFUSED),
    ("huge", post("Content-Length: 99999999999999999999999\r\n"), ("400", "413", "closed")),
    ("2^64", post("Content-Length: 18446744073709551616\r\n"), ("400", "413", "closed")),
    ("2^64 - 1", post("Content-Length: 18446744073709551615\r\n"), ("400", "413", "closed")),
    ("large", post("Content-Length: 5000000\r\n"), ("413",)),
    ("length and chunks", post(f"Content-Length: {N}\r\nTransfer-Encoding: chunked\r\n", CHUNKED), ("400",)),
    ("chunks and length", post(f"Transfer-Encoding: chunked\r\nContent-Length: {N}\r\n", CHUNKED), ("400",)),
    ("unknown encoding", post("Transfer-Encoding: cow\r\n"), ("400",)),
    ("encoding twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", CHUNKED), ("400",)),
    ("chunks of rubbish", post("Transfer-Encoding: chunked\r\n", b"zz\r\nhallo\r\n0\r\n\r\n"), REFUSED),
    ("endless chunk", post("Transfer-Encoding: chunked\r\n", b"fffffffffffffffff\r\n"), ("400", "413", "closed")),
    ("two hosts", get(headers="Host: evil.example\r\n"), ("400",)),
    ("two sites", get(headers="Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n"), ("400",)),
    ("two origins", get(headers=f"Origin: http://evil.example\r\nOrigin: http://127.0.0.1:{port}\r\n"), ("400",)),
    ("no host", b"GET /icon.svg HTTP/1.1\r\n\r\n", ("400", "401", "403")),
    ("folded line", get(headers="X-A: b\r\n c\r\n"), ("200", "400")),
    ("folded host", f"GET /api/games HTTP/1.1\r\nHost:\r\n 127.0.0.1:{port}\r\n\r\n".encode(), ("400", "401", "403")),
    ("NUL in a value", get(headers="X-A: b\0c\r\n"), ("200", "400", "closed")),  # it ends the value
    ("NUL in a name", get(headers="X\0A: b\r\n"), REFUSED),
    ("NUL in the target", get("/icon.svg\0x"), ("200", "400", "closed")),
    ("escaped NUL", get("/icon.svg%00x"), ("400",)),
    ("bare CR in a value", get(headers="X-A: b\rX-B: c\r\n"), ("200", "400", "closed")),
    ("no colon", get(headers="rubbish\r\n"), REFUSED),
    ("blank before the colon", get(headers="X-A : b\r\n"), ("400", "closed")),
    ("bare line feeds", get().replace(b"\r\n", b"\n"), ("200", "400", "closed")),
    ("whole address", get(f"http://127.0.0.1:{port}/icon.svg"), ("200",)),
    ("whole address of another", get("http://evil.example/icon.svg"), ("400",)),
    ("whole address of a longer name", get(f"http://127.0.0.1:{port}.evil.example/icon.svg"), ("400",)),
    ("asterisk", get("*", method="OPTIONS"), ("400", "405")),
    ("authority", get(f"127.0.0.1:{port}", method="CONNECT"), ("400", "405")),
    ("nothing", get(""), ("400", "404", "closed")),
    ("blank in the target", get("/icon .svg"), ("400", "404", "closed")),
    ("unknown method", get(method="BREW"), ("405",)),
    ("method in small letters", get(method="get"), ("405",)),
    ("head", get(method="HEAD"), ("200",)),
    ("trace", get(method="TRACE"), ("405",)),
    ("1.0", get(version="1.0"), ("200",)),
    ("0.9", b"GET /icon.svg\r\n\r\n", ("400", "401", "403", "closed", "505")),
    ("2.0", get(version="2.0"), ("200", "400", "505", "closed")),
    ("version of rubbish", get(version="x"), ("400", "505", "closed")),
    ("rubbish", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", ("400", "401", "403", "closed", "505")),
    ("long header", get(headers="X-A: " + "a" * 100000 + "\r\n"), ("431", "400", "413", "closed")),
    ("many headers", get(headers="X-A: b\r\n" * 10000), ("431", "400", "413", "closed")),
    ("long target", get("/" + "a" * 100000), ("414", "431", "400", "413", "closed")),
    ("expectation", post(f"Content-Length: {N}\r\nExpect: 100-continue\r\n"), ("100", "200")),
    ("expectation of much", post("Content-Length: 300000\r\nExpect: 100-continue\r\n", b""), ("413",)),
    ("guard before body", f"POST /api/new HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000\r\n\r\n".encode(), ("403", "401")),
    ("other page before body", post("Origin: http://evil.example\r\nContent-Length: 1000\r\n", b""), ("403",)),
    ("pipeline", get() + get("/api/games") + get(headers="Connection: close\r\n"), ("200 200 200",)),
    ("body, then more", post(f"Content-Length: {N}\r\n") + get(headers="Connection: close\r\n"), ("200 200",)),
]


def statuses(data):
    """Of the answers so far, each by the length that it tells."""
    found = []
    while data.startswith(b"HTTP/1."):
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            break
        found.append(head.split(b" ")[1].decode())
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        data = rest[int(length.group(1)) if length else 0:]
    return found


def ask(data, wanted):
    with socket.create_connection(("127.0.0.1", port)) as s:
        s.settimeout(60)
        got = b""
        many = len(wanted[0].split())
        try:
            s.sendall(data)
            while True:
                part = s.recv(65536)
                if not part:
                    break
                got += part
                if len([x for x in statuses(got) if x != "100"]) >= many:
                    break
        except (ConnectionResetError, BrokenPipeError):
            pass
        except socket.timeout:
            return "neither answer nor end"
        return " ".join(x for x in statuses(got) if x != "100") or "closed"


faults = 0
for name, data, wanted in CASES:
    found = ask(data, wanted)
    if found not in wanted:
        faults += 1
        print(f"{name}: expected {' or '.join(wanted)}, found {found}")
sys.exit(faults > 0)
