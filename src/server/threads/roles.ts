import { isMainThread, workerData } from 'node:worker_threads'
import type { AuditRecord } from '../../audit/record.ts'

/** What a thread is for, and what it is given. */
export type ThreadRole = DecideRole | StoreRole | ReplayRole

export interface DecideRole {
  readonly role: 'decide'
  readonly home: string
  /** The run of the server: the names of its sessions hold it. */
  readonly run: string
  readonly record: boolean
}

export interface StoreRole {
  readonly role: 'store'
  readonly home: string
  readonly machine: string
  /** `postgres://…`; the file of this account if not given. */
  readonly database: string | undefined
  /** One number, shared between threads: how many look at what comes in. */
  readonly watched: Int32Array
}

export interface ReplayRole {
  readonly role: 'replay'
  readonly home: string
  readonly machine: string
}

/** What a thread says without being asked. */
export type ThreadMessage =
  | { readonly ready: true }
  /** `mendable`: by the person, as the words say. */
  | { readonly failed: string; readonly mendable?: boolean }
  | { readonly say: string }
  /** How many were taken into the store, and those of them that somebody is to be told of. */
  | { readonly taken: number; readonly records: readonly AuditRecord[] }
  | { readonly count: RecordCount }

/** Records that were written, or that could not be. */
export type RecordCount = { readonly written: number } | { readonly lost: number; readonly why: string }

/** Is this one of the server's threads? The bundle starts them with the command that started the server. */
export function isServerThread(): boolean {
  const role = (workerData as Partial<ThreadRole> | null)?.role
  return !isMainThread && (role === 'decide' || role === 'store' || role === 'replay')
}
