import { hasMatchingWord, joinArguments } from '../../../analysis/interpret/command-words.ts'
import { makeValue, recordReads } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { programFor } from '../../../analysis/interpret/registry.ts'
import {
  openedTerminal,
  recordTerminal,
  recordTypingAsUser,
  terminalOwnership,
} from '../../../analysis/interpret/session-terminals.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { Value, Word } from '../../../analysis/words.ts'
import { isElevated } from '../../../analysis/wrappers.ts'

/** Keys as text: a key called Enter ends a line. */
function keysAsText(words: readonly Word[]): Value {
  const sources = words.flatMap((word) => word.sources)
  if (words.some((word) => word.text === undefined)) return makeValue(undefined, sources)
  const text = words.map((word) => (/^(?:Enter|C-m|KPEnter|\^M)$/.test(word.known) ? '\n' : word.known)).join('')
  return makeValue(text.replaceAll('\\n', '\n').replaceAll('\r', '\n').trim(), sources)
}

const KEYS_ONLY = /^(?:C-[a-z]|M-[a-z]|Up|Down|Left|Right|Escape|Tab|BSpace|Space|q|y|n|:q|[0-9])?$/

/** Types into another terminal: what is typed runs there as if a person had. */
export function runTypedKeys(keys: readonly Word[], wrapper: string, recorder: EffectRecorder): CommandGrade {
  const words = keys.filter((word) => !/^C-[a-z]$/.test(word.known))
  const text = keysAsText(words)
  if (text.text !== undefined && KEYS_ONLY.test(text.text)) return 'plain'
  return weakestGrade('plain', recorder.runsShell(text, wrapper, { typed: true }))
}

const TMUX_READ_COMMAND =
  /^(?:ls|list-\S+|lsp|lsw|lsk|capture-pane|capturep|display-message|display|has-session|has|show\S*|info|start-server)$/
const TMUX_HARMLESS_COMMAND =
  /^(?:attach\S*|a|at|detach\S*|select-\S+|selectp|selectw|rename-\S+|resize-\S+|set|set-option|setw|set-window-option|swap-\S+|move-\S+|switch-client|save-buffer|clear-history|break-pane|join-pane|source|source-file|bind|bind-key)$/
/** A flag that takes a value, alone or last of several: `-s name`, `-ds name`. */
const TMUX_FLAG_VALUES = /^-\w*[tscFnexyLSfTl]$/

function tmuxOperands(words: readonly Word[]): readonly Word[] {
  const out: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    if (word.known === '--') return [...out, ...words.slice(at + 1)]
    if (TMUX_FLAG_VALUES.test(word.known) && word.known !== '-l') at += 1
    else if (!/^-\w+$/.test(word.known)) out.push(word)
  }
  return out
}

/** One after the other: `new-session -d ; send-keys x`, also with the sign at the end of a word. */
function splitTmuxCommands(words: readonly Word[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]]
  for (const word of words) {
    const ends = /(?<!\\);$/.test(word.known)
    if (!ends) commands.at(-1)?.push(word)
    else {
      const known = word.known.slice(0, -1)
      if (known !== '') commands.at(-1)?.push({ ...word, known, text: word.text?.slice(0, -1) })
      commands.push([])
    }
  }
  return commands.filter((command) => command.length > 0)
}

export const TMUX: Program = {
  names: ['tmux', 'byobu', 'psmux'],
  read: (command, recorder) => {
    let at = 0
    while (/^-/.test(command.args[at]?.known ?? '')) at += /^-[LSfcT]$/.test(command.args[at]?.known ?? '') ? 2 : 1
    const commands = splitTmuxCommands(command.args.slice(at))
    if (commands.length === 0) return 'proven'
    if (hasMatchingWord(command, /^-V$/)) return 'plain'
    const own = command.args.slice(0, at)
    const shared = own.some((word, index) => {
      const socket = /^-S(.+)$/s.exec(word.known)?.[1] ?? (own[index - 1]?.known === '-S' ? word.known : '')
      // With the rights of root it is somebody else's.
      return (
        socket.startsWith('/') && (isElevated(command) || /^(?:system|outside)$/.test(recorder.pathOf(socket).zone))
      )
    })
    const whose = shared ? 'shared' : own.some((word) => /^-[LS]/.test(word.known)) ? 'apart' : 'usual'
    const opens = commands.findIndex(([verb]) => /^new(?:-session)?$/.test(verb?.known ?? ''))
    return commands.reduce<CommandGrade>((worst, words, index) => {
      const spoken = { server: whose, opened: opens >= 0 && opens < index } as const
      return weakestGrade(worst, readTmuxCommand(words, spoken, recorder))
    }, 'proven')
  },
}

