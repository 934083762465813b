import type { Decision, Mode } from '../../decision.ts'
import type { Policy } from '../../settings/policy.ts'

/** What the hook prints: a decision of ours, or nothing, which leaves the call to the host. */
export type Printed = 'allow' | 'ask' | 'deny' | 'nothing'

export interface HostSettings {
  /** `mirror`: in default and acceptEdits the gate runs in the host's own mode instead of auto. */
  readonly gate: 'auto' | 'mirror'
  /** What an allow means in the host's own auto mode: only tighten it, or replace its judge. */
  readonly auto: 'tighten' | 'replace'
  /** What the gate runs as under bypassPermissions. */
  readonly bypass: 'auto' | 'bypassPermissions'
  /** Whether somebody can be asked; undefined: as the host says. */
  readonly headless: boolean | undefined
  /** Whether a process stays between events, so that each is answered sooner. */
  readonly resident: boolean
}

export const HOST_DEFAULTS: HostSettings = {
  gate: 'auto',
  auto: 'tighten',
  bypass: 'auto',
  headless: undefined,
  resident: true,
}

/** What `hosts.claude-code` says, over the defaults. An unknown value counts as not given. */
export function hostSettings({ hosts }: Policy): HostSettings {
  const given = hosts && Object.hasOwn(hosts, 'claude-code') ? hosts['claude-code'] : undefined
  const bypass = given?.extra['bypass']
  const headless = given?.extra['headless']
  return {
    gate: given?.gate ?? HOST_DEFAULTS.gate,
    auto: given?.auto ?? HOST_DEFAULTS.auto,
    bypass: bypass === 'bypassPermissions' ? bypass : HOST_DEFAULTS.bypass,
    headless: typeof headless === 'boolean' ? headless : HOST_DEFAULTS.headless,
    resident: given?.extra['resident'] !== false,
  }
}

/** What a plan is researched with. Sub-agents stay in plan mode themselves, so what they do is checked as such. */
const RESEARCHES: ReadonlySet<string> = new Set(['Agent', 'Task', 'WebFetch', 'WebSearch'])

/** Which mode the gate runs in for the host's mode. A mode we do not know runs as auto. */
export function gateMode(hostMode: string | undefined, settings: HostSettings, tool: string): Mode {
  switch (hostMode) {
    case 'default':
    case 'acceptEdits':
      return settings.gate === 'mirror' ? hostMode : 'auto'
    case 'plan':
      return RESEARCHES.has(tool) ? 'auto' : hostMode
    case 'dontAsk':
      return hostMode
    case 'bypassPermissions':
      return settings.bypass
    default:
      return 'auto'
  }
}

/** Tools that are themselves a question to the person: an allow would answer it for them. */
const ASKS_A_PERSON: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'EnterPlanMode'])

export interface Printing {
  readonly hostMode: string | undefined
  readonly settings: HostSettings
  readonly headless: boolean
  readonly tool: string
}

/** What is printed for a Decision, by the host's mode. INVARIANT: deny and abort always print deny. */
export function printedFor({ outcome }: Pick<Decision, 'outcome'>, how: Printing): Printed {
  const { hostMode } = how
  if (outcome === 'deny' || outcome === 'abort') return 'deny'
  if (outcome === 'ask') {
    if (hostMode === 'plan') return 'nothing'
    if (hostMode === 'dontAsk') return 'deny'
    return hostMode === 'bypassPermissions' && how.headless ? 'deny' : 'ask'
  }
  if (hostMode === 'plan' || hostMode === 'bypassPermissions' || ASKS_A_PERSON.has(how.tool)) return 'nothing'
  return hostMode === 'auto' && how.settings.auto === 'tighten' ? 'nothing' : 'allow'
}
