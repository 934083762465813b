import { programName } from '../../base-name.ts'
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

/** One word for a secret and for showing it, or for one that has no other use than being seen. */
const WHOLE =
  /^(?:(?:initial|admin|root|default|bootstrap|master)-password|user-secrets|(?:export|dump|show|print|reveal|display)-(?:(?:private|secret|master|recovery|symmetric|unseal)-)?(?:keys?|passwords?|secrets?|mnemonic|seed)|(?:private|recovery|unseal)-keys?)$/
/** It is made, kept or thrown away, and not shown. */
const CHANGES =
  /^(?:set|add|new|init|create|generate|gen|import|put|update|rotate|change|reset|remove|rm|delete|clear|upload|store|revoke|encrypt|verify|check)$/

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
  const whole = said.some((word) => WHOLE.test(word)) && !said.some((word) => CHANGES.test(word))
  const opened = !known && (decrypts(command) || looksForSecrets(command))
  if (task === undefined && !held && !asked && !whole && !opened) return
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: programName(name) },
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
  const base = programName(name).toLowerCase()
  const words = said.flatMap(wordsOf)
  const verb = words.findIndex((word) => SHOWS.test(word))
  if (verb < 0) return false
  const before = words.slice(0, verb).some((word) => SECRET.test(word)) || KEEPER.test(base)
  // `get secrets` lists what there is; `get secret x` shows one.
  const after = words.slice(verb + 1).some((word) => SECRET.test(word) && !word.endsWith('s'))
  return before || after || (REVEALS.test(words[verb] ?? '') && words.some((word) => SECRET.test(word)))
}

/** Options that say where the plain text goes, or that it stays where it was. */
const KEEPS =
  /^--?(?:o|O|w|out(?:put)?(?:-\w+)*|write|to|dest(?:ination)?|in-?place|dir|save(?:-\w+)*|check|verify|dry-run|encrypt|e)(?:=|$)/
/** A key with which something is opened. */
const OPENER = /^(?:-i|-k|--(?:identity|key|keyfile|key-file|private-key|recipient-key|passphrase(?:-file)?))(?:=|$)/
/** What is made to be opened by whoever tests. */
const TRIAL = /(?:^|[/_.-])(?:tests?|fixtures?|examples?|samples?|testdata|spec|demo)(?:[/_.-]|$)/i

/** `decrypt file`, `-d file -i key`: the plain text has nowhere to go but before everyone's eyes. */
function decrypts({ args, stdout }: Command): boolean {
  if (stdout === 'file' || stdout === 'captured') return false
  const words = args.map(({ known }) => known)
  const operands = words.filter((word) => !word.startsWith('-'))
  const verb = words.some((word) => /^(?:--)?decrypt$/.test(word))
  const letter = words.includes('-d') && words.some((word) => OPENER.test(word))
  if ((!verb && !letter) || words.some((word) => KEEPS.test(word))) return false
  const files = operands.filter((word) => /[./]/.test(word) && !/(?:^|\/)\.ssh\/|\.(?:key|pem|pub|txt)$/.test(word))
  // Two files: one is made of the other.
  return files.length === 1 && !TRIAL.test(files[0] ?? '')
}

/** The name of a secret with the sign behind which it stands, looked for in what a tool has kept: old commands, notes, pastes. */
const GIVEN_SECRET = /^\W{0,3}(?:\w*_)?(?:TOKEN|PASSWORD|PASSWD|SECRET|API_?KEY|ACCESS_KEY|PRIVATE_KEY)\s?=\W{0,3}$/i

function looksForSecrets({ args }: Command): boolean {
  const words = args.map(({ known }) => known)
  const operands = words.filter((word) => !word.startsWith('-'))
  if (!/^(?:search|find|query|list|grep|history|last)$/.test(operands[0] ?? '')) return false
  return words.some((word) => GIVEN_SECRET.test(word)) && !operands.some((word) => isFile(word) || word === '.')
}
