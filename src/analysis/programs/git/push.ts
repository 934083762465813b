import type { Effect } from '../../effects.ts'
import { DEFAULT_BRANCHES } from '../../repositories.ts'
import { pushTargets } from '../../targets.ts'
import type { Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitVerbs, mayMean, rootOf, verb } from './call.ts'
import { skipsHooks } from './history.ts'
import { wordOf } from './made-words.ts'
import { DEFAULT_BRANCH } from './output.ts'
import { type GitRemote, pushTarget, remoteOf, stateContact } from './remotes.ts'

type ToDefault = Extract<Effect, { kind: 'git-push' }>['toDefault']

const push = verb(
  (call, options) => {
    const [remoteWord, ...specs] = options.operands
    const remote = remoteOf(remoteWord ?? options.value('repo'), call)
    const target = pushTarget(remote, call)
    const by = 'git push'
    const runs = options
      .values('receive-pack', 'exec')
      .map((word) => call.scribe.runsShell(word, 'git push --receive-pack'))
    if (options.has('n', 'dry-run')) {
      stateContact(remote, call, by)
      return weakest('expected', ...runs.map((standing) => standing !== 'plain' && standing))
    }
    const configured = (key: string) =>
      call.settings.get(`remote.${remote.kind === 'named' ? remote.name : ''}.${key}`.toLowerCase())
    const [usual] = [configured('push')].map((text) => text !== undefined && wordOf(text, call.command.span))
    const refspecs = readSpecs(specs.length === 0 && usual ? [usual] : specs)
    const refs = refspecs.map((spec) => spec.to)
    const mirror = mayMean(options, 'mirror') || configured('mirror') === 'true'
    const matching = specs.length === 0 && call.settings.get('push.default') === 'matching'
    const everything = mirror || matching || options.has('all', 'branches')
    const force = mayMean(options, 'f', 'force', 'force-with-lease') || mirror || refspecs.some((spec) => spec.force)
    const deletes = mayMean(options, 'd', 'delete', 'prune') || mirror || refspecs.some((spec) => spec.deletes)
    const tagsOnly = options.has('tags') && refs.length === 0
    const name = remote.kind === 'named' ? remote.name : remoteWord ? shown(remoteWord) : 'origin'
    const targets = refs.length > 0 ? refs : [tagsOnly ? 'refs/tags/*' : 'HEAD']
    call.scribe.effect({
      kind: 'git-push',
      remote: target !== remote && target.kind === 'url' ? target.url : name,
      refs: everything || tagsOnly ? refs : namedRefs(refs, force, call),
      force,
      deletes,
      toDefault: everything || specs.some(namesDefault) ? 'yes' : tagsOnly ? 'no' : reach(refs, call),
      mirror,
      targets: pushTargets(
        name,
        targets.map((ref) => resolvedRef(ref, call)),
        everything,
      ),
      by,
    })
    stateDestination(target, call)
    const past =
      options.values('o', 'push-option').find(({ known }) => PASSES_BY.test(known)) ??
      specs.find(({ known }) => SUBMITS_ITSELF.test(known))
    const feature = past?.known.slice(0, 80)
    if (feature !== undefined)
      call.scribe.effect({ kind: 'weaken', area: 'ci-check', feature, by, certainty: 'likely' })
    return weakest('plain', ...runs, skipsHooks(call, mayMean(options, 'no-verify')))
  },
  'repo o push-option receive-pack exec recurse-submodules',
  'force no-verify mirror all tags',
  'force-with-lease signed',
)

/** Told to the server: to look at nothing. A branch may be called so. */
const PASSES_BY =
  /^(?:[\w.-]{0,60}[._-])?(?:skip|no|bypass|ignore|force|disable)[._-]?(?:all|validation|validate|verify|review|reviews|checks?|hooks?|policy|policies|scan\w*|secret\w*|approval|lint)\b/i

/** `refs/for/main%wip,submit`: the change is taken in without anybody's word. */
const SUBMITS_ITSELF = /^[^%]*refs\/for\/[^%]*%(?:.*,)?submit(?:,|$)/s

/** The name comes from a question for the default branch: `$(git rev-parse --abbrev-ref origin/HEAD)`. */
function namesDefault(word: Word): boolean {
  return word.dynamic && word.sources.some((source) => source.kind === 'command' && source.about === DEFAULT_BRANCH)
}

interface Refspec {
  readonly to: string
  readonly force: boolean
  readonly deletes: boolean
}

function readSpecs(words: readonly Word[]): readonly Refspec[] {
  return words.flatMap((word, at) => {
    if (word.text === 'tag' && at + 1 < words.length) return []
    const [, plus = '', body = '', colon] = /^(\+?)((?:[^:]*(:))?.*)$/s.exec(shown(word)) ?? []
    const to = colon ? body.slice(body.indexOf(':') + 1) : body
    const ref = words[at - 1]?.text === 'tag' ? `refs/tags/${to}` : to
    return [{ to: ref === '' ? body : ref, force: plus === '+', deletes: body.startsWith(':') && to !== '' }]
  })
}

/** Does any of these reach the default branch? Without refspecs the current branch goes. */
function reach(refs: readonly string[], call: GitCall): ToDefault {
  const reaches = (refs.length === 0 ? ['HEAD'] : refs).map((ref) => reachOf(ref, call))
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

function resolvedRef(ref: string, call: GitCall): string {
  if (ref !== 'HEAD' && ref !== '@') return ref
  return call.scribe.branch()?.name ?? call.repository?.branch ?? lastHead(call) ?? '…'
}

function lastHead({ facts }: GitCall): string | undefined {
  return facts.session.checkedOut?.at(-1) || undefined
}

/** What is pushed by name. A forced push without a refspec rewrites the current branch, unless a setting says otherwise. */
function namedRefs(written: readonly string[], forced: boolean, call: GitCall): readonly string[] {
  const { facts, settings } = call
  if (!forced || /^(?:upstream|tracking|matching)$/.test(settings.get('push.default') ?? '')) return written
  // Where the machine can be asked, its answer counts and not what was last heard of.
  const known = call.scribe.branch() ?? call.repository?.branch ?? (facts.live ? undefined : lastHead(call))
  if (known === undefined) return written
  return (written.length > 0 ? written : ['HEAD']).map((ref) => resolvedRef(ref, call))
}

function currentBranch(call: GitCall): ToDefault {
  const moved = call.scribe.branch()
  if (moved) return !moved.made && isDefault(moved.name, call) ? 'yes' : 'no'
  const branch = call.repository?.branch ?? lastHead(call)
  if (branch !== undefined) return isDefault(branch, call) ? 'yes' : 'no'
  return call.facts.session.branches.size > 0 && !call.facts.live ? 'no' : 'unknown'
}

export function isDefault(name: string, call: GitCall): boolean {
  if (name === call.repository?.defaultBranch) return true
  return DEFAULT_BRANCHES.includes(name) && !call.facts.session.branches.has(name)
}

/** A push to an address that is not one of the repository's remotes carries the history to a new place. */
function stateDestination(remote: GitRemote, call: GitCall): void {
  if (remote.kind !== 'url') stateContact(remote, call, 'git push')
  else if (![...(call.repository?.remotes.values() ?? [])].includes(remote.url)) {
    const payload = [{ kind: 'file' as const, path: rootOf(call), secret: false }]
    call.scribe.effect({ kind: 'send-data', host: remote.host, channel: 'git', payload, by: 'git push' })
  }
}

export const PUSH_VERBS: GitVerbs = [['push send-pack http-push', push]]
