import { hostOf } from '../../hosts.ts'
import { literalWord } from '../../shell/values.ts'
import { stateUnread } from '../../unread.ts'
import type { Command, Value, Word } from '../../words.ts'
import type { Options } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type AwkAct, readAwk } from './awk-script.ts'
import { mayBeOptions } from './grammar.ts'
import { environmentIn } from './jq.ts'
import { readSed, type SedAct } from './sed-script.ts'
import { type FileCall, fileTool, filteredFor, readsPath, sourcesOf, stdinText, value, writesPath } from './touching.ts'

/** The text of a script that is given as a file or on standard input, and the address it came from. */
function scriptIn(word: Word, { command: { stdin }, scribe }: FileCall): Value {
  if (/^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.known))
    return stdin.kind === 'value' ? stdin.value : value(undefined, [])
  const { real } = scribe.path(word)
  if (real === undefined) return value(undefined, [])
  const from = scribe.provenance(real)
  return value(scribe.readText(real), from.kind === 'elsewhere' ? [{ kind: 'network', url: from.address }] : [])
}

/** What is known of a script. One that comes from elsewhere and is not known may run anything. */
function knownOf(script: Value, program: 'awk' | 'sed', scribe: Scribe): string {
  if (script.text !== undefined) return script.text
  if ('known' in script) return String(script.known)
  const network = script.sources.find((source) => source.kind === 'network')
  scribe.effect({
    kind: 'run-code',
    language: program === 'awk' ? 'awk' : 'other',
    origin: network ? 'download' : script.sources.length > 0 ? 'dynamic' : 'project-file',
    read: false,
    host: network && hostOf(network.url),
    by: `${program} -f`,
  })
  return ''
}

function textsOf(scripts: readonly Value[]): string {
  return scripts.map(({ text }) => text ?? '').join('\n')
}

interface Parts {
  readonly scripts: readonly Value[]
  readonly files: readonly Word[]
}

function partsOf(given: readonly Value[], operands: readonly Word[]): Parts {
  return given.length > 0
    ? { scripts: given, files: operands }
    : { scripts: operands.slice(0, 1), files: operands.slice(1) }
}

/** `-i ''` of BSD leaves an empty word before the script. */
function sedParts(call: FileCall): Parts {
  const { options, operands } = call
  return partsOf(
    [...options.values('e', 'expression'), ...options.values('f', 'file').map((word) => scriptIn(word, call))],
    options.has('i', 'I') && operands[0]?.text === '' ? operands.slice(1) : operands,
  )
}

function sedActs(act: SedAct, command: Command, scribe: Scribe): Standing {
  switch (act.kind) {
    case 'write':
      return writesPath(scribe.pathOf(act.file), 'overwrite', scribe)
    case 'read':
      return readsPath(scribe.pathOf(act.file), scribe)
    case 'run':
      return weakest('plain', scribe.runsShell(value(act.command, []), 'sed e'))
    case 'run-stream':
      return weakest('unknown', scribe.runsShell(value(stdinText(command), []), 'sed e'))
  }
}

const sed = fileTool({
  names: 'sed ssed',
  // `-l` stands alone in one sed and takes a word in another: it is not known.
  flags:
    '-nErsuzab quiet silent regexp-extended separate unbuffered null-data debug sandbox posix follow-symlinks binary',
  values: '-ef expression file line-length',
  optional: '-iI in-place',
  acts: (call) => {
    const { command, options, scribe, reads, writes } = call
    const { scripts, files } = sedParts(call)
    const acted = scripts.flatMap((script): Standing[] => {
      // Of a script with unknown parts, what is known is read all the same.
      const known = knownOf(script, 'sed', scribe)
      const { acts, complete } = readSed(known.replaceAll('\0', 'x'))
      // A substitution with a variable in it: known to edit, not known to do nothing else.
      const editing = complete && known.includes('\0')
      return [
        complete && script.text !== undefined ? 'proven' : editing ? 'plain' : 'unknown',
        ...(options.has('sandbox') ? [] : acts.map((act) => sedActs(act, command, scribe))),
      ]
    })
    return [
      mayBeOptions(command.args.filter((word) => !scripts.includes(word))) ? 'unknown' : 'proven',
      ...acted,
      reads(files),
      writes(options.has('i', 'I', 'in-place') ? files : [], 'edit'),
    ]
  },
  prints: (call) => {
    const { scripts, files } = sedParts(call)
    const kept = call.options.has('n', 'quiet', 'silent') ? textsOf(scripts) : ''
    return value(undefined, filteredFor(kept, sourcesOf(files, call.command, call.scribe)))
  },
})

