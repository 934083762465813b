import { VERBS, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Facts } from '../facts.ts'
import { printedInstallPath } from '../gate/installed-paths.ts'
import { isAmong, knownTexts, looksLikeFile, matching } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import { familyFor, type ProgramFamily } from '../interpret/registry.ts'
import { joinSources, literalWord } from '../interpret/values.ts'
import { isInside } from '../paths/path-use.ts'
import type { Command, DataSource, PrintedKind, Value, Word } from '../words.ts'
import type { Frame } from './frame.ts'

/** The paths that every line of a command's output lies under, for commands that list paths. `read`: what its files list. */
export function printedPathRoots(command: Command, read?: readonly Word[]): readonly Word[] | undefined {
  const { args } = command
  switch (commandBaseName(command)) {
    case 'find':
    case 'gfind':
      return args.some(matching(/^-(?:exec|printf|fprint|ls|ok)/))
        ? undefined
        : pathsBelow(
            findStarts(args),
            command,
            findsAll(withoutPruned(args)) ? ALL_NAMES : singleNamePattern(withoutPruned(args)),
          )
    case 'ls':
      return args.some(matching(/^-.*[lsi]/)) ? undefined : pathsBelow(operandsOf(args), command, ALL_NAMES)
    case 'git':
      return args[0]?.text === 'ls-files'
        ? pathsBelow(operandsOf(args.slice(1)), command, trackedFilesPattern(args.slice(1)))
        : undefined
    case 'rg':
    case 'grep':
    case 'ag':
      if (!args.some(matching(/^(?:-[A-Za-z]*[lL]|--files(?:-with|-without)?.*)$/)))
        return args.some(matching(/^-[A-Za-z]*[coq]/))
          ? undefined
          : inputPaths(command, read, args.some(matching(LEAVES_OUT)))
      return pathsBelow(operandsOf(args).slice(args.some((word) => word.known === '--files') ? 0 : 1), command)
    case 'fd':
    case 'fdfind':
      return pathsBelow(operandsOf(args).slice(1), command)
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
    case 'tac':
    case 'shuf':
      return inputPaths(command, read)
    default:
      return undefined
  }
}

/** A filter that leaves something out: nearly everything is still in. */
const LEAVES_OUT = /^(?:-[A-Za-z]*v[A-Za-z]*|--invert-match)$/

function inputPaths({ stdin }: Command, read: readonly Word[] | undefined, whole = false): readonly Word[] | undefined {
  const piped = stdin.kind === 'value' && stdin.value.text === undefined ? stdin.value.paths : undefined
  const given = piped ?? read
  return whole ? given : given?.map((word) => ({ ...word, glob: false }))
}

/** `$(find /etc -name x)`. */
export function expandPrintedPaths(word: Word): readonly Word[] {
  if (word.text !== undefined || !word.paths || word.paths.length === 0) return [word]
  if (word.quoted && word.paths.length > 1) return [word]
  return word.paths.map((path) => ({ ...path, raw: word.raw, sources: joinSources(path.sources, word.sources) }))
}

function operandsOf(args: readonly Word[]): readonly Word[] {
  return args.filter((word) => !word.known.startsWith('-'))
}

function findStarts(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => /^[-(!]/.test(word.known) && !/^-[HLPDO]/.test(word.known))
  return (end < 0 ? args : args.slice(0, end)).filter((word) => !word.known.startsWith('-'))
}

/** `-path ./x -prune -o …` only leaves something out: what is printed is said behind it. */
function withoutPruned(args: readonly Word[]): readonly Word[] {
  const pruned = args.findLastIndex((word) => word.known === '-prune')
  if (args.slice(0, pruned + 1).some(matching(/^-print/))) return args
  const next = args.findIndex((word, at) => pruned >= 0 && at > pruned && /^-or?$/.test(word.known))
  return next < 0 ? args : [...findStarts(args), ...args.slice(next + 1)]
}

const ALL_NAMES = '*'

const NEGATION_TESTS = /^(?:-not|!)$/
/** Tests and actions of `find` that leave nothing of note out; `-not -path x` still leaves nearly everything in. */
const BROAD_FIND_TESTS = /^-(?:print0?|depth|d|follow|xdev|mount|noleaf|ignore_readdir_race|a|and)$/

function findsAll(args: readonly Word[]): boolean {
  const rest = args.slice(findStarts(args).length).map((word) => word.known)
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    if (NEGATION_TESTS.test(word)) at += 2
    else if (word === '-type' && rest[at + 1] !== 'l') at++
    else if (/^-(?:max|min)depth$/.test(word)) at++
    else if (!BROAD_FIND_TESTS.test(word) && !/^-[HLP]$/.test(word)) return false
  }
  return true
}

