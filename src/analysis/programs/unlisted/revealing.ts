import { wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { isFile } from './shapes.ts'

/** What opens doors, by the names that tools give it. */
const SECRET =
  /^(?:secrets?|credentials?|creds?|passwords?|passphrases?|passwd|apikeys?|totp|otp|oath|2fa|mfa|keyring|keychain)$/
/** Programs that are called after what they keep. */
const KEEPER = /^(?:secret|cred(?!it)|passw|vault|keyring|keychain|authenticator|totp|otp|oath)|warden|keepass|lastpass/
/** It is put before everyone's eyes. */
const SHOWS = /^(?:show|reveal|get|read|view|print|cat|decrypt|dump|peek|unseal|display|fetch|code|unmask|export|copy)$/
/** The same, said so that nothing else can be meant. */
const REVEALS = /^(?:reveal|decrypt|unseal|unmask|dump)$/
/** Options that ask for it in so many words. */
const ASKED =
  /^--?(?:reveal|unmask|unseal|[\w-]+-unseal|(?:show|include|with|export|print|dump)-(?:secrets?|passwords?|tokens?|credentials?|sensitive|keys?))$/
/** A place in a store of values that is called after what it holds. */
const HELD =
  /^(?:\S*\/)?(?:secrets?|credentials?|passwords?)\/\S|^(?:\S*[/:.])?(?:password|passwd|passphrase|api-?key)$/i
/** Only what it is called, or whether it is there. */
const NAMES_ONLY =
  /^--?(?:names?-only|keys-only|metadata(?:-only)?|no-values?|masked|redact(?:ed)?|list|exists|help|h)$/

const FIRST = 4

/** Words of the sub-command that the program is asked for: those before the first that names a thing. */
function saidIn({ args }: Command): readonly string[] {
  const plain = args.map(({ known }) => known).filter((known) => !known.startsWith('-'))
  const end = plain.findIndex((known) => known.length > 40 || !/^[A-Za-z][A-Za-z0-9:_-]*$/.test(known))
  return plain.slice(0, Math.min(FIRST, end < 0 ? plain.length : end))
}

/** `secrets show`, `credentials:show`, `reveal secret`, `oath accounts code`: a secret comes out, whatever the tool is. */
export function stateRevealing(command: Command, known: boolean, scribe: Scribe): void {
  const { name = '', args } = command
  if (args.length === 0 || args.some((word) => NAMES_ONLY.test(word.known))) return
  const said = saidIn(command)
  const task = said.find((word) => word.includes(':') && isRevealing(wordsOf(word)))
  // A reader that knows the program knows its sub-commands; tasks of a project have names that no reader knows.
  const held = said.some((word) => /^(?:get|read|cat|show)$/.test(word)) && args.some(({ known: word }) => isHeld(word))
  const asked = !known && (asksFor(name, said) || args.some((word) => ASKED.test(word.known)))
  if (task === undefined && !held && !asked) return
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: name.replace(/^.*\//, '') },
    sink: command.stdout === 'file' ? 'file' : 'output',
    certainty: 'likely',
  })
}

function isHeld(word: string): boolean {
  return word.length < 200 && !word.startsWith('-') && !isFile(word.replace(/^\//, '')) && HELD.test(word)
}

/** The noun before the verb, in one word. */
function isRevealing(words: readonly string[]): boolean {
  const noun = words.findIndex((word) => SECRET.test(word))
  return noun >= 0 && words.slice(noun + 1).some((word) => SHOWS.test(word))
}

function asksFor(name: string, said: readonly string[]): boolean {
  const base = name.replace(/^.*\//, '').toLowerCase()
  const words = said.flatMap(wordsOf)
  const verb = words.findIndex((word) => SHOWS.test(word))
  if (verb < 0) return false
  const before = words.slice(0, verb).some((word) => SECRET.test(word)) || KEEPER.test(base)
  // `get secrets` lists what there is; `get secret x` shows one.
  const after = words.slice(verb + 1).some((word) => SECRET.test(word) && !word.endsWith('s'))
  return before || after || (REVEALS.test(words[verb] ?? '') && words.some((word) => SECRET.test(word)))
}
