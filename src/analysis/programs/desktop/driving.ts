import type { EffectDraft } from '../../effects.ts'
import { isRaised } from '../../layers.ts'
import { noteTerminal, stateSpeaks, terminalNamed, terminalOpened } from '../../own-terminals.ts'
import type { Value, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, stdinText, value } from '../files/touching.ts'
import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { programFor } from '../registry.ts'
import { weakest } from '../standing.ts'
import { lineOf, says } from '../system/words-of.ts'
import { namedWindows, stateEntered, statePressed } from './pressed-keys.ts'

/** Keys as text: a key called Enter ends a line. */
function typed(words: readonly Word[]): Value {
  const sources = words.flatMap((word) => word.sources)
  if (words.some((word) => word.text === undefined)) return value(undefined, sources)
  const text = words.map((word) => (/^(?:Enter|C-m|KPEnter|\^M)$/.test(word.known) ? '\n' : word.known)).join('')
  return value(text.replaceAll('\\n', '\n').replaceAll('\r', '\n').trim(), sources)
}

const KEYS_ONLY = /^(?:C-[a-z]|M-[a-z]|Up|Down|Left|Right|Escape|Tab|BSpace|Space|q|y|n|:q|[0-9])?$/

/** Types into another terminal: what is typed runs there as if a person had. */
function types(keys: readonly Word[], wrapper: string, scribe: Scribe): Standing {
  const words = keys.filter((word) => !/^C-[a-z]$/.test(word.known))
  const text = typed(words)
  if (text.text !== undefined && KEYS_ONLY.test(text.text)) return 'plain'
  return weakest('plain', scribe.runsShell(text, wrapper, { typed: true }))
}

const TMUX_READS =
  /^(?:ls|list-\S+|lsp|lsw|lsk|capture-pane|capturep|display-message|display|has-session|has|show\S*|info|start-server)$/
const TMUX_QUIET =
  /^(?:attach\S*|a|at|detach\S*|select-\S+|selectp|selectw|rename-\S+|resize-\S+|set|set-option|setw|set-window-option|swap-\S+|move-\S+|switch-client|save-buffer|clear-history|break-pane|join-pane|source|source-file|bind|bind-key)$/
/** A flag that takes a value, alone or last of several: `-s name`, `-ds name`. */
const TMUX_FLAG_VALUES = /^-\w*[tscFnexyLSfTl]$/

function operands(words: readonly Word[]): readonly Word[] {
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
function sequence(words: readonly Word[]): readonly (readonly Word[])[] {
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

const tmux: Program = {
  names: ['tmux', 'byobu', 'psmux'],
  read: (command, scribe) => {
    let at = 0
    while (/^-/.test(command.args[at]?.known ?? '')) at += /^-[LSfcT]$/.test(command.args[at]?.known ?? '') ? 2 : 1
    const commands = sequence(command.args.slice(at))
    if (commands.length === 0) return 'proven'
    if (says(command, /^-V$/)) return 'plain'
    const own = command.args.slice(0, at)
    const shared = own.some((word, index) => {
      const socket = /^-S(.+)$/s.exec(word.known)?.[1] ?? (own[index - 1]?.known === '-S' ? word.known : '')
      // With the rights of root it is somebody else's.
      return socket.startsWith('/') && (isRaised(command) || /^(?:system|outside)$/.test(scribe.pathOf(socket).zone))
    })
    const whose = shared ? 'shared' : own.some((word) => /^-[LS]/.test(word.known)) ? 'apart' : 'usual'
    const opens = commands.findIndex(([verb]) => /^new(?:-session)?$/.test(verb?.known ?? ''))
    return commands.reduce<Standing>((worst, words, index) => {
      const spoken = { server: whose, opened: opens >= 0 && opens < index } as const
      return weakest(worst, tmuxCommand(words, spoken, scribe))
    }, 'proven')
  },
}

const TMUX_STARTS =
  /^(?:new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|run-shell|run|pipe-pane|pipep|display-popup|popup|popen)$/

/** Sessions hold whatever people have left running in them. */
function endsAllSessions(verb: string, rest: readonly Word[]): boolean {
  return verb === 'kill-server' || (verb === 'kill-session' && rest.some((word) => /^-[a-zA-Z]*a/.test(word.known)))
}

/** The server that is spoken to: one's own, one that somebody has set apart, or one whose socket lies where others reach it. */
type Server = 'usual' | 'apart' | 'shared'

interface Spoken {
  readonly server: Server
  /** A command before it in the same call opened a session, which is the one that is meant without a name. */
  readonly opened: boolean
}

function tmuxCommand([verb, ...rest]: readonly Word[], { server, opened }: Spoken, scribe: Scribe): Standing {
  if (!verb) return 'proven'
  if (TMUX_READS.test(verb.known)) return 'proven'
  if (/^(?:send-keys|send)$/.test(verb.known)) {
    statePane(rest, { opened, text: typedLine(keysOf(rest)) }, scribe)
    return types(keysOf(rest), 'tmux send-keys', scribe)
  }
  if (/^(?:(?:set|load|paste)-buffer|setb|loadb|pasteb)$/.test(verb.known)) {
    if (verb.known.startsWith('paste')) statePane(rest, { opened, text: scribe.settings().get(BUFFER) }, scribe)
    return buffered(verb.known, rest, scribe)
  }
  if (/^(?:if-shell|if)$/.test(verb.known)) return conditional(operands(rest), scribe)
  if (TMUX_STARTS.test(verb.known)) {
    noteTerminal(terminalOpened('tmux', [verb, ...rest]), scribe)
    const words = operands(rest)
    const [first] = words
    if (!first) return 'plain'
    return weakest('plain', words.length === 1 ? scribe.runsShell(first, 'tmux') : scribe.runs(words, 'tmux'))
  }
  if (/^kill-/.test(verb.known)) {
    const own = scribe.facts.session.started.has(rest.at(-1)?.text ?? '')
    const endsAll = server === 'shared' || endsAllSessions(verb.known, rest)
    scribe.effect({
      kind: 'signal-process',
      target: `tmux ${lineOf(rest)}`.trim(),
      owner: own ? 'session' : server === 'apart' ? 'user' : endsAll ? 'everything' : 'unknown',
    })
    return 'plain'
  }
  return TMUX_QUIET.test(verb.known) ? (/^(?:source|bind)/.test(verb.known) ? 'unknown' : 'plain') : 'unknown'
}

/** The pane that is typed into: one that the session opened, before or in this very command, or whoever's it is. */
function statePane(words: readonly Word[], { opened, text }: Typed, scribe: Scribe): void {
  const at = words.findIndex(({ known }) => /^-[a-zA-Z]*t$/.test(known))
  const target = at < 0 ? undefined : words[at + 1]?.text
  const whose = at < 0 ? (opened ? 'own' : 'unknown') : terminalNamed(target, scribe)
  if (whose === 'own' || (whose === 'doubted' && isCommand(text))) return
  stateSpeaks(`types into ${target === undefined ? 'a tmux pane' : `tmux pane ${target}`}`, scribe)
}

interface Typed {
  readonly opened: boolean
  readonly text: string | undefined
}

/** All that is typed, without keys that only interrupt. */
function typedLine(keys: readonly Word[]): string | undefined {
  const words = keys.filter((word) => !/^C-[a-z]$/.test(word.known))
  return words.length === 0 ? '' : typed(words).text
}

/** Only interrupts, or runs a program that is known: no agent takes that for a person's word on anything else. */
function isCommand(text: string | undefined): boolean {
  const first = /^[a-z][\w.-]*(?= |$)/.exec(text ?? '')?.[0]
  return text === '' || (first !== undefined && first !== 'yes' && programFor(first) !== undefined)
}

/** `-H` gives every key as the number of its sign. */
function keysOf(words: readonly Word[]): readonly Word[] {
  const keys = operands(words)
  if (!words.some(({ known }) => /^-[a-zA-Z]*H/.test(known))) return keys
  return keys.map((word) => {
    const sign = word.text === undefined ? undefined : hexSign(word.text)
    return { ...word, text: sign, known: sign ?? '\0' }
  })
}

function hexSign(text: string): string | undefined {
  return /^(?:0x)?[\da-f]{1,6}$/i.test(text)
    ? String.fromCodePoint(Math.min(Number.parseInt(text, 16), 0x10_ffff))
    : undefined
}

const BUFFER = 'tmux buffer'

/** What a buffer holds is data until it is pasted; then it is typed. One that was filled before this call is not known. */
function buffered(verb: string, words: readonly Word[], scribe: Scribe): Standing {
  const [given] = operands(words)
  if (verb.startsWith('paste')) {
    const text = scribe.settings().get(BUFFER)
    return weakest('plain', scribe.runsShell(value(text?.trim(), []), 'tmux paste-buffer', { typed: true }))
  }
  const file = verb.startsWith('load') && given ? scribe.path(given) : undefined
  const text = file?.real === undefined ? given?.text : scribe.readText(file.real)
  if (given && verb.startsWith('load')) reads([given], scribe)
  if (text !== undefined) scribe.onSetting(BUFFER, text)
  return 'plain'
}

/** `if-shell test 'command of tmux' 'another'`: the first runs in a shell, the others are read as its own. */
function conditional([test, ...branches]: readonly Word[], scribe: Scribe): Standing {
  const tested = test ? scribe.runsShell(test, 'tmux') : 'plain'
  return branches.reduce<Standing>(
    (worst, { text, sources }) => {
      const inner = text === undefined ? undefined : `tmux ${text}`
      return weakest(worst, scribe.runsShell({ text: inner, sources }, 'tmux'))
    },
    weakest('plain', tested),
  )
}

const screen: Program = {
  names: ['screen', 'zellij', 'abduco', 'dtach'],
  read: (command, scribe) => {
    const { args } = command
    if (asksForHelp(args) || says(command, /^-(?:ls|list|v)$/)) return 'proven'
    const stuffed = behind(args, /^(?:stuff|write-chars)$/)
    const named = args[args.findIndex(({ known }) => /^-\w*[Ss]$/.test(known)) + 1]?.text
    const whose = command.name === 'screen' ? terminalNamed(named?.replace(/^\d+\./, ''), scribe) : 'unknown'
    const own = whose === 'own' || (whose === 'doubted' && isCommand(stuffed && typedLine(stuffed)))
    const into = stuffed ?? behind(args, /^(?:paste|readbuf|write)$/)
    if (into && !own) stateSpeaks(`types into a ${command.name ?? 'terminal'} session`, scribe)
    if (stuffed) return types(stuffed, 'screen stuff', scribe)
    if (into) return 'plain'
    noteTerminal(terminalOpened('screen', args), scribe)
    const run = behind(args, /^exec$/)
    if (run) return weakest('plain', scribe.runs(run, 'screen exec'))
    const ends = args.find(({ known }) => /^(?:quit|kill|(?:kill|delete)-all-sessions)$/.test(known))
    if (ends) {
      const owner = ends.known.includes('-all-') ? 'everything' : 'unknown'
      scribe.effect({ kind: 'signal-process', target: command.name ?? 'screen', owner })
      return 'plain'
    }
    // The command begins with the first word that is neither an option nor the value of one.
    const start = args.findIndex(
      ({ known }, at) => !known.startsWith('-') && !/^-(?:[rRxctT]|\w*S)$/.test(args[at - 1]?.known ?? ''),
    )
    const words = start < 0 ? [] : args.slice(start)
    return words.length > 0 ? weakest('plain', scribe.runs(words, 'screen')) : 'plain'
  },
}

/** The words behind the first that looks like this. */
function behind(words: readonly Word[], form: RegExp): readonly Word[] | undefined {
  const at = words.findIndex(({ known }) => form.test(known))
  return at < 0 ? undefined : words.slice(at + 1)
}

/** Keys that nobody pressed go wherever the person's window is. */
const KEYS: EffectDraft = {
  kind: 'run-code',
  language: 'other',
  origin: 'inline',
  read: false,
  host: undefined,
  certainty: 'possible',
  by: 'synthetic keys',
}

const robots: Program = {
  names: ['xdotool', 'ydotool', 'wtype', 'dotool', 'cliclick', 'xte', 'autohotkey', 'evemu-event', 'kdotool'],
  read: (command, scribe) => {
    const line = lineOf(command.args)
    if (
      asksForHelp(command.args) ||
      /^(?:search|getactivewindow|getwindow\S*|getmouselocation|getdisplaygeometry|version)\b(?!.*\b(?:key|type|click|exec)\b)/.test(
        line,
      )
    )
      return 'proven'
    const words = behind(command.args, /^type$/) ?? (command.name === 'wtype' ? command.args : [])
    const text = words.filter(
      (word, index) => !word.known.startsWith('-') && !/^--(?:delay|window)$/.test(words[index - 1]?.known ?? ''),
    )
    scribe.effect(KEYS)
    statePressed(`${line} ${stdinText(command) ?? ''}`, namedWindows(command.args), scribe)
    const run = behind(command.args, /^exec$/)
    if (run) scribe.runs(run, 'xdotool exec')
    return text.length > 0 ? types(text, 'xdotool type', scribe) : 'plain'
  },
}

/** What strings of a script hand to a shell; the first group is the text, the second what follows it. */
function shells(script: string, form: RegExp, by: string, scribe: Scribe): Standing {
  const found = [...script.matchAll(form)].map(([, text = '', more = '']) => {
    const raised = /administrator privileges/i.test(more)
    const inner = value(text.replace(/\\(.)/g, '$1'), [])
    return scribe.runsShell(inner, raised ? `${by} sudo` : by, { ...(raised && { layer: { kind: 'raise' } }) })
  })
  return weakest('proven', ...found)
}

/** Everything an AppleScript says that reaches beyond its window. */
function appleScript(script: string, scribe: Scribe): Standing {
  // What is typed and ends in a return runs wherever the person's window is.
  const enters = /\breturn\b|key code (?:36|76)/i.test(script)
  const standing = weakest(
    /do\s+shell\s+script\s+(?!")/i.test(script) ? 'unknown' : 'plain',
    shells(script, /do\s+shell\s+script\s+"((?:[^"\\]|\\.)*)"([^\n]*)/gi, 'osascript', scribe),
    shells(script, /do\s+script\s+"((?:[^"\\]|\\.)*)"/gi, 'osascript Terminal', scribe),
    enters
      ? shells(script, /\bkeystroke\s+"(?=[^"]*\s)((?:[^"\\]|\\.){6,2000})"/gi, 'osascript keystroke', scribe)
      : 'plain',
  )
  // A window that is open already holds whatever runs there.
  if (
    /\bdo\s+script\b[^\n]*\bin\s+(?:the\s+)?(?:front\s+)?(?:window|tab|selected)|\bwrite\s+(?:contents|text)\b/i.test(
      script,
    )
  )
    stateSpeaks('types into a window of the terminal', scribe)
  if (enters) stateEntered(script, scribe)
  const notes: readonly (readonly [RegExp, EffectDraft])[] = [
    [/login item/i, { kind: 'persist', mechanism: 'autostart', target: 'login item' }],
    [
      /tell\s+app(?:lication)?\s+"(?:Mail|Messages|Notes|Contacts|Calendar|Safari|Google Chrome|Photos|Reminders)"[\s\S]{0,400}\b(?:content|text|body|every|messages? of|source of|subject of|value of|execute|do JavaScript|password)\b/i,
      { kind: 'observe', what: 'credential-scan', certainty: 'likely' },
    ],
    [
      /tell\s+app(?:lication)?\s+"Finder"[\s\S]{0,400}\b(?:duplicate|copy|move)\b[\s\S]{0,200}\b(?:every|all|home|Documents|Desktop|Library|Notes)\b/i,
      { kind: 'observe', what: 'credential-scan', certainty: 'likely' },
    ],
    [
      /set (?:volume|desktop picture)|desktop picture to/i,
      { kind: 'external-write', service: 'the desktop', nature: 'setting', target: '?', certainty: 'possible' },
    ],
    [/the clipboard/i, { kind: 'observe', what: 'clipboard', certainty: 'likely' }],
    [
      /display dialog[\s\S]{0,400}hidden answer|display dialog[\s\S]{0,200}passw/i,
      { kind: 'observe', what: 'credential-scan' },
    ],
    [/\bkeystroke\b|\bkey code\b/i, KEYS],
    [
      /tell\s+app(?:lication)?\s+"(?:Mail|Messages)"[\s\S]{0,400}\bsend\b/i,
      { kind: 'external-write', service: 'Mail or Messages', nature: 'message', target: '?' },
    ],
    [
      /tell\s+app(?:lication)?\s+"System Events"\s+to\s+(?:shut down|restart|log out)/i,
      { kind: 'service-control', service: 'machine', verb: 'power' },
    ],
    [
      /tell\s+app(?:lication)?\s+"Finder"[\s\S]{0,200}\bdelete\s+(?:every|all|items|files|folders|home|desktop)/i,
      { kind: 'delete-path', path: scribe.pathOf('~/Desktop'), recursive: true, wipe: false },
    ],
    [/empty (?:the )?trash/i, { kind: 'delete-path', path: scribe.pathOf('~/.Trash'), recursive: true, wipe: false }],
  ]
  for (const [pattern, effect] of notes) if (pattern.test(script)) scribe.effect(effect)
  const quit = /tell\s+app(?:lication)?\s+"([^"]+)"\s+to\s+quit/i.exec(script)
  if (quit) scribe.effect({ kind: 'signal-process', target: quit[1] ?? '?', owner: 'user' })
  return standing
}