/** `-i inplace` is an extension of gawk, not a file of the project. */
const isExtension = ({ text }: Word) => text === 'inplace'

function awkParts(call: FileCall): Parts {
  const { options, operands } = call
  const fromFiles = options.values('f', 'file', 'E', 'exec', 'i', 'include').filter((word) => !isExtension(word))
  const { scripts, files } = partsOf(
    [...fromFiles.map((word) => scriptIn(word, call)), ...options.values('e', 'source')],
    operands,
  )
  // `name=value` among the operands is an assignment.
  return { scripts, files: files.filter(({ known }) => !/^[A-Za-z_]\w*=/.test(known)) }
}

/** The names that `-v` gives, and the variables of the environment that are known. */
function givenTo(options: Options, scribe: Scribe): ReadonlyMap<string, string> {
  const given = new Map([['ENVIRON HOME', scribe.facts.home]])
  for (const { text = '' } of options.values('v', 'assign')) {
    const equals = text.indexOf('=')
    if (equals > 0) given.set(text.slice(0, equals), text.slice(equals + 1))
  }
  return given
}

/** What a script reads itself, it may print to whatever it opens. */
function awkStandings(acts: readonly AwkAct[], files: readonly Word[], call: FileCall): readonly Standing[] {
  const read = acts.flatMap((act) => (act.kind === 'read' && act.constant ? [literalWord(act.file)] : []))
  return acts.map((act) => awkActs(act, [...files, ...read], call))
}

function awkActs(act: AwkAct, files: readonly Word[], { command, scribe }: FileCall): Standing {
  switch (act.kind) {
    case 'run': {
      // What is printed to it is part of what awk reads.
      const payload = act.input ? sourcesOf(files, command, scribe) : []
      const [, host] = /^\/inet[46]?\/\w+\/[^/]*\/([^/]+)\/[^/]+/.exec(act.command) ?? []
      if (host !== undefined) {
        scribe.effect({ kind: 'connect', host, url: act.command, address: 'unknown', by: 'awk' })
        if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'socket', payload, by: 'awk' })
        return 'plain'
      }
      const options = act.input ? { stdin: value(act.input.text, payload) } : {}
      const standing = scribe.runsShell(value(act.command, []), 'awk system', options)
      return weakest(act.constant ? 'plain' : 'unknown', standing)
    }
    case 'write':
      return act.constant ? writesPath(scribe.pathOf(act.file), act.append ? 'append' : 'overwrite', scribe) : 'unknown'
    case 'read':
      return act.constant ? readsPath(scribe.pathOf(act.file), scribe) : 'plain'
    case 'more':
      stateUnread(scribe, 'awk does more than is read')
      return 'unknown'
    case 'load':
      return 'unknown'
  }
}

const awk = fileTool({
  names: 'awk gawk mawk',
  flags:
    '-bcCgkhMnNOPrsStV characters-as-bytes traditional sandbox posix re-interval lint-old optimize bignum use-lc-numeric non-decimal-data csv',
  values: '-FveflEi field-separator assign source file load exec include',
  optional: 'lint dump-variables profile pretty-print debug -dpoDL',
  stopAtOperand: true,
  acts: (call) => {
    const { options, scribe, reads, writes } = call
    const { scripts, files } = awkParts(call)
    const given = givenTo(options, scribe)
    const inPlace = options.values('i', 'include').some(isExtension)
    return [
      options.has('o', 'd', 'p', 'dump-variables', 'profile', 'pretty-print', 'l', 'load', 'D', 'debug')
        ? 'unknown'
        : 'proven',
      writes(inPlace ? files : [], 'edit'),
      writes(options.values('o', 'p', 'd', 'pretty-print', 'profile', 'dump-variables'), 'overwrite'),
      ...scripts.flatMap((script): Standing[] => [
        script.text === undefined ? 'unknown' : 'proven',
        ...awkStandings(readAwk(knownOf(script, 'awk', scribe).replaceAll('\0', '$UNKNOWN'), given), files, call),
      ]),
      reads(files),
    ]
  },
  prints: (call) => {
    const { files, scripts } = awkParts(call)
    const text = textsOf(scripts)
    const told = environmentIn(text, /\bENVIRON\b(?:\s*\[\s*"(\w+)"\s*\])?/g)
    // A script that does not begin with a plain block chooses among its lines.
    const kept = /^\s*\{\s*print\b[^;~=<>!/]*\}\s*$/.test(text) ? '' : text
    return value(undefined, [...told, ...filteredFor(kept, sourcesOf(files, call.command, call.scribe))])
  },
})

export const SCRIPTED: readonly Program[] = [sed, awk]
