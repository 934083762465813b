import { programName } from '../../../analysis/interpret/base-name.ts'
import { hasMatchingWord } from '../../../analysis/interpret/command-words.ts'
import {
  collectInputSources,
  makeValue,
  readStdinSources,
  readStdinText,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { Command } from '../../../analysis/words.ts'

function readsClipboard(command: Command): boolean {
  switch (programName(command.name ?? '')) {
    case 'pbpaste':
    case 'wl-paste':
    case 'termux-clipboard-get':
      return true
    case 'xclip':
      return hasMatchingWord(command, /^-o(?:ut)?$/)
    case 'xsel':
      return (
        hasMatchingWord(command, /^(?:-\w*o\w*|--output)$/) ||
        (command.stdin.kind === 'inherited' &&
          !hasMatchingWord(command, /^(?:-\w*[iack]\w*|--(?:input|append|clear|keep))$/))
      )
    default:
      return false
  }
}

/** What was put there may be a secret; whoever reads the clipboard next has it. */
function recordClipboardSecret(command: Command, recorder: EffectRecorder): void {
  const secret = readStdinSources(command).find(
    (source) => ('secret' in source && source.secret) || source.kind === 'secret-store',
  )
  if (secret) recorder.effect({ kind: 'expose-secret', source: secret, sink: 'clipboard' })
}

const clipboard: Program = {
  names: 'xclip xsel wl-copy wl-paste pbcopy pbpaste clip clip.exe termux-clipboard-get termux-clipboard-set cb'.split(
    ' ',
  ),
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    if (readsClipboard(command)) {
      const inner = command.args.slice(command.args.findIndex(({ known }) => /^(?:-w|--watch)$/.test(known)) + 1)
      const certainty = command.stdout === 'terminal' ? 'likely' : 'certain'
      recorder.effect({ kind: 'observe', what: 'clipboard', certainty })
      const watches = inner.length > 0 && inner.length < command.args.length
      return watches ? weakestGrade('plain', recorder.runs(inner, 'wl-paste --watch')) : 'plain'
    }
    recordClipboardSecret(command, recorder)
    return 'plain'
  },
  output: (command, recorder) => {
    if (readsClipboard(command)) return makeValue(undefined, [{ kind: 'clipboard' }])
    return hasMatchingWord(command, /^-f(?:ilter)?$/)
      ? makeValue(readStdinText(command), collectInputSources([], command, recorder))
      : makeValue('', [])
  },
}

const clipboardManagers: Program = {
  names: ['copyq', 'clipman', 'gpaste-client', 'cliphist', 'parcellite', 'clipse'],
  read: (command, recorder) => {
    recorder.effect({ kind: 'observe', what: 'clipboard', certainty: 'likely' })
    const target = command.args.at(-1)
    return target && hasMatchingWord(command, /^-o$/)
      ? weakestGrade('plain', recordWrite(target, 'overwrite', recorder))
      : 'plain'
  },
  output: () => makeValue(undefined, [{ kind: 'clipboard' }]),
}

export const CLIPBOARD_PROGRAMS: readonly Program[] = [clipboard, clipboardManagers]
