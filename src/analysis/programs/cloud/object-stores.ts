import type { Certainty, Stage } from '../../effects.ts'
import { stageOf } from '../../stages.ts'
import { bucketTarget } from '../../targets.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { deletes } from '../files/touching.ts'
import { type LooseWords, looseWords, onlyTells, shown } from '../form/words.ts'
import { fileSource, stdinSources } from '../network/data.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { isRemote } from '../unlisted/shapes.ts'

/** A tool that copies to and from buckets. Its verbs stand by blanks. */
export interface ObjectStore {
  readonly names: string
  readonly system: string
  readonly values?: string
  readonly isRemote: (text: string) => boolean
  readonly copy: string
  readonly move?: string
  readonly sync: string
  readonly remove: string
  readonly removeAll?: string
  readonly make: string
  readonly read: string
  /** Gives strangers access: public URLs, policies. */
  readonly share?: string
  /** Options that make a sync delete, and a removal cover more than one thing. */
  readonly deletes: string
  readonly recursive: string
}

const addressed = (schemes: string) => (text: string) => new RegExp(`^(?:${schemes})://`, 'i').test(text)

export const S3: ObjectStore = {
  names: '',
  system: 's3',
  isRemote: addressed('s3'),
  copy: 'cp',
  move: 'mv',
  sync: 'sync',
  remove: 'rm',
  removeAll: 'rb',
  make: 'mb website',
  read: 'ls',
  share: 'presign',
  deletes: '--delete',
  recursive: '--recursive --force',
}

const GSUTIL: ObjectStore = {
  ...S3,
  names: 'gsutil',
  system: 'gcs',
  values: '-h -o -u -x -p -l -c -b',
  isRemote: addressed('gs'),
  sync: 'rsync',
  remove: 'rm retention',
  make: 'mb compose rewrite setmeta defacl lifecycle cors logging notification versioning web label kms hmac autoclass',
  read: 'ls du cat stat hash version test perfdiag help',
  share: 'signurl acl iam ubla pap',
  deletes: '-d',
  recursive: '-r -R -a',
}

/** Google's bucket commands, for `gcloud storage`. */
export const GCS: ObjectStore = {
  ...GSUTIL,
  deletes: '--delete-unmatched-destination-objects',
  recursive: '-r -R --recursive',
  removeAll: 'rb buckets',
  read: 'ls du cat hash objects',
}

