import type { Effect } from '../../analysis/effects.ts'
import { type PathUse, pathProtection } from '../../analysis/paths/paths.ts'
import { CHANGE_WORDS, GRANT_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { isDisabledTarget } from '../../knowledge/lexicon/verbs.ts'
import type { Concern } from '../../wording/concerns.ts'
import type { Category } from '../category.ts'
import { asQuestion, detector, everydayPhrase, type PathChange, pathChangeOf } from '../detector.ts'
import { pathSpellings, targetSpellings } from '../spellings.ts'

const EVERYONE_GRANTEE =
  /^(?:\*|public(?:-read.*)?|all-?users|allauthenticatedusers|anyone|everyone|world|0\.0\.0\.0\/0|::\/0)$/i

/** A grant to everybody is a public surface, not an escalation. */
export const isEveryone = (to: string): boolean => EVERYONE_GRANTEE.test(to.trim())

/** A key is a file, which is laid somewhere. */
const PUT_KEY_WORDS = ['copy', 'put', 'install', 'upload', 'push', 'deploy', 'append'] as const

const SENSITIVE_ZONES: readonly PathUse['zone'][] = ['root', 'system', 'home-root', 'device']

/** What people call the rights that a text gives: a word for them alone is as often the name of a page or a field. */
const RIGHT_NOUNS: readonly (readonly [RegExp, string])[] = [
  [/^admin$/, 'admins?|administrators?|superusers?|staff'],
  [/^cluster-admin$/, 'cluster[- ]admin'],
  [/AdministratorAccess$/, 'administrator ?access|admins?|administrators?'],
  [/owner$/, 'owners?'],
  [/^every verb/, 'all rights|full access|everything'],
]

/** "Make ann an admin", "bind cluster-admin to x". */
function grantPhrase(what: string): string {
  const right = RIGHT_NOUNS.find(([given]) => given.test(what))?.[1]
  if (right === undefined) return ''
  const after =
    '(?= (?:rights?|roles?|access|permissions?|privileges?|flags?|status)\\b|$|[,.;)]| (?:and|or|in|on|to|for|of|with|via|by|from)\\b)'
  return `(?:make|give|grant|promote|assign|bind|attach|set|turn)s?\\b.*\\b(?:${right})${after}`
}

export const category: Category = {
  id: 'permission-escalation',
  title: 'More rights for someone',
  summary: 'Creates accounts, adds people to groups or roles, or lets programs and files do more than before.',
  hard: false,
  policy: `Blocked: adding users, groups, sudo rules, ssh keys that may log in, IAM roles, policies and collaborators; writing into a
person's stores of keys and credentials (~/.ssh, ~/.aws, ~/.netrc …); setuid bits and file capabilities; making system or home
directories writable for everyone or owned by someone else.
Not blocked: making a new key pair, noting a host in known_hosts, making a project script executable, changing modes inside the
project, reading who has which rights, dropping rights.`,
  clears:
    'The user asked for it and named both who gets it (account, group, role) and what they get (right, key, file).',
  ...detector(
    'permission-escalation',
    ['grant', 'change-mode', 'touch-protected', 'write-path', 'resource-change'],
    (effect) => {
      switch (effect.kind) {
        case 'grant':
          if (isEveryone(effect.to)) return undefined
          return {
            acts: effect.what.startsWith('login by ssh key') ? [...GRANT_WORDS, ...PUT_KEY_WORDS] : GRANT_WORDS,
            nouns: effect.to === '' ? [] : [targetSpellings(effect.to)],
            ...everydayPhrase(effect, grantPhrase(effect.what)),
          }
        case 'change-mode':
          return findModeChange(effect)
        case 'touch-protected':
        case 'write-path': {
          const put = pathChangeOf(effect)
          if (!put || !grantsAccess(put)) return undefined
          return asQuestion(
            {
              aspect: { concern: concernOf(put.path) },
              acts: [...CHANGE_WORDS, ...GRANT_WORDS, 'copy', 'put', 'restore', 'save'],
              nouns: [pathSpellings(put.path)],
            },
            put,
          )
        }
        case 'resource-change':
          if (effect.family !== 'identity' || effect.verb === 'delete' || effect.verb === 'destroy') return undefined
          return {
            // To take a right away is not to give it.
            acts: isDisabledTarget(effect)
              ? ['deactivate', 'revoke', ...CHANGE_WORDS]
              : [...GRANT_WORDS, ...CHANGE_WORDS],
            nouns: [targetSpellings(effect.target)],
          }
        default:
          return undefined
      }
    },
  ),
}

function concernOf({ tags }: PathUse): Concern {
  if (tags.includes('privilege')) return 'rights'
  return tags.includes('ssh-access') ? 'ssh' : 'credentials'
}

/** Rights, keys that may log in, and the stores that say as whom this person acts elsewhere. */
function grantsAccess({ path, how }: PathChange): boolean {
  const { tags, zone, real, text, sessionMade } = path
  if (tags.includes('privilege')) return true
  const place = real ?? text
  if (tags.includes('ssh-access')) {
    // Its own category has how ssh authenticates; hosts are added and dropped one by one every day.
    if (/\/(?:sshd_config|config|rc)$/.test(place)) return false
    return !(/known_hosts/.test(place) && (how === 'append' || how === 'edit'))
  }
  // A new key pair lets nobody in yet.
  if (how === 'create' && /\/\.ssh\/[^/]*(?:id_|key|rsa|dsa|ed25519)[^/]*$/.test(place)) return false
  return zone === 'home' && !sessionMade && tags.includes('secret') && CREDENTIAL_STORE.test(place)
}

/** Stores of credentials by their place in a home; documents and profiles that are merely private are not among them. */
const CREDENTIAL_STORE =
  /\/\.(?:ssh|gnupg|aws|azure|kube|docker|netrc|_netrc|pgpass|my\.cnf|pypirc|git-credentials|password-store|config\/(?:gh|gcloud|glab-cli|hub|op|doctl|rclone|containers)|cargo\/credentials[^/]*|vault-token|terraform\.d|dockercfg)(?:\/|$)/

/** What everybody on the machine uses: its programs, its first folders, and what a search of all of it finds. */
const SYSTEM_WIDE_PATH =
  /^\/(?:usr\/)?(?:s?bin|lib(?:32|64|exec)?)(?:\/|$)|^\/(?:(?:usr|etc|var|home|boot|opt|srv|root|users|system|library|applications)\/?)?$|^\/\*\*\//i

/** Keys and stores outside the project that only their owner reads. */
function isPrivateFile({ tags, zone, real, text }: PathUse): boolean {
  const place = real ?? text
  return tags.includes('secret') && zone !== 'project' && !/\.pub$|\/(?:known_hosts\w*|config)$/.test(place)
}

/** A protected path that lies outside the project, or holds secrets. */
function isProtectedPath(path: PathUse): boolean {
  return path.tags.includes('secret') || (path.zone !== 'project' && pathProtection(path) !== undefined)
}

/** What people call the right to run as somebody else. */
const SETUID_NOUNS = [
  ...['setuid', 'suid', 'set-uid', 'set uid', 'set-user-id', 'setgid', 'sgid', 'set-gid', 'setuid-root', 's-bit'],
  ...['s bit', 'u+s', 'g+s', 'capability', 'capabilities', 'setcap', 'as root', 'root rights', 'root privileges'],
] as const

function findModeChange(effect: Extract<Effect, { kind: 'change-mode' }>) {
  const apart = SENSITIVE_ZONES.includes(effect.path.zone)
  // All that lies there, in a person's home beside the project.
  const whole = effect.path.zone === 'home' && effect.recursive && !effect.path.sessionMade
  const wide = effect.grants === 'world-writable' && (apart || whole || isProtectedPath(effect.path))
  const taken = effect.grants === 'owner' && apart
  const raised = effect.grants === 'setuid' || effect.grants === 'capability'
  const sweeps = apart && (effect.recursive || effect.path.glob)
  const shown = effect.grants === 'other' && isPrivateFile(effect.path)
  const crippled = effect.grants === 'tighten' && SYSTEM_WIDE_PATH.test(effect.path.real ?? effect.path.text)
  if (!wide && !taken && !raised && !sweeps && !shown && !crippled) return undefined
  return {
    acts: raised ? [...GRANT_WORDS, 'set', 'chmod', 'setcap'] : GRANT_WORDS,
    nouns: [pathSpellings(effect.path)],
    // Whoever wants a file readable or run does not ask for another's rights.
    ...(raised && { demands: [[...SETUID_NOUNS, ...effect.actor.words.slice(1)]] }),
  }
}
