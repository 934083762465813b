import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { decodedText } from '../text/encoded-text.ts'
import { classifyHost, urlParts } from './hosts.ts'

const MAX_ADDRESS_LENGTH = 16_000
const MAX_PARAMETERS = 4_000
/** `postgres://name:password@host`. */
const LOGIN_IN_URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,80}:([^\s:/@]{4,120})@([^\s/?#&@]{2,120})/gi
const SECRET_ASSIGNMENT = /(?:^|[^\w-])([A-Za-z][\w-]{2,60})=([^\s&;,"'<>]{6,200})/g
const VARIABLE_NAME = /^[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}$/
const PLACEHOLDER_VALUE =
  /[$<>{}*…%\0]|^(?:x+|\.+|pass(?:word|wd)?\d{0,3}|secret|user(?:name)?|change-?me|example|your[\w-]*|my-?\w*|test\w*|foo\w*|bar\w*|admin|root|postgres|token|hunter2)$/i

/** Does what follows the host carry a login or a named secret, plain, percent-encoded or in base64? */
export function hasSecretInUrl(rest: string): boolean {
  const parts = rest.slice(0, MAX_ADDRESS_LENGTH).split(/[?&#;]/, MAX_PARAMETERS)
  return parts.some((part) => {
    const plain = percentDecode(part)
    if (hasLogin(plain)) return true
    // The parameter itself is the host's own matter, unless it is called as a variable of the environment is.
    const [, name = '', value = plain] = /^([^=]{1,80})=(.*)$/s.exec(plain) ?? []
    if (VARIABLE_NAME.test(name) && isSecretName(name) && isLikelySecretValue(value)) return true
    const hidden = value.split(/[/=]/, MAX_PARAMETERS).flatMap((word) => decodedText(word) ?? [])
    return [name === '' ? '' : value, ...plain.split('/', MAX_PARAMETERS).slice(1), ...hidden].some(
      (text) => hasLogin(text) || hasSecretAssignment(text),
    )
  })
}

const MIN_ENCODED_LABEL_LENGTH = 16
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Is a part of a host's name readable text in code? No service is called so: whoever looks the name up is told it. */
export function hasEncodedHostLabel(host: string): boolean {
  return host
    .slice(0, 400)
    .split('.')
    .some((label) => {
      if (label.length < MIN_ENCODED_LABEL_LENGTH) return false
      if (/^(?:[0-9a-f]{2})+$/i.test(label)) return isPrintableText(Buffer.from(label, 'hex'))
      return /^(?=.*[2-7])[a-z2-7]+$/i.test(label) && isPrintableText(decodeBase32(label.toLowerCase()))
    })
}

function isPrintableText(bytes: Uint8Array): boolean {
  return (
    bytes.length >= MIN_ENCODED_LABEL_LENGTH / 2 &&
    bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a)
  )
}

function decodeBase32(text: string): Uint8Array {
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

function hasLogin(text: string): boolean {
  return [...text.matchAll(LOGIN_IN_URL)].some(
    ([, password = '', host = '']) =>
      !PLACEHOLDER_VALUE.test(password) && classifyHost(urlParts(`x://${host}`).host) !== 'loopback',
  )
}

function hasSecretAssignment(text: string): boolean {
  return [...text.matchAll(SECRET_ASSIGNMENT)].some(
    ([, name = '', value = '']) => /^[A-Z_0-9]+$/.test(name) && isSecretName(name) && isLikelySecretValue(value),
  )
}

function isLikelySecretValue(value: string): boolean {
  return (
    value.length >= 6 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !PLACEHOLDER_VALUE.test(value) &&
    !/^https?:/.test(value)
  )
}

function percentDecode(text: string): string {
  try {
    const once = decodeURIComponent(text)
    return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once
  } catch {
    return text
  }
}
