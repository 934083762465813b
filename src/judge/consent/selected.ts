import type { Action } from '../../analysis/action.ts'
import type { Command } from '../../analysis/words.ts'
import { type NamePattern, patternOfGlob, patternOfRegex } from './patterns.ts'

/** How the things were picked that a command is handed by a listing. */
export interface Selection {
  /** Rules that each picked name fits. */
  readonly rules: readonly NamePattern[]
  /** Other words of the choice: `merged`, `status=exited`, `30`. */
  readonly words: readonly string[]
  /** Every step of the choice was understood. */
  readonly known: boolean
}

/** Steps that change how a list looks, not what is in it. */
const SHAPES = new Set([
  'sed',
  'awk',
  'gawk',
  'cut',
  'tr',
  'sort',
  'uniq',
  'xargs',
  'cat',
  'column',
  'rev',
  'tac',
  'nl',
  'echo',
  'printf',
])
const LISTS =
  /^(?:git (?:branch|for-each-ref|tag|ls-remote)|kubectl get|oc get|docker (?:ps|container ls|container list|images|image ls|volume ls)|podman (?:ps|images)|squeue|qstat|bjobs|aws \S+ (?:ls|list\S*|describe\S*)|gcloud .*list|gsutil ls|ls|find|fd|gh (?:pr|run|issue|release) list|helm (?:list|ls)|pgrep|heroku (?:apps|ps))\b/

/** What feeds this command: the listings and filters before it in its pipe, or inside its own words. */
export function selectionFor(command: Command | undefined, action: Action): Selection | undefined {
  if (!command) return undefined
  const steps = [...pipedInto(command, action.commands), ...insideOf(command, action.commands)]
  if (steps.length === 0) return undefined
  const read = steps.map(readStep)
  return {
    rules: read.flatMap(({ rules }) => rules),
    words: read.flatMap(({ words }) => words),
    known: read.every(({ known }) => known),
  }
}

function pipedInto(command: Command, commands: readonly Command[]): readonly Command[] {
  const before = commands
    .filter(({ span, via }) => span.end <= command.span.start && via.length === 0)
    .toSorted((a, b) => b.span.start - a.span.start)
  const end = before.findIndex(({ stdout }) => stdout !== 'pipe')
  return end < 0 ? before : before.slice(0, end)
}

function insideOf(command: Command, commands: readonly Command[]): readonly Command[] {
  const { start, end } = command.span
  return commands.filter(
    (one) =>
      one !== command &&
      one.span.start > start &&
      one.span.end <= end &&
      (one.stdout === 'captured' || one.stdout === 'pipe'),
  )
}

function readStep(command: Command): Selection {
  const args = command.args.map(({ known }) => known)
  const name = command.name ?? ''
  if (name === 'grep' || name === 'egrep' || name === 'rg') return readGrep(args)
  if (name === 'head' || name === 'tail')
    return { rules: [], words: ['head', ...args.flatMap((arg) => arg.match(/\d+/g) ?? [])], known: true }
  if (SHAPES.has(name))
    return { rules: [], words: [], known: !args.some((arg) => /(?:^|[;{\s])\/.*\/[dp!{]/.test(arg)) }
  return LISTS.test([name, ...args.filter((arg) => !arg.startsWith('-'))].join(' '))
    ? readListing(args)
    : { rules: [], words: [], known: false }
}

function readGrep(args: readonly string[]): Selection {
  const flags = args.filter((arg) => arg.startsWith('-'))
  const [pattern = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (flags.some((flag) => /^-[a-zA-Z]*v/.test(flag) || flag === '--invert-match'))
    return { rules: [], words: [], known: true }
  const rule = patternOfRegex(pattern)
  return { rules: rule ? [rule] : [], words: rule ? [] : [pattern.toLowerCase()], known: true }
}

/** Globs, filters and switches of a listing. */
function readListing(args: readonly string[]): Selection {
  const rules: NamePattern[] = []
  const words: string[] = []
  for (const arg of args) {
    const lower = arg.toLowerCase()
    const named = /^(?:--filter=|-f)?names?=(.+)$/.exec(lower)?.[1]
    const rule = named === undefined ? undefined : (patternOfRegex(named) ?? patternOfGlob(named))
    if (rule) rules.push(rule)
    else if (lower.includes('*')) rules.push(patternOfGlob(lower.replace(/^['"]|['"]$/g, '')))
    else words.push(lower.replace(/^-+/, ''))
  }
  return { rules, words, known: true }
}
