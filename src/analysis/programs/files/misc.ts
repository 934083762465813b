import { isSecretName } from '../../secrets.ts'
import { stateUnread } from '../../unread.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { sortText } from './constant-text.ts'
import { exiftool, lineEndings } from './converting.ts'
import { asksForHelp, isStdin, mayBeOptions } from './grammar.ts'
import { applyJq } from './jq-apply.ts'
import { MOST_PATCHED, patchedFiles } from './patched-files.ts'
import { reads, sourcesOf, stdinSources, textOf, value, writes } from './touching.ts'

const SORT: Grammar = {
  lenient: true,
  flags: '-bcCdfghiMmnrRsuVz merge',
  values: '-koStT compress-program files0-from key output field-separator temporary-directory',
}

const sort: Program = {
  names: ['sort'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, SORT)
    let standing: Standing = options.unknown.length > 0 || mayBeOptions(command.args) ? 'unknown' : 'proven'
    const packer = options.value('compress-program')
    if (packer) standing = weakest('plain', runsInstead(packer, 'sort --compress-program', scribe))
    for (const word of options.values('o', 'output')) standing = weakest(standing, writes(word, 'overwrite', scribe))
    return weakest(standing, reads([...options.operands, ...options.values('files0-from')], scribe))
  },
  output: (command, scribe) => {
    const options = readOptions(command.args, SORT)
    const files = [...options.operands, ...options.values('files0-from')]
    return value(sortText(options, command, scribe), sourcesOf(files, command, scribe))
  },
}

/** Takes out `--arg name value` and its kin, so that the rest is filter and files. */
function withoutPairs(words: readonly Word[]): { readonly rest: readonly Word[]; readonly read: readonly Word[] } {
  const rest: Word[] = []
  const read: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    if (/^--(?:arg|argjson|slurpfile|rawfile|argfile)$/.test(word.known)) {
      const file = words[at + 2]
      if (/file$/.test(word.known) && file) read.push(file)
      at += 2
    } else rest.push(word)
  }
  return { rest, read }
}

const JQ: Grammar = {
  lenient: true,
  flags:
    '-neErRsSaCMjchV0Pe raw-output ascii-output color-output monochrome-output join-output compact-output raw-output0 args jsonargs yaml-output',
  values: '-LfIpo indent from-file library-path input-format output-format expression front-matter split-exp',
  optional: '-i inplace in-place',
}

/** jq reads; yq does too, unless it edits in place. */
const jq: Program = {
  names: ['jq', 'jaq', 'yq', 'dasel', 'tomlq'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const { rest, read } = withoutPairs(command.args)
    const [verb] = rest
    const options = readOptions(/^(?:eval|e|eval-all|ea)$/.test(verb?.known ?? '') ? rest.slice(1) : rest, JQ)
    const files = options.has('f', 'from-file', 'expression', 'args', 'jsonargs') ? [] : options.operands.slice(1)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    standing = weakest(standing, reads([...files, ...read, ...options.values('f', 'from-file')], scribe))
    const inPlace = options.has('i', 'inplace', 'in-place') && !/^(?:jq|gojq)$/.test(command.name ?? '')
    if (inPlace) for (const word of files) standing = weakest(standing, writes(word, 'edit', scribe))
    return standing
  },
  output: (command, scribe) => {
    const { rest, read } = withoutPairs(command.args)
    const files = rest.filter((word) => !word.known.startsWith('-')).slice(1)
    const filter = rest.find((word) => !word.known.startsWith('-'))?.known ?? ''
    return value(jqOutput(command, scribe), [
      ...environmentIn(filter, /(?:^|[^.\w$"-])env(?![\w"-])(?:\s*\.\s*(\w+))?|\$ENV\b(?:\s*\.\s*(\w+))?/g),
      ...sourcesOf(files, command, scribe),
      ...(read.length > 0 ? sourcesOf(read, command, scribe) : []),
    ])
  },
}

/** The document that plain assignments leave, where it can be read. */
function jqOutput({ name, args, stdin }: Command, scribe: Scribe): string | undefined {
  const [program, file, ...more] = args
  if (name !== 'jq' || program?.text === undefined || program.text.startsWith('-') || more.length > 0) return undefined
  const real = file && scribe.path(file).real
  const text = file ? real && scribe.readText(real) : stdin.kind === 'value' ? stdin.value.text : undefined
  return text === undefined ? undefined : applyJq(program.text, text)
}

/** What a program text takes out of the environment: variables that it names, or all of them. */
export function environmentIn(text: string, use: RegExp): DataSource[] {
  return [...text.matchAll(use)].map((found) => {
    const name = found[1] ?? found[2] ?? '*'
    return { kind: 'environment', name, secret: name === '*' || isSecretName(name) }
  })
}

