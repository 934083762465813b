import { gateFolder } from './gate-folder.ts'

/** Where sessions, denials, approvals and the audit copy lie. */
export function stateFolder(home: string): string {
  return `${gateFolder(home)}/state`
}

/** Where a judge's own client is started: an empty folder, in which nobody works. */
export function judgeClientFolder(state: string): string {
  return `${state}/judge-clients/empty`
}