const osascript: Program = {
  names: ['osascript', 'osacompile'],
  read: (command, scribe) => {
    const { operands, values, value: last } = readOptions(command.args, { flags: '-si', values: '-elo' })
    const texts = values('e')
    const script = texts.map(({ text, known }) => text ?? known).join('\n')
    if (/javascript/i.test(last('l')?.known ?? ''))
      return weakest(
        shells(script, /doShellScript\(\s*["']((?:[^"'\\]|\\.)*)["']/g, 'osascript', scribe),
        scribe.runsCode('javascript', value(script, []), 'osascript'),
      )
    const [file] = texts.length === 0 ? operands : []
    if (file && file.known !== '-')
      return weakest(reads([file], scribe), scribe.runsFile(scribe.path(file), 'other', 'osascript'))
    const piped = texts.length === 0 && command.stdin.kind === 'value' ? command.stdin.value.text : undefined
    if (texts.length === 0 && piped === undefined) return 'unknown'
    const standing = appleScript(piped ?? script, scribe)
    return texts.some((text) => text.text === undefined) ? 'unknown' : standing
  },
}

/** A terminal that shows itself on another machine hands its shell over. */
export const TERMINALS: Spec = {
  names: 'xterm rxvt urxvt aterm eterm',
  machine: true,
  options: '-display: -d: -e?',
  rules: [
    ['-display|-d=localhost*|127.*|:*|unix:*', 'local'],
    ['-display|-d=*:*', 'listen reverse-shell executing'],
    ['**', 'local'],
  ],
  examples: { match: ['xterm -display 203.0.113.9:1'], pass: ['xterm -display :0'] },
}

export const DRIVING: readonly Program[] = [tmux, screen, robots, osascript, specProgram(TERMINALS)]
