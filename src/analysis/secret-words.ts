/**
 * What words say about secrets, for shell commands and foreign tools alike. What variables are called: `secrets.ts`.
 */

const HOLDERS = /^(?:secrets?|credentials?|creds|passwords?|passwds?)$/i
const HELD =
  /(?:^|[-_.])(?:password|passwd|passphrase|secret|secret[-_]?key|private[-_]?key|api[-_]?key|access[-_]?key|(?:auth|access|refresh|bootstrap|join|session|bearer)[-_]?token)$/i
/** What such a name is exactly; behind a dot, a token is as often a colour's. */
const EXACT = /^(?:passwords?|passwd|passphrase|api-?key|private-?key|client[-_]?secret|credentials)$/i
/** A name with an ending is a file's, and those are told by their places. */
const ENDED =
  /\.(?:md|mdx|rst|txt|html?|jsonc?|ya?ml|toml|lock|[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|php|java|kt|cs?|cpp|hpp?|swift|scala|ex|exs|erl|clj|sh|sql|tf|proto|graphql|css|scss|svg|png|xml|csv|log|crt|pub|tpl|tmpl|j2|hbs)$/i

/** `secret/db`, `/store/secrets`, `config:db:password`, `API_KEY`. */
export function isSecretPlace(text: string): boolean {
  if (/\s|:\/\/|[{}()$<>|]/.test(text) || /^(?:-|\.{1,2}\/|~)/.test(text)) return false
  const folder = text.endsWith('/')
  const parts = text.split(/[/:]/).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (ENDED.test(last)) return false
  // The holder as a whole: `secrets/`, `/store/secrets`; `owner/secrets` is as often a package.
  if (HOLDERS.test(last) && (folder || (text.startsWith('/') && parts.length > 1) || parts.length > 2)) return true
  if (parts.slice(0, -1).some((part) => HOLDERS.test(part))) return true
  if (EXACT.test(last.slice(last.lastIndexOf('.') + 1)) && /[/:.]/.test(text)) return true
  return isHeldName(last, parts.length > 1)
}

function isHeldName(name: string, inside: boolean): boolean {
  if (inside && /(?:^|[-_])token$/i.test(name)) return true
  if (/\w\.\w*_(?:token|password|secret)$/i.test(name)) return true
  if (name.includes('.') || !HELD.test(name)) return /_TOKEN$/.test(name) && /^[A-Z][A-Z0-9_]*$/.test(name)
  return inside || /^[A-Z][A-Z0-9_]*$/.test(name) || /[-_]/.test(name)
}

const UNCOVER = /^(?:reveal|unmask|uncover|unseal|unredact|decloak)(?:ed)?$/
const SHOW = /^(?:show|reveal|include|with|export|print|dump|display|unmask|expose|return|view|emit)s?$/
const THING = /^(?:secrets?|passwords?|passphrases?|tokens?|credentials?|creds|sensitive|private|decryption|decrypted)$/
const COVER =
  /^(?:mask|masks|masked|masking|redact|redacted|redaction|hide|hidden|obfuscate|obfuscated|censor|censored)$/
const OPEN = /^(?:plaintext|plain|clear|cleartext|decrypt|decrypted|unencrypted|raw)$/

/** `sure`: nothing else can be meant (`--show-secrets`); `values`: so for things that hold secrets (`reveal: true`). */
export function uncovers(words: readonly string[], on: boolean): 'sure' | 'values' | undefined {
  if (words.length === 0 || words.length > 5) return undefined
  const negated = /^(?:no|not|dont|without|disable|skip)$/.test(words[0] ?? '')
  const said = negated ? words.slice(1) : words
  if (negated === on) return said.some((word) => COVER.test(word)) ? coverOf(said) : undefined
  if (said.some((word) => UNCOVER.test(word))) return said.length === 1 ? 'values' : thingOf(said) ? 'sure' : 'values'
  if (!SHOW.test(said[0] ?? '')) return said.length === 1 && OPEN.test(said[0] ?? '') ? 'values' : undefined
  // `--with-token` is given one.
  if (thingOf(said)) return said[0] === 'with' && /^(?:token|password)$/.test(said[1] ?? '') ? undefined : 'sure'
  return said.slice(1).some((word) => /^(?:values?|plaintext|raw)$/.test(word)) ? 'values' : undefined
}

function thingOf(words: readonly string[]): boolean {
  return words.slice(1).some((word) => THING.test(word))
}

function coverOf(words: readonly string[]): 'sure' | 'values' {
  return words.some((word) => THING.test(word)) ? 'sure' : 'values'
}

const SOUGHT =
  /passw|passphrase|secret|credential|api.{0,2}key|private.{0,2}key|access.{0,2}key|signing.{0,2}key|master.{0,2}key|fernet|cookie|(?:^|[^a-z])(?:pass|pwd|creds?|tokens?|dsn)(?:[^a-z]|$)|(?:auth|access|refresh|api|bot)_?token|[A-Z_]token/i
const ABOUT =
  /existing|(?:ref|refs|name|names|path|file|ttl|expiry|expires|enabled|length|type|policy|count|limit|usage|class|encryption|rotation|store)\W*$|max.?tokens|tokeni[sz]|secrets?manager/i

/** Names of nothing but a value: a secret or a token is as often a thing that is only named. */
const CERTAIN = /passw|passphrase|(?:secret|api|private|access|master).{0,2}key|client.{0,2}secret/i

export function seeksSecrets(pattern: string, among: 'values' | 'told'): boolean {
  const sought = among === 'values' ? SOUGHT : CERTAIN
  return pattern
    .split(/\\?\|/)
    .some((part) => sought.test(part.replace(/([a-z])(?=[A-Z])/g, '$1_')) && !ABOUT.test(part))
}
