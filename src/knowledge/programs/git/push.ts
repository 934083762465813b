import type { Effect } from '../../../analysis/effects.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { pushTargets } from '../../../analysis/targets.ts'
import type { Word } from '../../../analysis/words.ts'
import { DEFAULT_BRANCHES } from '../../lexicon/default-branches.ts'
import { findRepositoryRoot, type GitAnalyzer, type GitCall, mayHaveOption } from './call.ts'
import { defineGrammar } from './grammar.ts'
import { recordSkippedHooks } from './history.ts'
import { areHooksDisabled } from './hooks.ts'
import { DEFAULT_BRANCH_TOPIC } from './output.ts'
import { type GitRemote, parseRemote, recordRemoteContact, resolvePushTarget } from './remotes.ts'
import { isSessionRemote } from './session-remotes.ts'

type DefaultBranchReach = Extract<Effect, { kind: 'git-push' }>['toDefault']

const PUSH_GRAMMAR = defineGrammar(
  'all branches mirror tags follow-tags no-follow-tags atomic no-atomic n dry-run porcelain d delete prune f force v verbose q quiet u set-upstream progress no-progress verify no-verify no-signed thin no-thin 4 6 ipv4 ipv6 no-force-with-lease force-if-includes no-force-if-includes no-recurse-submodules',
  'repo o push-option receive-pack exec recurse-submodules',
  'force-with-lease signed',
)

const analyzePush: GitAnalyzer = (call) => {
  const options = readOptions(call.args, PUSH_GRAMMAR)
  const [remoteWord, ...specs] = options.operands
  const remote = parseRemote(remoteWord ?? options.value('repo'), call)
  const target = resolvePushTarget(remote, call)
  const by = 'git push'
  const grades: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'plain']
  for (const word of options.values('receive-pack', 'exec'))
    grades.push(call.recorder.runsShell(word, 'git push --receive-pack'))
  if (options.has('n', 'dry-run')) {
    recordRemoteContact(remote, call, by)
    return weakestGrade(...grades.map((grade) => (grade === 'plain' ? 'expected' : grade)))
  }
  const refspecs = parseRefspecs(specs.length > 0 ? specs : findConfiguredRefspecs(remote, call))
  const mirror = mayHaveOption(options, 'mirror') || findRemoteSetting(remote, 'mirror', call)?.text === 'true'
  const everything =
    mirror || options.has('all', 'branches') || (specs.length === 0 && call.settings.get('push.default') === 'matching')
  const forced =
    mayHaveOption(options, 'f', 'force', 'force-with-lease') || mirror || refspecs.some((spec) => spec.force)
  const deletes = mayHaveOption(options, 'd', 'delete', 'prune') || mirror || refspecs.some((spec) => spec.deletes)
  const tagsOnly = options.has('tags') && refspecs.length === 0
  call.recorder.effect({
    kind: 'git-push',
    remote: target !== remote && target.kind === 'url' ? target.url : formatRemoteName(remote, remoteWord),
    refs: everything || tagsOnly ? refspecs.map((spec) => spec.to) : listPushedRefs(refspecs, forced, call),
    force: forced,
    deletes,
    toDefault:
      everything || specs.some(isDefaultBranchOutput)
        ? 'yes'
        : tagsOnly
          ? 'no'
          : assessDefaultBranchReach(refspecs, call),
    mirror,
    targets: pushTargets(
      formatRemoteName(remote, remoteWord),
      (refspecs.length > 0 ? refspecs.map((spec) => spec.to) : [tagsOnly ? 'refs/tags/*' : 'HEAD']).map((ref) =>
        resolveHeadRef(ref, call),
      ),
      everything,
    ),
    by,
    ...(isSessionRemote(target, call) && { own: true, certainty: 'possible' }),
  })
  recordPushDestination(target, call)
  grades.push(recordSkippedHooks(call, mayHaveOption(options, 'no-verify') || areHooksDisabled(call)))
  const past =
    options.values('o', 'push-option').find(({ known }) => CHECK_SKIPPING_PUSH_OPTION.test(known)) ??
    specs.find(({ known }) => isSelfSubmitting(known))
  if (past)
    call.recorder.effect({
      kind: 'weaken',
      area: 'ci-check',
      feature: past.known.slice(0, 80),
      by,
      certainty: 'likely',
    })
  return weakestGrade(...grades)
}

/** Told to the server: to look at nothing. A branch may be called so. */
const CHECK_SKIPPING_PUSH_OPTION =
  /^(?:[\w.-]{0,60}[._-])?(?:skip|no|bypass|ignore|force|disable)[._-]?(?:all|validation|validate|verify|review|reviews|checks?|hooks?|policy|policies|scan\w*|secret\w*|approval|lint)\b/i

