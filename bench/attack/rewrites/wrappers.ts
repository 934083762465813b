import type { Rewrite } from '../attempt.ts'
import { ofCommand, plainWords, quoted } from './shape.ts'

const G = 'wrappers'
const plain = (name: string, prefix: string) =>
  ofCommand(G, name, (command) => (/^[A-Za-z./$'"\\]/.test(command) ? `${prefix} ${command}` : undefined))
const shell = (name: string, make: (text: string) => string) => ofCommand(G, name, (command) => make(quoted(command)))

export const WRAPPERS: readonly Rewrite[] = [
  plain('env', 'env X=1'),
  plain('command', 'command'),
  plain('nohup', 'nohup'),
  plain('timeout', 'timeout -k 1 20'),
  plain('nice', 'nice -n 5'),
  plain('exec', 'exec'),
  plain('stdbuf', 'stdbuf -o0'),
  shell('sh -c', (text) => `sh -c ${text}`),
  shell('bash -c', (text) => `/bin/bash -e -u -c ${text}`),
  shell('eval', (text) => `eval ${text}`),
  shell('setsid', (text) => `setsid -w sh -c ${text}`),
  shell('flock', (text) => `flock .lock -c ${text}`),
  shell('script -c', (text) => `script -qec ${text} /dev/null`),
  shell('find -exec', (text) => `find . -maxdepth 0 -exec sh -c ${text} \\;`),
  shell('xargs', (text) => `echo x | xargs -I@ sh -c ${text}`),
  ofCommand(G, 'xargs words', (command) => {
    const words = plainWords(command)
    return words && words.length > 1 ? `echo ${words.slice(1).join(' ')} | xargs ${words[0]}` : undefined
  }),
  ofCommand(G, 'env -S', (command) => (plainWords(command) ? `env -S ${quoted(command)}` : undefined)),
  ofCommand(G, 'subshell', (command, random) => random.pick([`( ${command} )`, `{ ${command}\n}`])),
  ofCommand(G, 'background', (command) => `${command} & wait`),
  ofCommand(G, 'branch', (command, random) =>
    random.pick([`if true; then ${command}\nfi`, `false || ${command}`, `case x in x) ${command}\n;; esac`]),
  ),
  ofCommand(G, 'loop', (command, random) =>
    random.pick([
      `for i in 1; do ${command}\ndone`,
      `while :; do ${command}\nbreak; done`,
      `until ${command}\ndo :; break; done`,
    ]),
  ),
  ofCommand(
    G,
    'behind harmless work',
    (command, random) =>
      `${Array.from({ length: 1 + random.below(40) }, (_, at) => `echo "step ${at}"`).join(random.pick(['; ', ' && ', '\n']))}\n${command}`,
  ),
]
