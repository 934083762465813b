import { join } from 'node:path'

/** Our private folder below a home directory. */
export function gateFolder(home: string): string {
  return join(home, '.irongate')
}
