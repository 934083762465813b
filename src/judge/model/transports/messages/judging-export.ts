import type { ModelClient } from '../../transport.ts'
import { exportingClient, recordedClient } from './batch.ts'

/** One line of a batch run: the gate's answer to a case, ready to be printed. */
export interface BatchLine {
  readonly id: unknown
  readonly [field: string]: unknown
}

/** Runs all cases through the gate, with this client in the place of the network. */
export type RunCases = (client: ModelClient) => Promise<readonly BatchLine[]>

/** `irongate judge --export`: the requests that the cases need, in the format of the Message Batches API. */
export async function exportJudging(run: RunCases): Promise<ExportResult> {
  const client = exportingClient()
  const lines = await run(client)
  return { requests: client.text(), lines }
}

export interface ExportResult {
  readonly requests: string
  /** What the gate settled by itself; the others say that no judge was there. */
  readonly lines: readonly BatchLine[]
}

export interface ImportResult {
  /** One decision per case, as `irongate check --batch` prints them. */
  readonly lines: readonly BatchLine[]
  /** Requests that the results do not answer: the second stages, or cases that were left out. Empty when all is judged. */
  readonly next: string
  readonly problems: readonly string[]
}

/** `irongate judge --import`: the decisions that follow from a file of results. */
export async function importJudging(results: string, run: RunCases): Promise<ImportResult> {
  const client = recordedClient(results)
  const lines = await run(client)
  return { lines, next: client.text(), problems: client.problems }
}
