import { baseOf } from '../base-name.ts'
import { like } from '../programs/unlisted/shapes.ts'
import type { Command, Value, Word } from '../words.ts'
import type { Frame } from './frame.ts'
import { joinSources, literalWord } from './values.ts'

/** The paths that every line of a command's output lies under, for commands that list paths. */
export function pathsPrinted(command: Command): readonly Word[] | undefined {
  const { args } = command
  switch (baseOf(command)) {
    case 'find':
    case 'gfind':
      return args.some(like(/^-(?:exec|printf|fprint|ls|ok)/))
        ? undefined
        : below(findStarts(args), command, findsAll(args) ? ALL : soleName(args))
    case 'ls':
      return args.some(like(/^-.*[lsi]/)) ? undefined : below(operands(args), command, ALL)
    case 'git':
      return args[0]?.text === 'ls-files'
        ? below(operands(args.slice(1)), command, tracksAll(args.slice(1)))
        : undefined
    case 'rg':
    case 'grep':
    case 'ag':
      if (!args.some(like(/^(?:-[A-Za-z]*[lL]|--files(?:-with|-without)?.*)$/)))
        return args.some(like(/^-[A-Za-z]*[coq]/)) ? undefined : picked(command)
      return below(operands(args).slice(args.some((word) => word.known === '--files') ? 0 : 1), command)
    case 'fd':
    case 'fdfind':
      return below(operands(args).slice(1), command)
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
    case 'tac':
    case 'shuf':
      return picked(command)
    default:
      return undefined
  }
}

function picked({ stdin }: Command): readonly Word[] | undefined {
  const given = stdin.kind === 'value' && stdin.value.text === undefined ? stdin.value.paths : undefined
  return given?.map((word) => ({ ...word, glob: false }))
}

/** `$(find /etc -name x)`. */
export function printedPaths(word: Word): readonly Word[] {
  if (word.text !== undefined || !word.paths || word.paths.length === 0) return [word]
  if (word.quoted && word.paths.length > 1) return [word]
  return word.paths.map((path) => ({ ...path, raw: word.raw, sources: joinSources(path.sources, word.sources) }))
}

function operands(args: readonly Word[]): readonly Word[] {
  return args.filter((word) => !word.known.startsWith('-'))
}

function findStarts(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => /^[-(!]/.test(word.known) && !/^-[HLPDO]/.test(word.known))
  return (end < 0 ? args : args.slice(0, end)).filter((word) => !word.known.startsWith('-'))
}

const ALL = '*'

const EXCLUDES = /^(?:-not|!)$/
/** Tests and actions of `find` that leave nothing of note out; `-not -path x` still leaves nearly everything in. */
const BROAD = /^-(?:print0?|depth|d|follow|xdev|mount|noleaf|ignore_readdir_race|a|and)$/

function findsAll(args: readonly Word[]): boolean {
  const rest = args.slice(findStarts(args).length).map((word) => word.known)
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    if (EXCLUDES.test(word)) at += 2
    else if (word === '-type' && rest[at + 1] !== 'l') at++
    else if (/^-(?:max|min)depth$/.test(word)) at++
    else if (!BROAD.test(word) && !/^-[HLP]$/.test(word)) return false
  }
  return true
}

/** `git ls-files` without a choice of its own. */
function tracksAll(args: readonly Word[]): string {
  return args.every(like(/^(?:-z|-c|--cached|--full-name|--)$/)) ? ALL : ''
}

/** The one name that everything found must have, if `find` is asked for just one. */
function soleName(args: readonly Word[]): string {
  const names = args.filter((word) => word.known === '-name')
  const plain = names.length === 1 && !args.some(like(/^(?:-o|-or|-not|!|,)$/))
  const text = plain ? args[args.findIndex((word) => word.known === '-name') + 1]?.text : undefined
  return text === undefined ? '' : `/${text}`
}

/** Something below these, or all of it (then a glob as well); the working directory when there are none. */
function below(starts: readonly Word[], command: Command, name = ''): readonly Word[] {
  const all = starts.length === 0 ? [literalWord('.', command.span)] : starts
  return all.map((word): Word => {
    const all = name === ALL && !word.glob
    const known = `${word.known.endsWith('/') ? word.known : `${word.known}/`}\0${name === ALL ? '' : name}`
    const { alternatives: _, ...rest } = word
    return {
      ...rest,
      known,
      text: undefined,
      dynamic: true,
      glob: all || (name !== ALL && /[*?[]/.test(name)),
      quoted: true,
      mayBeEmpty: false,
    }
  })
}

/** `mktemp` makes a path of its own: one that nobody else has, so it can stand for a name that is never met. */
export function temporaryPath(command: Command, frame: Frame): Value | undefined {
  if (!/^g?mktemp$/.test(baseOf(command)) || frame.place !== 'here') return undefined
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
