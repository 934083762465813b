import type { Effect } from '../analysis/effects.ts'
import { targetsOf } from '../analysis/targets.ts'
import { refSpellings } from './spellings.ts'

type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>

/** A word of the call that may stand in a suggested command as it is: nothing in it acts in a shell. */
function shellSafeWord(text: string | undefined): string | undefined {
  return text !== undefined && /^(?!-)[\w@%+=:,./~-]{1,100}$/.test(text) ? text : undefined
}

/** A branch, tag or remote. */
function refName(text: string | undefined): string | undefined {
  return text === undefined ? undefined : shellSafeWord(refSpellings(text)[0])
}

/** What a deletion would take, by a look that changes nothing. */
export function suggestListing({ path, recursive }: EffectOf<'delete-path'>): string {
  const place = path.glob ? undefined : shellSafeWord(path.text)
  if (path.zone === 'device' || path.tags.includes('device-storage')) return 'show what is on it first: `lsblk -f`'
  if (path.zone === 'root' || path.zone === 'home-root') return 'name the one folder that is meant'
  if (place === undefined || /^[:/.~]*$/.test(place)) return 'move it aside instead of deleting it'
  const look = path.zone === 'project' ? `git status --short ${place}` : `ls ${recursive ? '-A ' : ''}${place}`
  return `look at what is there: \`${look}\`, or move it aside instead of deleting it`
}

/** That a secret is there, without showing it. */
export function suggestSecretCheck({ source }: EffectOf<'expose-secret'>): string {
  const why = 'check that it is there without showing it'
  if (source.kind === 'file') {
    const file = shellSafeWord(source.path)
    return file === undefined ? why : `${why}: \`test -s ${file} && echo there\``
  }
  const name = source.kind === 'environment' && /^\w+$/.test(source.name) ? source.name : undefined
  return name === undefined ? why : `${why}: \`test -n "$${name}" && echo set\``
}

/** To save what would be run, from where it comes. */
export function suggestReadingFirst(address: string | undefined): string {
  const url = shellSafeWord(address)
  return url !== undefined && /^https?:\/\/[^/]+\/./.test(url)
    ? `save it and read it first: \`curl -fsSL -o unread.txt ${url}\``
    : 'save it to a file and read it first'
}

export function suggestRemoteRead({ host, actor }: EffectOf<'remote-exec'>): string {
  const name = shellSafeWord(host)
  return actor.name === 'ssh' && name !== undefined
    ? `look first: \`ssh ${name} uptime\``
    : 'look first, with a command that only reads'
}

export function suggestPublishDryRun({ registry }: EffectOf<'publish'>): string {
  return /(?:^|[./])npm(?:js)?(?:[./]|$)/.test(registry)
    ? 'show what would be published: `npm pack --dry-run`'
    : 'build it, and show what would be published'
}

/** A look at what a change of a shared system is done to. */
export function suggestResourceRead(effect: EffectOf<'resource-change'>): string | undefined {
  if (/^(?:terraform|tofu|opentofu|pulumi)$/.test(effect.system))
    return effect.system === 'pulumi'
      ? 'show the difference first: `pulumi preview`'
      : 'show the difference first: `terraform plan`'
  const [target, ...others] = targetsOf(effect).filter(({ kind }) => kind === 'cluster')
  if (target?.kind !== 'cluster' || others.length > 0) return undefined
  const [type, name, namespace] = [target.type, target.name, target.namespace].map((word) => shellSafeWord(word))
  if (effect.system === 'helm') return name === undefined ? undefined : `look at it first: \`helm status ${name}\``
  if (type === undefined || /^secrets?$/.test(type)) return undefined
  return `look at it first: \`kubectl get ${type}${name === undefined ? '' : ` ${name}`}${namespace === undefined ? '' : ` -n ${namespace}`}\``
}

export function suggestBucketListing(effect: EffectOf<'resource-change'>): string {
  const target = targetsOf(effect).find(({ kind }) => kind === 'bucket')
  const place =
    target?.kind === 'bucket' ? shellSafeWord(`${target.bucket}/${target.prefix.replace(/\*+$/, '')}`) : undefined
  if (place === undefined || target?.kind !== 'bucket') return 'list first what would go'
  switch (target.store) {
    case 's3':
      return `list first what would go: \`aws s3 ls s3://${place} --recursive\``
    case 'gs':
    case 'gcs':
      return `list first what would go: \`gcloud storage ls gs://${place}\``
    default:
      return 'list first what would go'
  }
}

export function suggestPatchRead(file: string | undefined): string {
  const name = shellSafeWord(file)
  return name === undefined || name.includes('://')
    ? 'save it and read it first'
    : `read it first: \`git apply --stat ${name}\``
}

/** A new branch beside the one that would be rewritten. */
export function suggestNewBranch({ remote, refs }: EffectOf<'git-push'>, why: string): string {
  const to = /^\w[\w.-]*$/.test(remote) ? remote : 'origin'
  const ref = refs.length === 1 ? refName(refs[0]) : undefined
  const beside = ref === undefined || /^(?:HEAD|main|master|trunk)$/i.test(ref) ? 'my-change' : `${ref}-rework`
  return `${why}: \`git push -u ${to} HEAD:refs/heads/${beside}\``
}

const SUGGEST_STASH = 'keep a copy first: `git stash push --include-untracked`'
const SUGGEST_BACKUP_BRANCH = 'keep a way back first: `git branch backup`'

/** What keeps a copy of the work that would go. */
export function suggestBackup({ what, refs }: EffectOf<'git-discard'>): string {
  const ref = refs.length === 1 ? refName(refs[0]) : undefined
  switch (what) {
    case 'worktree':
    case 'untracked':
      return SUGGEST_STASH
    case 'commits':
    case 'reflog':
    case 'history':
      return SUGGEST_BACKUP_BRANCH
    case 'branch':
      return ref === undefined
        ? 'keep a way back first: a branch of another name'
        : `keep a way back first: \`git branch backup-${ref} ${ref}\``
    case 'stash':
      return 'look at it first: `git stash show -p`'
    case 'tag':
      return ref === undefined
        ? 'note what it points at first'
        : `note what it points at first: \`git rev-parse ${ref}\``
    case 'repository':
      return 'keep a copy first: `git bundle create ../backup.bundle --all`'
  }
}
