import { programName } from '../../base-name.ts'
import type { Command } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { sourcesOf, stdinSources, stdinText, value, writes } from '../files/touching.ts'
import type { Program, Scribe } from '../program.ts'
import { weakest } from '../standing.ts'
import { says } from '../system/words-of.ts'

function readsClipboard(command: Command): boolean {
  switch (programName(command.name ?? '')) {
    case 'pbpaste':
    case 'wl-paste':
    case 'termux-clipboard-get':
      return true
    case 'xclip':
      return says(command, /^-o(?:ut)?$/)
    case 'xsel':
      return (
        says(command, /^(?:-\w*o\w*|--output)$/) ||
        (command.stdin.kind === 'inherited' && !says(command, /^(?:-\w*[iack]\w*|--(?:input|append|clear|keep))$/))
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
      const inner = command.args.slice(command.args.findIndex(({ known }) => /^(?:-w|--watch)$/.test(known)) + 1)
      const certainty = command.stdout === 'terminal' ? 'likely' : 'certain'
      scribe.effect({ kind: 'observe', what: 'clipboard', certainty })
      const watches = inner.length > 0 && inner.length < command.args.length
      return watches ? weakest('plain', scribe.runs(inner, 'wl-paste --watch')) : 'plain'
    }
    fills(command, scribe)
    return 'plain'
  },
  output: (command, scribe) => {
    if (readsClipboard(command)) return value(undefined, [{ kind: 'clipboard' }])
    return says(command, /^-f(?:ilter)?$/) ? value(stdinText(command), sourcesOf([], command, scribe)) : value('', [])
  },
}

const managers: Program = {
  names: ['copyq', 'clipman', 'gpaste-client', 'cliphist', 'parcellite', 'clipse'],
  read: (command, scribe) => {
    scribe.effect({ kind: 'observe', what: 'clipboard', certainty: 'likely' })
    const target = command.args.at(-1)
    return target && says(command, /^-o$/) ? weakest('plain', writes(target, 'overwrite', scribe)) : 'plain'
  },
  output: () => value(undefined, [{ kind: 'clipboard' }]),
}

export const CLIPBOARD: readonly Program[] = [clipboard, managers]
