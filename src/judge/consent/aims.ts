import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Command } from '../../analysis/words.ts'
import { refSpellings } from '../../categories/spellings.ts'
import { BRANCHES, JOBS, RUNNING, STORED, TAGS } from './kinds.ts'
import { fitsPattern, type NamePattern, patternOfGlob } from './patterns.ts'
import { type Selection, selectionFor } from './selected.ts'
import { type Place, targetWords } from './target-words.ts'

/** What one effect of an Action takes aim at, as names that can be compared with a person's words. */
export interface Aims {
  /** Each thing that is named, in its spellings, the plainest first. */
  readonly names: readonly (readonly string[])[]
  /** Where: the remote, namespace, cluster, app, bucket, partition. */
  readonly places: readonly Place[]
  /** How things are picked that are not named: by a rule for their names, by a listing, or all there are. */
  readonly picked: Selection | undefined
  /** The kinds of thing people would call it. */
  readonly kinds: readonly string[]
}

const EVERYTHING = ['everything', 'contents', 'content']

/** The targets of an effect; undefined when it has none that a person would name. */
export function aimsOf(effect: Effect, action: Action): Aims | undefined {
  const command = commandOf(effect, action)
  switch (effect.kind) {
    case 'git-push':
    case 'git-discard': {
      const tag =
        effect.refs.some((ref) => ref.includes('refs/tags/')) ||
        (effect.kind === 'git-discard' && effect.what === 'tag')
      return gathered(effect.refs.map(refSpellings), {
        places: effect.kind === 'git-push' && effect.remote !== '' ? [{ kind: 'remote', name: effect.remote }] : [],
        kinds: tag ? TAGS : BRANCHES,
        picked: selectionFor(command, action),
      })
    }
    case 'resource-change': {
      const { names, places, picked } = targetWords(effect, command)
      return gathered(names.map(spelled), {
        places,
        kinds: kindsOf(effect),
        // A kind without a name is all of that kind.
        picked: joined(
          picked,
          selectionFor(command, action),
          effect.mass || (effect.system === 'kubernetes' && effect.verb !== 'apply'),
        ),
      })
    }
    case 'service-control':
      if (effect.verb === 'power') return undefined
      return gathered([spelled(effect.service.replace(/\.service$/, ''))], {
        places: [],
        kinds: RUNNING,
        picked: undefined,
      })
    case 'signal-process':
      return gathered(
        (/[$`]/.test(effect.target) ? ['…'] : effect.target.split(/[\s,]+/)).map((name) => [name]),
        { places: [], kinds: ['process', 'processes', ...JOBS], picked: selectionFor(command, action) },
      )
    case 'publish':
      return effect.removes
        ? gathered([[effect.what.replace(/(?<=.)@.*$/, ''), effect.what]], {
            places: [{ kind: 'registry', name: effect.registry }],
            kinds: ['package', 'packages', 'version'],
            picked: undefined,
          })
        : undefined
    case 'delete-path': {
      const path = effect.path.real ?? effect.path.text
      return gathered([[path, path.slice(path.lastIndexOf('/') + 1)]], {
        places: path
          .split('/')
          .slice(0, -1)
          .filter(Boolean)
          .map((name) => ({ kind: 'path', name })),
        kinds: [...STORED, ...EVERYTHING],
        picked: undefined,
      })
    }
    default:
      return undefined
  }
}

function kindsOf({ family, target }: Extract<Effect, { kind: 'resource-change' }>): readonly string[] {
  if (family === 'job' || /(?:^|\s)(?:cron)?jobs?(?:[./]|\s|$)/.test(target)) return JOBS
  return family === 'storage'
    ? [...STORED, ...EVERYTHING]
    : family === 'queue'
      ? ['queue', 'queues', 'message', 'messages']
      : [...RUNNING, ...STORED]
}

/** The command that has the effect: the innermost one at its place. */
function commandOf({ span, via }: Effect, { commands }: Action): Command | undefined {
  const there = commands.filter((one) => one.span.start === span.start && one.span.end === span.end)
  return there.findLast((one) => one.via.length === via.length) ?? there.at(-1)
}

/** Nobody names more; the rest counts as not known. */
const MAX_NAMES = 64
const UNKNOWN = /[…\0$`]/

/** Sorts names from what stands for several of them. */
function gathered(names: readonly (readonly string[])[], { places, kinds, picked }: Omit<Aims, 'names'>): Aims {
  const known = names.slice(0, MAX_NAMES).filter(([name = '']) => name !== '' && !UNKNOWN.test(name))
  const plain = known.filter(([name = '']) => !name.includes('*'))
  const rules = known
    .filter(([name = '']) => name.includes('*'))
    .map((spellings) => patternOfGlob((spellings.at(-1) ?? '').toLowerCase()))
  const open = names.length > plain.length || (names.length === 0 && picked !== undefined)
  const globbed = rules.length === names.length - plain.length ? rules : []
  return {
    names: plain,
    places: places.map(({ kind, name }) => ({ kind, name: name.toLowerCase() })),
    kinds,
    picked: open
      ? {
          rules: [...globbed, ...(picked?.rules ?? [])],
          words: picked?.words ?? [],
          known: picked?.known ?? globbed.length > 0,
        }
      : undefined,
  }
}

/** What picks by options and what picks by a listing, as one. A call that covers several and says no more takes all. */
function joined(own: Selection | undefined, listed: Selection | undefined, mass: boolean): Selection | undefined {
  if (!own && !listed) return mass ? { rules: [], words: [], known: true } : undefined
  return {
    rules: [...(own?.rules ?? []), ...(listed?.rules ?? [])],
    words: [...(own?.words ?? []), ...(listed?.words ?? [])],
    known: (own?.known ?? true) && (listed?.known ?? true),
  }
}

/** `deployment/cart`, `https://host/1/orders` and `a/b/c` also go by their last part. */
function spelled(name: string): readonly string[] {
  const plain = name.replace(/\/+$/, '')
  const last = plain.slice(plain.lastIndexOf('/') + 1)
  // A folder called builds is not named by "the builds".
  const isKind = [...STORED, ...RUNNING, ...JOBS].includes(last.toLowerCase())
  return plain === last || isKind ? [plain] : [last, plain]
}

/** Is a name among those a rule picks, by any of its spellings? */
export function isPicked(rule: NamePattern, spellings: readonly string[]): boolean {
  return spellings.some((name) => fitsPattern(rule, name))
}
