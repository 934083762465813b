/** What a request to a model may and must say. */
export interface ModelCapabilities {
  /** Accepts `temperature`. */
  readonly temperature: boolean
  /**
   * `off`: thinks only when told to, nothing is sent. `switch`: must be told not to. `between-tools`: that is its lowest
   * setting. `always`: cannot be told. `none`: knows no such switch.
   */
  readonly thinking: 'off' | 'switch' | 'between-tools' | 'always' | 'none'
  /** Added to the answer's limit, so that reasoning nobody sees cannot starve the verdict. */
  readonly padding: number
  readonly contextTokens: number
}

export const THINKING_PADDING = 2_048

/** Families, most exact first; a name belongs to the first whose prefix ends at a word boundary of it. */
const MODEL_FAMILIES: readonly (readonly [prefix: string, capabilities: ModelCapabilities])[] = [
  ['claude-opus-5-5', thinkingModel('always')],
  ['claude-sonnet-5-5', thinkingModel('between-tools')],
  ['claude-haiku-5-5', nonThinkingModel('switch', 1_000_000)],
  ['claude-opus-5', nonThinkingModel('switch', 1_000_000)],
  ['claude-sonnet-5', nonThinkingModel('switch', 1_000_000)],
  ['claude-haiku-5', nonThinkingModel('switch', 200_000)],
  ['claude-fable', thinkingModel('always')],
  ['claude-mythos', thinkingModel('always')],
  ['claude-opus-4-8', nonThinkingModel('off', 1_000_000)],
  ['claude-opus-4-7', nonThinkingModel('off', 1_000_000)],
  ['claude-opus-4-6', samplingModel(1_000_000)],
  ['claude-sonnet-4-6', samplingModel(1_000_000)],
  ['claude-opus-4', samplingModel(200_000)],
  ['claude-sonnet-4', samplingModel(200_000)],
  ['claude-haiku-4', samplingModel(200_000)],
  ['claude-3', samplingModel(200_000)],
]

/** A Claude model that is newer than this table: nothing is sent that it might reject, and it has room to think. */
const UNKNOWN_CLAUDE_CAPABILITIES: ModelCapabilities = thinkingModel('always', 200_000)

/** Another model behind the same protocol (a gateway, a local server). */
const OTHER_VENDOR_CAPABILITIES: ModelCapabilities = {
  temperature: true,
  thinking: 'none',
  padding: THINKING_PADDING,
  contextTokens: 128_000,
}

export const DEFAULT_MODEL = 'claude-sonnet-4-6'

function thinkingModel(thinking: 'always' | 'between-tools', contextTokens = 1_000_000): ModelCapabilities {
  return { temperature: false, thinking, padding: THINKING_PADDING, contextTokens }
}

function nonThinkingModel(thinking: 'off' | 'switch', contextTokens: number): ModelCapabilities {
  return { temperature: false, thinking, padding: 0, contextTokens }
}

function samplingModel(contextTokens: number): ModelCapabilities {
  return { temperature: true, thinking: 'switch', padding: 0, contextTokens }
}

/** The table's row for a model, with what the settings say about it on top. */
export function capabilitiesOf(
  model: string,
  overrides: ReadonlyMap<string, Partial<ModelCapabilities>> = new Map(),
): ModelCapabilities {
  const name = familyName(model)
  const known = MODEL_FAMILIES.find(([prefix]) => hasFamilyPrefix(name, prefix))?.[1]
  const base = known ?? (name.startsWith('claude') ? UNKNOWN_CLAUDE_CAPABILITIES : OTHER_VENDOR_CAPABILITIES)
  return { ...base, ...(overrides.get(model) ?? overrides.get(name)) }
}

/** `us.anthropic.claude-opus-4-6-v1:0`, `anthropic/claude-opus-4.6` and `claude-opus-4-6[1m]` are one family. */
export function familyName(model: string): string {
  const lower = model.toLowerCase().replaceAll('.', '-')
  const at = lower.lastIndexOf('claude-')
  return (at < 0 ? lower : lower.slice(at)).replace(/\[.*$/, '')
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
  readonly fallback: string
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
export function chooseModel({ override, named, agent, serves, fallback }: ModelChoices): string {
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
  if (wanted === undefined || given === undefined || wanted.name !== given.name) return false
  return wanted.date === '' || given.date === '' || wanted.date === given.date
}

const CLAUDE_NAME =
  /^(?:[a-z0-9./_-]{0,80}[./])?(?<name>claude-[a-z0-9-]{1,60}?)(?:[-@](?:(?<date>20\d{6})|latest|default))?(?:-v\d{1,2}(?::\d{1,3})?)?(?:\[[a-z0-9]{1,8}\])?$/

/** `us.anthropic.claude-opus-4-6-20260101-v1:0` is `claude-opus-4-6` of a date. */
function parseModelName(model: string): { readonly name: string; readonly date: string } | undefined {
  const version = model
    .slice(0, 200)
    .toLowerCase()
    .replace(/(\d)\.(?=\d)/g, '$1-')
  const groups = CLAUDE_NAME.exec(version)?.groups
  return groups && { name: groups['name'] ?? '', date: groups['date'] ?? '' }
}
