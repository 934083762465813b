/** Columns that hold what lets somebody in, or what is made of it. */
const SECRET =
  /^(?:\w*_)?(?:password|passwd|passphrase|rolpassword|password_?(?:hash|digest|encrypted)|encrypted_password|passwd_?hash|authentication_string|api_?keys?|secret(?:_?key)?|client_secret|private_?key|(?:access|refresh|auth|api|bearer|session)_?token|totp_?secret|otp_secret|mfa_secret)$/
/** Columns by which a server itself knows who may come in. */
const OWN = /^(?:rolpassword|authentication_string|passwd)$/
/** Only how many, or whether there is one. */
const COUNTS = /\b(?:count|length|octet_length|char_length|exists|isnull|max|min|avg|sum)\s*\([^()]{0,200}\)/g

/** The secret columns that a query shows. `own`: accounts of the server itself. */
export interface ShownColumns {
  readonly column: string
  readonly own: boolean
}

/** `select email, password_hash from users`: named in the list of what is shown, and not only asked about. */
export function secretColumn(code: string): ShownColumns | undefined {
  for (const [, list = ''] of code.matchAll(/\bselect\s(?:distinct\s)?(.{1,2000}?)\sfrom\s/g)) {
    for (const item of list.replaceAll(COUNTS, ' ').split(',')) {
      if (/\bis\s+(?:not\s+)?null\b|[<>=]/.test(item)) continue
      const column = /^["`[]?(?:\w+["`\]]?\.["`[]?)*(\w+)["`\]]?(?:\s+(?:as\s+)?\w+)?$/.exec(item.trim())?.[1] ?? ''
      if (SECRET.test(column)) return { column, own: OWN.test(column) }
    }
  }
  return undefined
}
