import {
  collectInputSources,
  defineFileTool,
  type FileCall,
  makeValue,
  narrowSourceTopics,
  readStdinText,
  recordInPlaceEdit,
  recordPathRead,
  recordPathWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { literalWord } from '../../../analysis/interpret/values.ts'
import { mayBeOptions } from '../../../analysis/interpret/word-checks.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import { readSed, type SedAct } from '../../../analysis/sed/sed-script.ts'
import { recordUnread } from '../../../analysis/text/read-limits.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'
import { type AwkAct, readAwk } from './awk-script.ts'
import { findEnvironmentReads } from './jq.ts'

/** The text of a script that is given as a file or on standard input, and the address it came from. */
function readScriptFile(word: Word, { command: { stdin }, recorder }: FileCall): Value {
  if (/^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.known))
    return stdin.kind === 'value' ? stdin.value : makeValue(undefined, [])
  const { real } = recorder.path(word)
  if (real === undefined) return makeValue(undefined, [])
  const from = recorder.provenance(real)
  return makeValue(recorder.readText(real), from.kind === 'elsewhere' ? [{ kind: 'network', url: from.address }] : [])
}

/** What is known of a script. One that comes from elsewhere and is not known may run anything. */
function readScriptText(script: Value, program: 'awk' | 'sed', recorder: EffectRecorder): string {
  if (script.text !== undefined) return script.text
  if ('known' in script) return String(script.known)
  const network = script.sources.find((source) => source.kind === 'network')
  recorder.effect({
    kind: 'run-code',
    language: program === 'awk' ? 'awk' : 'other',
    origin: network ? 'download' : script.sources.length > 0 ? 'dynamic' : 'project-file',
    read: false,
    host: network && hostOf(network.url),
    by: `${program} -f`,
  })
  return ''
}

function joinScriptTexts(scripts: readonly Value[]): string {
  return scripts.map(({ text }) => text ?? '').join('\n')
}

interface ScriptOperands {
  readonly scripts: readonly Value[]
  readonly files: readonly Word[]
}

function splitScriptOperands(given: readonly Value[], operands: readonly Word[]): ScriptOperands {
  return given.length > 0
    ? { scripts: given, files: operands }
    : { scripts: operands.slice(0, 1), files: operands.slice(1) }
}

/** `-i ''` of BSD leaves an empty word before the script. */
function splitSedOperands(call: FileCall): ScriptOperands {
  const { options, operands } = call
  return splitScriptOperands(
    [...options.values('e', 'expression'), ...options.values('f', 'file').map((word) => readScriptFile(word, call))],
    options.has('i', 'I') && operands[0]?.text === '' ? operands.slice(1) : operands,
  )
}

function recordSedAct(act: SedAct, command: Command, recorder: EffectRecorder): CommandGrade {
  switch (act.kind) {
    case 'write':
      return recordPathWrite(recorder.pathOf(act.file), 'overwrite', recorder)
    case 'read':
      return recordPathRead(recorder.pathOf(act.file), recorder)
    case 'run':
      return weakestGrade('plain', recorder.runsShell(makeValue(act.command, []), 'sed e'))
    case 'run-stream':
      return weakestGrade('unknown', recorder.runsShell(makeValue(readStdinText(command), []), 'sed e'))
  }
}

const sed = defineFileTool({
  names: 'sed ssed',
  // `-l` stands alone in one sed and takes a word in another: it is not known.
  flags:
    '-nErsuzab quiet silent regexp-extended separate unbuffered null-data debug sandbox posix follow-symlinks binary',
  values: '-ef expression file line-length',
  optional: '-iI in-place',
  acts: (call) => {
    const { command, options, recorder, reads } = call
    const { scripts, files } = splitSedOperands(call)
    const inPlace = options.has('i', 'I', 'in-place')
    const suffix = options.value('i', 'I', 'in-place')
    const acted = scripts.flatMap((script): CommandGrade[] => {
      // Of a script with unknown parts, what is known is read all the same.
      const known = readScriptText(script, 'sed', recorder)
      const { acts, complete } = readSed(known.replaceAll('\0', 'x'))
      // A substitution with a variable in it: known to edit, not known to do nothing else.
      const editing = complete && known.includes('\0')
      return [
        complete && script.text !== undefined ? 'proven' : editing ? 'plain' : 'unknown',
        ...(options.has('sandbox') ? [] : acts.map((act) => recordSedAct(act, command, recorder))),
      ]
    })
    return [
      mayBeOptions(command.args.filter((word) => !scripts.includes(word))) ? 'unknown' : 'proven',
      ...acted,
      reads(files),
      ...(inPlace ? files : []).map((word) => recordInPlaceEdit(word, suffix, recorder)),
    ]
  },
  prints: (call) => {
    const { scripts, files } = splitSedOperands(call)
    const kept = call.options.has('n', 'quiet', 'silent') ? joinScriptTexts(scripts) : ''
    return makeValue(undefined, narrowSourceTopics(kept, collectInputSources(files, call.command, call.recorder)))
  },
})

