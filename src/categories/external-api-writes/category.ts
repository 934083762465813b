import type { Effect } from '../../analysis/effects.ts'
import { type AddressAct, actOfAddress } from '../../analysis/programs/network/acting-address.ts'
import { kinshipOf, repositoryOf } from '../../analysis/repositories.ts'
import { isSecretOrigin } from '../../analysis/secrets.ts'
import { isWhole } from '../../analysis/shell/listing.ts'
import type { DataSource } from '../../analysis/words.ts'
import { DELETE, PUSH, RECORD, SEND } from '../acts.ts'
import type { Category, Evidence } from '../category.ts'
import { actsOfRecord } from '../change-acts.ts'
import { detector, type Found } from '../find.ts'
import { bareHost, bareRemote, hostOfRemote, isForge, reachOf } from '../hosts.ts'
import { isPrivate } from '../payload.ts'
import { hostSpellings } from '../spellings.ts'
import { actsOfTool, nounsOfTool } from '../tool-words.ts'

function words(list: string): readonly string[] {
  return list.split(' ').map((word) => word.replace('-', ' '))
}

/** What people call the things such services keep. */
const THINGS = {
  record: words(
    'pr prs pull-request merge-request mr issue issues ticket tickets comment comments review todo release record records page card task label milestone workflow api entry form description reply response follow-up mail email message alert incident row list',
  ),
  setting: words(
    'setting settings config configuration secret secrets variable variables webhook flag option rule protection',
  ),
  account: words(
    'account password user users member members email profile key token role access address name phone workspace',
  ),
  file: words('file files document doc docs sheet spreadsheet slide slides page note notes folder'),
  calendar: words('event meeting appointment calendar call reminder lunch dinner slot invite'),
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
    (effect, evidence): Found | undefined => {
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
        const reach = reachOf(service, evidence.trusted)
        if (reach === 'loopback' || reach === 'trusted') return undefined
        const host = /[./]/.test(service) ? hostSpellings(service) : [service]
        const act = nature === 'record' && target.includes('://') ? actOfAddress(target) : undefined
        if (act) return byAddress(act, effect, host)
        return {
          what: `${nature === 'deletion' ? 'deletes' : 'changes'} ${target || `a ${nature}`} in ${service || 'an external service'}`,
          acts: actsFor(nature, effect.doer.words),
          nouns: nounsFor(effect, host),
          ...(nature === 'record' && !ENDS.test(effect.doer.words.join(' ')) && { everyday: everydayWords(effect) }),
        }
      }
      if (effect.kind === 'git-push') return unknownRemote(effect.remote, evidence)
      const reach = reachOf(effect.host, evidence.trusted)
      if (reach === 'loopback' || reach === 'trusted' || effect.payload.length === 0) return undefined
      if (
        effect.channel === 'http' &&
        reach !== 'private' &&
        effect.payload.some((source) => isWhole(source, evidence.facts))
      )
        return {
          what: `sends the whole project to ${bareHost(effect.host)}`,
          acts: SEND,
          nouns: [hostSpellings(effect.host)],
        }
      if (!/^(?:ssh|bucket|socket|other)$/.test(effect.channel)) return undefined
      const own = effect.payload.some(
        (source) =>
          (source.kind === 'file' && source.path !== '/dev/null') ||
          (effect.channel === 'socket' && reach !== 'private' && isTold(source)) ||
          isSecretOrigin(source) ||
          isWhole(source, evidence.facts) ||
          isPrivate(source, evidence),
      )
      return own
        ? { what: `sends data to ${bareHost(effect.host)}`, acts: SEND, nouns: [hostSpellings(effect.host)] }
        : undefined
    },
  ),
}

/** What a program says of this machine or project: nothing that was typed, and no shell that waits for orders. */
function isTold(source: DataSource): boolean {
  return source.kind === 'command' && !/(?:^|\/)(?:ba|z|da|k)?sh\b/.test(source.program)
}

