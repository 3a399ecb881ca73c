"""complete.py SHELL TYPED EXPECTED... - types into a shell on a pseudo-terminal, presses Tab, and
demands that each of the expected words appears on the screen. SHELL: bash, zsh or fish, with its
completions loaded the way a user's are. What stands in COMPLETE_FIRST is typed first.
"""
import fcntl, os, pty, re, select, struct, sys, termios, time

shells = {
    # what starts the shell, and what it has to read first
    "bash": (["bash", "--norc", "-i"], ". /usr/share/bash-completion/bash_completion"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit && compinit -u -D"),
    "fish": (["fish", "-i"], ""),
}
PATIENCE = 60  # seconds, for a machine that is busy
AGAIN = 3  # after these seconds Tab is pressed once more: some list what fits at the second one


def main():
    shell, typed, expected = sys.argv[1], sys.argv[2], sys.argv[3:]
    command, first = shells[shell]
    first = "\n".join(line for line in (first, os.environ.get("COMPLETE_FIRST", "")) if line)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", PS1="ready> ", HOME="/tmp")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 160, 0, 0))
    seen = ""

    def read_until(done, patience=PATIENCE):
        nonlocal seen
        end = time.monotonic() + patience
        while not done() and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    bytes_ = os.read(terminal, 65536)
                except OSError:
                    return False
                if b"\x1b[c" in bytes_ or b"\x1b[0c" in bytes_:
                    os.write(terminal, b"\x1b[?62c")  # what kind of terminal this is
                seen += bytes_.decode("utf-8", "replace")
        return done()

    def plain():
        return re.sub(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(\x07|\x1b\\)|[=>()].?)", "", seen)

    # a word that the command itself does not have, so that its echo is not taken for its output
    os.write(terminal, (first + "\n" if first else "").encode() + b"echo rea''dy-now\n")
    read_until(lambda: "\nready-now" in plain().replace("\r", "\n"))
    seen = ""
    os.write(terminal, typed.encode() + b"\t")
    found = read_until(lambda: all(word in plain() for word in expected), AGAIN)
    if not found:
        os.write(terminal, b"\t")
        found = read_until(lambda: all(word in plain() for word in expected))
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    if not found:
        print("%s: \"%s\" and Tab: expected %s, found %r" % (shell, typed, expected, plain()[-600:]))
    return 0 if found else 1


sys.exit(main())
