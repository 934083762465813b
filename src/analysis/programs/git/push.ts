import type { Effect } from '../../effects.ts'
import { DEFAULT_BRANCHES } from '../../repositories.ts'
import { pushTargets } from '../../targets.ts'
import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean, rootOf } from './call.ts'
import { grammar } from './grammar.ts'
import { skipsHooks } from './history.ts'
import { hooksSwitchedOff } from './hooks.ts'
import { wordOf } from './made-words.ts'
import { DEFAULT_BRANCH } from './output.ts'
import { type GitRemote, pushTarget, remoteOf, stateContact } from './remotes.ts'

type ToDefault = Extract<Effect, { kind: 'git-push' }>['toDefault']

const PUSH = grammar(
  'all branches mirror tags follow-tags no-follow-tags atomic no-atomic n dry-run porcelain d delete prune f force v verbose q quiet u set-upstream progress no-progress verify no-verify no-signed thin no-thin 4 6 ipv4 ipv6 no-force-with-lease force-if-includes no-force-if-includes no-recurse-submodules',
  'repo o push-option receive-pack exec recurse-submodules',
  'force-with-lease signed',
)

const push: GitReader = (call) => {
  const options = readOptions(call.args, PUSH)
  const [remoteWord, ...specs] = options.operands
  const remote = remoteOf(remoteWord ?? options.value('repo'), call)
  const target = pushTarget(remote, call)
  const by = 'git push'
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'plain']
  for (const word of options.values('receive-pack', 'exec'))
    standings.push(call.scribe.runsShell(word, 'git push --receive-pack'))
  if (options.has('n', 'dry-run')) {
    stateContact(remote, call, by)
    return weakest(...standings.map((standing) => (standing === 'plain' ? 'expected' : standing)))
  }
  const refspecs = readSpecs(specs.length > 0 ? specs : configuredSpecs(remote, call))
  const mirror = mayMean(options, 'mirror') || configured(remote, 'mirror', call)?.text === 'true'
  const everything =
    mirror || options.has('all', 'branches') || (specs.length === 0 && call.settings.get('push.default') === 'matching')
  const forced = mayMean(options, 'f', 'force', 'force-with-lease') || mirror || refspecs.some((spec) => spec.force)
  const deletes = mayMean(options, 'd', 'delete', 'prune') || mirror || refspecs.some((spec) => spec.deletes)
  const tagsOnly = options.has('tags') && refspecs.length === 0
  call.scribe.effect({
    kind: 'git-push',
    remote: target !== remote && target.kind === 'url' ? target.url : nameOf(remote, remoteWord),
    refs: everything || tagsOnly ? refspecs.map((spec) => spec.to) : namedRefs(refspecs, forced, call),
    force: forced,
    deletes,
    toDefault: everything || specs.some(namesDefault) ? 'yes' : tagsOnly ? 'no' : reach(refspecs, call),
    mirror,
    targets: pushTargets(
      nameOf(remote, remoteWord),
      (refspecs.length > 0 ? refspecs.map((spec) => spec.to) : [tagsOnly ? 'refs/tags/*' : 'HEAD']).map((ref) =>
        resolvedRef(ref, call),
      ),
      everything,
    ),
    by,
  })
  stateDestination(target, call)
  standings.push(skipsHooks(call, mayMean(options, 'no-verify') || hooksSwitchedOff(call)))
  const past =
    options.values('o', 'push-option').find(({ known }) => PASSES_BY.test(known)) ??
    specs.find(({ known }) => submitsItself(known))
  if (past)
    call.scribe.effect({ kind: 'weaken', area: 'ci-check', feature: past.known.slice(0, 80), by, certainty: 'likely' })
  return weakest(...standings)
}

/** Told to the server: to look at nothing. A branch may be called so. */
const PASSES_BY =
  /^(?:[\w.-]{0,60}[._-])?(?:skip|no|bypass|ignore|force|disable)[._-]?(?:all|validation|validate|verify|review|reviews|checks?|hooks?|policy|policies|scan\w*|secret\w*|approval|lint)\b/i

/** `refs/for/main%wip,submit`: the change is taken in without anybody's word. */
function submitsItself(spec: string): boolean {
  const at = spec.indexOf('%')
  return (
    at > 0 &&
    spec.slice(0, at).includes('refs/for/') &&
    spec
      .slice(at + 1)
      .split(',')
      .includes('submit')
  )
}

/** The name comes from a question for the default branch: `$(git rev-parse --abbrev-ref origin/HEAD)`. */
function namesDefault(word: Word): boolean {
  return word.dynamic && word.sources.some((source) => source.kind === 'command' && source.about === DEFAULT_BRANCH)
}

/** A setting of this remote that `-c` gives. */
function configured(remote: GitRemote, key: string, call: GitCall): Word | undefined {
  const name = remote.kind === 'named' ? remote.name : ''
  const value = call.settings.get(`remote.${name}.${key}`.toLowerCase())
  return value === undefined ? undefined : wordOf(value, call.command.span)
}

