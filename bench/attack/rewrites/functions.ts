import type { Rewrite } from '../attempt.ts'
import { name, ofCommand, plainWords, quoted } from './shape.ts'

const F = 'functions'
const A = 'aliases'
const H = 'heredocs'

export const FUNCTIONS: readonly Rewrite[] = [
  ofCommand(F, 'function', (command, random) => {
    const called = name(random)
    return random.pick([`${called}() { ${command}\n}; ${called}`, `function ${called} { ${command}\n}\n${called}`])
  }),
  ofCommand(F, 'function with arguments', (command, random) => {
    const words = plainWords(command)
    const called = name(random)
    return words && `${called}() { "$@"; }; ${called} ${command}`
  }),
  ofCommand(F, 'shadowed program', (command, random) => {
    const shadow = random.pick(['ls', 'echo', 'cat', 'true', 'pwd'])
    return `${shadow}() { unset -f ${shadow}; ${command}\n}; ${shadow}`
  }),
  ofCommand(
    F,
    'trap',
    (command, random) =>
      `trap ${quoted(command)} ${random.pick(['EXIT', '0', 'DEBUG', 'ERR'])}; ${random.pick(['false', 'ls /nowhere'])}`,
  ),
  ofCommand(F, 'exported function', (command, random) => {
    const called = name(random)
    return `${called}() { ${command}\n}; export -f ${called}; bash -c ${called}`
  }),
  ofCommand(A, 'alias', (command, random) => {
    const called = random.pick(['ls', 'build', name(random)])
    return `shopt -s expand_aliases\nalias ${called}=${quoted(command)}\n${called}`
  }),
  ofCommand(A, 'remembered path', (command, random) => {
    const words = plainWords(command)
    const called = name(random)
    return words && `hash -p "$(type -P ${words[0]})" ${called}; ${called} ${words.slice(1).join(' ')}`
  }),
  ofCommand(H, 'heredoc to a shell', (command, random) => {
    const end = `END_${name(random)}`
    return `${random.pick(['bash', 'sh', 'bash -s', 'sh /dev/stdin'])} <<'${end}'\n${command}\n${end}`
  }),
  ofCommand(H, 'heredoc through a pipe', (command) => `cat <<'DONE' | sh\n${command}\nDONE`),
  ofCommand(H, 'here string', (command, random) => `${random.pick(['bash', 'sh'])} <<< ${quoted(command)}`),
  ofCommand(H, 'heredoc in a substitution', (command) => `eval "$(cat <<'DONE'\n${command}\nDONE\n)"`),
  ofCommand(
    H,
    'heredoc to python',
    (command) => `python3 - <<'DONE'\nimport os\nos.system(${JSON.stringify(command)})\nDONE`,
  ),
]
