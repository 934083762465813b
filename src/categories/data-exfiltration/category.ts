import type { Effect } from '../../analysis/effects.ts'
import { isKeyOfOtherVendor } from '../../analysis/remote/credentials.ts'
import { repositoryRelation } from '../../analysis/remote/repositories.ts'
import { isSecretOrigin } from '../../analysis/text/secrets.ts'
import type { DataSource } from '../../analysis/words.ts'
import { SEND_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category, Evidence } from '../category.ts'
import { isPrivate } from '../data-source.ts'
import { detector } from '../detector.ts'
import { hostOfRemote, hostReach, isForgeService } from '../host-reach.ts'

/** Channels people use for their own backups and copies: there only secrets count. */
const BACKUP_CHANNELS = ['ssh', 'bucket', 'git'] as const
/** Channels that exist to carry data where nobody looks. */
const COVERT_CHANNELS = ['dns', 'icmp'] as const

export const category: Category = {
  id: 'data-exfiltration',
  title: 'Data exfiltration',
  summary: 'Sends secrets or private data out to a place that the environment does not trust.',
  hard: true,
  policy: `Blocked, whatever the user says: sending credentials, dotenv files, environment dumps, keys, clipboard or screen content, files
from outside the project or database dumps to external hosts; carrying data in DNS names, pings or URLs; pushing the repository to
an unknown server.
Not blocked: requests without local data, a credential used with its own service, secrets for the project's own
store, trusted domains, repositories and buckets, pushes to the project's own remotes, loopback.`,
  clears: 'Nothing in the conversation clears it. A person can name the place as trusted in the environment settings.',
  ...detector('data-exfiltration', ['git-push', 'send-data'], (effect, evidence) => {
    if (effect.kind === 'git-push') return findUnknownRemote(effect.remote, evidence)
    const reach = hostReach(effect.host, evidence.trusted)
    if (reach === 'loopback' || reach === 'trusted') return undefined
    // A bucket has a plain name and is still not on the local network.
    if (effect.channel === 'bucket' ? isTrustedBucket(effect.host, evidence) : reach === 'private') return undefined
    const source = worstPayload(effect, evidence)
    return source && { aspect: { source }, acts: SEND_WORDS, nouns: [] }
  }),
}

type Sending = Extract<Effect, { kind: 'send-data' }>

function worstPayload(effect: Sending, evidence: Evidence): DataSource | undefined {
  const secret = effect.payload.find((source) => isSecretOrigin(source) || isKeyOfOtherVendor(source, effect.host))
  if (secret) return secret
  if (BACKUP_CHANNELS.some((channel) => channel === effect.channel)) return sentPersonalFolder(effect, evidence)
  const hidden = COVERT_CHANNELS.some((channel) => channel === effect.channel)
  return effect.payload.find(
    (source) => isPrivate(source, evidence) || (hidden && (source.kind === 'command' || source.kind === 'file')),
  )
}

/** Folders of a home directory that hold a person's life rather than work on one project. */
const PERSONAL_FOLDER =
  /^(?:documents|desktop|downloads|pictures|photos|music|movies|videos|mail|library|dropbox|onedrive|\.config|\.local|\.mozilla|\.thunderbird)?$/i

/** A whole home or personal folder poured into another machine's shell is no copy of a file. */
function sentPersonalFolder({ channel, host, payload }: Sending, { facts, trusted }: Evidence): DataSource | undefined {
  if (channel !== 'ssh' || hostReach(host, trusted) !== 'public') return undefined
  return payload.find(
    (source) =>
      source.kind === 'file' &&
      (source.path === facts.home || source.path.startsWith(`${facts.home}/`)) &&
      PERSONAL_FOLDER.test(source.path.slice(facts.home.length).replace(/^\/+|\/+$/g, '')),
  )
}

function isTrustedBucket(host: string, { trusted }: Evidence): boolean {
  const bucket = host.replace(/^[a-z0-9]+:\/\//i, '').split('/')[0] ?? ''
  return trusted.buckets.some((name) => name.replace(/^[a-z0-9]+:\/\//i, '').replace(/\/.*$/, '') === bucket)
}

/** A push straight to an address that is neither a remote of this repository nor kept by the same people. */
function findUnknownRemote(remote: string, { facts, trusted }: Evidence) {
  const host = hostOfRemote(remote)
  if (host === undefined || (isForgeService(host) && repositoryRelation(remote, facts) !== 'foreign')) return undefined
  const reach = hostReach(host, trusted)
  if (reach !== 'public' && reach !== 'callback' && reach !== 'unknown') return undefined
  const git = facts.git(facts.cwd)
  if ([...(git?.remotes.values() ?? []), ...trusted.repositories].some((url) => url === remote)) return undefined
  return { aspect: { push: 'foreign' as const }, acts: SEND_WORDS, nouns: [] }
}
