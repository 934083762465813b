import type { Word } from '../words.ts'

const NAMES =
  /(?:^|-)(?:key|keyfile|cert|cacert|ca|identity|credentials?|kubeconfig|netrc|passw\w*|passfile|token|auth|config|conf|env|envfile|dotenv|cookies?|profile|keyring|keystore|pem|inventory|settings|vars?)(?:-|$)|config$|(?:key|env|secrets?|vars|variables)-?file$|^(?:header|user|username|login|ssh)$/i
const KEY_FILE = /(?:^|\/)\.ssh\/|(?:^|\/)id_\w+$|\.(?:pem|key|p12|pfx|jks|ppk)$/

/** The option that a word is, begins with, or is the value of. */
export function optionAt(words: readonly Word[], at: number): string | undefined {
  return nameOf(words[at]) ?? nameOf(words[at - 1])
}

function nameOf(word: Word | undefined): string | undefined {
  return /^--?([A-Za-z][\w-]*)/.exec(word?.known ?? '')?.[1]
}

/** Is this the value of an option that logs in or sets up? */
export function isCredentialOption(option: string | undefined): boolean {
  return option !== undefined && NAMES.test(option)
}

/** Is this file one that the option's program uses itself? Single letters count as far as the file bears it out. */
export function isUsedFile(option: string | undefined, { known }: Word): boolean {
  if (option === undefined) return false
  if (option === 'i') return KEY_FILE.test(known)
  return /^[ckEK]$/.test(option) || isCredentialOption(option)
}

/** `host:path` lies there, not here. */
export function isElsewhere(text: string): boolean {
  return /^[\w.@/-]{2,}:/.test(text)
}