/** `git ls-files` without a choice of its own, or whatever git doesn't keep. */
function trackedFilesPattern(args: readonly Word[]): string {
  if (args.some(matching(/^(?:-[a-z]*[oi][a-z]*|--others|--ignored)$/)))
    return operandsOf(args).length === 0 ? ALL_NAMES : ''
  return args.every(matching(/^(?:-z|-c|--cached|--full-name|--)$/)) ? ALL_NAMES : ''
}

/** The one name that everything found must have, if `find` is asked for just one. */
function singleNamePattern(all: readonly Word[]): string {
  const args = withoutNegatedTests(all)
  const names = args.filter((word) => word.known === '-name')
  const plain = names.length === 1 && !args.some(matching(/^(?:-o|-or|-not|!|,)$/))
  const text = plain ? args[args.findIndex((word) => word.known === '-name') + 1]?.text : undefined
  return text === undefined ? '' : `/${text}`
}

/** `-not -path x` only leaves something out. */
function withoutNegatedTests(args: readonly Word[]): readonly Word[] {
  const isNegated = (at: number) =>
    NEGATION_TESTS.test(args[at]?.known ?? '') && PATTERN_TESTS.test(args[at + 1]?.known ?? '')
  return args.filter((_, at) => !isNegated(at) && !isNegated(at - 1) && !isNegated(at - 2))
}

const PATTERN_TESTS = /^-i?(?:name|path|wholename)$/

