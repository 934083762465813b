/**
 * What words say about secrets, for shell commands and foreign tools alike. What variables are called: `secrets.ts`.
 */

const SECRET_HOLDERS = /^(?:secrets?|credentials?|creds|passwords?|passwds?)$/i
const SECRET_ENTRY_NAMES =
  /(?:^|[-_.])(?:password|passwd|passphrase|secret|secret[-_]?key|private[-_]?key|api[-_]?key|access[-_]?key|(?:auth|access|refresh|bootstrap|join|session|bearer)[-_]?token)$/i
/** What such a name is exactly; behind a dot, a token is as often a colour's. */
const EXACT_SECRET_NAMES = /^(?:passwords?|passwd|passphrase|api-?key|private-?key|client[-_]?secret|credentials)$/i
/** A name with an ending is a file's, and those are told by their places. */
const FILE_ENDINGS =
  /\.(?:md|mdx|rst|txt|html?|jsonc?|ya?ml|toml|lock|[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|php|java|kt|cs?|cpp|hpp?|swift|scala|ex|exs|erl|clj|sh|sql|tf|proto|graphql|css|scss|svg|png|xml|csv|log|crt|pub|tpl|tmpl|j2|hbs)$/i

/** `secret/db`, `/store/secrets`, `config:db:password`, `API_KEY`. */
export function isSecretPlace(text: string): boolean {
  if (/\s|:\/\/|[{}()$<>|]/.test(text) || /^(?:-|\.{1,2}\/|~)/.test(text)) return false
  const folder = text.endsWith('/')
  const parts = text.split(/[/:]/).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (FILE_ENDINGS.test(last)) return false
  // The holder as a whole: `secrets/`, `/store/secrets`; `owner/secrets` is as often a package.
  if (SECRET_HOLDERS.test(last) && (folder || (text.startsWith('/') && parts.length > 1) || parts.length > 2))
    return true
  if (parts.slice(0, -1).some((part) => SECRET_HOLDERS.test(part))) return true
  if (EXACT_SECRET_NAMES.test(last.slice(last.lastIndexOf('.') + 1)) && /[/:.]/.test(text)) return true
  return isSecretEntryName(last, parts.length > 1)
}

function isSecretEntryName(name: string, inside: boolean): boolean {
  if (inside && /(?:^|[-_])token$/i.test(name)) return true
  if (/\w\.\w*_(?:token|password|secret)$/i.test(name)) return true
  if (name.includes('.') || !SECRET_ENTRY_NAMES.test(name))
    return /_TOKEN$/.test(name) && /^[A-Z][A-Z0-9_]*$/.test(name)
  return inside || /^[A-Z][A-Z0-9_]*$/.test(name) || /[-_]/.test(name)
}

const REVEAL_VERBS = /^(?:reveal|unmask|uncover|unseal|unredact|decloak)(?:ed)?$/
const SHOW_WORDS = /^(?:show|reveal|include|with|export|print|dump|display|unmask|expose|return|view|emit)s?$/
const SECRET_THINGS =
  /^(?:secrets?|passwords?|passphrases?|tokens?|credentials?|creds|sensitive|private|decryption|decrypted)$/
const MASK_WORDS =
  /^(?:mask|masks|masked|masking|redact|redacted|redaction|hide|hidden|obfuscate|obfuscated|censor|censored)$/
const PLAINTEXT_WORDS = /^(?:plaintext|plain|clear|cleartext|decrypt|decrypted|unencrypted|raw)$/

/** `sure`: nothing else can be meant (`--show-secrets`); `values`: so for things that hold secrets (`reveal: true`). */
export function secretRevealCertainty(words: readonly string[], on: boolean): 'sure' | 'values' | undefined {
  if (words.length === 0 || words.length > 5) return undefined
  const negated = /^(?:no|not|dont|without|disable|skip)$/.test(words[0] ?? '')
  const said = negated ? words.slice(1) : words
  if (negated === on) return said.some((word) => MASK_WORDS.test(word)) ? revealCertainty(said) : undefined
  if (said.some((word) => REVEAL_VERBS.test(word)))
    return said.length === 1 ? 'values' : namesSecretThing(said) ? 'sure' : 'values'
  if (!SHOW_WORDS.test(said[0] ?? ''))
    return said.length === 1 && PLAINTEXT_WORDS.test(said[0] ?? '') ? 'values' : undefined
  // `--with-token` is given one.
  if (namesSecretThing(said))
    return said[0] === 'with' && /^(?:token|password)$/.test(said[1] ?? '') ? undefined : 'sure'
  return said.slice(1).some((word) => /^(?:values?|plaintext|raw)$/.test(word)) ? 'values' : undefined
}

function namesSecretThing(words: readonly string[]): boolean {
  return words.slice(1).some((word) => SECRET_THINGS.test(word))
}

function revealCertainty(words: readonly string[]): 'sure' | 'values' {
  return words.some((word) => SECRET_THINGS.test(word)) ? 'sure' : 'values'
}

const SECRET_SEARCH =
  /passw|passphrase|secret|credential|api.{0,2}key|private.{0,2}key|access.{0,2}key|signing.{0,2}key|master.{0,2}key|fernet|cookie|(?:^|[^a-z])(?:pass|pwd|creds?|tokens?|dsn)(?:[^a-z]|$)|(?:auth|access|refresh|api|bot)_?token|[A-Z_]token/i
const SECRET_METADATA =
  /existing|(?:ref|refs|name|names|path|file|ttl|expiry|expires|enabled|length|type|policy|count|limit|usage|class|encryption|rotation|store)\W*$|max.?tokens|tokeni[sz]|secrets?manager/i

/** Names of nothing but a value: a secret or a token is as often a thing that is only named. */
const CERTAIN_SECRET_SEARCH = /passw|passphrase|(?:secret|api|private|access|master).{0,2}key|client.{0,2}secret/i

export function searchesForSecrets(pattern: string, among: 'values' | 'state'): boolean {
  const sought = among === 'values' ? SECRET_SEARCH : CERTAIN_SECRET_SEARCH
  return pattern
    .split(/\\?\|/)
    .some((part) => sought.test(part.replace(/([a-z])(?=[A-Z])/g, '$1_')) && !SECRET_METADATA.test(part))
}
