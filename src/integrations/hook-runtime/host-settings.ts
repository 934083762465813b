import type { Policy } from '../../settings/policy.ts'

/** What people set for one host. */
export interface ResolvedHostSettings {
  /** Where the host would ask a person by itself. `mirror`: it still does, and the gate only tightens; `auto`: its allow is final. */
  readonly gate: 'auto' | 'mirror'
  /** What an allow means in the host's own auto mode: only tighten it, or replace its judge. */
  readonly auto: 'tighten' | 'replace'
  /** What the gate runs as where the host lets everything pass. */
  readonly bypass: 'auto' | 'bypassPermissions'
  /** Whether somebody can be asked; undefined: as the host says. */
  readonly headless: boolean | undefined
  /** Whether a process stays between events, so that each is answered sooner. */
  readonly daemon: boolean
  /** Whose prompts are that no keyboard typed. `script`: the person's own script or pipe hands them over, and they count as the person's. */
  readonly prompts: 'typed' | 'script'
}

export const HOST_DEFAULTS: ResolvedHostSettings = {
  gate: 'auto',
  auto: 'tighten',
  bypass: 'auto',
  headless: undefined,
  daemon: true,
  prompts: 'typed',
}

/** What `hosts.<id>` says, over the defaults. An unknown value counts as not given. */
export function hostSettings({ hosts }: Policy, id: string): ResolvedHostSettings {
  const given = hosts && Object.hasOwn(hosts, id) ? hosts[id] : undefined
  const bypass = given?.extra['bypass']
  const headless = given?.extra['headless']
  return {
    gate: given?.gate ?? HOST_DEFAULTS.gate,
    auto: given?.auto ?? HOST_DEFAULTS.auto,
    bypass: bypass === 'bypassPermissions' ? bypass : HOST_DEFAULTS.bypass,
    headless: typeof headless === 'boolean' ? headless : HOST_DEFAULTS.headless,
    daemon: given?.extra['daemon'] !== false,
    prompts: given?.extra['prompts'] === 'script' ? 'script' : HOST_DEFAULTS.prompts,
  }
}