const printenv: Program = {
  names: ['printenv'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const names = command.args.filter((word) => !word.known.startsWith('-'))
    const secrets = names.filter((word) => isSecretName(word.known))
    for (const word of secrets) {
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'environment', name: word.known, secret: true },
        sink: 'output',
        certainty: command.stdout === 'terminal' ? 'likely' : 'possible',
      })
    }
    if (names.length > 0) return secrets.length > 0 || names.some((word) => word.dynamic) ? 'plain' : 'proven'
    if (command.stdout === 'terminal')
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'environment', name: '*', secret: true },
        sink: 'output',
        certainty: 'possible',
      })
    return 'plain'
  },
  output: (command) => {
    const names = command.args.filter((word) => !word.known.startsWith('-'))
    const sources: DataSource[] = names.map((word) => ({
      kind: 'environment',
      name: word.known,
      secret: isSecretName(word.known),
    }))
    return value(undefined, names.length > 0 ? sources : [{ kind: 'environment', name: '*', secret: true }])
  },
}

const PATCH: Grammar = {
  flags:
    '-bcCEeflnNRsTtuvZ backup context ed unified normal force forward reverse silent quiet batch dry-run check remove-empty-files set-time set-utc binary verbose posix follow-symlinks backup-if-mismatch no-backup-if-mismatch ignore-whitespace',
  values:
    '-BdDFgiopprVxYz input directory output strip prefix reject-file fuzz ifdef version-control basename-prefix suffix reject-format quoting-style get read-only',
  optional: 'merge',
}

/** The files that a patch makes, with their text; those that it changes, without. */
function statePatched(options: Options, diff: string | undefined, scribe: Scribe): void {
  if (options.has('R', 'reverse')) return
  const folder = options.value('d', 'directory')?.text
  const files = patchedFiles(diff, Number(options.value('p', 'strip')?.text ?? '0'))
  if (files.length >= MOST_PATCHED) stateUnread(scribe, 'a patch of more files than are read')
  for (const file of files) {
    const path = scribe.pathOf(folder === undefined ? file.path : `${folder}/${file.path}`)
    const how = file.text === undefined ? 'edit' : 'create'
    scribe.effect({ kind: 'write-path', path, how, content: file.text, by: 'patch' })
  }
}

const patch: Program = {
  names: ['patch'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, PATCH)
    const input = options.value('i', 'input') ?? options.operands[1]
    const path = input && !isStdin(input) ? scribe.path(input) : undefined
    if (path) scribe.effect({ kind: 'read-path', path, list: false })
    if (options.has('dry-run', 'C', 'check')) return options.unknown.length > 0 ? 'unknown' : 'proven'
    const source: DataSource = path
      ? { kind: 'file', path: path.real ?? path.text, secret: false }
      : (stdinSources(command)[0] ?? { kind: 'unknown' })
    const known = input
      ? textOf(input, command, scribe)
      : command.stdin.kind === 'value'
        ? command.stdin.value.text
        : undefined
    // Part of the repository, where others have taken it in, or written here as a text that is known.
    const kept = (file: string) =>
      (scribe.facts.tracked(file) === 'tracked-clean' || scribe.facts.session.written.get(file) !== undefined) &&
      scribe.provenance(file).kind !== 'elsewhere'
    const shown = source.kind === 'file' && (scribe.facts.session.seen.has(source.path) || kept(source.path))
    scribe.effect({ kind: 'apply-patch', source, seen: known !== undefined || shown })
    const [target] = options.operands
    if (target) writes(target, 'edit', scribe)
    else statePatched(options, known, scribe)
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  },
}

/** Programs that change the files they are given, in place. */
function inPlace(name: string, grammar: Grammar): Program {
  return {
    names: [name],
    read: (command, scribe) => {
      if (asksForHelp(command.args)) return 'proven'
      const options = readOptions(command.args, grammar)
      let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
      for (const word of options.operands) standing = weakest(standing, writes(word, 'edit', scribe))
      return standing
    },
  }
}