const TMUX_RUN_COMMAND =
  /^(?:new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|run-shell|run|pipe-pane|pipep|display-popup|popup|popen)$/

/** Sessions hold whatever people have left running in them. */
function endsAllSessions(verb: string, rest: readonly Word[]): boolean {
  return verb === 'kill-server' || (verb === 'kill-session' && rest.some((word) => /^-[a-zA-Z]*a/.test(word.known)))
}

/** The server that is spoken to: one's own, one that somebody has set apart, or one whose socket lies where others reach it. */
type TmuxServer = 'usual' | 'apart' | 'shared'

interface TmuxContext {
  readonly server: TmuxServer
  /** A command before it in the same call opened a session, which is the one that is meant without a name. */
  readonly opened: boolean
}

function readTmuxCommand(
  [verb, ...rest]: readonly Word[],
  { server, opened }: TmuxContext,
  recorder: EffectRecorder,
): CommandGrade {
  if (!verb) return 'proven'
  if (TMUX_READ_COMMAND.test(verb.known)) return 'proven'
  if (/^(?:send-keys|send)$/.test(verb.known)) {
    recordPaneTyping(rest, { opened, text: typedText(sentKeys(rest)) }, recorder)
    return runTypedKeys(sentKeys(rest), 'tmux send-keys', recorder)
  }
  if (/^(?:(?:set|load|paste)-buffer|setb|loadb|pasteb)$/.test(verb.known)) {
    if (verb.known.startsWith('paste'))
      recordPaneTyping(rest, { opened, text: recorder.settings().get(TMUX_BUFFER_SETTING) }, recorder)
    return readBufferCommand(verb.known, rest, recorder)
  }
  if (/^(?:if-shell|if)$/.test(verb.known)) return runConditional(tmuxOperands(rest), recorder)
  if (TMUX_RUN_COMMAND.test(verb.known)) {
    recordTerminal(openedTerminal('tmux', [verb, ...rest]), recorder)
    const words = tmuxOperands(rest)
    const [first] = words
    if (!first) return 'plain'
    return weakestGrade('plain', words.length === 1 ? recorder.runsShell(first, 'tmux') : recorder.runs(words, 'tmux'))
  }
  if (/^kill-/.test(verb.known)) {
    const own = recorder.facts.session.started.has(rest.at(-1)?.text ?? '')
    const endsAll = server === 'shared' || endsAllSessions(verb.known, rest)
    recorder.effect({
      kind: 'signal-process',
      target: `tmux ${joinArguments(rest)}`.trim(),
      owner: own ? 'session' : server === 'apart' ? 'user' : endsAll ? 'everything' : 'unknown',
    })
    return 'plain'
  }
  return TMUX_HARMLESS_COMMAND.test(verb.known)
    ? /^(?:source|bind)/.test(verb.known)
      ? 'unknown'
      : 'plain'
    : 'unknown'
}

/** The pane that is typed into: one that the session opened, before or in this very command, or whoever's it is. */
function recordPaneTyping(words: readonly Word[], { opened, text }: PaneInput, recorder: EffectRecorder): void {
  const at = words.findIndex(({ known }) => /^-[a-zA-Z]*t$/.test(known))
  const target = at < 0 ? undefined : words[at + 1]?.text
  const whose = at < 0 ? (opened ? 'own' : 'unknown') : terminalOwnership(target, recorder)
  if (whose === 'own' || (whose === 'doubted' && isKnownCommand(text))) return
  recordTypingAsUser(`types into ${target === undefined ? 'a tmux pane' : `tmux pane ${target}`}`, recorder)
}

interface PaneInput {
  readonly opened: boolean
  readonly text: string | undefined
}

/** All that is typed, without keys that only interrupt. */
function typedText(keys: readonly Word[]): string | undefined {
  const words = keys.filter((word) => !/^C-[a-z]$/.test(word.known))
  return words.length === 0 ? '' : keysAsText(words).text
}

/** Only interrupts, or runs a program that is known: no agent takes that for a person's word on anything else. */
function isKnownCommand(text: string | undefined): boolean {
  const first = /^[a-z][\w.-]*(?= |$)/.exec(text ?? '')?.[0]
  return text === '' || (first !== undefined && first !== 'yes' && programFor(first) !== undefined)
}