const STORES: readonly ObjectStore[] = [
  GSUTIL,
  {
    ...S3,
    names: 's3cmd s5cmd s4cmd',
    values:
      '-c --access_key --secret_key --region --host --host-bucket --endpoint-url --profile --acl --exclude --include --numworkers --credentials-file',
    copy: 'cp put get pipe modify',
    remove: 'rm del expire',
    read: 'ls la du info head cat disk-usage version',
    share: 'signurl setacl setpolicy accesslog cors presign',
    deletes: '--delete-removed --delete',
    recursive: '-r --recursive --force -f',
  },
  {
    names: 'rclone',
    system: 'rclone',
    values:
      '--config --transfers --checkers --bwlimit --include --exclude --filter --filter-from --files-from --max-age --min-age --max-size --min-size --log-file --log-level --stats --addr --backup-dir --user --pass',
    isRemote: (text) => /^:?[A-Za-z0-9_][\w .+@-]*(?:,[^:]*)?:/.test(text) && !/^[A-Za-z]:[\\/]/.test(text),
    copy: 'copy copyto copyurl rcat',
    move: 'move moveto',
    sync: 'sync bisync',
    remove: 'deletefile rmdir settier touch',
    removeAll: 'delete purge rmdirs cleanup dedupe',
    make: 'mkdir',
    read: 'ls lsd lsl lsf lsjson size tree cat check about version md5sum sha1sum hashsum listremotes config cryptcheck ncdu obscure',
    share: 'link serve mount rcd nfsmount',
    deletes: '',
    recursive: '',
  },
  {
    ...S3,
    names: 'mc mcli minio-mc',
    system: 'minio',
    values: '--config-dir -C --attr --older-than --newer-than --encrypt-key',
    isRemote: (text) => /^[A-Za-z0-9_-]+\/[^/.]/.test(text),
    copy: 'cp put get pipe od',
    sync: 'mirror',
    remove: 'rm undo ilm tag version',
    make: 'mb event replicate encrypt quota retention legalhold cors',
    read: 'ls cat head stat du diff find tree ping ready watch support license sql',
    share: 'share anonymous policy admin idp',
    deletes: '--remove',
    recursive: '-r --recursive --force --dangerous',
  },
  {
    names: 'azcopy',
    system: 'azure storage',
    isRemote: addressed('https?'),
    copy: 'copy cp c',
    sync: 'sync sc s',
    remove: 'remove rm r',
    make: 'make mk m set-properties',
    read: 'list ls l jobs env doc login logout',
    deletes: '--delete-destination',
    recursive: '--recursive',
  },
  {
    ...S3,
    names: 'b2 gcloud-storage obsutil ossutil coscmd linode-obj r2',
    system: 'bucket',
    isRemote: addressed('b2|gs|obs|oss|cos|s3|r2'),
    copy: 'upload-file download-file file-upload cp copy upload download',
    remove: 'delete-file-version rm delete-object',
    removeAll: 'delete-bucket rb delete-all bucket-delete',
    make: 'create-bucket update-bucket mb bucket-create bucket-update',
    read: 'ls list-buckets bucket-list bucket-get file-info list-file-names get-bucket get-file-info stat du version',
    share: 'get-download-auth create-key make-url signurl set-acl',
  },
]

const wordsIn = (line = ''): readonly string[] => line.split(' ').filter((word) => word !== '')

interface StoreCall {
  readonly command: Command
  readonly words: readonly Word[]
  readonly loose: LooseWords
  readonly scribe: Scribe
}

export function readObjectStore(store: ObjectStore, call: StoreCall): Standing {
  const { words, loose, scribe, command } = call
  // `b2 bucket delete x`: the thing stands before the verb.
  const behind = /^(?:bucket|file)$/.test(words[0]?.known ?? '')
  const verb = behind ? `${words[0]?.known}-${words[1]?.known ?? ''}` : (words[0]?.known ?? '')
  const operands = words.slice(behind ? 2 : 1)
  const is = (does: 'copy' | 'move' | 'sync' | 'remove' | 'removeAll' | 'make' | 'read' | 'share') =>
    wordsIn(store[does]).includes(verb)
  const recursive = loose.has(...wordsIn(store.recursive)) || operands.some((word) => /[*?]/.test(word.known))
  const scope: Scope = { store, mass: recursive, stage: stageOf(command), scribe }
  // What such a tool keeps of its places is how to log in there.
  if (verb === 'config' && /^(?:show|dump)$/.test(operands[0]?.known ?? ''))
    scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: store.system },
      sink: command.stdout === 'file' ? 'file' : 'output',
      certainty: 'likely',
    })
  if (is('read')) return 'expected'
  if (is('removeAll')) return removes(operands, { ...scope, mass: true })
  if (is('remove')) return removes(narrowed(operands, command), scope)
  if (is('make')) return makes(operands, scope)
  if (is('share')) return shares(verb, operands, store, scribe)
  if (!is('copy') && !is('move') && !is('sync')) return 'unknown'
  const always = store.deletes === ''
  const wipes = is('sync') && (always || loose.has(...wordsIn(store.deletes)))
  const places = placesIn(operands, command)
  const target = places.at(-1)
  // What the source does not have is deleted at a local target too.
  if (wipes && target && !store.isRemote(target.known) && target.known !== '-')
    deletes(target, { recursive: true, by: `${store.system} ${verb}` }, scribe)
  transfers(places, store, call)
  if (/upload/.test(verb) && !places.some(({ known }) => store.isRemote(known))) uploads(places, scribe)
  if (is('move')) removesSources(places.slice(0, -1), scope)
  if (wipes && target && store.isRemote(target.known))
    removes([target], { ...scope, mass: true, certainty: always ? 'likely' : 'certain' })
  if (isPublicAcl(loose)) shares('acl', places, store, scribe)
  return 'plain'
}

