import type { PathUse } from '../analysis/paths/paths.ts'
import type { DataSource } from '../analysis/words.ts'
import { SAID_AS } from '../knowledge/lexicon/act-synonyms.ts'

/** Where the reader is: paths are said from there. */
export interface Reader {
  readonly home?: string
  readonly cwd?: string
}

const MAX_NAME = 44
/** What a value that isn't known before it runs is written as. */
const UNKNOWN = /[…\0$`]|^\W*$/

/** A name that may stand in a sentence; empty where it isn't known. */
export function known(text: string | undefined): string {
  const name = text?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? ''
  return UNKNOWN.test(name) ? '' : shorten(name)
}

/** Cut where a part of the name ends, never inside of it: the end of a path tells most, of all else the start. */
export function shorten(name: string, most = MAX_NAME): string {
  if (name.length <= most) return name
  if (/^(?:\\|\w+:?\\)/.test(name)) return shorten(name.slice(name.lastIndexOf('\\') + 1), most)
  if (/^(?:[a-z+]+:\/)?[~.\w*-]*\//i.test(name)) {
    const tail = name.slice(-most)
    return tail.includes('/') ? tail.slice(tail.indexOf('/') + 1) : ''
  }
  return cutAtWord(name, most)
}

/** Whole words only, and none at the end that wants another; a name that is one endless word is left out. */
export function cutAtWord(text: string, room: number): string {
  if (text.length <= room) return text
  const cut = text.slice(0, text.slice(0, room + 1).lastIndexOf(' ') + 1)
  return cut.replace(/(?:,? (?:in|on|to|of|from|for|with|and|a|an|the|that|which))+ *$|[\s,;:("]+$/g, '')
}

type Place = Pick<PathUse, 'text' | 'real'> & Partial<PathUse>

/** `~/notes.txt`, `src/a.ts`, `files in /var/log`: a place as its owner would write it. */
export function placeName({ text, real, zone, dynamic, glob }: Place, { home, cwd }: Reader): string {
  if (zone === 'root' && !dynamic) return '/'
  if (zone === 'home-root' && !dynamic) return '~'
  if (zone === 'project-root' && glob && !/\w/.test(text)) return 'everything in the project'
  const full = real ?? text
  const from = (folder = '', sign = '') =>
    folder.length > 1 && (full === folder || full.startsWith(`${folder}/`))
      ? sign + full.slice(folder.length)
      : undefined
  const said = (from(cwd)?.slice(1) || from(home, '~')) ?? full
  const parts = said.replace(/(?<=.)\/+$/, '').split('/')
  const unknown = parts.findLastIndex((part) => /[…\0$`]/.test(part))
  const [, folder, every] = /^(.*)\/\*\*\/([^*/]*\w[^*/]*)$/.exec(said) ?? []
  if (every !== undefined && unknown < 0)
    return `every ${shorten(every, 24)} in ${shorten(folder || '/', 24) || 'a folder'}`
  if (unknown < 0)
    return shorten(parts.join('/').replace(/(^|.*\/)files of the archive$/, 'files of an archive')) || 'a file'
  const above = parts
    .slice(0, unknown)
    .join('/')
    .replace(/(?:\/\*+|\/\*\.\w+)+$/, '')
  const below = parts.slice(unknown + 1).join('/')
  const place = /\w/.test(above) ? ` in ${shorten(above, MAX_NAME - 9)}` : ''
  if (/\w/.test(below)) return `${shorten(below)}${place}`
  return place === '' ? 'files at an unknown path' : `files${place}`
}

export function hostName(host: string): string {
  if (host === 'ftp server') return 'an FTP server'
  const address = host.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const place = address === host && /[\s/]/.test(host) ? host : (address.split('/')[0] ?? '')
  return (
    known(
      place
        .slice(place.lastIndexOf('@') + 1)
        .replace(/^.*…|^\.+/, '')
        .replace(/^\.+/, ''),
    ) || 'another machine'
  )
}

/** Data by where it comes from, never by its content. */
export function sourceName(source: DataSource, reader: Reader): string {
  switch (source.kind) {
    case 'file':
      return placeName({ text: source.path, real: source.path }, reader)
    case 'environment':
      return source.name === '*' ? 'all environment variables' : `$${source.name}`
    case 'command':
      return `the output of ${known(source.program) || 'a command'}`
    case 'secret-store':
      return `a secret from ${systemName(source.store)}`
    case 'network':
      return known(source.url) || 'downloaded data'
    case 'clipboard':
    case 'screen':
      return `the ${source.kind}`
    case 'literal':
      return 'a secret in the call'
    case 'argument':
    case 'unknown':
      return 'data of unknown origin'
  }
}