/** `-H` gives every key as the number of its sign. */
function sentKeys(words: readonly Word[]): readonly Word[] {
  const keys = tmuxOperands(words)
  if (!words.some(({ known }) => /^-[a-zA-Z]*H/.test(known))) return keys
  return keys.map((word) => {
    const sign = word.text === undefined ? undefined : hexCharacter(word.text)
    return { ...word, text: sign, known: sign ?? '\0' }
  })
}

function hexCharacter(text: string): string | undefined {
  return /^(?:0x)?[\da-f]{1,6}$/i.test(text)
    ? String.fromCodePoint(Math.min(Number.parseInt(text, 16), 0x10_ffff))
    : undefined
}

const TMUX_BUFFER_SETTING = 'tmux buffer'

/** What a buffer holds is data until it is pasted; then it is typed. One that was filled before this call is not known. */
function readBufferCommand(verb: string, words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const [given] = tmuxOperands(words)
  if (verb.startsWith('paste')) {
    const text = recorder.settings().get(TMUX_BUFFER_SETTING)
    return weakestGrade('plain', recorder.runsShell(makeValue(text?.trim(), []), 'tmux paste-buffer', { typed: true }))
  }
  const file = verb.startsWith('load') && given ? recorder.path(given) : undefined
  const text = file?.real === undefined ? given?.text : recorder.readText(file.real)
  if (given && verb.startsWith('load')) recordReads([given], recorder)
  if (text !== undefined) recorder.onSetting(TMUX_BUFFER_SETTING, text)
  return 'plain'
}

/** `if-shell test 'command of tmux' 'another'`: the first runs in a shell, the others are read as its own. */
function runConditional([test, ...branches]: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const tested = test ? recorder.runsShell(test, 'tmux') : 'plain'
  return branches.reduce<CommandGrade>(
    (worst, { text, sources }) => {
      const inner = text === undefined ? undefined : `tmux ${text}`
      return weakestGrade(worst, recorder.runsShell({ text: inner, sources }, 'tmux'))
    },
    weakestGrade('plain', tested),
  )
}

export const SCREEN: Program = {
  names: ['screen', 'zellij', 'abduco', 'dtach'],
  read: (command, recorder) => {
    const { args } = command
    if (isHelpRequest(args) || hasMatchingWord(command, /^-(?:ls|list|v)$/)) return 'proven'
    const stuffed = wordsAfterMatch(args, /^(?:stuff|write-chars)$/)
    const named = args[args.findIndex(({ known }) => /^-\w*[Ss]$/.test(known)) + 1]?.text
    const whose = command.name === 'screen' ? terminalOwnership(named?.replace(/^\d+\./, ''), recorder) : 'unknown'
    const own = whose === 'own' || (whose === 'doubted' && isKnownCommand(stuffed && typedText(stuffed)))
    const into = stuffed ?? wordsAfterMatch(args, /^(?:paste|readbuf|write)$/)
    if (into && !own) recordTypingAsUser(`types into a ${command.name ?? 'terminal'} session`, recorder)
    if (stuffed) return runTypedKeys(stuffed, 'screen stuff', recorder)
    if (into) return 'plain'
    recordTerminal(openedTerminal('screen', args), recorder)
    const run = wordsAfterMatch(args, /^exec$/)
    if (run) return weakestGrade('plain', recorder.runs(run, 'screen exec'))
    const ends = args.find(({ known }) => /^(?:quit|kill|(?:kill|delete)-all-sessions)$/.test(known))
    if (ends) {
      const owner = ends.known.includes('-all-') ? 'everything' : 'unknown'
      recorder.effect({ kind: 'signal-process', target: command.name ?? 'screen', owner })
      return 'plain'
    }
    // The command begins with the first word that is neither an option nor the value of one.
    const start = args.findIndex(
      ({ known }, at) => !known.startsWith('-') && !/^-(?:[rRxctT]|\w*S)$/.test(args[at - 1]?.known ?? ''),
    )
    const words = start < 0 ? [] : args.slice(start)
    return words.length > 0 ? weakestGrade('plain', recorder.runs(words, 'screen')) : 'plain'
  },
}

/** The words behind the first that looks like this. */
export function wordsAfterMatch(words: readonly Word[], form: RegExp): readonly Word[] | undefined {
  const at = words.findIndex(({ known }) => form.test(known))
  return at < 0 ? undefined : words.slice(at + 1)
}
