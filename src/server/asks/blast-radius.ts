import { resolve } from 'node:path'
import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { partsOf } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { DELETING_CHANGES, LOSING_STATEMENTS } from '../../knowledge/lexicon/verbs.ts'
import { oneLine } from '../../messages.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { type Budget, countFiles } from './count-files.ts'

export type RadiusRow = PendingAsk['radius'][number]

/** What a person can take in; the rest is told to be there. */
const MOST_ROWS = 40
const BUDGET_MS = 300
const MOST_FILES = 20_000

/**
 * What a call would delete, change, send or run, as far as its effects tell, with what lies there now. Bounded in time and
 * number; links are never followed. A row with `more` was not counted to the end.
 */
export async function radiusOf(action: Action, facts: Facts, budgetMs = BUDGET_MS): Promise<readonly RadiusRow[]> {
  const budget: Budget = { end: Date.now() + budgetMs, files: MOST_FILES }
  const rows = new Map<string, RadiusRow>()
  for (const effect of action.effects) {
    const what = radiusKindOf(effect)
    if (what === undefined) continue
    for (const row of await rowsOf(effect, what, { facts, budget, cwd: folderOf(effect, action) })) {
      const key = `${row.what}\0${row.target}`
      if (!rows.has(key) && rows.size < MOST_ROWS) rows.set(key, row)
    }
  }
  return [...rows.values()].sort((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what))
}

const ORDER: readonly RadiusRow['what'][] = ['delete', 'send', 'change', 'run', 'create']

/** What an effect does to its target, in one of five words; undefined for what only looks. */
function radiusKindOf(effect: Effect): RadiusRow['what'] | undefined {
  switch (effect.kind) {
    case 'delete-path':
    case 'git-discard':
      return 'delete'
    case 'write-path':
      return effect.how === 'create' ? 'create' : 'change'
    case 'change-mode':
    case 'touch-protected':
    case 'grant':
    case 'weaken':
    case 'persist':
    case 'deploy':
    case 'signal-process':
    case 'service-control':
    case 'apply-patch':
      return 'change'
    case 'resource-change':
      return DELETING_CHANGES.has(effect.verb) || effect.verb === 'cancel' ? 'delete' : 'change'
    case 'database-change':
      return LOSING_STATEMENTS.has(effect.statement) ? 'delete' : 'change'
    case 'external-write':
      return effect.nature === 'deletion' ? 'delete' : 'send'
    case 'git-push':
      return effect.deletes ? 'delete' : 'send'
    case 'send-data':
    case 'publish':
      return 'send'
    case 'run-program':
    case 'run-code':
    case 'remote-exec':
    case 'spawn-agent':
    case 'install':
      return 'run'
    case 'download':
      return 'create'
    default:
      return undefined
  }
}

/** Where the command of an effect runs, as far as that is known. */
function folderOf({ span, wrapperNames }: Effect, { commands }: Action): string | undefined {
  return commands.find(
    (command) =>
      command.span.start === span.start &&
      command.span.end === span.end &&
      command.wrapperNames.length === wrapperNames.length,
  )?.cwd
}

interface RadiusContext {
  readonly facts: Facts
  readonly budget: Budget
  readonly cwd: string | undefined
}

async function rowsOf(effect: Effect, what: RadiusRow['what'], looking: RadiusContext): Promise<readonly RadiusRow[]> {
  if ('path' in effect) return [await pathRow(effect.path, what, looking)]
  if (effect.kind === 'download' && effect.to) return [await pathRow(effect.to, what, looking)]
  return targetsOf(effect).map((target) => ({
    what,
    target: visibleTarget([target.kind, ...partsOf(target).flatMap(({ names }) => names[0] ?? [])].join(' ')),
    ...(target.amount !== 'one' && { more: true }),
  }))
}

async function pathRow(
  path: PathUse,
  what: RadiusRow['what'],
  { facts, budget, cwd }: RadiusContext,
): Promise<RadiusRow> {
  const place = path.real ?? absolutePattern(path, cwd)
  const target = visibleTarget(place ?? path.text)
  if (place === undefined || path.beyond) return { what, target, tracked: 'unknown', more: true }
  const found = await countFiles({ path: place, glob: path.glob }, facts, budget)
  // What is not there yet is made, whatever the program would do to one that is.
  if (found === 'missing') return { what: what === 'change' ? 'create' : what, target, files: 0 }
  return { what, target, ...found }
}

/** A pattern of a shell as an absolute one; undefined where more than names is left open. */
function absolutePattern({ text, glob, dynamic }: PathUse, cwd: string | undefined): string | undefined {
  if (!glob || dynamic || cwd === undefined || /[~$`\\'"{]/.test(text)) return undefined
  return resolve(cwd, text)
}

const MOST_TARGET = 500

/** Names come from a model or a repository. */
function visibleTarget(text: string): string {
  return oneLine(text).slice(0, MOST_TARGET)
}
