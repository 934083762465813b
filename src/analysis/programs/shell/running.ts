import type { Value, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateUnseen } from './injecting.ts'

export function textOf(words: readonly Word[], between = ' '): Value {
  const sources = words.flatMap((word) => word.sources)
  if (words.some((word) => word.text === undefined)) return { text: undefined, sources }
  return { text: words.map((word) => word.text).join(between), sources }
}

const WATCH: Program = {
  names: ['watch'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-bcegprtwx beep color errexit chgexit precise no-rerun no-title no-wrap exec help version',
      values: '-nq interval equexit',
      optional: '-d differences',
      stopAtOperand: true,
    })
    if (options.has('help', 'version') || options.operands.length === 0) return 'proven'
    return weakest(
      options.unknown.length > 0 && 'unknown',
      options.has('x', 'exec')
        ? scribe.runs(options.operands, 'watch')
        : scribe.runsShell(textOf(options.operands), 'watch'),
    )
  },
}

const SCRIPT: Program = {
  names: ['script'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-aefFhkqrV append return flush force quiet help version',
      values: '-cIOBmTtEo command log-in log-out log-io logging-format output-limit echo',
    })
    if (options.has('help', 'version', 'h', 'V')) return 'proven'
    const text = options.value('c', 'command')
    const [file, ...rest] = options.operands
    const path = file ? scribe.path(file) : scribe.pathOf('typescript')
    if (!path.tags.includes('null-device'))
      scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined })
    // Without a command of its own it keeps everything that is typed and shown from now on.
    const open = text ? /^(?:\S*\/)?(?:ba|z|da|k)?sh(?: -[il]+)?$/.test(text.text ?? '') : rest.length === 0
    if (open && !path.tags.includes('null-device'))
      scribe.effect({ kind: 'observe', what: 'keyboard', certainty: 'likely' })
    if (text) return weakest('plain', scribe.runsShell(text, 'script -c'))
    return rest.length > 0 ? weakest('plain', scribe.runs(rest, 'script')) : 'plain'
  },
}

const BUSYBOX: Program = {
  names: ['busybox', 'toybox'],
  read: (command, scribe) => {
    const words = command.args.filter((word, index) => index > 0 || !word.known.startsWith('--'))
    return words.length === 0 ? 'proven' : scribe.runs(words, command.name ?? 'busybox')
  },
}

/** Runs its text in a language whose commands start programs. */
const EXPECT: Program = {
  names: ['expect'],
  read: (command, scribe) => {
    const at = command.args.findIndex((word) => word.text === '-c')
    const text = at < 0 ? undefined : command.args[at + 1]
    if (text) return spawned(text, scribe)
    const file = command.args.find((word) => !word.known.startsWith('-'))
    if (file) return scribe.runsFile(scribe.path(file), 'other', 'expect')
    return command.stdin.kind === 'value' ? spawned(command.stdin.value, scribe) : 'plain'
  },
}

/** What an expect script starts, and what it then types into it: one reads the other as its input. */
function spawned({ text, sources }: Value, scribe: Scribe): Standing {
  if (text === undefined) return scribe.runsShell({ text, sources }, 'expect')
  const started: { readonly command: string; readonly typed: string[] }[] = []
  for (const [, verb = '', rest = ''] of text.matchAll(STATEMENT)) {
    if (verb.startsWith('send')) started.at(-1)?.typed.push(keysOf(rest))
    else started.push({ command: rest.replace(/^(?:-\w+\s+)+/, ''), typed: [] })
  }
  for (const { command, typed } of started) {
    const others = sources.filter(({ kind }) => kind !== 'literal')
    const stdin = typed.length === 0 ? {} : { stdin: { text: typed.join(''), sources: others } }
    scribe.runsShell({ text: command, sources }, 'expect', stdin)
  }
  return 'unknown'
}

const STATEMENT =
  /(?:^|[;\n{])[ \t]*(spawn|exec|system|send(?:_slow)?|exp_send)[ \t]+((?:"(?:[^"\\]|\\[\s\S])*"|\{[^{}]*\}|[^;\n"{}])+)/g

/** The keys of `send -- "text"`: what is put in as it runs stands for itself. */
function keysOf(words: string): string {
  const said = words.replace(/^(?:-(?:s|h|null|raw|i[ \t]+\S+|-)[ \t]+)+/, '').trim()
  const bare = /^"[\s\S]*"$|^\{[\s\S]*\}$/.test(said) ? said.slice(1, -1) : said
  return bare.replace(/\\[rn]/g, '\n').replace(/\\(["$[\]])/g, '$1')
}

/** Runs every file of a directory: those that this session wrote are read. */
const RUN_PARTS: Program = {
  names: ['run-parts'],
  read: (command, scribe) => {
    if (command.args.some((word) => /^--(?:test|list|help|version)$/.test(word.known))) return 'proven'
    const directory = command.args.findLast((word) => !word.known.startsWith('-'))
    if (!directory) return 'proven'
    const { real, zone } = scribe.path(directory)
    if (zone === 'system') return 'plain'
    const written = [...scribe.facts.session.written.keys()].filter((path) => path.startsWith(`${real}/`))
    for (const path of written) scribe.runsFile(scribe.pathOf(path), undefined, 'run-parts')
    return written.length === 0 ? stateUnseen('shell', 'run-parts', scribe) : 'unknown'
  },
}

export const RUNNERS: readonly Program[] = [WATCH, SCRIPT, BUSYBOX, EXPECT, RUN_PARTS]
