import { hostOf } from '../../hosts.ts'
import type { Command, Value, Word } from '../../words.ts'
import type { Options } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { type AwkAct, readAwk } from './awk-script.ts'
import { filteredFor } from './filtered.ts'
import { asksForHelp, type Grammar, optionsOf } from './grammar.ts'
import { reads, readsPath, sourcesOf, value, weakest, writesPath } from './touching.ts'

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
  const fromFiles = options.values('f', 'file', 'E', 'exec', 'i', 'include').map((word): Value => {
    if (word.known === '-' || word.known === '/dev/stdin') return scriptOnInput(command, scribe)
    const { real } = scribe.path(word)
    return value(real === undefined ? undefined : scribe.readText(real), [])
  })
  const programs: Value[] = [...fromFiles, ...options.values('e', 'source')]
  const [first, ...rest] = options.operands
  const operands = programs.length > 0 ? options.operands : rest
  if (programs.length === 0 && first) programs.push(first)
  // `name=value` among the operands is an assignment.
  return { programs, files: operands.filter((word) => !/^[A-Za-z_]\w*=/.test(word.known)) }
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

function perform(act: AwkAct, scribe: Scribe): Standing {
  switch (act.kind) {
    case 'run': {
      const network = /^\/inet[46]?\/\w+\/[^/]*\/([^/]+)\/([^/]+)/.exec(act.command)
      if (network) {
        const [, host = '?'] = network
        scribe.effect({ kind: 'connect', host, url: act.command, address: 'unknown', by: 'awk' })
        return 'plain'
      }
      return weakest(act.constant ? 'plain' : 'unknown', scribe.runsShell(value(act.command, []), 'awk system'))
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
  }
}

/** A script that does not begin with a plain block chooses among its lines. */
function conditionsOf(programs: readonly Value[]): string {
  const text = programs.map((program) => program.text ?? '').join(' ')
  return /^\s*\{\s*print\b[^;~=<>!/]*\}\s*$/.test(text) ? '' : text
}

const awk: Program = {
  names: ['awk', 'gawk', 'mawk', 'nawk', 'goawk', 'original-awk'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = optionsOf(command.args, GRAMMAR)
    const writesOwn = options.has('o', 'd', 'p', 'dump-variables', 'profile', 'pretty-print', 'l', 'load', 'D', 'debug')
    let standing: Standing = options.unknown.length > 0 || writesOwn ? 'unknown' : 'proven'
    const { programs, files } = partsOf(options, command, scribe)
    for (const program of programs) {
      const known = program.text ?? ('known' in program ? String(program.known) : '')
      if (program.text === undefined) standing = weakest(standing, 'unknown')
      for (const act of readAwk(known.replaceAll('\0', '$UNKNOWN'))) standing = weakest(standing, perform(act, scribe))
    }
    return weakest(standing, reads(files, scribe))
  },
  output: (command, scribe) => {
    const { files, programs } = partsOf(optionsOf(command.args, GRAMMAR), command, scribe)
    return value(undefined, filteredFor(conditionsOf(programs), sourcesOf(files, command, scribe)))
  },
}

export const AWK: readonly Program[] = [awk]
