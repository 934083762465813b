import { join } from 'node:path'
import { readPlainText } from '../../facts/plain-file.ts'

/** The host keeps much more in this file than the account. */
const MOST_BYTES = 4 * 1_048_576

/** As whom the user is signed in, by the host's own file. */
export function account(home: string): string | undefined {
  try {
    const read = JSON.parse(readPlainText(join(home, '.claude.json'), MOST_BYTES)) as {
      readonly oauthAccount?: { readonly emailAddress?: unknown }
    } | null
    const email = read?.oauthAccount?.emailAddress
    return typeof email === 'string' ? email : undefined
  } catch {
    // Not signed in, signed in with a key, or a file of another shape.
    return undefined
  }
}
