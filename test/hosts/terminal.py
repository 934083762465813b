"""Runs a program on a pseudo-terminal of its own: terminal.py [--login] ROWS COLUMNS PROGRAM [ARGUMENT...].

What the terminal shows goes to stdout, what comes on stdin is typed. When stdin ends the terminal hangs up.

With --login the program runs below a login on that terminal, as a person's does on the console: nothing but the first process of the
machine stands above it. That takes root.
"""

import fcntl
import os
import pty
import select
import shlex
import struct
import sys
import tempfile
import termios

words = sys.argv[1:]
login = words[0] == "--login"
rows, columns, *command = words[1:] if login else words
BEGINS = "irongate-test-begins"
size = struct.pack("HHHH", int(rows), int(columns), 0, 0)


def start():
    child, terminal = pty.fork()
    if child == 0:
        # The size is set before the program looks.
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execvp(command[0], command)
    return terminal, lambda: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def log_in():
    folder = tempfile.mkdtemp()
    script, ended = os.path.join(folder, "run"), os.path.join(folder, "ended")
    variables = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in os.environ.items())
    with open(script, "w") as file:
        file.write(f"printf {BEGINS[:4]}%s {BEGINS[4:]}\n{variables}cd {shlex.quote(os.getcwd())}\n{shlex.join(command)}\necho $? > {ended}\n")
    terminal, own = pty.openpty()
    fcntl.ioctl(own, termios.TIOCSWINSZ, size)
    if os.fork() == 0:
        if os.fork() != 0:
            os._exit(0)
        os.setsid()
        fcntl.ioctl(own, termios.TIOCSCTTY, 0)
        for at in range(3):
            os.dup2(own, at)
        os.execv("/usr/bin/login", ["login", "-p", "-f", "root"])
    os.wait()
    os.close(own)
    # The shell that greets is the one that listens.
    while select.select([terminal], [], [], 1)[0]:
        os.read(terminal, 65536)
    os.write(terminal, f"exec /bin/sh {script}\n".encode())
    # What the shell says before is none of the program's.
    shown = b""
    while BEGINS.encode() not in shown:
        shown += os.read(terminal, 1)

    def status():
        try:
            with open(ended) as file:
                return int(file.read())
        except (OSError, ValueError):
            return 255

    return terminal, status


terminal, status = log_in() if login else start()
inputs = [0, terminal]
while terminal in inputs:
    ready, _, _ = select.select(inputs, [], [])
    if terminal in ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            data = b""
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if not data:
            break
        os.write(terminal, data)

os.close(terminal)
sys.exit(status() & 255)
