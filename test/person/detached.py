"""Runs a program as a double fork leaves it, on a terminal of its own or on none: detached.py [--terminal] PROGRAM [ARGUMENT...]."""

import fcntl
import os
import pty
import sys
import termios
import time

words = sys.argv[1:]
terminal = words[0] == "--terminal"
command = words[1:] if terminal else words
master, own = pty.openpty() if terminal else (None, None)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        if terminal:
            fcntl.ioctl(own, termios.TIOCSCTTY, 0)
            for at in range(3):
                os.dup2(own, at)
        # The one between is gone by then.
        time.sleep(0.3)
        os.execvp(command[0], command)
    os._exit(0)
os.wait()
# Whoever made the terminal stays, and answers whatever is asked there.
if terminal:
    os.close(own)
    try:
        while True:
            os.read(master, 65536)
            os.write(master, b"y\n")
    except OSError:
        pass
