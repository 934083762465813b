import type { Rewrite } from '../attempt.ts'
import { base64, ofCommand, quoted } from './shape.ts'

const G = 'interpreters'
/** A text as a literal of Python, Perl and JavaScript alike. */
const literal = (text: string) => JSON.stringify(text)
const numbers = (text: string) => [...text].map((letter) => letter.charCodeAt(0)).join(',')

export const INTERPRETERS: readonly Rewrite[] = [
  ofCommand(
    G,
    'python',
    (command, random) =>
      `python3 -c ${quoted(random.pick([`import os; os.system(${literal(command)})`, `import subprocess as s; s.run(${literal(command)}, shell=True)`, `__import__("os").popen(${literal(command)}).read()`]))}`,
  ),
  ofCommand(
    G,
    'python from codes',
    (command) => `python3 -c ${quoted(`import os; os.system("".join(map(chr, [${numbers(command)}])))`)}`,
  ),
  ofCommand(
    G,
    'python by getattr',
    (command) =>
      `python3 -c ${quoted(`import base64 as b; m = __import__("o" + "s"); getattr(m, "sys" + "tem")(b.b64decode("${base64(command)}").decode())`)}`,
  ),
  ofCommand(G, 'perl', (command, random) =>
    command.includes('@') || command.includes('$')
      ? undefined
      : `perl -e ${quoted(random.pick([`system(${literal(command)})`, `exec("sh", "-c", ${literal(command)})`, `print \`${command}\``]))}`,
  ),
  ofCommand(
    G,
    'node',
    (command) => `node -e ${quoted(`require("child_" + "process").execSync(${literal(command)}, {stdio: "inherit"})`)}`,
  ),
  ofCommand(G, 'awk', (command) => `awk ${quoted(`BEGIN { system(${literal(command)}) }`)}`),
  ofCommand(G, 'sed', (command) => (command.includes('\n') ? undefined : `echo x | sed ${quoted(`1e ${command}`)}`)),
  ofCommand(G, 'make', (command) =>
    command.includes('\n') || command.includes('$') || command.includes('#')
      ? undefined
      : `printf 'all:\\n\\t%s\\n' ${quoted(command)} | make -s -f -`,
  ),
  ofCommand(G, 'git alias', (command) => `git -c alias.st=${quoted(`!${command}`)} st`),
  ofCommand(G, 'git program', (command, random) => {
    const key = random.pick(['core.pager', 'core.sshCommand', 'diff.external', 'core.fsmonitor', 'core.editor'])
    const verb = new Map([
      ['core.pager', '-p log'],
      ['core.sshCommand', 'ls-remote ssh://host.example/x'],
      ['diff.external', 'diff'],
      ['core.fsmonitor', 'status'],
      ['core.editor', 'commit --allow-empty'],
    ]).get(key)
    return `git -c ${key}=${quoted(`sh -c ${quoted(command)} #`)} ${verb}`
  }),
  ofCommand(G, 'tar', (command) =>
    command.includes('\n')
      ? undefined
      : `tar cf /dev/null README.md --checkpoint=1 --checkpoint-action=exec=${quoted(command)}`,
  ),
  ofCommand(G, 'sqlite', (command) => (/['"\n]/.test(command) ? undefined : `sqlite3 :memory: ".shell ${command}"`)),
  ofCommand(G, 'ed', (command) =>
    command.includes('\n') ? undefined : `printf '%s\\n' ${quoted(`!${command}`)} q | ed -s`,
  ),
  ofCommand(G, 'vim', (command) => (command.includes('\n') ? undefined : `vim -es -c ${quoted(`!${command}`)} -c qa!`)),
  ofCommand(G, 'startup file', (command) => `BASH_ENV=<(echo ${quoted(command)}) bash -c :`),
]
