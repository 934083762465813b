import { capabilitiesOfFamily, type ModelCapabilities } from './model-families.ts'

export type { ModelCapabilities } from './model-families.ts'

export const DEFAULT_MODEL = 'claude-sonnet-4-6'

export const UNNAMED_MODEL = 'this endpoint has no default model; name one in judge.openai.model or judge.model'

/** The table's row for a model, with what the settings say about it on top. */
export function capabilitiesOf(
  model: string,
  overrides: ReadonlyMap<string, Partial<ModelCapabilities>> = new Map(),
): ModelCapabilities {
  const name = familyName(model)
  return { ...capabilitiesOfFamily(name), ...(overrides.get(model) ?? overrides.get(name)) }
}

/** `us.anthropic.claude-opus-4-6-v1:0`, `anthropic/claude-opus-4.6` and `claude-opus-4-6[1m]` are one family. */
export function familyName(model: string): string {
  const lower = model.toLowerCase().replaceAll('.', '-')
  const at = lower.lastIndexOf('claude-')
  return lower.slice(at < 0 ? lower.lastIndexOf('/') + 1 : at).replace(/\[.*$/, '')
}

export function hasFamilyPrefix(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false
  const next = name[prefix.length]
  return next === undefined || next === '-' || next === '@'
}

/** A name as Anthropic's own endpoint and clients take it. */
export function isClaudeName(model: string): boolean {
  return /^claude-[a-z]+-\d|^claude-\d/.test(model)
}

/** Which model is asked where nobody names one for the command at hand. */
export interface ModelRange {
  /** By the settings. */
  readonly named: string | undefined
  /** None: the endpoint may have any model, and a person must name one. */
  readonly fallback: string | undefined
  /** Is the agent's own model to be had here? */
  serves(model: string): boolean
}

export interface ModelChoices extends ModelRange {
  /** `IRONGATE_MODEL`, read at the edge. */
  readonly override?: string | undefined
  /** The agent's own. */
  readonly agent?: string | undefined
}

/** The variable, then the settings, then the agent's own model where it can be had; without any, the default. */
export function chooseModel({ override, named, agent, serves, fallback }: ModelChoices): string | undefined {
  const wanted = override || named
  if (wanted) return wanted
  const own = agent?.replace(/\[.*$/, '').trim()
  return own && serves(own) ? own : fallback
}

/** The one asked for, another spelling of it, or an alias that the settings name. A date may be missing on either side, never differ. */
export function isAskedModel(asked: string, answered: unknown, aliases: readonly string[]): boolean {
  if (typeof answered !== 'string') return false
  if (answered === asked || aliases.includes(answered)) return true
  const [wanted, given] = [parseModelName(asked), parseModelName(answered)]
  return (
    wanted.name === given.name &&
    fits(wanted.version, given.version) &&
    (wanted.name.startsWith('claude-') || fits(wanted.vendor, given.vendor))
  )
}

/** What one side leaves out does not differ. */
function fits(left: string, right: string): boolean {
  return left === '' || right === '' || left === right
}

interface ModelName {
  /** Who made or serves it, as gateways say it before the name; of Claude nobody asks. */
  readonly vendor: string
  readonly name: string
  /** A date or a build: the same model at another time. */
  readonly version: string
}

const CLAUDE_NAME =
  /^(?:[a-z0-9./_-]{0,80}[./])?(?<name>claude-[a-z0-9-]{1,60}?)(?:[-@](?:(?<date>20\d{6})|latest|default))?(?:-v\d{1,2}(?::\d{1,3})?)?(?:\[[a-z0-9]{1,8}\])?$/

/** `20260131`, `2026-01-31`, `01-2026`, `0131`, `2601`, and builds such as `001`. */
const VERSION = /[-@](?<version>20\d{6}|20\d\d-\d\d-\d\d|[01]\d-20\d\d|[01]\d[0-3]\d|2\d[01]\d|00\d)$/

/** Marks of a gateway for the way there, and the name that always means the newest. */
const ROUTE = /(?::(?:free|nitro|floor|exacto|extended|latest)|[-@]latest)$/

/** `us.anthropic.claude-opus-4-6-20260101-v1:0` is `claude-opus-4-6` of a date, `openai/gpt-x-2026-01-31` is `gpt-x` of one. */
function parseModelName(model: string): ModelName {
  const lower = model.slice(0, 200).toLowerCase()
  const groups = CLAUDE_NAME.exec(lower.replace(/(\d)\.(?=\d)/g, '$1-'))?.groups
  if (groups) return { vendor: '', name: groups['name'] ?? '', version: groups['date'] ?? '' }
  const path = lower.replace(/^models\//, '').replace(ROUTE, '')
  const slash = path.lastIndexOf('/')
  const whole = path.slice(slash + 1)
  const found = VERSION.exec(whole)
  const name = found ? whole.slice(0, found.index) : whole
  return { vendor: path.slice(0, Math.max(0, slash)), name, version: found?.groups?.['version'] ?? '' }
}
