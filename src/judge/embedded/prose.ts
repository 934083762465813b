import { once } from '../../analysis/remembered.ts'
import type { Evidence, Finding, TrustedPlaces } from '../../categories/category.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { refSpellings } from '../../categories/spellings.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { Policy, ProseEntry } from '../../settings/policy.ts'

/** What a documented line of `autoMode.allow` or of the deny lists amounts to. */
export type Applied =
  | { readonly type: 'category'; readonly id: string }
  | { readonly type: 'exception'; readonly id: string }
  /** Covers findings it describes. */
  | { readonly type: 'covers'; readonly covers: (finding: Finding, evidence: Evidence) => boolean }
  /** Rules out effects it describes. */
  | { readonly type: 'forbids'; readonly effect: (effect: Evidence['effects'][number]) => boolean }

export type ProseListName = 'allow' | 'softDeny' | 'hardDeny' | 'environment'

export interface UnappliedEntry extends ProseEntry {
  readonly list: ProseListName
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const NAMED = once(
  () =>
    new Map<string, Applied>([
      ...CATEGORIES.flatMap(({ id, title }): [string, Applied][] => [
        [plain(id), { type: 'category', id }],
        [plain(title), { type: 'category', id }],
      ]),
      ...EXCEPTIONS.flatMap(({ id, title }): [string, Applied][] => [
        [plain(id), { type: 'exception', id }],
        [plain(title), { type: 'exception', id }],
      ]),
    ]),
)

/** The settings' own documented sentences. */
const SENTENCES = new Map<string, Applied>([
  [
    'git push to agent created branches',
    {
      type: 'covers',
      covers: ({ effect }, { facts }) =>
        effect.kind === 'git-push' &&
        !effect.deletes &&
        !effect.mirror &&
        effect.refs.length > 0 &&
        effect.refs.every((ref) => refSpellings(ref).some((name) => facts.session.branches.has(name))),
    },
  ],
  [
    'git push to feature branches',
    {
      type: 'covers',
      covers: ({ effect }) =>
        effect.kind === 'git-push' && effect.toDefault === 'no' && !effect.force && !effect.deletes && !effect.mirror,
    },
  ],
  [
    'install from package json',
    { type: 'covers', covers: ({ effect }) => effect.kind === 'install' && effect.origin === 'declared' },
  ],
  [
    'never deploy to production',
    {
      type: 'forbids',
      effect: (effect) =>
        effect.kind === 'deploy' &&
        effect.stage !== 'development' &&
        effect.stage !== 'staging' &&
        effect.stage !== 'preview',
    },
  ],
  [
    'never modify shared databases',
    {
      type: 'forbids',
      effect: (effect) =>
        effect.kind === 'database-change' && (effect.reach === 'remote' || effect.reach === 'unknown'),
    },
  ],
  [
    'never push to the default branch',
    { type: 'forbids', effect: (effect) => effect.kind === 'git-push' && effect.toDefault !== 'no' },
  ],
  [
    'never force push',
    { type: 'forbids', effect: (effect) => effect.kind === 'git-push' && (effect.force || effect.mirror) },
  ],
  ['never publish packages', { type: 'forbids', effect: (effect) => effect.kind === 'publish' }],
])

/** What an entry means, when it is in a documented form. */
export function applied(entry: ProseEntry): Applied | undefined {
  const text = plain(entry.text)
  return SENTENCES.get(text) ?? NAMED().get(text)
}

const PLACES = /^\s*trusted (domains?|hosts?|repositor(?:y|ies)|repos?|buckets?)\s*:\s*(.+)$/i

/** The places that environment entries of the documented form name. */
export function trustedPlaces(policy: Policy): TrustedPlaces {
  const places = { domains: [] as string[], repositories: [] as string[], buckets: [] as string[] }
  for (const { text } of policy.autoMode.environment) {
    const [, kind = '', list = ''] = PLACES.exec(text) ?? []
    const names = list.split(/[,\s]+/).filter((name) => name !== '')
    if (/^(?:domain|host)/i.test(kind)) places.domains.push(...names.filter((name) => name !== '*' && name !== '*.'))
    else if (/^repo/i.test(kind)) places.repositories.push(...names)
    else if (/^bucket/i.test(kind)) places.buckets.push(...names)
  }
  return places
}

/** Entries that only a model can apply, with the list they stand in. Built-in ones come from the folders and always apply. */
export function needsModel(policy: Policy): readonly UnappliedEntry[] {
  const { allow, softDeny, hardDeny, environment } = policy.autoMode
  const unread = (list: ProseListName, entries: readonly ProseEntry[], understood: (entry: ProseEntry) => boolean) =>
    entries
      .filter((entry) => entry.source.scope !== 'builtin' && !understood(entry))
      .map((entry) => ({ ...entry, list }))
  const denies = (entry: ProseEntry) => {
    const form = applied(entry)?.type
    return form === 'category' || form === 'forbids'
  }
  const allows = (entry: ProseEntry) => applied(entry) !== undefined && applied(entry)?.type !== 'forbids'
  return [
    ...unread('allow', allow, allows),
    ...unread('softDeny', softDeny, denies),
    ...unread('hardDeny', hardDeny, denies),
    ...unread('environment', environment, (entry) => PLACES.test(entry.text)),
  ]
}
