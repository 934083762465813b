import { join } from 'node:path/posix'
import type { Certainty, Effect, EffectDraft } from '../../effects.ts'
import type { Facts, GitFacts } from '../../facts.ts'
import type { PathUse } from '../../paths.ts'
import { once } from '../../remembered.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, namesIn, type Options, readOptions } from '../options.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { prefixed } from './made-words.ts'

type Discard = Extract<Effect, { kind: 'git-discard' }>
type Push = Extract<EffectDraft, { kind: 'git-push' }>

export interface Loss {
  readonly refs?: readonly string[]
  /** What is lost in a repository that is not this session's own; without it by what is thrown away. */
  readonly loses?: Discard['loses']
  readonly certainty?: Certainty
}

/** States a loss. Losing nothing, or only perhaps something, leaves ordinary work ordinary. */
export function discard(call: GitCall, what: Discard['what'], by: string, loss: Loss = {}): Standing {
  const { refs = [], certainty = 'certain' } = loss
  const loses = ownRepository(call) ? 'nothing' : (loss.loses ?? lossOf(call, what, refs))
  call.scribe.effect({ kind: 'git-discard', what, refs, loses, certainty, by: `git ${by}` })
  return loses === 'nothing' || certainty === 'possible' ? 'expected' : 'plain'
}

/** States that something is pushed, to the line that everybody works on unless more is said. */
export function statePush(remote: string, scribe: Scribe, more: Partial<Push> = {}): Standing {
  const plain = { refs: [], force: false, deletes: false, toDefault: 'yes', mirror: false } as const
  scribe.effect({ kind: 'git-push', remote, ...plain, by: remote, ...more })
  return 'plain'
}

/** Did this session make the repository itself, or does it lie among temporary files? Then nothing in it is anybody's work. */
export function ownRepository(call: GitCall): boolean {
  const root = rootOf(call)
  const { created } = call.facts.session
  if (root === call.facts.projectRoot) return created.has(root)
  const ours = root.startsWith(`${call.facts.projectRoot}/`)
  if (!ours && call.facts.temporaryDirectories.some((temporary) => root.startsWith(`${temporary}/`))) return true
  for (const made of created) if (root === made || root.startsWith(`${made}/`)) return true
  return false
}

function lossOf(call: GitCall, what: Discard['what'], refs: readonly string[]): Discard['loses'] {
  if (what === 'worktree') return lossAt(rootOf(call), call)
  const { branches } = call.facts.session
  return what === 'branch' && refs.length > 0 && refs.every((name) => branches.has(name)) ? 'nothing' : 'unknown'
}

export function lossAt(path: string, { facts }: GitCall): Discard['loses'] {
  const state = facts.tracked(path)
  return state === 'tracked-clean' ? 'nothing' : state === 'tracked-dirty' ? 'work' : 'unknown'
}

export function pathLoss(call: GitCall, paths: readonly PathUse[]): Discard['loses'] {
  const losses = paths.map(({ real, sessionMade, tags }) => {
    if (real === undefined) return 'unknown'
    // What tools write anew is nobody's work.
    return sessionMade || tags.includes('lock-file') || tags.includes('build-artefact') ? 'nothing' : lossAt(real, call)
  })
  if (losses.includes('work')) return 'work'
  return losses.length > 0 && losses.every((loss) => loss === 'nothing') ? 'nothing' : 'unknown'
}

export interface GitCall {
  readonly verb: string
  readonly args: readonly Word[]
  readonly command: Command
  readonly scribe: Scribe
  readonly facts: Facts
  /** Where git runs, after `-C`; undefined when not known. */
  readonly directory: string | undefined
  /** The text of `-C` that relative paths need before them. */
  readonly prefix: string
  readonly repository: GitFacts | undefined
  /** Settings given by `-c`, or made earlier by this text or session; keys in lower case. */
  readonly settings: ReadonlyMap<string, string>
}

export type GitReader = (call: GitCall) => Standing
export type GitVerbs = readonly (readonly [names: string, read: GitReader])[]

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** Options of git that only sound as if they did more. */
const MORE =
  'check no-color keep remote no-recurse patch no-patch patch-with-raw patch-with-stat merge no-merge no-merges merges merge-base show-signature no-show-signature no-ext-diff ' +
  'no-textconv textconv no-index diff-filter no-color-moved log-size in-commit-order exclude-standard error-unmatch clear-decorations ' +
  'write-tree reflog no-reflog no-reflogs output-object-format branch no-branch no-format overwrite-ignore no-overwrite-ignore ' +
  'no-recurse-submodules edit no-edit edit-todo update intent-to-add checkout no-checkout no-sparse-checkout lock no-create delete prune ' +
  'set-upstream no-post-rewrite apply reschedule-failed-exec no-reschedule-failed-exec update-refs no-update-refs keep-largest-pack no-prune ' +
  'move copy edit-description unset-upstream create-reflog convert-graft-file append update-shallow no-write-fetch-head write-fetch-head ' +
  'prune-tags update-head-ok single-branch no-single-branch also-filter-submodules shallow-submodules no-shallow-submodules ' +
  'remote-submodules no-remote-submodules add init no-fetch 3way no-add keep-non-patch replace-all unset unset-all rename-section remove-section'

/** The options of a sub-command: those with a value, those that a reader asks about by part of their name, those with an attached value. */
function grammarOf(values: string, flags: string, optional: string): Grammar {
  const valued = namesIn(`${values} ${optional}`)
  const plain = [...LETTERS, ...MORE.split(' ')].filter((name) => !valued.includes(name))
  return { lenient: true, flags: `${plain.join(' ')} ${flags}`, values, optional }
}

type WithOptions = (call: GitCall, options: Options) => Standing

export function loosely(read: WithOptions, values = '', flags = '', optional = ''): GitReader {
  const grammar = once(() => grammarOf(values, flags, optional))
  return (call) => read(call, readOptions(call.args, grammar()))
}

/** A reader of one sub-command: an option that may do anything leaves it unknown. */
export function verb(read: WithOptions, ...grammar: readonly string[]): GitReader {
  return loosely((call, options) => weakest(read(call, options), options.unknown.length > 0 && 'unknown'), ...grammar)
}

export function splitAtDashes(words: readonly Word[]): {
  before: readonly Word[]
  after: readonly Word[]
  split: boolean
} {
  const at = words.findIndex((word) => word.known === '--')
  return at < 0
    ? { before: words, after: [], split: false }
    : { before: words.slice(0, at), after: words.slice(at + 1), split: true }
}

/** Is the option given, or may an abbreviation that was not resolved mean it? The generous reading. */
export function mayMean(options: Options, ...names: readonly string[]): boolean {
  if (options.has(...names)) return true
  return options.unknown.some((word) => {
    const given = word.known.replace(/=.*$/s, '')
    return given.startsWith('--') && given.length > 3 && names.some((name) => name.startsWith(given.slice(2)))
  })
}

export function pathIn(call: GitCall, word: Word): PathUse {
  const absolute = /^[/~]/.test(word.known)
  return call.scribe.path(call.prefix === '' || absolute ? word : prefixed(`${call.prefix}/`, word))
}

export function rootOf(call: GitCall): string {
  return call.repository?.root ?? call.directory ?? call.facts.projectRoot
}

export function pathAtRoot(call: GitCall, text: string): PathUse {
  return call.scribe.pathOf(join(rootOf(call), text))
}

export function isNear({ zone }: PathUse): Standing {
  return zone === 'project' || zone === 'temp' ? 'expected' : 'plain'
}