/** Something below these, or all of it (then a glob as well); the working directory when there are none. */
function pathsBelow(starts: readonly Word[], command: Command, name = ''): readonly Word[] {
  const all = starts.length === 0 ? [literalWord('.', command.span)] : starts
  return all.map((word): Word => {
    const all = name === ALL_NAMES && !word.glob
    const known = `${word.known.endsWith('/') ? word.known : `${word.known}/`}\0${name === ALL_NAMES ? '' : name}`
    const { alternatives: _, ...rest } = word
    return {
      ...rest,
      known,
      text: undefined,
      dynamic: true,
      glob: all || (name !== ALL_NAMES && /[*?[]/.test(name)),
      quoted: true,
      mayBeEmpty: false,
    }
  })
}

/** `mktemp` makes a path of its own: one that nobody else has, so it can stand for a name that is never met. */
export function temporaryPath(command: Command, frame: Frame): Value | undefined {
  if (!/^g?mktemp$/.test(commandBaseName(command)) || frame.place !== 'here') return undefined
  const { overlay } = frame.analysis
  let directory = frame.facts.temporaryDirectories[0] ?? '/tmp'
  let template = 'tmp.XXXXXXXXXX'
  let placed = false
  for (let at = 0; at < command.args.length; at++) {
    const text = command.args[at]?.text
    if (text === undefined) return undefined
    if (text === '-p' || text === '--tmpdir') {
      directory = command.args[++at]?.text ?? directory
      placed = true
    } else if (text.startsWith('--tmpdir=')) {
      directory = text.slice('--tmpdir='.length)
      placed = true
    } else if (text === '--suffix') at++
    else if (text === '-t') placed = true
    else if (!text.startsWith('-')) template = text
  }
  const named = template.includes('/')
    ? template
    : placed || template.startsWith('tmp.')
      ? `${directory}/${template}`
      : `${frame.scope.cwd ?? directory}/${template}`
  const count = ++overlay.temporary
  const path = `${named}.${count}`
  overlay.directories.add(path)
  return { text: `${path}\n`, sources: [] }
}

/** `npm root -g`, `which irongate`: what is put behind it leads to the gate's own files. */
export function installPath({ name, args }: Command, { facts, place }: Frame): Value | undefined {
  if (name === undefined || place !== 'here') return undefined
  const printed = printedInstallPath([name, ...args.map(({ known }) => known)], facts)
  return printed === undefined ? undefined : { text: `${printed}\n`, sources: [] }
}

const SETTINGS_NOUNS =
  /^(?:env|environ|environment|printenv|propert(?:y|ies)|sysprops|config|configs|configuration|vars|variables|\w*settings|pillars?|parameters|params|credentials|connections|hostvars|getconfig|showconfig)$/
const SETTING_CHANGE_VERBS = [...VERBS.delete, ...'set unset use edit contexts create add init'.split(' ')]
const SETTING_CHANGES: ReadonlySet<string> = new Set(SETTING_CHANGE_VERBS)
const NAME_LISTING_VERBS: ReadonlySet<string> = new Set([
  ...SETTING_CHANGE_VERBS,
  ...'list ls names validate check path'.split(' '),
])
const SHOW_VERBS = /^(?:show|info|report|inspect|dump|get|items|display|describe|diagnostics?)$/
const DUMP_NAME = /dump|backup|export(?!er)|snapshot|\brdb\b|bundle/

export function withPrintedKind(output: Value, command: Command): Value {
  if ((command.stdout !== 'pipe' && command.stdout !== 'file') || command.name === undefined) return output
  const printed = printedKindOf(command)
  if (printed === undefined) return output
  const mark: DataSource = { kind: 'command', program: baseName(command.name), secret: false, printed }
  return { ...output, sources: joinSources(output.sources, [mark]) }
}

/** Values that may be secrets, told by what a filter looks for among them; undefined for anything else. */
export function liveValueKind(source: DataSource): 'values' | 'state' | undefined {
  return source.kind !== 'command' || source.printed === 'everything' ? undefined : source.printed
}

export function isDumpSource(source: DataSource): boolean {
  return source.kind === 'command' && source.printed === 'everything' && source.program !== 'git'
}

/** All that a database or a repository holds, or the whole project as files. */
export function isWholeStore(source: DataSource, { projectRoot }: Facts): boolean {
  if (source.kind === 'file') return isInside(projectRoot, source.path) || isInside(source.path, `${projectRoot}/.git`)
  return source.kind === 'command' && source.printed === 'everything'
}

function printedKindOf(command: Command): PrintedKind | undefined {
  const family = familyFor(command.name ?? '')
  if (family === 'files' || family === 'shell') return undefined
  const name = commandBaseName(command).toLowerCase()
  const said = operandWords(command)
  if (family === 'git')
    return /^(?:bundle|archive|fast-export)$/.test(said[0] ?? '') || isWholeLog(said, command)
      ? 'everything'
      : undefined
  const words = said.flatMap(wordsOf)
  if (dumpsStore(name, words, command)) return 'everything'
  return printsSettings(command, words) ? 'values' : printsState(command, words, family) ? 'state' : undefined
}

function isWholeLog(said: readonly string[], { args }: Command): boolean {
  return said[0] === 'log' && args.some(matching(/^(?:-p|--patch)$/)) && args.some(({ known }) => known === '--all')
}

function dumpsStore(name: string, words: readonly string[], { args }: Command): boolean {
  const family = familyFor(name)
  if (DUMP_NAME.test(name)) return true
  const asked = [...words, ...knownTexts(args).filter(matching(/^(?:--?|\.)[a-z]/))]
  if (family === 'data')
    return (
      asked.some(matching(DUMP_NAME)) || args.some(matching(/\bselect\s+\*\s+from\b|\bcopy\b.{1,200}\bto\s+stdout\b/i))
    )
  return words.slice(0, MAX_VERBS).some(matching(/^(?:dump|backup|export|snapshot)$/))
}

const MAX_VERBS = 4

function operandWords({ args }: Command): readonly string[] {
  return knownTexts(
    args.filter(({ known }, at) => {
      if (known.startsWith('-')) return false
      const before = args[at - 1]?.known ?? ''
      return !/^-[A-Za-z]$|^--[a-z][\w-]*$/.test(before) || /^(?:-p|--propert(?:y|ies)|--type)$/.test(before)
    }),
  ).filter((known) => known.length < 60 && /^[A-Za-z][\w.:-]*$/.test(known) && !looksLikeFile(known))
}

const STATIC_NOUNS =
  /^(?:values|template|templates|chart|schema|schemas|manifest|defaults|example|examples|docs?|help|usage)$/

/** What is built, fetched or asked of a cluster names secrets without holding them. */
function printsState({ args }: Command, words: readonly string[], family: ProgramFamily | undefined): boolean {
  if (/^(?:build|packages|cloud|hosting|interpreters|network)$/.test(family ?? '')) return false
  const asked = args.some(matching(/^--(?:describe|show|info|dump|inspect)$/))
  return (asked || words.some(matching(SHOW_VERBS))) && !words.some(matching(STATIC_NOUNS))
}

function printsSettings(command: Command, words: readonly string[]): boolean {
  const flags = knownTexts(command.args).filter(
    matching(/^--?(?:vars|sysprops|environment|env|properties|settings|show-?config|print-?config)$/i),
  )
  const nouns = [...words, ...flags.flatMap(wordsOf)]
  if (nouns.some(matching(/^values$/)) && nouns.some(matching(/^(?:get|dump|export|read)$/))) return true
  if (nouns.some(matching(SETTINGS_NOUNS))) return !nouns.some(isAmong(NAME_LISTING_VERBS)) || isListOfValues(nouns)
  if (command.args.some(({ known }) => known === '*') && words.includes('get')) return true
  return words.includes('state') && (words.includes('pull') || words.includes('show'))
}

/** `config list` prints the values, `env list` the names. */
function isListOfValues(nouns: readonly string[]): boolean {
  const listed = nouns.some(
    matching(/^(?:config|configs|configuration|connections|settings|properties|parameters|vars)$/),
  )
  return listed && nouns.some(matching(/^(?:list|ls)$/)) && !nouns.some(isAmong(SETTING_CHANGES))
}
