import type { AuditRecord } from '../../audit/record.ts'
import type { Access, Caller } from '../access/rights.ts'
import type { Webhook } from '../asks/webhook.ts'
import type { FleetAsks } from '../fleet/asks.ts'
import type { Store } from '../store/store.ts'
import type { Decider } from './decider.ts'
import type { EventHub } from './event-hub.ts'
import type { Metrics } from './metrics.ts'
import type {
  AnswerRequest,
  DoctorResponse,
  PendingAsk,
  PolicyRequest,
  PolicyResponse,
  StatementsResponse,
  WhatIfRequest,
  WhatIfResponse,
} from './shapes.ts'
import type { StaticFiles } from './static-files.ts'

/** Everything the routes stand on; each of them takes what it needs. */
export interface Service {
  readonly version: string
  readonly store: Store
  readonly storeKind: 'sqlite' | 'postgres'
  readonly access: Access
  readonly decider: Decider
  readonly hub: EventHub
  readonly metrics: Metrics
  readonly asks: PendingCalls
  readonly statements: SessionStatements
  /** Links that answer one waiting call; absent where the server has no address that they could lead to. */
  readonly webhook?: Pick<Webhook, 'handle'> | undefined
  /** For other machines. */
  readonly fleet: FleetAsks
  /** What another machine handed over is told to those who look. */
  readonly taken: (machine: string, taken: number, records: readonly AuditRecord[]) => void
  readonly policy: PolicyService
  readonly doctor: () => Promise<DoctorResponse>
  readonly files: StaticFiles
  /** Hosts beside those of the connection itself under which this server may be asked for. */
  readonly names: readonly string[]
  /** How long a body may take. */
  readonly bodyMs: number
  readonly now: () => number
}

/** Calls that wait for a person. */
export interface PendingCalls {
  pending(): Promise<readonly PendingAsk[]>
  answer(id: string, answer: AnswerRequest, by: Caller): Promise<ServiceAnswer>
  /** What was said to a call that waits no more; undefined where nobody said anything. */
  answered(id: string): Promise<{ readonly answer: string; readonly by: string } | undefined>
}

export type ServiceAnswer =
  | { readonly kind: 'taken'; readonly ids: readonly string[] }
  /** Somebody else answered, its time was up, or nobody asks that. */
  | { readonly kind: 'late' }
  | { readonly kind: 'refused'; readonly why: string }

/** What people stated in a session, and what it decided. */
export interface SessionStatements {
  list(machine: string, session: string): Promise<StatementsResponse>
  remove(which: StatementToRemove, by: Caller): Promise<StatementRemoval>
}

export interface StatementToRemove {
  readonly machine: string
  readonly session: string
  readonly id: number
  /** As it was shown: another one of the same number isn't removed. */
  readonly sentence: string
}

export type StatementRemoval =
  | { readonly kind: 'removed'; readonly reading: string; readonly unrecorded?: string }
  /** It isn't in force any more, or never was. */
  | { readonly kind: 'late' }
  /** Only its own machine can. */
  | { readonly kind: 'elsewhere' }

export interface PolicyService {
  /** Texts of files are for those who may change them: they can hold keys. */
  read(by: Caller): Promise<PolicyResponse>
  /** What keeps a text from being the user's settings. */
  problemsIn(text: string): readonly string[]
  /** Writes the user's own file, if it is one that can be read as settings. */
  write(request: PolicyRequest, by: Caller): Promise<PolicyWriteResult>
  whatIf(request: WhatIfRequest): Promise<WhatIfResponse>
}

export type PolicyWriteResult =
  | { readonly kind: 'written'; readonly notices: readonly string[]; readonly unrecorded?: string }
  /** Somebody else wrote it since it was read. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }
