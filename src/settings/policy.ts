import type { Mode } from '../decision.ts'
import type { Rule, Source } from '../rules/rule.ts'

/** One prose line of `autoMode`, with its origin. `builtin` entries come from category and exception folders. */
export interface ProseEntry {
  readonly text: string
  readonly source: Source
}

export interface AutoMode {
  readonly allow: readonly ProseEntry[]
  readonly softDeny: readonly ProseEntry[]
  readonly hardDeny: readonly ProseEntry[]
  readonly environment: readonly ProseEntry[]
  /** Ids of built-in categories and exceptions that are in force (a replaced list drops them). */
  readonly categories: { readonly soft: readonly string[]; readonly hard: readonly string[] }
  readonly exceptions: readonly string[]
  readonly askRules: 'floor' | 'classify'
  readonly classifyAllShell: boolean
  readonly powershell: boolean
  /**
   * Built-in categories that managed settings keep in force, by name or by "$defaults".
   * No allow entry of another scope lifts them, nor a deny entry whose source is managed.
   */
  readonly locked?: readonly string[]
  /** Built-in block rules and exceptions that lists of people's own replace; absent where none does. */
  readonly replaced?: ReplacedRuleCounts
}

export interface ReplacedRuleCounts {
  readonly rules: readonly string[]
  readonly exceptions: readonly string[]
  /** Of the first list that does. */
  readonly source: Source
}

export interface JudgeSettings {
  readonly kind: 'chain' | 'embedded' | 'model'
  readonly mode: 'both' | 'fast' | 'thinking'
  readonly model?: string
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly apiKeyCommand?: string
  readonly ironGate: 'closed' | 'open' | 'fallback'
  readonly deadlineMs?: number
  /** Further documented keys (aliases, prices, capability overrides, budgets), validated by the judge that reads them. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** How one host's integration behaves. */
export interface HostSettings {
  /** Where the host asks a person by itself. `auto`: the gate's allow is final. `mirror`: the gate only tightens. */
  readonly gate?: 'auto' | 'mirror'
  /** In the host's own auto mode: only tighten its answers, or replace its judge. */
  readonly auto?: 'tighten' | 'replace'
  /** Further documented keys, validated by the integration that reads them. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** How calls that lack a person's yes wait for one, where nobody sits before the agent. */
export interface ApprovalSettings {
  /** For how long; 0: not at all. The limit of the host's hook comes before it. */
  readonly waitSeconds: number
  /** Where the server announces a call that waits. */
  readonly webhook?: WebhookSettings
}

export interface WebhookSettings {
  readonly url: string
  /** The file with the secret that signs what is sent. */
  readonly secretFile: string
}

/** Something the person should know about their settings: ignored, dropped, invalid. */
export interface SettingsNotice {
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  readonly source: Source
}

/** The merged, validated, frozen result of all scopes. */
export interface Policy {
  readonly rules: readonly Rule[]
  readonly defaultMode: Mode | undefined
  readonly additionalDirectories: readonly string[]
  readonly autoMode: AutoMode
  readonly judge: JudgeSettings
  readonly limits: { readonly consecutive: number; readonly total: number }
  /** For how many days Records are kept; for ever without it. */
  readonly keepDays?: number
  /** Also strip the page's internal sublist (git, gh, curl, kubectl, …) on entering auto. */
  readonly stripInternal: boolean
  /** Programs the user declared transparent: what follows them is judged as if typed. */
  readonly wrappers: readonly string[]
  /** `tool`: rules on domains are about the WebFetch tool alone. */
  readonly webFetchRules?: 'tool'
  /** By the host's name. */
  readonly hosts?: Readonly<Record<string, HostSettings>>
  /** The named list of settings that the rest stands on. */
  readonly preset?: string
  /** Whether a person may switch the gate off for a while. */
  readonly allowOff?: boolean
  /** Absent where nothing waits and nothing is announced. */
  readonly approvals?: ApprovalSettings
  /** Where the server tells of many denials, a judge that is not there, and a gate that was switched off. */
  readonly alerts?: { readonly webhook: WebhookSettings }
  /** The gate only notes what it would have decided, and leaves every call to the host. */
  readonly shadow?: true
  /** Whether commands that a person types look for a newer version, once a day. */
  readonly updateCheck?: boolean
  /**
   * Where values were written, by their name in the settings; an entry of a list by the list's name and its own text. What is not in
   * here is the default.
   */
  readonly origins?: Readonly<Record<string, Source>>
  /** Modes that a scope has switched off: nobody may enter them. */
  readonly disabledModes?: readonly Mode[]
  readonly notices: readonly SettingsNotice[]
  /** A file that could not be read as settings: fails closed (ask, or deny when headless). */
  readonly broken: readonly SettingsNotice[]
  /** Changes whenever anything above does; approvals are bound to it. */
  readonly version: string
}