/** Of systems whose name isn't written as programs write it. */
const SYSTEM_NAMES = new Map(
  [
    'aws=AWS azure=Azure gcloud=Google_Cloud google_cloud=Google_Cloud gcs=Google_Cloud kubernetes=Kubernetes heroku=Heroku',
    'terraform=Terraform pulumi=Pulumi docker=Docker github=GitHub gh=GitHub gitlab=GitLab slack=Slack kafka=Kafka vault=Vault',
    'postgres=Postgres mysql=MySQL mongodb=MongoDB redis=Redis sqlite=SQLite bigquery=BigQuery pypi=PyPI rubygems=RubyGems',
    'rabbitmq=RabbitMQ vboxmanage=VirtualBox lxc=LXC cloudfront=CloudFront cloudformation=CloudFormation dynamodb=DynamoDB lambda=Lambda docker.io=Docker_Hub app_store=the_App_Store mozilla_add-ons=Mozilla_Add-ons nuget=NuGet stripe=Stripe neo4j=Neo4j maven=Maven cocoapods=CocoaPods',
  ].flatMap((row) =>
    row
      .replaceAll('_', '\u00a0')
      .split(' ')
      .map((pair) => pair.replaceAll('\u00a0', ' ').split('=') as [string, string]),
  ),
)

export const systemName = (system: string): string => SYSTEM_NAMES.get(system.toLowerCase()) ?? known(system)

/** `branches a and b`, or how many there are where they don't fit. */
export function listed(names: readonly string[], kind: string, most = MAX_NAME): string {
  const all = [...new Set(names.map((name) => known(name)).filter((name) => name !== ''))]
  if (all.length === 0 && kind !== '') return `several ${plural(kind)}`
  if (all.length < names.length && names.length > 1) return `several ${plural(kind)}`
  const text = all.length > 2 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join(' and ')
  if (all.length > 1 && text.length > most) return `${all.length} ${plural(kind)}`
  return [all.length > 1 && kind !== '' ? plural(kind) : kind, text].filter((part) => part !== '').join(' ')
}

export const plural = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : noun + (/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's')

export const singular = (noun: string): string =>
  /(?:x|ch|sh|ss)es$/.test(noun) ? noun.slice(0, -2) : noun.replace(/ies$/, 'y').replace(/(?<![su])s$/, '')

export const withArticle = (noun: string): string =>
  /s$|^(?:money|mail|email|music|data)$/.test(noun) ? noun : `${/^[aeiou](?!ser)/i.test(noun) ? 'an' : 'a'} ${noun}`

/** `delete` → `deletes`, `rollback` → `rolls back`. */
export function thirdPerson(verb: string): string {
  const [first = '', ...rest] = (SAID_AS.get(verb) ?? verb).split('_')
  const base = /[^aeiou]y$/.test(first)
    ? `${first.slice(0, -1)}ie`
    : /(?:s|x|z|ch|sh|o)$/.test(first)
      ? `${first}e`
      : first
  return [`${base}s`, ...rest].join(' ')
}

/** How clusters abbreviate kinds of things. */
const KINDS = new Map(
  'ns=namespace po=pod svc=service deploy=deployment sts=stateful_set ds=daemon_set rs=replica_set cm=config_map pv=persistent_volume pvc=persistent_volume_claim sa=service_account ing=ingress no=node cj=cron_job kv=key'
    .split(' ')
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
)

/** `ns`, `namespaces` → `namespace`. */
export function kindName(type: string | undefined): string {
  const name = known(type)
  return KINDS.get(name) ?? (name.length > 3 ? name.replace(/(?<![su])s$/, '') : name)
}

/** A word that may stand in a suggested command as it is: nothing in it acts in a shell. */
export function shellSafe(text: string | undefined): string | undefined {
  return text !== undefined && /^(?!-)[\w@%+=:,./~-]{1,100}$/.test(text) ? text : undefined
}

/** A path for a suggested command, which runs where the call would. */
export function safePath({ text, real, glob, dynamic }: Place, { cwd }: Reader): string | undefined {
  if (glob || dynamic) return undefined
  const own = real !== undefined && cwd !== undefined && real.startsWith(`${cwd}/`)
  return shellSafe(own ? real.slice(cwd.length + 1) : text.startsWith('~') ? text : (real ?? text))
}
