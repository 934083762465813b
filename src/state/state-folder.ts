import { gateFolder } from './gate-folder.ts'

/** Where sessions, denials, approvals and the audit copy lie. */
export function stateFolder(home: string): string {
  return `${gateFolder(home)}/state`
}
