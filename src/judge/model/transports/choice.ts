import type { AcpClient, Billing } from '../settings.ts'
import type { TransportId } from '../transport-id.ts'

/** A way to a model that is there, as it was found. Nothing was asked of a model yet. */
export interface JudgeChoice {
  readonly transport: TransportId
  /** `Claude Code, logged in as anna@example.com`. */
  readonly title: string
  readonly billing: Billing
  /** What is said before anything is spent: whose terms, whose money. */
  readonly terms: string
  /** What of `judge` in the settings makes it the judge; the program's hash is added when it is chosen. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly program?: string
  /** Which one it is, where several speak the same protocol. */
  readonly client?: AcpClient
}

/** Where to look. A person runs this and sees what is found; what is chosen is stored as a whole path. */
export interface ProbePlace {
  readonly home: string
  readonly path: string
  /** Local servers by their addresses. */
  readonly servers?: readonly LocalServer[]
}

export interface LocalServer {
  readonly title: string
  readonly baseUrl: string
}
