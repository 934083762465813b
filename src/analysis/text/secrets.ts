import { isSecretName, PASSWORD } from '../../knowledge/lexicon/secret-names.ts'
import type { DataSource } from '../words.ts'

/** What counts as a secret, by name, by shape, by where it comes from. Secret files: `path-tag-places.ts`. */

/** Shapes of real keys, by kind. Each is bounded, so that matching stays linear. */
export const KEY_SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['aws-key', /\bA(?:KIA|SIA)[0-9A-Z]{12,16}\b/],
  ['github-token', /\bgh[pousr]_[A-Za-z0-9]{16,255}/],
  ['github-token', /\bgithub_pat_[A-Za-z0-9_]{16,255}/],
  ['gitlab-token', /\bglpat-[A-Za-z0-9_-]{12,64}/],
  // A digit, or its maker's mark, tells a key from a class name of a style sheet.
  ['api-key', /\bsk-(?:ant|proj|live|svcacct)-[A-Za-z0-9_-]{16,200}/],
  ['api-key', /\bsk-(?=[A-Za-z_-]{0,24}\d)[A-Za-z0-9_-]{16,200}/],
  ['api-key', /\b[sr]k_(?:live|test)_[A-Za-z0-9]{8,128}/],
  ['slack-token', /\bxox[abeprs]-[A-Za-z0-9-]{10,200}/],
  ['google-key', /\bAIza[0-9A-Za-z_-]{20,40}/],
  ['google-token', /\bya29\.[A-Za-z0-9_-]{10,200}/],
  ['npm-token', /\bnpm_[A-Za-z0-9]{16,40}/],
  ['pypi-token', /\bpypi-[A-Za-z0-9_-]{50,250}/],
  ['hf-token', /\bhf_[A-Za-z0-9]{16,60}/],
  ['private-key', /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY/],
  ['jwt', /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000}/],
]

export function looksLikeSecret(text: string): boolean {
  return KEY_SHAPES.some(([, shape]) => shape.test(text))
}

const ASSIGNED_VALUE =
  /(?<![\w-])([A-Za-z][\w-]{2,80})["']?\s{0,3}[:=]\s{0,3}["']?(?!\$|<|\{|process\.|os\.|env\b|https?:)([^\s"'&<>,;()]{12,200})/g
const MAX_ASSIGNMENTS = 64

/** Placeholders such as `<token>` or `$KEY` do not count. */
export function hasSecretValue(text: string): boolean {
  if (looksLikeSecret(text)) return true
  let seen = 0
  for (const [, name = '', value = ''] of text.matchAll(ASSIGNED_VALUE)) {
    if (seen++ > MAX_ASSIGNMENTS) return false
    if (isSecretName(name) && isSecretLikeValue(name, value)) return true
  }
  return false
}

const TYPED_SECRET = new RegExp(`^(?:${PASSWORD}|secret)$`, 'i')

/** A word of a language or a name is no password; letters with digits among them may be one. */
function isSecretLikeValue(name: string, value: string): boolean {
  if (TYPED_SECRET.test(name)) return true
  return value.length >= 16 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[./[\]]\w+[./[\]]/.test(value)
}

export function isSecretSource(source: DataSource): boolean {
  return source.kind === 'literal' ? looksLikeSecret(source.text) : isSecretOrigin(source)
}

/** The same by origin alone: what is written out in a command was known before. */
export function isSecretOrigin(source: DataSource): boolean {
  switch (source.kind) {
    case 'file':
    case 'environment':
    case 'command':
      return source.secret
    case 'secret-store':
      return true
    case 'literal':
    case 'network':
    case 'clipboard':
    case 'screen':
    case 'argument':
    case 'unknown':
      return false
  }
}
