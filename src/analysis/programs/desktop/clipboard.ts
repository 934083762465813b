import { programName } from '../../base-name.ts'
import type { Command } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { sourcesOf, stdinSources, stdinText, value, writes } from '../files/touching.ts'
import type { Program, Scribe } from '../program.ts'
import { weakest } from '../standing.ts'

/** Does this call read the clipboard rather than fill it? */
function readsClipboard(command: Command): boolean {
  const words = command.args.map((word) => word.known)
  switch (programName(command.name ?? '')) {
    case 'pbpaste':
    case 'wl-paste':
    case 'termux-clipboard-get':
      return true
    case 'xclip':
      return words.some((word) => /^-o(?:ut)?$/.test(word))
    case 'xsel':
      return (
        words.some((word) => /^(?:-\w*o\w*|--output)$/.test(word)) ||
        (command.stdin.kind === 'inherited' &&
          !words.some((word) => /^(?:-\w*[iack]\w*|--(?:input|append|clear|keep))$/.test(word)))
      )
    default:
      return false
  }
}

/** What was put there may be a secret; whoever reads the clipboard next has it. */
function fills(command: Command, scribe: Scribe): void {
  const secret = stdinSources(command).find(
    (source) => ('secret' in source && source.secret) || source.kind === 'secret-store',
  )
  if (secret) scribe.effect({ kind: 'expose-secret', source: secret, sink: 'clipboard' })
}

const clipboard: Program = {
  names: 'xclip xsel wl-copy wl-paste pbcopy pbpaste clip clip.exe termux-clipboard-get termux-clipboard-set cb'.split(
    ' ',
  ),
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    if (readsClipboard(command)) {
      const at = command.args.findIndex((word) => /^(?:-w|--watch)$/.test(word.known))
      const inner = at < 0 ? [] : command.args.slice(at + 1)
      scribe.effect({
        kind: 'observe',
        what: 'clipboard',
        certainty: command.stdout === 'terminal' ? 'likely' : 'certain',
      })
      return inner.length > 0 ? weakest('plain', scribe.runs(inner, 'wl-paste --watch')) : 'plain'
    }
    fills(command, scribe)
    return 'plain'
  },
  output: (command, scribe) => {
    if (readsClipboard(command)) return value(undefined, [{ kind: 'clipboard' }])
    const filter = command.args.some((word) => /^-f(?:ilter)?$/.test(word.known))
    return filter ? value(stdinText(command), sourcesOf([], command, scribe)) : value('', [])
  },
}

/** Clipboard managers that show or keep what was copied. */
const managers: Program = {
  names: ['copyq', 'clipman', 'gpaste-client', 'cliphist', 'parcellite', 'clipse'],
  read: (command, scribe) => {
    scribe.effect({ kind: 'observe', what: 'clipboard', certainty: 'likely' })
    const target = command.args.at(-1)
    return target && command.args.some((word) => word.known === '-o')
      ? weakest('plain', writes(target, 'overwrite', scribe))
      : 'plain'
  },
  output: () => value(undefined, [{ kind: 'clipboard' }]),
}

export const CLIPBOARD: readonly Program[] = [clipboard, managers]
