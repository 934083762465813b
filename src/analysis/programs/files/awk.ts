import { hostOf } from '../../hosts.ts'
import { stateUnread } from '../../unread.ts'
import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type AwkAct, readAwk } from './awk-script.ts'
import { asksForHelp } from './grammar.ts'
import { environmentIn } from './jq.ts'
import { filteredFor, reads, readsPath, sourcesOf, value, writesPath } from './touching.ts'
import { scriptFile, stateUnreadScript } from './unread-script.ts'

const GRAMMAR: Grammar = {
  flags:
    '-bcCgkhMnNOPrsStV characters-as-bytes traditional sandbox posix re-interval lint-old optimize bignum use-lc-numeric non-decimal-data csv',
  values: '-FveflEi field-separator assign source file load exec include',
  optional: 'lint dump-variables profile pretty-print debug -dpoDL',
  stopAtOperand: true,
}

interface Parts {
  readonly programs: readonly Value[]
  readonly files: readonly Word[]
}

function partsOf(options: Options, command: Command, scribe: Scribe): Parts {
  const fromFiles = options
    .values('f', 'file', 'E', 'exec', 'i', 'include')
    .filter(isNoExtension)
    .map((word): Value => {
      if (word.known === '-' || word.known === '/dev/stdin') return scriptOnInput(command, scribe)
      return scriptFile(word, scribe)
    })
  const programs: Value[] = [...fromFiles, ...options.values('e', 'source')]
  const [first, ...rest] = options.operands
  const operands = programs.length > 0 ? options.operands : rest
  if (programs.length === 0 && first) programs.push(first)
  // `name=value` among the operands is an assignment.
  return { programs, files: operands.filter((word) => !/^[A-Za-z_]\w*=/.test(word.known)) }
}

/** `-i inplace` is an extension of gawk, not a file of the project. */
function isNoExtension(word: Word): boolean {
  return word.text !== 'inplace'
}

function filesOf(command: Command, scribe: Scribe): readonly Word[] {
  return partsOf(readOptions(command.args, GRAMMAR), command, scribe).files
}

/** The names that `-v` gives, and the variables of the environment that are known. */
function givenTo(options: Options, scribe: Scribe): ReadonlyMap<string, string> {
  const given = new Map([['ENVIRON HOME', scribe.facts.home]])
  for (const { text } of options.values('v', 'assign')) {
    const equals = text?.indexOf('=') ?? -1
    if (text !== undefined && equals > 0) given.set(text.slice(0, equals), text.slice(equals + 1))
  }
  return given
}

/** `-i inplace` edits the files; `-o`, `-p` and `-d` write what they are asked for. */
function stateOwnWrites(options: Options, files: readonly Word[], scribe: Scribe): Standing {
  let standing: Standing = 'proven'
  if (options.values('i', 'include').some((word) => !isNoExtension(word)))
    for (const word of files) standing = weakest(standing, writesPath(scribe.path(word), 'edit', scribe))
  for (const word of options.values('o', 'p', 'd', 'pretty-print', 'profile', 'dump-variables'))
    standing = weakest(standing, writesPath(scribe.path(word), 'overwrite', scribe))
  return standing
}

/** `awk -f -`: the program comes on standard input. */
function scriptOnInput({ stdin }: Command, scribe: Scribe): Value {
  if (stdin.kind === 'inherited') return value(undefined, [])
  const network = stdin.value.sources.find((source) => source.kind === 'network')
  if (network?.kind === 'network')
    scribe.effect({
      kind: 'run-code',
      language: 'awk',
      origin: 'download',
      read: stdin.value.text !== undefined,
      host: hostOf(network.url),
      by: 'awk -f -',
    })
  return stdin.value
}

function perform(act: AwkAct, command: Command, scribe: Scribe): Standing {
  switch (act.kind) {
    case 'run': {
      const network = /^\/inet[46]?\/\w+\/[^/]*\/([^/]+)\/([^/]+)/.exec(act.command)
      if (network) {
        const [, host = '?'] = network
        scribe.effect({ kind: 'connect', host, url: act.command, address: 'unknown', by: 'awk' })
        // What is printed to it is part of what awk reads.
        const payload = act.input === undefined ? [] : sourcesOf(filesOf(command, scribe), command, scribe)
        if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'socket', payload, by: 'awk' })
        return 'plain'
      }
      const options = act.input
        ? { stdin: value(act.input.text, sourcesOf(filesOf(command, scribe), command, scribe)) }
        : {}
      const standing = scribe.runsShell(value(act.command, []), 'awk system', options)
      return weakest(act.constant ? 'plain' : 'unknown', standing)
    }
    case 'write': {
      if (!act.constant) return 'unknown'
      return writesPath(scribe.pathOf(act.file), act.append ? 'append' : 'overwrite', scribe)
    }
    case 'read':
      if (!act.constant) return 'plain'
      return readsPath(scribe.pathOf(act.file), scribe)
    case 'load':
      return 'unknown'
    case 'more':
      stateUnread(scribe, 'awk does more than is read')
      return 'unknown'
  }
}

/** A script that does not begin with a plain block chooses among its lines. */
function conditionsOf(programs: readonly Value[]): string {
  const text = programs.map((program) => program.text ?? '').join(' ')
  return /^\s*\{\s*print\b[^;~=<>!/]*\}\s*$/.test(text) ? '' : text
}

const awk: Program = {
  names: ['awk', 'gawk', 'mawk'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, GRAMMAR)
    const writesOwn = options.has('o', 'd', 'p', 'dump-variables', 'profile', 'pretty-print', 'l', 'load', 'D', 'debug')
    let standing: Standing = options.unknown.length > 0 || writesOwn ? 'unknown' : 'proven'
    const { programs, files } = partsOf(options, command, scribe)
    const given = givenTo(options, scribe)
    standing = weakest(standing, stateOwnWrites(options, files, scribe))
    for (const program of programs) {
      const known = program.text ?? ('known' in program ? String(program.known) : '')
      if (program.text === undefined) standing = weakest(standing, 'unknown')
      if (program.text === undefined && !('known' in program)) stateUnreadScript(program, 'awk', scribe)
      for (const act of readAwk(known.replaceAll('\0', '$UNKNOWN'), given))
        standing = weakest(standing, perform(act, command, scribe))
    }
    return weakest(standing, reads(files, scribe))
  },
  output: (command, scribe) => {
    const { files, programs } = partsOf(readOptions(command.args, GRAMMAR), command, scribe)
    const text = programs.map((program) => program.text ?? '').join('\n')
    const told = environmentIn(text, /\bENVIRON\b(?:\s*\[\s*"(\w+)"\s*\])?/g)
    return value(undefined, [...told, ...filteredFor(conditionsOf(programs), sourcesOf(files, command, scribe))])
  },
}

export const AWK: readonly Program[] = [awk]
