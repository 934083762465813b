import { isAbsolute, join, normalize } from 'node:path/posix'
import type { Facts, FactsOnRequest } from '../../../analysis/facts.ts'
import { provenanceOf } from '../../../analysis/flow/provenance.ts'
import { knownPathUse } from '../../../analysis/paths/path-use.ts'
import { createOverlay } from '../../../analysis/shell/overlay.ts'
import { hasSecretText } from '../../../redaction/redact.ts'
import { cutTo } from '../../../transcript/cut-text.ts'
import type { EvidenceItem } from '../evidence.ts'
import type { Need } from './need.ts'
import { speaksToJudge } from './speaks-to-judge.ts'

export interface NeedAnswer {
  readonly items: readonly EvidenceItem[]
  /** `shown`: it may release a block. `speaks`: it talks to the judge, and releases nothing any more. */
  readonly kind: 'shown' | 'withheld' | 'speaks'
}

const MAX_FILE = 6_000
const MAX_NAMES = 200

/** File systems and git tell the time in steps; the longest is two seconds. */
const COARSE_MS = 2_500

/**
 * Answers by what was in the project before this session.
 * INVARIANT: nothing is shown that this session wrote or may have written, that came from elsewhere, or that holds a secret.
 */
export function answerNeed(need: Need, facts: Facts): NeedAnswer {
  const later = laterFacts(facts)
  if (later === undefined) return withheld(need, 'nobody can tell what was there before this session')
  switch (need.kind) {
    case 'file':
      return answerFile(need, later)
    case 'listing':
      return answerListing(need, later)
    case 'git-log':
      return answerLog(need, later)
  }
}

interface LaterFacts extends FactsOnRequest {
  readonly sessionStartedMs: number
  /** Real. */
  readonly root: string
}

/** Without the time at which the session began nothing is known to be older than it. */
function laterFacts(facts: Facts): LaterFacts | undefined {
  const { sessionStartedMs } = facts
  const later = facts.onRequest?.()
  if (later === undefined || sessionStartedMs === undefined) return undefined
  const { session, cwd, home, projectRoot } = facts
  const root = later.realPath(projectRoot)
  if (root === undefined || root === '/' || root === later.realPath(home)) return undefined
  return { ...later, session, cwd, home, projectRoot, sessionStartedMs, root }
}

function answerFile(need: Need, facts: LaterFacts): NeedAnswer {
  const place = placeOf(need.target, facts)
  if ('problem' in place) return withheld(need, place.problem)
  const { real } = place
  const read = facts.text(real)
  if (read.kind !== 'text')
    return withheld(need, read.kind === 'missing' ? 'there is no such file' : "it can't be read")
  if (/[\0\ufffd]/.test(read.text)) return withheld(need, 'it is no text')
  if (hasSecretText(real, read.text)) return withheld(need, 'it holds a secret')
  if (speaksToJudge(`${need.target}\n${read.text}`)) return SPEAKS
  return shown([{ from: 'repository', what: nameOf(need), text: cutTo(read.text, MAX_FILE) }])
}

function answerListing(need: Need, facts: LaterFacts): NeedAnswer {
  const place = placeOf(need.target, facts, 'folder')
  if ('problem' in place) return withheld(need, place.problem)
  const { real } = place
  const names = facts.list(real)?.filter((name) => name !== '.git')
  if (names === undefined) return withheld(need, 'it is no folder that can be listed')
  const old = names.filter((name) => problemOf(join(real, name), facts) === undefined)
  const left = names.length - old.length
  if (speaksToJudge([need.target, ...old].join('\n'))) return SPEAKS
  const more = Math.max(0, old.length - MAX_NAMES)
  const kinds = old.toSorted().slice(0, MAX_NAMES)
  const text = kinds.map((name) => (facts.file(join(real, name)).kind === 'directory' ? `${name}/` : name)).join('\n')
  const notes = [
    ...(left > 0 ? [`not shown, as this session may have made them: ${left}`] : []),
    ...(more > 0 ? [`not shown, as there are too many: ${more}`] : []),
  ]
  return shown([
    { from: 'repository', what: nameOf(need), text: { whole: text } },
    ...notes.map((note) => noteOf(need, note)),
  ])
}

/** A name as git allows it, or two with dots between; no option, no date or search of git's own. */
const REF = /^[A-Za-z0-9_][\w./+-]{0,199}(?:[~^]\d{0,3})?(?:\.\.[A-Za-z0-9_][\w./+-]{0,199})?$/