/** `-i inplace` is an extension of gawk, not a file of the project. */
const isInplaceExtension = ({ text }: Word) => text === 'inplace'

function splitAwkOperands(call: FileCall): ScriptOperands {
  const { options, operands } = call
  const fromFiles = options.values('f', 'file', 'E', 'exec', 'i', 'include').filter((word) => !isInplaceExtension(word))
  const { scripts, files } = splitScriptOperands(
    [...fromFiles.map((word) => readScriptFile(word, call)), ...options.values('e', 'source')],
    operands,
  )
  // `name=value` among the operands is an assignment.
  return { scripts, files: files.filter(({ known }) => !/^[A-Za-z_]\w*=/.test(known)) }
}

/** The names that `-v` gives, and the variables of the environment that are known. */
function collectAwkVariables(options: Options, recorder: EffectRecorder): ReadonlyMap<string, string> {
  const given = new Map([['ENVIRON HOME', recorder.facts.home]])
  for (const { text = '' } of options.values('v', 'assign')) {
    const equals = text.indexOf('=')
    if (equals > 0) given.set(text.slice(0, equals), text.slice(equals + 1))
  }
  return given
}

/** What a script reads itself, it may print to whatever it opens. */
function recordAwkActs(acts: readonly AwkAct[], files: readonly Word[], call: FileCall): readonly CommandGrade[] {
  const read = acts.flatMap((act) => (act.kind === 'read' && act.constant ? [literalWord(act.file)] : []))
  return acts.map((act) => recordAwkAct(act, [...files, ...read], call))
}

function recordAwkAct(act: AwkAct, files: readonly Word[], { command, recorder }: FileCall): CommandGrade {
  switch (act.kind) {
    case 'run': {
      // What is printed to it is part of what awk reads.
      const payload = act.input ? collectInputSources(files, command, recorder) : []
      const [, host] = /^\/inet[46]?\/\w+\/[^/]*\/([^/]+)\/[^/]+/.exec(act.command) ?? []
      if (host !== undefined) {
        recorder.effect({ kind: 'connect', host, url: act.command, address: 'unknown', by: 'awk' })
        if (payload.length > 0) recorder.effect({ kind: 'send-data', host, channel: 'socket', payload, by: 'awk' })
        return 'plain'
      }
      const options = act.input ? { stdin: makeValue(act.input.text, payload) } : {}
      const grade = recorder.runsShell(makeValue(act.command, []), 'awk system', options)
      return weakestGrade(act.constant ? 'plain' : 'unknown', grade)
    }
    case 'write':
      return act.constant
        ? recordPathWrite(recorder.pathOf(act.file), act.append ? 'append' : 'overwrite', recorder)
        : 'unknown'
    case 'read':
      return act.constant ? recordPathRead(recorder.pathOf(act.file), recorder) : 'plain'
    case 'more':
      recordUnread(recorder, 'awk does more than is read')
      return 'unknown'
    case 'load':
      return 'unknown'
  }
}

const awk = defineFileTool({
  names: 'awk gawk mawk',
  flags:
    '-bcCgkhMnNOPrsStV characters-as-bytes traditional sandbox posix re-interval lint-old optimize bignum use-lc-numeric non-decimal-data csv',
  values: '-FveflEi field-separator assign source file load exec include',
  optional: 'lint dump-variables profile pretty-print debug -dpoDL',
  stopAtOperand: true,
  acts: (call) => {
    const { options, recorder, reads, writes } = call
    const { scripts, files } = splitAwkOperands(call)
    const given = collectAwkVariables(options, recorder)
    const inPlace = options.values('i', 'include').some(isInplaceExtension)
    return [
      options.has('o', 'd', 'p', 'dump-variables', 'profile', 'pretty-print', 'l', 'load', 'D', 'debug')
        ? 'unknown'
        : 'proven',
      writes(inPlace ? files : [], 'edit'),
      writes(options.values('o', 'p', 'd', 'pretty-print', 'profile', 'dump-variables'), 'overwrite'),
      ...scripts.flatMap((script): CommandGrade[] => [
        script.text === undefined ? 'unknown' : 'proven',
        ...recordAwkActs(
          readAwk(readScriptText(script, 'awk', recorder).replaceAll('\0', '$UNKNOWN'), given),
          files,
          call,
        ),
      ]),
      reads(files),
    ]
  },
  prints: (call) => {
    const { files, scripts } = splitAwkOperands(call)
    const text = joinScriptTexts(scripts)
    const environment = findEnvironmentReads(text, /\bENVIRON\b(?:\s*\[\s*"(\w+)"\s*\])?/g)
    // A script that does not begin with a plain block chooses among its lines.
    const kept = /^\s*\{\s*print\b[^;~=<>!/]*\}\s*$/.test(text) ? '' : text
    return makeValue(undefined, [
      ...environment,
      ...narrowSourceTopics(kept, collectInputSources(files, call.command, call.recorder)),
    ])
  },
})

export const SED_AND_AWK: readonly Program[] = [sed, awk]
