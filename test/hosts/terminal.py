"""Runs a program on a pseudo-terminal of its own: terminal.py ROWS COLUMNS PROGRAM [ARGUMENT...].

What the terminal shows goes to stdout, what comes on stdin is typed. When stdin ends the terminal hangs up.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

rows, columns, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    # The size is set before the program looks.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)

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
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
