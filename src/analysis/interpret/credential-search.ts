import { PASSWORD } from '../../knowledge/lexicon/secret-names.ts'
import { isPersonalFolder, type PathUse } from '../paths/paths.ts'
import type { EffectRecorder } from './program.ts'

const CREDENTIAL_WORDS = new RegExp(
  String.raw`${PASSWORD}|secret|credential|api[_.-]?\\?[_.-]?key|access[_.-]?key|auth[_.-]?token|private[_. -]?key|\baws_|begin (?:rsa|openssh|ec|dsa)|\bak(?:ia|ia\[)|ghp_|xox[bp]`,
  'i',
)

/** Whole names of rules about credentials, which hold none: `PasswordAuthentication`, `password_encryption`, `PASSWORD_MIN_LENGTH`. */
const CREDENTIAL_POLICY_NAME = new RegExp(
  `(?<![a-z])(?:[a-z]+[_-]?)?(?:${PASSWORD}|auth[_.-]?token|secret)s?[_.-]?(?:authentication|encryption|polic(?:y|ies)|quality|history|age|min|max|length|expir(?:y|es?|ation)|lifetime|validity|complexity|rotation|attempts|required?|login|logins|prompt|retr(?:y|ies))(?:[_.-]?[a-z]+)*(?![a-z])`,
  'gi',
)

/** Looks for words of credentials in places that are not the project: it hunts for them. */
export function recordCredentialSearch(pattern: string, places: readonly PathUse[], recorder: EffectRecorder): boolean {
  return CREDENTIAL_WORDS.test(pattern.replace(CREDENTIAL_POLICY_NAME, ' ')) && recordCredentialScan(places, recorder)
}

export function recordSecretFileSearch(
  names: readonly string[],
  places: readonly PathUse[],
  recorder: EffectRecorder,
): boolean {
  const hunted = names.some((name) => {
    if (CREDENTIAL_WORDS.test(name)) return true
    const plain = name.replace(/^\*+(?=[^.])/, '')
    const bare = plain.replace(/^[*/]+/, '')
    const homes = bare.includes('/')
      ? ['', '.config/', 'Library/Application Support/'].map((place) => `~/${place}${bare}`)
      : []
    return [`/x/${plain}`, `~/${plain}`, `/x/${name.replace(/^\*+/, '')}`, ...homes].some((place) =>
      recorder.pathOf(place).tags.some((tag) => tag === 'secret' || tag === 'environment-file'),
    )
  })
  return hunted && recordCredentialScan(places, recorder)
}

/** Takes in everything below a home or the whole machine: keys and tokens are among it. */
export function recordWholeHomeRead(places: readonly PathUse[], recorder: EffectRecorder): boolean {
  const isWhole = ({ zone, glob }: PathUse) => (zone === 'home-root' || zone === 'root') && !glob
  return recordCredentialScan(places, recorder, isWhole) || places.some(isPersonalFolder)
}

function recordCredentialScan(places: readonly PathUse[], recorder: EffectRecorder, isMeant = isBroadPlace): boolean {
  const hunts = places.some(isMeant)
  if (hunts) recorder.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
  return hunts
}

function isBroadPlace({ zone, tags }: PathUse): boolean {
  return /^(?:root|home-root|system|device)$/.test(zone) || (/^(?:home|outside)$/.test(zone) && tags.includes('secret'))
}