/** From where and to where. Such tools have more options than are listed: what one at the end is given is no place. */
function placesIn(operands: readonly Word[], { args }: Command): readonly Word[] {
  const isGiven = (word: Word) =>
    /^--[\w-]+$/.test(args[args.indexOf(word) - 1]?.known ?? '') && !/^[.~/]/.test(word.known)
  const last = operands.findLastIndex((word) => !isGiven(word))
  return operands.slice(0, Math.max(last + 1, 2))
}

/** `--exclude '*' --include 'tmp-*'`: what begins so, and nothing else of the place. */
function narrowed(operands: readonly Word[], { args }: Command): readonly Word[] {
  const values = args.flatMap(({ known }, at) =>
    /^--(?:in|ex)clude$/.test(known)
      ? [`${known} ${args[at + 1]?.known ?? ''}`]
      : /^--(?:in|ex)clude=/.test(known)
        ? ['=']
        : [],
  )
  const [, prefix] = values.length === 2 ? (/^--include ([\w.-]+\*)$/.exec(values[1] ?? '') ?? []) : []
  const [place, ...others] = operands
  if (prefix === undefined || values[0] !== '--exclude *' || place === undefined || others.length > 0) return operands
  const text = `${place.known.replace(/\/*$/, '/')}${prefix}`
  return [{ ...place, known: text, text }]
}

/** `upload-file bucket file name`: a bucket by its plain name. What it is called there may be one more file, as far as one can tell. */
function uploads([bucket, ...files]: readonly Word[], scribe: Scribe): void {
  const payload = files.map((word): DataSource => {
    const { real, text, tags } = scribe.path(word)
    return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
  })
  if (bucket && payload.length > 0)
    scribe.effect({ kind: 'send-data', host: shown(bucket), channel: 'bucket', payload })
}

function isPublicAcl(loose: LooseWords): boolean {
  return (
    /^public|allusers|\bo:/i.test(loose.value('--acl', '-a', '--predefined-acl')?.known ?? '') ||
    loose.has('--acl-public', '-P')
  )
}

interface Scope {
  readonly store: ObjectStore
  readonly mass: boolean
  readonly stage: Stage
  readonly scribe: Scribe
  readonly certainty?: Certainty
}

function removes(operands: readonly Word[], { store, mass, stage, scribe, certainty }: Scope): Standing {
  for (const word of operands)
    scribe.effect({
      kind: 'resource-change',
      system: store.system,
      verb: 'delete',
      target: shown(word),
      targets: [bucketTarget(shown(word), mass)],
      mass: mass || operands.length > 5,
      stage,
      family: 'storage',
      certainty: certainty ?? 'certain',
    })
  return 'plain'
}

function makes(operands: readonly Word[], { store, stage, scribe }: Scope): Standing {
  const target = operands.map(shown).join(' ')
  scribe.effect({
    kind: 'resource-change',
    system: store.system,
    verb: 'create',
    target,
    targets: operands.map((word) => bucketTarget(shown(word), false)),
    mass: false,
    stage,
    family: 'storage',
    certainty: 'likely',
  })
  return 'plain'
}

function shares(verb: string, operands: readonly Word[], store: ObjectStore, scribe: Scribe): Standing {
  const target = operands.map(shown).join(' ')
  // `set download a/b`: what is said before the place is no place.
  const places = operands.filter(({ known }) => store.isRemote(known))
  if (verb === 'serve' || verb === 'rcd')
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely' })
  else if (/mount/.test(verb)) return 'plain'
  else
    scribe.effect({
      kind: 'external-write',
      service: store.system,
      nature: 'visibility',
      target,
      targets: (places.length > 0 ? places : operands).map((word) => bucketTarget(shown(word), false)),
      certainty: /presign|signurl|link|share/.test(verb) ? 'likely' : 'certain',
    })
  return 'plain'
}

