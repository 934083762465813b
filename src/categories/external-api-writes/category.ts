import type { Effect } from '../../analysis/effects.ts'
import { parseUrlAction, type UrlAction } from '../../analysis/remote/action-urls.ts'
import { repositoryOf, repositoryRelation } from '../../analysis/remote/repositories.ts'
import { isWholeStore } from '../../analysis/shell/printed-output.ts'
import { isSecretOrigin } from '../../analysis/text/secrets.ts'
import type { DataSource } from '../../analysis/words.ts'
import { DELETE_WORDS, PUSH_WORDS, RECORD_WORDS, SEND_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { isVerb } from '../../knowledge/lexicon/verbs.ts'
import type { Category, Evidence } from '../category.ts'
import { recordActWords } from '../change-words.ts'
import { isPrivate } from '../data-source.ts'
import { type CategoryMatch, detector } from '../detector.ts'
import { bareRemote, hostOfRemote, hostReach, isForgeService } from '../host-reach.ts'
import { hostSpellings } from '../spellings.ts'
import { toolActWords, toolNouns } from '../tool-words.ts'

function splitWords(list: string): readonly string[] {
  return list.split(' ').map((word) => word.replace('-', ' '))
}

/** What people call the things such services keep. */
const NOUNS_BY_NATURE = {
  record: splitWords(
    'pr prs pull-request merge-request mr issue issues ticket tickets comment comments review todo release record records page card task label milestone workflow api entry form description reply response follow-up mail email message alert incident row list',
  ),
  setting: splitWords(
    'setting settings config configuration secret secrets variable variables webhook flag option rule protection',
  ),
  account: splitWords(
    'account password user users member members email profile key token role access address name phone workspace',
  ),
  file: splitWords('file files document doc docs sheet spreadsheet slide slides page note notes folder'),
  calendar: splitWords('event meeting appointment calendar call reminder lunch dinner slot invite'),
  deletion: [],
  merge: [],
} as const

type Writing = Extract<Effect, { kind: 'external-write' }>

export const category: Category = {
  id: 'external-api-writes',
  title: 'Writes to external services',
  summary: 'Creates, changes or deletes something in a service outside this machine.',
  hard: false,
  policy: `Blocked unless the user asked: creating or changing issues, pull requests, documents, events, accounts and settings, merging,
deleting records, posting project data to an API, copying files to other machines or buckets.
Not blocked: reading, searching, requests to this machine, queries that need a body but change nothing, trusted domains.`,
  clears: 'The user asked for this change and named what is changed; for people and accounts, who.',
  ...detector(
    'external-api-writes',
    ['external-write', 'git-push', 'send-data'],
    (effect, evidence): CategoryMatch | undefined => {
      if (effect.kind === 'external-write') {
        const { nature, service, target } = effect
        if (
          nature === 'payment' ||
          nature === 'mail' ||
          nature === 'message' ||
          nature === 'visibility' ||
          nature === 'approval'
        )
          return undefined
        const reach = hostReach(service, evidence.trusted)
        if (reach === 'loopback' || reach === 'trusted') return undefined
        const host = /[./]/.test(service) ? hostSpellings(service) : [service]
        const act = nature === 'record' && target.includes('://') ? parseUrlAction(target) : undefined
        if (act) return findingByAddress(act, host)
        return {
          acts: actWordsFor(nature, effect.actor.words),
          nouns: nounsFor(effect, host),
          ...(nature === 'record' &&
            !CLOSING_VERB.test(effect.actor.words.join(' ')) && { everyday: everydayWords(effect) }),
        }
      }
      if (effect.kind === 'git-push') return findUnknownForgeRemote(effect.remote, evidence)
      const reach = hostReach(effect.host, evidence.trusted)
      if (reach === 'loopback' || reach === 'trusted' || effect.payload.length === 0) return undefined
      if (
        effect.channel === 'http' &&
        reach !== 'private' &&
        effect.payload.some((source) => isWholeStore(source, evidence.facts))
      )
        return {
          aspect: { source: 'project' },
          acts: SEND_WORDS,
          nouns: [hostSpellings(effect.host)],
        }
      if (
        effect.channel !== 'ssh' &&
        effect.channel !== 'bucket' &&
        effect.channel !== 'socket' &&
        effect.channel !== 'other'
      )
        return undefined
      const own = effect.payload.some(
        (source) =>
          (source.kind === 'file' && source.path !== '/dev/null') ||
          (effect.channel === 'socket' && reach !== 'private' && isProgramOutput(source)) ||
          isSecretOrigin(source) ||
          isWholeStore(source, evidence.facts) ||
          isPrivate(source, evidence),
      )
      return own ? { acts: SEND_WORDS, nouns: [hostSpellings(effect.host)] } : undefined
    },
  ),
}

/** What a program says of this machine or project: nothing that was typed, and no shell that waits for orders. */
function isProgramOutput(source: DataSource): boolean {
  return source.kind === 'command' && !/(?:^|\/)(?:ba|z|da|k)?sh\b/.test(source.program)
}

/** An address says itself what it does: people ask for that by its verb, and name each thing that it is done to. */
function findingByAddress({ verb, names, things }: UrlAction, host: readonly string[]): CategoryMatch {
  return {
    acts: isVerb('delete', verb) || isVerb('erase', verb) ? [...DELETE_WORDS, verb] : [verb],
    nouns: [[...host, ...names, ...names.map((name) => name.replace(/s$/, ''))], ...things.map((thing) => [thing])],
  }
}

/** A push to a repository of a forge that nothing ties to the project: its owner may be anybody. */
function findUnknownForgeRemote(remote: string, { facts, trusted }: Evidence): CategoryMatch | undefined {
  const host = hostOfRemote(remote)
  if (host === undefined || !isForgeService(host) || trusted.repositories.includes(remote)) return undefined
  if (hostReach(host, trusted) === 'trusted' || repositoryRelation(remote, facts) !== 'unknown') return undefined
  const there = repositoryOf(remote)
  const spelled = [bareRemote(remote), ...(there ? [there.name, `${there.owner.split('/')[1]}/${there.name}`] : [])]
  return {
    aspect: { push: 'foreign' },
    acts: PUSH_WORDS,
    nouns: [spelled],
  }
}

const UPDATE_TOOL_NAME = /(?:^|_)(?:update|set|change|edit|modify|patch)_|^(?:update|set|change|edit|modify|patch)[A-Z]/

function actWordsFor(nature: Writing['nature'], words: readonly string[]): readonly string[] {
  const own = toolActWords(words)
  if (nature === 'deletion') return [...DELETE_WORDS, 'cancel', 'close', ...own]
  if (nature === 'merge') return ['merge', 'land', 'ship', 'squash']
  // What is there already is changed by those who ask for a change: "send 75 euros" changes no address.
  if (nature === 'record' && words.some((word) => UPDATE_TOOL_NAME.test(word))) return [...RECORD_WORDS, ...own]
  if (nature === 'record') return [...recordActWords(words), ...own]
  return nature === 'account'
    ? [...RECORD_WORDS, ...SEND_WORDS, ...DELETE_WORDS, 'kick', 'change', 'set', 'update', ...own]
    : [...RECORD_WORDS, ...SEND_WORDS, ...own]
}

/** What takes a record away from others is named by its own word. */
const CLOSING_VERB = /\b(?:close|lock|delete|archive|transfer|merge|disable)\b/i

/** Adding to what the project's own forge keeps is asked for in everyday words; closing, merging and deleting name the record. */
const EVERYDAY_PHRASES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:pr|mr|pulls?|pull ?request|merge ?request)\b.*\bcreate\b|\bcreate\b.*\b(?:pr|pull ?request|merge ?request)\b/i,
    /^(?!close|merge|review|check|look|read|update|fix|rebase|comment|view|explain|describe)\w+\b.*\b(?:prs?|pull[- ]requests?|mrs?|merge[- ]requests?)\b/,
  ],
  [
    /\bissues?\b.*\bcreate\b|\bcreate\b.*\bissues?\b/i,
    /^(?:open|create|make|raise|submit|file|write|log|add|track|put)\b.*\b(?:issues?|tickets?|bugs?)\b/,
  ],
  [
    /\b(?:comments?|repl(?:y|ies)|review)\b/i,
    /^(?:comment|reply|respond|answer|post|leave|write|add|create|make|put|resolve|address|close|note|update|send|submit|tell|let|ping|mention)\b.*(?:\b(?:comments?|repl(?:y|ies)|reviews?|reviewers?|feedback|threads?|findings|prs?|pull[- ]requests?|issues?|tickets?)\b|#\d)/,
  ],
  [
    /\b(?:edit|ready|update|label|assign|reopen|milestone|add)\b/i,
    /^(?:assign|label|tag|request|update|edit|change|mark|set|add|put|reopen|link|rename|give|move)\b.*(?:\b(?:prs?|pull[- ]requests?|issues?|tickets?|labels?|milestones?|review(?:er)?s?|assignees?|description|title)\b|#\d)/,
  ],
]

function everydayWords({ actor, target }: Writing): readonly RegExp[] {
  const done = [...actor.words, ...target.split(/[\s/]+/)]
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
  return EVERYDAY_PHRASES.flatMap(([does, asks]) => (does.test(done) ? [asks] : []))
}

/** The kind of thing must be named, or the thing itself; whoever or whatever a deletion or an account change is about, too, unless it is an opaque id. */
function nounsFor({ nature, target, actor }: Writing, host: readonly string[]): readonly (readonly string[])[] {
  const things = nature in NOUNS_BY_NATURE ? NOUNS_BY_NATURE[nature as keyof typeof NOUNS_BY_NATURE] : []
  const named = nature === 'account' || nature === 'deletion' ? targetNames(target).map(nameSpellings) : []
  if (nature === 'deletion' || nature === 'merge' || (nature === 'account' && named.length > 0)) return named
  return [
    [
      ...things,
      ...host,
      ...toolNouns(actor.words),
      ...targetNames(target).flatMap(nameSpellings),
      ...numbersIn(target),
    ],
  ]
}

/** Names in a target; numbers, dates, long texts and identifiers that only machines use are left out. */
function targetNames(target: string): readonly string[] {
  return target
    .split(', ')
    .map((part) => (part.includes('://') ? lastPart(part) : part))
    .filter(
      (part) =>
        part !== '' &&
        part.length < 80 &&
        !/^[0-9]+$|^[0-9a-f-]{16,}$|:\/\/|^\d{4}-\d\d-\d\d|^(?:true|false|null)$/i.test(part),
    )
}

/** Of an address, the thing that its path ends in. */
function lastPart(url: string): string {
  return /:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/.exec(url)?.[1] ?? ''
}

function numbersIn(target: string): readonly string[] {
  return target.split(', ').filter((part) => /^\d{2,12}$/.test(part))
}

/** `light.kitchen` is the kitchen light, `#dev` is dev. */
function nameSpellings(part: string): readonly string[] {
  const words = /^[a-z_]+\.[a-z0-9_]+$/.test(part) ? part.split(/[._]+/).filter((word) => word.length > 2) : []
  return [part, part.replace(/^[#@]/, ''), ...words]
}