/** An address says itself what it does: people ask for that by its verb, and name each thing that it is done to. */
function byAddress({ verb, names, things }: AddressAct, { service, target }: Writing, host: readonly string[]): Found {
  return {
    what: `has ${service} ${verb} what ${target} names`,
    acts: TAKES_AWAY.test(verb) ? [...DELETE, verb] : [verb],
    nouns: [[...host, ...names, ...names.map((name) => name.replace(/s$/, ''))], ...things.map((thing) => [thing])],
  }
}

const TAKES_AWAY = /^(?:delete|remove|destroy|drop|purge|wipe|erase|del|rm)$/

/** A push to a repository of a forge that nothing ties to the project: its owner may be anybody. */
function unknownRemote(remote: string, { facts, trusted }: Evidence): Found | undefined {
  const host = hostOfRemote(remote)
  if (host === undefined || !isForge(host) || trusted.repositories.includes(remote)) return undefined
  if (reachOf(host, trusted) === 'trusted' || kinshipOf(remote, facts) !== 'unknown') return undefined
  const there = repositoryOf(remote)
  const spelled = [bareRemote(remote), ...(there ? [there.name, `${there.owner.split('/')[1]}/${there.name}`] : [])]
  return { what: `pushes to ${bareRemote(remote)}, which is not known as the project's`, acts: PUSH, nouns: [spelled] }
}

const CHANGES_ONE = /(?:^|_)(?:update|set|change|edit|modify|patch)_|^(?:update|set|change|edit|modify|patch)[A-Z]/

function actsFor(nature: Writing['nature'], words: readonly string[]): readonly string[] {
  const own = actsOfTool(words)
  if (nature === 'deletion') return [...DELETE, 'cancel', 'close', ...own]
  if (nature === 'merge') return ['merge', 'land', 'ship', 'squash']
  // What is there already is changed by those who ask for a change: "send 75 euros" changes no address.
  if (nature === 'record' && words.some((word) => CHANGES_ONE.test(word))) return [...RECORD, ...own]
  if (nature === 'record') return [...actsOfRecord(words), ...own]
  return nature === 'account'
    ? [...RECORD, ...SEND, ...DELETE, 'kick', 'change', 'set', 'update', ...own]
    : [...RECORD, ...SEND, ...own]
}

/** What takes a record away from others is named by its own word. */
const ENDS = /\b(?:close|lock|delete|archive|transfer|merge|disable)\b/i

/** Adding to what the project's own forge keeps is asked for in everyday words; closing, merging and deleting name the record. */
const EVERYDAY: readonly (readonly [RegExp, RegExp])[] = [
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

function everydayWords({ doer, target }: Writing): readonly RegExp[] {
  const done = [...doer.words, ...target.split(/[\s/]+/)]
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
  return EVERYDAY.flatMap(([does, asks]) => (does.test(done) ? [asks] : []))
}

/** The kind of thing must be named, or the thing itself; whoever or whatever a deletion or an account change is about, too, unless it is an opaque id. */
function nounsFor({ nature, target, doer }: Writing, host: readonly string[]): readonly (readonly string[])[] {
  const things = nature in THINGS ? THINGS[nature as keyof typeof THINGS] : []
  const named = nature === 'account' || nature === 'deletion' ? parts(target).map(spellings) : []
  if (nature === 'deletion' || nature === 'merge' || (nature === 'account' && named.length > 0)) return named
  return [[...things, ...host, ...nounsOfTool(doer.words), ...parts(target).flatMap(spellings), ...numbersIn(target)]]
}

/** Names in a target; numbers, dates, long texts and identifiers that only machines use are left out. */
function parts(target: string): readonly string[] {
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
function spellings(part: string): readonly string[] {
  const words = /^[a-z_]+\.[a-z0-9_]+$/.test(part) ? part.split(/[._]+/).filter((word) => word.length > 2) : []
  return [part, part.replace(/^[#@]/, ''), ...words]
}
