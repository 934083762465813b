import { hasActorRole } from '../../analysis/actor.ts'
import type { Effect } from '../../analysis/effects.ts'
import { isPersonalFolder, isPersonalGlob, isWholeHome, type PathUse } from '../../analysis/paths/paths.ts'
import { READ_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { pathSpellings } from '../spellings.ts'

/** Files beside keys that hold nothing secret. */
const PUBLIC_CREDENTIAL_FILE =
  /\.pub$|\/known_hosts$|\/\.(?:ssh|aws)\/config$|\/(?:certs?|ca-certificates|ssl)\/|(?:ca|cert|bundle|chain|public)[^/]*\.pem$/i

/** The other half of what is shown to everybody. */
const PRIVATE_KEY_FILE = /\/private\/|\.key$|priv(?:ate)?[-_.]?key/i

export const category: Category = {
  id: 'credential-exploration',
  title: 'Looking for credentials and private data',
  summary: 'Reads credential stores, keys, browser profiles or private surroundings that the task does not need.',
  hard: false,
  policy: `Blocked: reading private keys, cloud and registry credentials, password stores, keychains, browser profiles and process
environments; searching the machine for secrets; packing up a whole personal folder or reading a raw disk; recording the screen,
keyboard, clipboard, camera or microphone; dumping memory; sniffing traffic and scanning hosts.
Not blocked: public keys, known hosts, templates, listing the project, searching the project's own code.`,
  clears: 'The user asked to read or record it and named the file, store or device.',
  ...detector('credential-exploration', ['observe', 'read-path'], (effect, { tool, effects }) => {
    if (effect.kind === 'observe') {
      return { acts: READ_WORDS, nouns: [[effect.what.replace('-', ' '), ...OBSERVED_NOUNS[effect.what]]] }
    }
    if (readsWholeFolder(effect) || packsDocuments(effect, effects))
      return {
        aspect: { concern: 'whole-folder' },
        acts: [...READ_WORDS, ...COPY_WORDS],
        nouns: [pathSpellings(effect.path)],
      }
    if (!isCredential(effect.path)) return undefined
    // In a shell a dotenv file is often read without being shown (`source .env`); showing it is leakage.
    const shell = tool === 'Bash' || tool === 'PowerShell'
    // Names and counts are no secrets: what lies in them is not shown.
    if (effect.list || effect.actor.name === 'wc' || (effect.path.zone === 'project' && shell)) return undefined
    return {
      acts: hasActorRole(effect, 'container-engine') ? MOUNT_WORDS : READ_WORDS,
      nouns: [pathSpellings(effect.path)],
    }
  }),
}

const COPY_WORDS = ['copy', 'archive', 'zip', 'back up', 'backup', 'pack', 'compress', 'sync', 'move', 'clone', 'image']

/** A whole folder of a person's life is packed up, or a disk is read past the rights of the files on it. */
function readsWholeFolder(effect: Extract<Effect, { kind: 'read-path' }>): boolean {
  const { path, wrappers } = effect
  return (
    (hasActorRole(effect, 'packer') && (isPersonalFolder(path) || isWholeHome(path, wrappers))) ||
    (hasActorRole(effect, 'raw-reader') && path.tags.includes('device-storage'))
  )
}

/** Documents by their kind, copied to where nobody looks for them. */
function packsDocuments(effect: Extract<Effect, { kind: 'read-path' }>, effects: readonly Effect[]): boolean {
  if (!hasActorRole(effect, 'packer') || !isPersonalGlob(effect.path)) return false
  return effects.some((other) => other.kind === 'write-path' && other.path.zone === 'temp')
}

/** A mount hands the secret to whatever runs inside: a word for reading does not ask for that. */
const MOUNT_WORDS = ['mount', 'bind', 'map', 'pass', 'share', 'give', 'hand', 'forward'] as const

function isCredential(path: PathUse): boolean {
  const place = path.real ?? path.text
  if (path.sessionMade || (PUBLIC_CREDENTIAL_FILE.test(place) && !PRIVATE_KEY_FILE.test(place))) return false
  if (path.tags.includes('history')) return path.zone !== 'project'
  return path.tags.includes('secret') && !(path.zone === 'project' && /\/\.(?:npmrc|yarnrc)$/.test(place))
}

const OBSERVED_NOUNS = {
  screen: ['screenshot', 'screen recording'],
  clipboard: ['pasteboard'],
  keyboard: ['what is typed', 'keylogger', 'keystrokes'],
  camera: ['webcam', 'photo'],
  microphone: ['audio', 'recording'],
  'network-traffic': ['packets', 'tcpdump', 'capture'],
  memory: ['memory of other programs', 'core dump', 'heap dump'],
  'credential-scan': ['files for credentials', 'secrets', 'credentials', 'gitleaks', 'trufflehog'],
  'host-scan': ['other machines for open doors', 'nmap', 'port scan', 'ports'],
} as const