/** The perl kind of `rename` runs an expression; substitutions and transliterations only rename. */
const rename: Program = {
  names: ['rename', 'file-rename'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-fvnisao0d force verbose no-act symlink last all nono nolinks',
      values: '-eE expression',
    })
    if (options.has('n', 'no-act', 'nono')) return 'proven'
    const [expression, ...files] = options.has('e', 'E', 'expression')
      ? [options.value('e', 'E', 'expression'), ...options.operands]
      : options.operands
    const isPlain = /^(?:s([/|#,]).*\1.*\1[gix]*|[yt]r?\/.*\/.*\/[cdsr]*|[\w.*?#-]+)$/s.test(expression?.text ?? '')
    let standing: Standing = isPlain && options.unknown.length === 0 ? 'expected' : 'unknown'
    if (!isPlain && expression) standing = weakest(standing, scribe.runsCode('perl', expression, 'rename'))
    for (const word of files) if (word) standing = weakest(standing, writes(word, 'move', scribe))
    return standing
  },
}

const UNITS = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
  ['t', 2 ** 40],
])

function bytesOf(text: string | undefined): number {
  const [, digits = '0', unit = ''] = /^(\d+)([kmgt]?)(?:i?b)?$/i.exec(text ?? '') ?? []
  return Number(digits) * (UNITS.get(unit.toLowerCase()) ?? 1)
}

/** More than any test file needs. */
function isHuge(args: readonly Word[]): boolean {
  const value = (name: string) => args.find((word) => word.known.startsWith(`${name}=`))?.text?.slice(name.length + 1)
  return bytesOf(value('bs') ?? '512') * bytesOf(value('count')) >= 100 * 2 ** 30
}

/** Copies blocks: to a device it destroys what was there. */
const dd: Program = {
  names: ['dd'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    let standing: Standing = 'proven'
    for (const word of command.args) {
      const name = word.known.split('=', 1)[0] ?? ''
      const rest = { ...word, known: word.known.slice(name.length + 1), text: word.text?.slice(name.length + 1) }
      if (name === 'if') standing = weakest(standing, reads([rest], scribe))
      else if (name === 'of') standing = weakest(standing, writes(rest, 'overwrite', scribe))
      else if (!/^(?:bs|ibs|obs|cbs|count|skip|iseek|seek|oseek|conv|iflag|oflag|status)$/.test(name))
        standing = 'unknown'
    }
    const endless =
      command.args.some((word) => /^if=\/dev\/(?:zero|urandom|random)$/.test(word.known)) &&
      !command.args.some((word) => word.known.startsWith('count='))
    const filled = command.args.find((word) => word.known.startsWith('of=') && word.text !== 'of=/dev/null')
    if ((endless || isHuge(command.args)) && filled)
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return standing
  },
  output: (command, scribe) => {
    const input = command.args.find((word) => word.known.startsWith('if='))
    const word = input && { ...input, known: input.known.slice(3), text: input.text?.slice(3) }
    return value(undefined, sourcesOf(word ? [word] : [], command, scribe))
  },
}

const fallocate: Program = {
  names: ['fallocate'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-cdinpvxz dig-holes keep-size punch-hole verbose zero-range collapse-range insert-range posix',
      values: '-lo length offset',
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of options.operands) standing = weakest(standing, writes(word, 'edit', scribe))
    if (/^\d{3,}\s*[GT]i?B?$|^\d+\s*[TP]i?B?$/i.test(options.value('l', 'length')?.text ?? ''))
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return standing
  },
}

const DATE: Grammar = {
  lenient: true,
  flags: '-uRInj',
  values: '-dfrvs date file reference set',
  optional: '-I',
}

/** Tells the time, or sets it: every record after that carries a wrong one. */
const date: Program = {
  names: ['date'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, DATE)
    const bare = options.operands.some((word) => /^\d{8,14}(?:\.\d\d)?$/.test(word.known))
    if (options.has('s', 'set') || (bare && !options.has('j'))) {
      scribe.effect({ kind: 'weaken', area: 'audit', feature: 'clock' })
      return 'plain'
    }
    const standing = reads(options.values('f', 'file', 'r', 'reference').filter(isFileName), scribe, true)
    return options.unknown.length > 0 ? 'unknown' : standing
  },
  output: (command) => {
    const sources = command.args.flatMap((word) => word.sources)
    return value(undefined, sources.length > 0 ? sources : [{ kind: 'command', program: 'date', secret: false }])
  },
}

/** `-r` takes a file on GNU and seconds on BSD; `-f` takes a format on BSD. */
function isFileName(word: Word): boolean {
  return !/^\d+$|%/.test(word.known)
}

export const MISC: readonly Program[] = [
  sort,
  jq,
  printenv,
  patch,
  lineEndings,
  exiftool,
  inPlace('mogrify', { flags: '-strip', values: 'resize quality', singleDash: true }),
  inPlace('patchelf', { values: 'set-rpath set-interpreter add-needed remove-needed replace-needed' }),
  rename,
  dd,
  fallocate,
  date,
]
