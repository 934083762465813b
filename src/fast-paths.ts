import type { Action } from './analysis/action.ts'
import type { Effect } from './analysis/effects.ts'
import type { Facts } from './analysis/facts.ts'
import { overwritesIgnoredData } from './analysis/flow/ignored-data.ts'
import { isUnwrapped } from './analysis/forms/command-forms.ts'
import { isActingPath, type PathUse } from './analysis/paths/paths.ts'
import type { Tool } from './analysis/tool.ts'
import { collectFindings } from './judge/embedded/findings.ts'
import { hasProseDenials } from './judge/embedded/prose-denials.ts'
import type { Policy } from './settings/policy.ts'

/** What a fast path looks at. */
export interface FastPathView {
  readonly action: Action
  readonly tool: Tool
  readonly policy: Policy
  readonly facts: Facts
  /** Words that nobody has read may rule a change or a look out, and a model can be asked: it is left to it. */
  mayForbid(what: 'change' | 'look'): boolean
}

/** A named reason to answer without a judge. `number` is the page's. */
export interface FastPath {
  readonly name: string
  readonly number?: 1 | 2 | 3 | 4 | 5 | 6
  readonly answers: 'allow' | 'ask'
  /** Why it applies, for the Trace; undefined when it does not. */
  applies(view: FastPathView): string | undefined
}

/** Page 4: PowerShell is asked about unless its flag is set. */
export const POWERSHELL_FLAG: FastPath = {
  name: 'powershell-without-flag',
  number: 4,
  answers: 'ask',
  applies: ({ tool, policy }) =>
    tool.kind === 'powershell' && !policy.autoMode.powershell
      ? 'PowerShell in auto mode needs `autoMode.powershell: true`'
      : undefined,
}

/** The shell commands that acceptEdits mode runs without asking, and nothing beside them. */
const FILE_COMMANDS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed'])

function isOrdinary(path: PathUse): boolean {
  return (
    path.zone === 'project' &&
    !path.dynamic &&
    !path.glob &&
    path.real !== undefined &&
    !isActingPath(path) &&
    !path.tags.includes('lock-file')
  )
}

/** Would acceptEdits let this one effect through? Deletions only when nothing is lost. */
function isAllowedByAcceptEdits(effect: Effect, facts: Facts): boolean {
  switch (effect.kind) {
    case 'read-path':
      return effect.path.zone === 'project' && !effect.path.tags.includes('secret')
    case 'write-path':
      return isOrdinary(effect.path) && !overwritesIgnoredData(effect, facts)
    case 'delete-path':
      return isOrdinary(effect.path) && effect.path.recoverable() === 'yes' && !effect.wipe
    default:
      return false
  }
}

function isFileCommand(action: Action): boolean {
  return (
    action.commands.length > 0 &&
    action.unknowns.length === 0 &&
    action.commands.every(
      (command) => command.name !== undefined && FILE_COMMANDS.has(command.name) && isUnwrapped(command),
    )
  )
}

/** Page 5: what acceptEdits mode would let through. Agent and REPL tools are not edits and never get here. */
export const ACCEPT_EDITS: FastPath = {
  name: 'accept-edits',
  number: 5,
  answers: 'allow',
  applies: ({ tool, action, facts, mayForbid }) => {
    const edits = tool.kind === 'edit' ? action.unknowns.length === 0 : tool.kind === 'shell' && isFileCommand(action)
    if (
      !edits ||
      action.effects.length === 0 ||
      !action.effects.every((effect) => isAllowedByAcceptEdits(effect, facts))
    )
      return undefined
    if (mayForbid('change')) return undefined
    return 'an ordinary edit inside the project'
  },
}

/** Page 6: the safe list. A secret place, or a hunt for one, takes a tool off it: `cat` of the file is judged too. */
export const SAFE_TOOLS: FastPath = {
  name: 'safe-tool',
  number: 6,
  answers: 'allow',
  applies: ({ tool, action }) => {
    if (tool.relevance !== 'safe') return undefined
    const looks = action.effects.every(
      (effect) => effect.kind === 'read-path' && (effect.list || !effect.path.tags.includes('secret')),
    )
    if (!looks || action.unknowns.some(({ kind }) => kind === 'person')) return undefined
    return `${tool.name} is on the safe list`
  },
}

/** Page 1: a tool *registered* as irrelevant encodes to nothing. An unknown name never gets here. */
export const NO_RELEVANCE: FastPath = {
  name: 'no-relevance',
  number: 1,
  answers: 'allow',
  applies: ({ tool, action }) =>
    tool.relevance === 'irrelevant' && action.judgeText === '' ? `${tool.name} is registered as irrelevant` : undefined,
}

/** The grade, when nothing stands against it. INVARIANT: a finding, words that may be a limit, or prose only a model can read sets it aside. */
function gradeIfUncontested(view: FastPathView, grade: 'proven' | 'expected'): string | undefined {
  const { action, tool, policy, facts } = view
  if (action.grade !== grade || policy.judge.kind === 'model') return undefined
  if (policy.autoMode.classifyAllShell && (tool.kind === 'shell' || tool.kind === 'powershell')) return undefined
  if (collectFindings(action, policy, facts).length > 0) return undefined
  if (view.mayForbid(grade === 'proven' ? 'look' : 'change')) return undefined
  if (grade === 'expected' && hasProseDenials(policy)) return undefined
  if (grade === 'proven') return 'changes, sends and runs nothing'
  return facts.live
    ? 'known project work, free of findings in what could be read of it'
    : 'known project work; nothing of this place could be read'
}

export const PROVEN: FastPath = {
  name: 'proven',
  answers: 'allow',
  applies: (view) => gradeIfUncontested(view, 'proven'),
}

export const EXPECTED: FastPath = {
  name: 'expected',
  answers: 'allow',
  applies: (view) => gradeIfUncontested(view, 'expected'),
}
