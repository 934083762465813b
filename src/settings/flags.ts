import type { SettingsText } from './load.ts'
import type { JudgeSettings, Policy } from './policy.ts'
import { treeOfText } from './tree.ts'

/** What may be steered from outside while a session runs: how the judge works, and what happens when it is away. */
export interface Flags {
  readonly mode: JudgeSettings['mode']
  readonly ironGate: JudgeSettings['ironGate']
  readonly model: string | undefined
}

/** INVARIANT: `get` never throws; a source that fails keeps the last flags, and before that the strict defaults. */
export interface FlagProvider {
  get(): Flags
}

export const REFRESH_MS = 30 * 60 * 1000

export const STRICT_FLAGS: Flags = { mode: 'both', ironGate: 'closed', model: undefined }

/** What the settings-backed provider needs from the edge. */
export interface FlagSource {
  readonly now: () => number
  /** Changes whenever a settings file does; cheap. */
  readonly stamp: () => string
  readonly read: () => Pick<Policy, 'judge' | 'broken'>
}

/** Flags from settings: read again when a file changed, and at the latest after 30 minutes. */
export function settingsFlags({ now, stamp, read }: FlagSource): FlagProvider {
  let flags = STRICT_FLAGS
  let known: { readonly stamp: string; readonly at: number } | undefined
  return {
    get: () => {
      try {
        const at = now()
        const current = stamp()
        if (known?.stamp === current && at >= known.at && at - known.at < REFRESH_MS) return flags
        const { judge, broken } = read()
        // A broken file keeps what was in force: it must not switch anything back to a default.
        if (broken.length === 0) flags = { mode: judge.mode, ironGate: judge.ironGate, model: judge.model }
        known = { stamp: current, at }
      } catch (error) {
        return keepLastOnFailure(flags, error)
      }
      return flags
    },
  }
}

/** The policy with the flags of the moment; the same object as long as they stay the same. */
export function flaggedPolicy(policy: Policy, provider: FlagProvider): () => Policy {
  let last = policy
  return () => {
    const { mode, ironGate, model } = provider.get()
    const { judge } = last
    if (judge.mode === mode && judge.ironGate === ironGate && judge.model === model) return last
    const { model: _, ...others } = judge
    last = { ...last, judge: { ...others, mode, ironGate, ...(model !== undefined && { model }) } }
    return last
  }
}

/** The part of an OpenFeature client that is used. */
export interface FeatureClient {
  getStringValue(key: string, otherwise: string): Promise<string>
}

export const FLAG_KEYS = {
  mode: 'irongate.judge-mode',
  ironGate: 'irongate.iron-gate',
  model: 'irongate.judge-model',
} as const

/**
 * Flags from an OpenFeature client. Its look-ups are asynchronous: `refresh` is called by the edge at the start and every
 * 30 minutes, `get` answers from what is known. Values that are not understood leave the settings' own.
 */
export function featureFlags(
  client: FeatureClient,
  settings: FlagProvider,
): FlagProvider & { refresh(): Promise<void> } {
  let known: Partial<Flags> = {}
  return {
    get: () => ({ ...settings.get(), ...known }),
    refresh: async () => {
      try {
        const [mode, ironGate, model] = await Promise.all(
          [FLAG_KEYS.mode, FLAG_KEYS.ironGate, FLAG_KEYS.model].map((key) => client.getStringValue(key, '')),
        )
        known = {
          ...validOr(JUDGE_MODES, 'mode', mode),
          ...validOr(IRON_GATE_VALUES, 'ironGate', ironGate),
          ...(model ? { model } : {}),
        }
      } catch (error) {
        known = keepLastOnFailure(known, error)
      }
    },
  }
}

const FLAG_NAMES = ['mode', 'ironGate', 'model'] satisfies readonly (keyof Flags)[]

/**
 * The user's file of flags as settings: `{"mode": …, "ironGate": …, "model": …}`, each one if it is there. It is looked at by every check, so that
 * a change holds from the next call on, in a hook, a process that stays and a library alike. What it cannot mean is broken, as in settings.
 */
export function flagsAsSettings(given: SettingsText): SettingsText {
  const broken = (why: string): SettingsText => ({ ...given, text: '', unreadable: why })
  if (given.unreadable !== undefined) return given
  const reading = treeOfText(given.text)
  if (reading.kind === 'broken') return broken(reading.problem)
  if (reading.tree.kind !== 'object') return broken('not an object')
  const other = reading.tree.entries.find(({ key }) => !FLAG_NAMES.some((name) => name === key))
  if (other) return broken(`${JSON.stringify(other.key)} is no flag; they are ${FLAG_NAMES.join(', ')}`)
  return { ...given, text: `{"judge":${given.text.replace(/^\uFEFF/, '')}\n}` }
}

const JUDGE_MODES: readonly Flags['mode'][] = ['both', 'fast', 'thinking']
const IRON_GATE_VALUES: readonly Flags['ironGate'][] = ['closed', 'open', 'fallback']

function validOr<T extends string>(
  options: readonly T[],
  key: 'mode' | 'ironGate',
  given: string | undefined,
): Partial<Flags> {
  const found = options.find((option) => option === given)
  return found === undefined ? {} : { [key]: found }
}

/** A source that fails changes nothing. */
function keepLastOnFailure<T>(last: T, _error: unknown): T {
  return last
}
