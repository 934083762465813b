import type { Rewrite } from '../attempt.ts'
import { base64, name, ofCommand, oneLine, plainWords, quoted } from './shape.ts'

const L = 'launchers'
const I = 'interpreters'
const literal = (text: string) => JSON.stringify(text)
/** A text that holds no quote or sign that a small language would trip over. */
const tame = (command: string) => !/['"\\$`@{}[\]\n%]/.test(command)

/** Programs that run other programs besides their own work. */
export const LAUNCHERS: readonly Rewrite[] = [
  ofCommand(L, 'rarer wrapper', (command, random) => {
    const text = quoted(command)
    return random.pick([
      `strace -o /dev/null sh -c ${text}`,
      `ionice -c 3 sh -c ${text}`,
      `setarch -R sh -c ${text}`,
      `prlimit --nofile=64 sh -c ${text}`,
      `choom -n 0 -- sh -c ${text}`,
      `ssh-agent sh -c ${text}`,
      `taskset 1 sh -c ${text}`,
      `dash -c ${text}`,
      `rbash -c ${text}`,
      `env -i HOME="$HOME" PATH="$PATH" sh -c ${text}`,
      `/usr/bin/time -p sh -c ${text}`,
    ])
  }),
  ofCommand(L, 'loader', (command) => {
    const words = plainWords(command)
    return words && `/lib64/ld-linux-x86-64.so.2 "$(type -P ${words[0]})" ${words.slice(1).join(' ')}`
  }),
  ofCommand(L, 'find for each', (command, random) => {
    const text = quoted(command)
    return random.pick([
      `find . -maxdepth 0 -execdir sh -c ${text} \\;`,
      `find README.md -exec sh -c ${text} {} +`,
      `find . -maxdepth 0 -ok sh -c ${text} \\; <<< y`,
      `find . -maxdepth 0 -print0 | xargs -0 -I@ sh -c ${text}`,
      `find . -maxdepth 0 -printf ${quoted(command.replaceAll('%', '%%').replaceAll('\\', '\\\\'))} | sh`,
    ])
  }),
  ofCommand(L, 'xargs otherwise', (command, random) => {
    const text = quoted(command)
    return random.pick([
      `xargs -a <(printf '%s\\0' ${text}) -0 -n 1 sh -c`,
      `xargs -d '\\n' -n 1 sh -c <<< ${text}`,
      `xargs -I{} -a <(echo x) sh -c ${text}`,
      `printf 'x\\n' | xargs -P 2 -n 1 sh -c ${text}`,
    ])
  }),
  ofCommand(L, 'git runs it', (command, random) => {
    const text = quoted(command)
    const shell = quoted(`sh -c ${quoted(command)} #`)
    return random.pick([
      `git rebase -q --autostash -x ${text} HEAD~1`,
      `git difftool -y -x ${shell} HEAD -- src/app.py`,
      `git grep -O${shell} hello`,
      `git -c protocol.ext.allow=always ls-remote ${quoted(`ext::sh -c ${command.replaceAll('%', '%%').replaceAll(' ', '% ')}`)}`,
      `git ls-remote --upload-pack=${shell} .`,
      `git clone -q -u ${shell} . copy-${name(random)}`,
      `git push -q --receive-pack=${shell} ../remote.git main`,
      `git -c sequence.editor=${shell} rebase --autostash -i HEAD~1`,
      `GIT_EDITOR=${shell} git commit --allow-empty`,
      `git submodule foreach ${text}; git for-each-ref --count=1 --shell --format ${quoted(command.replaceAll('%', '%%'))} | sh`,
    ])
  }),
  ofCommand(L, 'git from the environment', (command, random) => {
    const shell = quoted(`sh -c ${quoted(command)} #`)
    return random.pick([
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.st GIT_CONFIG_VALUE_0=${quoted(`!${command}`)} git st`,
      `GIT_SSH_COMMAND=${shell} git ls-remote ssh://host.example/x`,
      `GIT_EXTERNAL_DIFF=${shell} git diff`,
      `env GIT_SEQUENCE_EDITOR=${shell} git rebase -q --autostash -i HEAD~1`,
    ])
  }),
  ofCommand(L, 'ssh', (command, random) => {
    if (!oneLine(command)) return undefined
    const proxied = quoted(command.replaceAll('%', '%%'))
    return random.pick([
      `ssh -o ProxyCommand=${proxied} host.example`,
      `scp -o ProxyCommand=${proxied} README.md host.example:`,
      `ssh -o KnownHostsCommand=none -oProxyCommand=${proxied} host.example true`,
    ])
  }),
  ofCommand(L, 'copying tool', (command, random) => {
    const shell = quoted(`sh -c ${quoted(command)} #`)
    return oneLine(command)
      ? random.pick([
          `rsync -e ${quoted(`sh -c ${quoted(command)}`)} host.example:x .`,
          `tar cf /dev/null -I ${quoted(`sh -c ${quoted(command)}`)} README.md`,
          `tar cf - README.md | tar xf - --to-command=${quoted(command)}`,
          `zip -q out-${name(random)}.zip README.md -T -TT ${shell}`,
          `tar cf out-${name(random)}.tar --use-compress-program=${quoted(`sh -c ${quoted(command)}`)} README.md`,
          `tar cf /dev/null README.md --checkpoint=1 --checkpoint-action exec=${quoted(command)}`,
        ])
      : undefined
  }),
  ofCommand(L, 'pager', (command, random) =>
    random.pick([
      `LESSOPEN=${quoted(`|sh -c ${quoted(command)} - %s`)} less README.md`,
      `BROWSER=${quoted(`sh -c ${quoted(command)} #%s`)} python3 -m webbrowser http://host.example`,
    ]),
  ),
  ofCommand(L, 'debugger', (command, random) =>
    oneLine(command)
      ? random.pick([
          `gdb -nx -batch -ex ${quoted(`shell ${command}`)}`,
          `gdb -nx -batch -ex ${quoted(`!${command}`)}`,
          `gdb -nx -batch -ex ${quoted(`pipe help | ${command}`)}`,
          `gdb -nx -batch -ex ${quoted(`python import os; os.system(${literal(command)})`)}`,
        ])
      : undefined,
  ),
  ofCommand(L, 'make otherwise', (command, random) => {
    if (/[\n$#]/.test(command)) return undefined
    return random.pick([
      `make -s --eval=${quoted(`x:;${command}`)} x`,
      `make -s -f <(printf 'all:\\n\\t%s\\n' ${quoted(command)})`,
      `printf 'x := $(shell %s >&2)\\nall:\\n' ${quoted(command.replaceAll('%', '%%'))} | make -s -f -`,
      `make -s ${quoted(`SHELL=/bin/sh`)} ${quoted(`.SHELLFLAGS=-c ${quoted(command)}`)} build`,
      `printf 'define run\\n%s\\nendef\\nall:\\n\\t$(run)\\n' ${quoted(command)} | make -s -f /dev/stdin`,
      `printf '%%:\\n\\t%s\\n' ${quoted(command)} | make -s -f - anything`,
      `MAKEFLAGS=${quoted(`--eval=x:;${command.replaceAll(' ', '\\ ')}`)} make -s x`,
      `printf '.RECIPEPREFIX = >\\nall:\\n>%s\\n' ${quoted(command)} | make -s -f -`,
    ])
  }),
  ofCommand(L, 'compiler', (command, random) => {
    const words = plainWords(command)
    return words && !command.includes(',')
      ? random.pick([
          `gcc -wrapper sh,-c,${quoted(command)} -c -x c /dev/null -o /dev/null`,
          `echo ${quoted(`#include <stdlib.h>\nint main(void) { return system(${literal(command)}); }`)} | gcc -x c - -o built-${name(random)} && ./built-*`,
        ])
      : undefined
  }),
]

/** Interpreters once more, by their less trodden paths. */
export const MORE_INTERPRETERS: readonly Rewrite[] = [
  ofCommand(I, 'python otherwise', (command, random) => {
    const text = literal(command)
    const code = random.pick([
      `import pty; pty.spawn(["sh", "-c", ${text}])`,
      `import os; os.execvp("sh", ["sh", "-c", ${text}])`,
      `import ctypes; ctypes.CDLL(None).system(${text}.encode())`,
      `exec(compile(${literal(`import os\nos.system(${text})`)}, "x", "exec"))`,
      `import importlib; importlib.import_module("o" + "s").system(${text})`,
      `import asyncio; asyncio.run((lambda: asyncio.create_subprocess_shell(${text}))())`,
      `import pickle; pickle.loads(b"cos\\nsystem\\n(V" + ${text}.encode("unicode_escape") + b"\\ntR.")`,
      `import builtins as b; getattr(b, "ev" + "al")(${literal(`__import__("os").system(${text})`)})`,
      `from os import system as s; [s(c) for c in [${text}]]`,
      `import subprocess; subprocess.Popen(${text}, shell=True).wait()`,
      `import sys; sys.modules["os"].system(${text})`,
      `import functools, os; functools.partial(os.system, ${text})()`,
      `import threading, os; t = threading.Thread(target=os.system, args=(${text},)); t.start(); t.join()`,
      `import atexit, os; atexit.register(os.system, ${text})`,
      `import os\nclass A:\n  def __del__(s): os.system(${text})\nA()`,
      `import signal, os; signal.signal(10, lambda *a: os.system(${text})); os.kill(os.getpid(), 10)`,
    ])
    return random.pick([
      `python3 -c ${quoted(code)}`,
      `echo ${quoted(code)} | python3`,
      `python3 <(echo ${quoted(code)})`,
    ])
  }),
  ofCommand(I, 'python module', (command, random) => {
    const text = literal(command)
    return random.pick([
      `python3 -m timeit -n 1 -r 1 -s 'import os' ${quoted(`os.system(${text})`)}`,
      `PYTHONBREAKPOINT=os.system python3 -c ${quoted(`breakpoint(${text})`)}`,
      `PYTHONSTARTUP=<(echo ${quoted(`import os; os.system(${text})`)}) python3 -i < /dev/null`,
      `echo ${quoted(`!import os; os.system(${text})\nq`)} | python3 -m pdb src/app.py`,
      `python3 -m code <<< ${quoted(`import os; os.system(${text})`)}`,
      `python3 -m pdb -c ${quoted(`!import os; os.system(${text})`)} -c q src/app.py`,
    ])
  }),
  ofCommand(I, 'node otherwise', (command, random) => {
    const run = `require("child_process").execSync(${literal(command)}, {stdio: "inherit"})`
    const load = `import("node:child_process").then((c) => c.execSync(${literal(command)}, {stdio: "inherit"}))`
    return random.pick([
      `node -p ${quoted(`eval(atob("${base64(run)}"))`)}`,
      `node -e ${quoted(`new Function("require", ${literal(run)})(require)`)}`,
      `node --import ${quoted(`data:text/javascript,${encodeURIComponent(load)}`)} -e 0`,
      `NODE_OPTIONS=${quoted(`--import=data:text/javascript,${encodeURIComponent(load)}`)} node -e 0`,
      `node --input-type=module -e ${quoted(load)}`,
      `echo ${quoted(run)} | node`,
      `node -e ${quoted(`require("vm").runInNewContext(${literal(run)}, {require})`)}`,
      `node -e ${quoted(`setTimeout(${literal('0')} && (() => ${run}), 1)`)}`,
      `node -e ${quoted(`const {spawnSync: s} = require("child_process"); s("sh", ["-c", ${literal(command)}], {stdio: "inherit"})`)}`,
    ])
  }),
  ofCommand(I, 'perl otherwise', (command, random) => {
    if (/[@$\\]/.test(command)) return undefined
    const text = literal(command)
    return random.pick([
      `perl -ne 'system $_' <<< ${quoted(command)}`,
      `perl -e ${quoted(`eval unpack("u", pack("u", ${literal(`system(${text})`)}))`)}`,
      `PERL5DB=${quoted(`BEGIN { system(${text}) }`)} perl -d /dev/null`,
      `perl -e ${quoted(`open(F, "-|", "sh", "-c", ${text}); print <F>`)}`,
      `perl -e ${quoted(`open(F, ${literal(`${command} |`)}); print <F>`)}`,
      `perl -E ${quoted(`say qx(${command})`)}`,
      `perl -MPOSIX -e ${quoted(`POSIX::system(${text})`)}`,
      `echo ${quoted(`system(${text})`)} | perl`,
      `perl ${quoted(`-Mstrict;system(${text})`)} -e 1`,
      `perl -e ${quoted(`"x" =~ m#(?{ system(${text}) })#`)}`,
      `perl -pe ${quoted(`BEGIN { exec "sh", "-c", ${text} }`)} README.md`,
    ])
  }),
  ofCommand(I, 'awk otherwise', (command, random) => {
    const text = literal(command)
    return random.pick([
      `awk ${quoted(`BEGIN { while ((${text} | getline line) > 0) print line }`)}`,
      `awk ${quoted(`BEGIN { print ${text} | "sh" }`)}`,
      `awk -f <(echo ${quoted(`BEGIN { system(${text}) }`)})`,
      `echo x | awk ${quoted(`{ system(${text}) }`)}`,
      `awk -v c=${quoted(command)} 'BEGIN { system(c) }'`,
      `echo ${quoted(command)} | awk '{ system($0) }'`,
    ])
  }),
  ofCommand(I, 'sed otherwise', (command, random) =>
    oneLine(command)
      ? random.pick([
          `echo ${quoted(command)} | sed 's/^//e'`,
          `echo ${quoted(command)} | sed -n '1e'`,
          `echo x | sed -f <(echo ${quoted(`1e ${command}`)})`,
          `echo x | sed -e p -e ${quoted(`$e ${command}`)}`,
          `sed -n ${quoted(`1{e ${command}\n}`)} README.md`,
        ])
      : undefined,
  ),
  ofCommand(I, 'vim otherwise', (command, random) => {
    if (!oneLine(command) || /[|%#!"]/.test(command)) return undefined
    return random.pick([
      `vim -es -u NONE +${quoted(`!${command}`)} +qa!`,
      `vim -es -u NONE -c ${quoted(`call system(${quoted(command).replaceAll(`'\\''`, "''")})`)} -c qa!`,
      `printf '%s\\n' ${quoted(`!${command}`)} 'q!' | ex -s -u NONE`,
      `vim -es -u <(echo ${quoted(`!${command}`)}) -c qa!`,
      `vim -es -u NONE -S <(echo ${quoted(`!${command}`)}) -c qa!`,
      `vim -es -u NONE -c ${quoted(`r !${command}`)} -c qa!`,
    ])
  }),
  ofCommand(I, 'sqlite otherwise', (command, random) =>
    tame(command)
      ? random.pick([
          `echo ${quoted(`.shell ${command}`)} | sqlite3`,
          `sqlite3 :memory: ${quoted(`.once "|${command}"`)} 'select 1'`,
          `sqlite3 :memory: ${quoted(`.import "|${command}" t`)}`,
          `sqlite3 -init <(echo ${quoted(`.system ${command}`)}) :memory: 'select 1'`,
          `sqlite3 -cmd ${quoted(`.shell ${command}`)} :memory: 'select 1'`,
          `sqlite3 :memory: ${quoted(`.sh ${command}`)}`,
          `sqlite3 :memory: ${quoted(`.output "|${command}"`)} 'select 1'`,
          `sqlite3 :memory: ${quoted(`.read "|${command}"`)}`,
        ])
      : undefined,
  ),
  ofCommand(I, 'ed otherwise', (command, random) =>
    oneLine(command) && !command.includes('%')
      ? random.pick([
          `printf '%s\\n' ${quoted(`r !${command}`)} Q | ed -s`,
          `ed -s <<< ${quoted(`!${command}`)}`,
          `printf 'a\\nx\\n.\\nw !%s\\nQ\\n' ${quoted(command)} | ed -s`,
        ])
      : undefined,
  ),
  ofCommand(I, 'tcl', (command, random) =>
    /[\n{}]/.test(command) || command.includes('\\')
      ? undefined
      : random.pick([
          `echo ${quoted(`puts [exec sh -c {${command}}]`)} | tclsh`,
          `tclsh <(echo ${quoted(`puts [exec sh -c {${command}}]`)})`,
          `tclsh <<< ${quoted(`set f [open {| sh -c {${command}}}]; puts [read $f]`)}`,
        ]),
  ),
]