/** A move takes its sources away, where they are. */
function removesSources(sources: readonly Word[], scope: Scope): void {
  for (const word of sources) {
    if (scope.store.isRemote(word.known)) removes([word], scope)
    else deletes(word, { recursive: scope.mass }, scope.scribe)
  }
}

/** Local to remote is an upload, remote to local a download. */
function transfers(operands: readonly Word[], store: ObjectStore, { command, scribe }: StoreCall): void {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  if (!target) return
  if (store.isRemote(target.known)) {
    const payload = sources.flatMap((word): readonly DataSource[] =>
      store.isRemote(word.known)
        ? otherBucket(word, target)
        : word.known === '-'
          ? stdinSources(command, scribe)
          : [fileSource(word, scribe)],
    )
    const piped = sources.length === 0 ? stdinSources(command, scribe) : []
    if (payload.length + piped.length > 0)
      scribe.effect({
        kind: 'send-data',
        host:
          store.system === 'minio' && target.known.startsWith('local/') && isStoreHere(command, scribe)
            ? 'localhost'
            : bucketOf(target),
        channel: 'bucket',
        payload: [...payload, ...piped],
        targets: [bucketTarget(shown(target), false)],
      })
    return
  }
  if (target.known === '-') return
  for (const word of sources) {
    if (!store.isRemote(word.known)) continue
    const path = scribe.path(target)
    scribe.effect({ kind: 'download', host: bucketOf(word), url: shown(word), to: path })
    scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined })
  }
}

/** What is copied from one bucket into another leaves the first, as a file would. */
function otherBucket(word: Word, target: Word): readonly DataSource[] {
  return bucketOf(word) === bucketOf(target) ? [] : [{ kind: 'file', path: shown(word), secret: false }]
}

/** `s3://bucket/key` → `s3://bucket`. */
function bucketOf(word: Word): string {
  const text = shown(word)
  return /^[a-z0-9]+:\/\/[^/?]*/i.exec(text)?.[0] ?? text.split(/[/:]/)[0] ?? text
}

export const OBJECT_STORE_PROGRAMS: readonly Program[] = STORES.map((store): Program => {
  const values = new Set(wordsIn(store.values))
  return {
    names: store.names.split(' '),
    read: (command, scribe) => {
      const loose = looseWords(command.args, values)
      if (
        onlyTells(command, loose) ||
        loose.has('--fake') ||
        (loose.has('-n') && (store.system === 'rclone' || /sync/.test(loose.path)))
      )
        return 'proven'
      if (store.system === 'minio') stateAlias(loose, scribe)
      return readObjectStore(store, { command, words: loose.operands, loose, scribe })
    },
  }
})

const MINIO_HOST = 'MC_HOST_local'
const MINIO_SETTINGS = '~/.mc/config.json'

/** `local` is the name that the tool itself gives to a store of this machine, unless it was given another place. */
function isStoreHere({ assignments }: Command, scribe: Scribe): boolean {
  const given =
    assignments.some(({ name }) => name === MINIO_HOST) ||
    scribe.settings().has(MINIO_HOST.toLowerCase()) ||
    scribe.facts.session.shell?.variables.has(MINIO_HOST)
  return !given && scribe.provenance(scribe.pathOf(MINIO_SETTINGS).real ?? '').kind === 'here'
}

/** `alias set local https://…`: from now on the name leads elsewhere. */
function stateAlias({ operands }: LooseWords, scribe: Scribe): void {
  const [noun, verb, name, address] = operands.map(shown)
  if (noun !== 'alias' || !/^(?:set|s)$/.test(verb ?? '') || name !== 'local' || !isRemote(address ?? '')) return
  scribe.onSetting(MINIO_HOST, address ?? '')
  scribe.effect({ kind: 'write-path', path: scribe.pathOf(MINIO_SETTINGS), how: 'edit', content: undefined })
}
