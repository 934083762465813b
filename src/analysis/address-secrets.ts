import { decodedText } from './hidden-text.ts'
import { addressOf, urlParts } from './hosts.ts'
import { isSecretName } from './secrets.ts'

const LONGEST = 16_000
const MOST = 4_000
/** `postgres://name:password@host`. */
const LOGIN = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,80}:([^\s:/@]{4,120})@([^\s/?#&@]{2,120})/gi
const ASSIGNED = /(?:^|[^\w-])([A-Za-z][\w-]{2,60})=([^\s&;,"'<>]{6,200})/g
const VARIABLE = /^[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}$/
const PLACEHOLDER =
  /[$<>{}*…%\0]|^(?:x+|\.+|pass(?:word|wd)?\d{0,3}|secret|user(?:name)?|change-?me|example|your[\w-]*|my-?\w*|test\w*|foo\w*|bar\w*|admin|root|postgres|token|hunter2)$/i

/** Does what follows the host carry a login or a named secret, plain, percent-encoded or in base64? */
export function carriesSecret(rest: string): boolean {
  const parts = rest.slice(0, LONGEST).split(/[?&#;]/, MOST)
  return parts.some((part) => {
    const plain = decoded(part)
    if (holdsLogin(plain)) return true
    // The parameter itself is the host's own matter, unless it is called as a variable of the environment is.
    const [, name = '', value = plain] = /^([^=]{1,80})=(.*)$/s.exec(plain) ?? []
    if (VARIABLE.test(name) && isSecretName(name) && isOwn(value)) return true
    const hidden = value.split(/[/=]/, MOST).flatMap((word) => decodedText(word) ?? [])
    return [name === '' ? '' : value, ...plain.split('/', MOST).slice(1), ...hidden].some(
      (text) => holdsLogin(text) || isAssigned(text),
    )
  })
}

const HIDDEN_LABEL = 16
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Is a part of a host's name readable text in code? No service is called so: whoever looks the name up is told it. */
export function hidesText(host: string): boolean {
  return host
    .slice(0, 400)
    .split('.')
    .some((label) => {
      if (label.length < HIDDEN_LABEL) return false
      if (/^(?:[0-9a-f]{2})+$/i.test(label)) return isReadable(Buffer.from(label, 'hex'))
      return /^(?=.*[2-7])[a-z2-7]+$/i.test(label) && isReadable(fromBase32(label.toLowerCase()))
    })
}

function isReadable(bytes: Uint8Array): boolean {
  return bytes.length >= HIDDEN_LABEL / 2 && bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a)
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const sign of text) {
    bits = ((bits << 5) | BASE32.indexOf(sign)) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    bytes.push((bits >> held) & 0xff)
  }
  return Uint8Array.from(bytes)
}

function holdsLogin(text: string): boolean {
  return [...text.matchAll(LOGIN)].some(
    ([, password = '', host = '']) =>
      !PLACEHOLDER.test(password) && addressOf(urlParts(`x://${host}`).host) !== 'loopback',
  )
}

function isAssigned(text: string): boolean {
  return [...text.matchAll(ASSIGNED)].some(
    ([, name = '', value = '']) => /^[A-Z_0-9]+$/.test(name) && isSecretName(name) && isOwn(value),
  )
}

function isOwn(value: string): boolean {
  return (
    value.length >= 6 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !PLACEHOLDER.test(value) &&
    !/^https?:/.test(value)
  )
}

function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text)
    return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once
  } catch {
    return text
  }
}
