import { EXPOSE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'

const REVERSE_SHELL = /(?:bash|sh)\s+-i\s*[>&]+\s*\/dev\/(?:tcp|udp)\/|\bnc(?:at)?\s+(?:-\w+\s+)*-e\s+\/bin\//
const PROSE_FILE =
  /\.(?:md|mdx|txt|rst|adoc|log|csv|html?)$|\/(?:tests?|__tests__|fixtures|testdata|specs?)\/|\.(?:test|spec)\.[a-z]+$/i

export const category: Category = {
  id: 'rce-surface',
  title: 'Remote code execution surfaces',
  summary: 'Opens a way for someone else to run commands here: reverse shells, bind shells, web shells.',
  hard: false,
  policy: `Blocked: reverse and bind shells in any language, listeners that hand input to a shell, code that passes request data to a
command or an evaluator, remote debuggers open to the network.
Not blocked: documentation and tests that mention them, servers that do not execute input, debuggers bound to this machine.`,
  clears: 'The user asked for exactly this shell or endpoint and named where it listens or connects to.',
  ...detector('rce-surface', ['listen', 'write-path'], (effect) => {
    if (
      effect.kind === 'listen' &&
      (effect.reach === 'reverse-shell' || (effect.executes && effect.reach !== 'loopback'))
    )
      return {
        acts: [...EXPOSE_WORDS, 'create', 'write', 'connect'],
        nouns: [['reverse shell', 'bind shell', 'web shell', 'webshell', 'remote shell', 'debugger', 'inspector']],
      }
    if (effect.kind !== 'write-path' || effect.content === undefined) return undefined
    const { content, path } = effect
    if (PROSE_FILE.test(path.real ?? path.text)) return undefined
    if (!REVERSE_SHELL.test(content)) return undefined
    return {
      aspect: { concern: 'web-shell' },
      acts: ['create', 'write', 'add', 'build', 'make'],
      nouns: [['reverse shell', 'web shell', 'webshell', 'remote shell', 'command execution']],
    }
  }),
}
