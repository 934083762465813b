import type { HostAnswer } from '../integration.ts'

/** Answers that many hosts share. */
export const SILENT_ANSWER: HostAnswer = { stdout: '', stderr: '', status: 0 }

export function blockMessage(why: string): string {
  return `irongate: ${why}. The call is blocked; run \`irongate doctor\`.`
}

/** Status 2 blocks in every version of every host that starts a command for its hook. */
export function blockByStatus(why: string): HostAnswer {
  return { stdout: '', stderr: `${blockMessage(why)}\n`, status: 2 }
}

export function jsonAnswer(value: unknown): HostAnswer {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', status: 0 }
}