function answerLog(need: Need, facts: LaterFacts): NeedAnswer {
  if (!REF.test(need.target)) return withheld(need, 'that is no ref')
  const root = facts.git(facts.root)?.root
  if (root === undefined) return withheld(need, 'the project is no git repository')
  const { branches, downloaded } = facts.session
  const foreign = [...downloaded].some(([path, address]) => address !== '' && path.includes('/.git/'))
  if (foreign) return withheld(need, 'refs from elsewhere were fetched in this session')
  if (need.target.split('..').some((ref) => branches.has(ref))) return withheld(need, 'this session made that branch')
  const commits = facts.commits(need.target)
  if (commits === undefined) return withheld(need, 'git tells nothing of it')
  const old = commits.filter(({ committedMs }) => committedMs < facts.sessionStartedMs - COARSE_MS)
  const lines = old.map(({ hash, committedMs, author, subject }) => {
    const [day = ''] = new Date(committedMs).toISOString().split('T')
    return `${hash} ${day} ${author.slice(0, 80)}: ${subject.slice(0, 160)}`
  })
  const text = lines.join('\n')
  if (hasSecretText('log', text)) return withheld(need, 'it holds a secret')
  if (speaksToJudge(`${need.target}\n${text}`)) return SPEAKS
  const left = commits.length - old.length
  return shown([
    { from: 'repository', what: nameOf(need), text: { whole: text } },
    ...(left > 0 ? [noteOf(need, `not shown, as this session may have made them: ${left}`)] : []),
  ])
}

type Place = { readonly real: string } | { readonly problem: string }

/** Where a path of the project really lies, if that may be shown. */
function placeOf(target: string, facts: LaterFacts, kind: 'file' | 'folder' = 'file'): Place {
  const path = normalize(isAbsolute(target) ? target : join(facts.cwd, target))
  const real = facts.realPath(path)?.replace(/\/$/, '')
  if (real === undefined) return { problem: "it can't be found" }
  if (real !== facts.root && !real.startsWith(`${facts.root}/`)) return { problem: 'it is outside the project' }
  if (kind === 'folder' && real === facts.root) return { real }
  const problem = (path === real ? undefined : problemOf(path, facts, kind)) ?? problemOf(real, facts, kind)
  return problem === undefined ? { real } : { problem }
}

/** Why this path may not be shown. A file must be as git holds it, and untouched since the session began. */
function problemOf(path: string, facts: LaterFacts, kind: 'file' | 'folder' | 'entry' = 'entry'): string | undefined {
  const { tags } = knownPathUse(path, facts.cwd, facts)
  if (tags.includes('secret')) return 'it is a secret'
  if (`${path}/`.includes('/.git/')) return "it is one of git's own files"
  if (isOfSession(path, facts)) return 'this session wrote it'
  if (provenanceOf(path, facts, createOverlay()).kind !== 'here') return 'it came from elsewhere'
  const touched = facts.touchedMs(path)
  if (touched === undefined) return 'there is no such file'
  if (touched > facts.sessionStartedMs - COARSE_MS && kind !== 'folder') return 'it changed since this session began'
  if (kind === 'file' && facts.tracked(path) !== 'tracked-clean') return "git doesn't hold it as it is"
  return undefined
}

/** Written, made, built, linked or copied here, or below something that was. */
function isOfSession(path: string, { session }: Facts): boolean {
  const { written, created, built, links, copies, copied, carriers } = session
  const own = [written, built, links, copies, carriers]
  if (own.some((set) => set?.has(path))) return true
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = path.slice(0, end)
    if (created.has(above) || copied?.has(above) || links?.has(above) || copies?.has(above)) return true
  }
  return false
}

function nameOf({ kind, target }: Need): string {
  return `${kind}:${target}`
}

function noteOf(need: Need, note: string): EvidenceItem {
  return { from: 'gate', what: nameOf(need), text: { whole: note } }
}

function shown(items: readonly EvidenceItem[]): NeedAnswer {
  return { items, kind: 'shown' }
}

function withheld(need: Need, why: string): NeedAnswer {
  return { items: [noteOf(need, `not shown: ${why}`)], kind: 'withheld' }
}

const SPEAKS: NeedAnswer = { items: [], kind: 'speaks' }