function configuredSpecs(remote: GitRemote, call: GitCall): readonly Word[] {
  const spec = configured(remote, 'push', call)
  return spec ? [spec] : []
}

interface Refspec {
  readonly to: string
  readonly force: boolean
  readonly deletes: boolean
}

function readSpecs(words: readonly Word[]): readonly Refspec[] {
  const specs: Refspec[] = []
  words.forEach((word, index) => {
    const before = words[index - 1]
    if (word.text === 'tag' && index + 1 < words.length) return
    const text = word.known.replaceAll('\0', '…')
    const force = text.startsWith('+')
    const body = force ? text.slice(1) : text
    const colon = body.indexOf(':')
    const to = colon < 0 ? body : body.slice(colon + 1)
    const ref = before?.text === 'tag' ? `refs/tags/${to}` : to
    specs.push({ to: ref === '' ? body : ref, force, deletes: colon === 0 && to !== '' })
  })
  return specs
}

/** Does any of these reach the default branch? Without refspecs the current branch goes. */
function reach(specs: readonly Refspec[], call: GitCall): ToDefault {
  const reaches = specs.length === 0 ? [currentBranch(call)] : specs.map((spec) => reachOf(spec.to, call))
  if (reaches.includes('yes')) return 'yes'
  return reaches.includes('unknown') ? 'unknown' : 'no'
}

function reachOf(ref: string, call: GitCall): ToDefault {
  if (ref === 'HEAD' || ref === '@') return currentBranch(call)
  if (/^refs\/(?!heads\/)/.test(ref) || ref.startsWith('tags/')) return 'no'
  const name = ref.replace(/^(?:refs\/)?heads\//, '')
  if (name.includes('*')) return 'yes'
  if (name.includes('…') || name === ':' || name === '') return 'unknown'
  return isDefault(name, call) ? 'yes' : 'no'
}

/** HEAD stands for the branch it is on, where that is known. */
function resolvedRef(ref: string, call: GitCall): string {
  if (ref !== 'HEAD' && ref !== '@') return ref
  return call.scribe.branch()?.name ?? call.repository?.branch ?? lastHead(call) ?? '…'
}

/** The branch that the session's last checkout went to; undefined when that is not known. */
function lastHead({ facts }: GitCall): string | undefined {
  return facts.session.checkedOut?.at(-1) || undefined
}

/** What is pushed by name. A forced push without a refspec rewrites the current branch, unless a setting says otherwise. */
function namedRefs(specs: readonly Refspec[], forced: boolean, call: GitCall): readonly string[] {
  const { facts, settings } = call
  const written = specs.map((spec) => spec.to)
  if (!forced || /^(?:upstream|tracking|matching)$/.test(settings.get('push.default') ?? '')) return written
  // Where the machine can be asked, its answer counts and not what was last heard of.
  const known = call.scribe.branch() ?? call.repository?.branch ?? (facts.live ? undefined : lastHead(call))
  if (known === undefined) return written
  return (written.length > 0 ? written : ['HEAD']).map((ref) => resolvedRef(ref, call))
}

function currentBranch(call: GitCall): ToDefault {
  const moved = call.scribe.branch()
  if (moved) return !moved.made && isDefault(moved.name, call) ? 'yes' : 'no'
  const branch = call.repository?.branch
  const { branches } = call.facts.session
  const head = lastHead(call)
  if (branch === undefined && head !== undefined) return isDefault(head, call) ? 'yes' : 'no'
  if (branch === undefined) return branches.size > 0 && !call.facts.live ? 'no' : 'unknown'
  if (isDefault(branch, call)) return 'yes'
  return 'no'
}

export function isDefault(name: string, call: GitCall): boolean {
  if (name === call.repository?.defaultBranch) return true
  return DEFAULT_BRANCHES.includes(name) && !call.facts.session.branches.has(name)
}

function nameOf(remote: GitRemote, word: Word | undefined): string {
  return remote.kind === 'named' ? remote.name : (word?.text ?? word?.known.replaceAll('\0', '…') ?? 'origin')
}

/** A push to an address that is not one of the repository's remotes carries the history to a new place. */
function stateDestination(remote: GitRemote, call: GitCall): void {
  if (remote.kind === 'url') {
    const payload = [{ kind: 'file' as const, path: rootOf(call), secret: false }]
    const known = [...(call.repository?.remotes.values() ?? [])].includes(remote.url)
    if (!known) call.scribe.effect({ kind: 'send-data', host: remote.host, channel: 'git', payload, by: 'git push' })
    return
  }
  stateContact(remote, call, 'git push')
}

export const PUSH_VERBS: readonly (readonly [string, GitReader])[] = [
  ['push', push],
  ['send-pack', push],
  ['http-push', push],
]