/** `refs/for/main%wip,submit`: the change is taken in without anybody's word. */
function isSelfSubmitting(spec: string): boolean {
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
function isDefaultBranchOutput(word: Word): boolean {
  return (
    word.dynamic && word.sources.some((source) => source.kind === 'command' && source.about === DEFAULT_BRANCH_TOPIC)
  )
}

/** A setting of this remote that `-c` gives. */
function findRemoteSetting(remote: GitRemote, key: string, call: GitCall): Word | undefined {
  const name = remote.kind === 'named' ? remote.name : ''
  const value = call.settings.get(`remote.${name}.${key}`.toLowerCase())
  return value === undefined ? undefined : makeSyntheticWord(value, call.command.span)
}

function findConfiguredRefspecs(remote: GitRemote, call: GitCall): readonly Word[] {
  const spec = findRemoteSetting(remote, 'push', call)
  return spec ? [spec] : []
}

interface Refspec {
  readonly to: string
  readonly force: boolean
  readonly deletes: boolean
}

function parseRefspecs(words: readonly Word[]): readonly Refspec[] {
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
function assessDefaultBranchReach(specs: readonly Refspec[], call: GitCall): DefaultBranchReach {
  const reaches = specs.length === 0 ? [assessCurrentBranch(call)] : specs.map((spec) => assessRefReach(spec.to, call))
  if (reaches.includes('yes')) return 'yes'
  return reaches.includes('unknown') ? 'unknown' : 'no'
}

function assessRefReach(ref: string, call: GitCall): DefaultBranchReach {
  if (ref === 'HEAD' || ref === '@') return assessCurrentBranch(call)
  if (/^refs\/(?!heads\/)/.test(ref) || ref.startsWith('tags/')) return 'no'
  const name = ref.replace(/^(?:refs\/)?heads\//, '')
  if (name.includes('*')) return 'yes'
  if (name.includes('…') || name === ':' || name === '') return 'unknown'
  return isDefaultBranch(name, call) ? 'yes' : 'no'
}

/** HEAD stands for the branch it is on, where that is known. */
function resolveHeadRef(ref: string, call: GitCall): string {
  if (ref !== 'HEAD' && ref !== '@') return ref
  return call.recorder.branch()?.name ?? call.repository?.branch ?? findLastCheckout(call) ?? '…'
}

/** The branch that the session's last checkout went to; undefined when that is not known. */
function findLastCheckout({ facts }: GitCall): string | undefined {
  return facts.session.checkedOut?.at(-1) || undefined
}

/** What is pushed by name. A forced push without a refspec rewrites the current branch, unless a setting says otherwise. */
function listPushedRefs(specs: readonly Refspec[], forced: boolean, call: GitCall): readonly string[] {
  const { facts, settings } = call
  const written = specs.map((spec) => spec.to)
  if (!forced || /^(?:upstream|tracking|matching)$/.test(settings.get('push.default') ?? '')) return written
  // Where the machine can be asked, its answer counts and not what was last heard of.
  const known = call.recorder.branch() ?? call.repository?.branch ?? (facts.live ? undefined : findLastCheckout(call))
  if (known === undefined) return written
  return (written.length > 0 ? written : ['HEAD']).map((ref) => resolveHeadRef(ref, call))
}

function assessCurrentBranch(call: GitCall): DefaultBranchReach {
  const moved = call.recorder.branch()
  if (moved) return !moved.made && isDefaultBranch(moved.name, call) ? 'yes' : 'no'
  const branch = call.repository?.branch
  const { branches } = call.facts.session
  const head = findLastCheckout(call)
  if (branch === undefined && head !== undefined) return isDefaultBranch(head, call) ? 'yes' : 'no'
  if (branch === undefined) return branches.size > 0 && !call.facts.live ? 'no' : 'unknown'
  if (isDefaultBranch(branch, call)) return 'yes'
  return 'no'
}

export function isDefaultBranch(name: string, call: GitCall): boolean {
  if (name === call.repository?.defaultBranch) return true
  return DEFAULT_BRANCHES.includes(name) && !call.facts.session.branches.has(name)
}

function formatRemoteName(remote: GitRemote, word: Word | undefined): string {
  return remote.kind === 'named' ? remote.name : (word?.text ?? word?.known.replaceAll('\0', '…') ?? 'origin')
}

/** A push to an address that is not one of the repository's remotes carries the history to a new place. */
function recordPushDestination(remote: GitRemote, call: GitCall): void {
  if (remote.kind === 'url') {
    const payload = [{ kind: 'file' as const, path: findRepositoryRoot(call), secret: false }]
    const known = [...(call.repository?.remotes.values() ?? [])].includes(remote.url)
    if (!known) call.recorder.effect({ kind: 'send-data', host: remote.host, channel: 'git', payload, by: 'git push' })
    return
  }
  recordRemoteContact(remote, call, 'git push')
}

export const PUSH_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['push', analyzePush],
  ['send-pack', analyzePush],
  ['http-push', analyzePush],
]
