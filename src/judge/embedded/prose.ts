import { lazy } from '../../analysis/text/memoize.ts'
import type { Evidence, Finding, TrustedPlaces } from '../../categories/category.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { refSpellings } from '../../categories/spellings.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { Policy, ProseEntry } from '../../settings/policy.ts'

/** What a documented line of `autoMode.allow` or of the deny lists amounts to. */
export type ProseMeaning =
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

const normalizeProse = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const MEANINGS_BY_TITLE = lazy(
  () =>
    new Map<string, ProseMeaning>([
      ...CATEGORIES.flatMap(({ id, title }): [string, ProseMeaning][] => [
        [normalizeProse(id), { type: 'category', id }],
        [normalizeProse(title), { type: 'category', id }],
      ]),
      ...EXCEPTIONS.flatMap(({ id, title }): [string, ProseMeaning][] => [
        [normalizeProse(id), { type: 'exception', id }],
        [normalizeProse(title), { type: 'exception', id }],
      ]),
    ]),
)

/** The settings' own documented sentences. */
const DOCUMENTED_SENTENCES = new Map<string, ProseMeaning>([
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
        effect.environment !== 'development' &&
        effect.environment !== 'staging' &&
        effect.environment !== 'preview',
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
export function meaningOfProse(entry: ProseEntry): ProseMeaning | undefined {
  const text = normalizeProse(entry.text)
  return DOCUMENTED_SENTENCES.get(text) ?? MEANINGS_BY_TITLE().get(text)
}

const TRUSTED_PLACES_LINE = /^\s*trusted (domains?|hosts?|repositor(?:y|ies)|repos?|buckets?)\s*:\s*(.+)$/i

/** The places that environment entries of the documented form name. */
export function readTrustedPlaces(policy: Policy): TrustedPlaces {
  const places = { domains: [] as string[], repositories: [] as string[], buckets: [] as string[] }
  for (const { text } of policy.autoMode.environment) {
    const [, kind = '', list = ''] = TRUSTED_PLACES_LINE.exec(text) ?? []
    const names = list.split(/[,\s]+/).filter((name) => name !== '')
    if (/^(?:domain|host)/i.test(kind)) places.domains.push(...names.filter((name) => name !== '*' && name !== '*.'))
    else if (/^repo/i.test(kind)) places.repositories.push(...names)
    else if (/^bucket/i.test(kind)) places.buckets.push(...names)
  }
  return places
}

/** Entries that only a model can apply, with the list they stand in. Built-in ones come from the folders and always apply. */
export function entriesNeedingModel(policy: Policy): readonly UnappliedEntry[] {
  const { allow, softDeny, hardDeny, environment } = policy.autoMode
  const unread = (list: ProseListName, entries: readonly ProseEntry[], understood: (entry: ProseEntry) => boolean) =>
    entries
      .filter((entry) => entry.source.scope !== 'builtin' && !understood(entry))
      .map((entry) => ({ ...entry, list }))
  const denies = (entry: ProseEntry) => {
    const form = meaningOfProse(entry)?.type
    return form === 'category' || form === 'forbids'
  }
  const allows = (entry: ProseEntry) => meaningOfProse(entry) !== undefined && meaningOfProse(entry)?.type !== 'forbids'
  return [
    ...unread('allow', allow, allows),
    ...unread('softDeny', softDeny, denies),
    ...unread('hardDeny', hardDeny, denies),
    ...unread('environment', environment, (entry) => TRUSTED_PLACES_LINE.test(entry.text)),
  ]
}
