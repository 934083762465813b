import type { Certainty, Environment } from '../../../analysis/effects.ts'
import { isRemote } from '../../../analysis/generic/word-shapes.ts'
import { readFileSource, stdinDataSources } from '../../../analysis/interpret/data-sources.ts'
import { recordDeletion } from '../../../analysis/interpret/file-tool.ts'
import {
  displayText,
  hasHelpOrDryRunOption,
  type LooseWords,
  parseLooseWords,
} from '../../../analysis/interpret/loose-words.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { saveMode } from '../../../analysis/remote/http-request.ts'
import { bucketTarget } from '../../../analysis/targets.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'
import { environmentOfCommand } from '../../lexicon/deployment-environments.ts'

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

const hasScheme = (schemes: string) => (text: string) => new RegExp(`^(?:${schemes})://`, 'i').test(text)

export const S3: ObjectStore = {
  names: '',
  system: 's3',
  isRemote: hasScheme('s3'),
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
  isRemote: hasScheme('gs'),
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

const OBJECT_STORES: readonly ObjectStore[] = [
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
    isRemote: hasScheme('https?'),
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
    isRemote: hasScheme('b2|gs|obs|oss|cos|s3|r2'),
    copy: 'upload-file download-file file-upload cp copy upload download',
    remove: 'delete-file-version rm delete-object',
    removeAll: 'delete-bucket rb delete-all bucket-delete',
    make: 'create-bucket update-bucket mb bucket-create bucket-update',
    read: 'ls list-buckets bucket-list bucket-get file-info list-file-names get-bucket get-file-info stat du version',
    share: 'get-download-auth create-key make-url signurl set-acl',
  },
]

const splitNames = (line = ''): readonly string[] => line.split(' ').filter((word) => word !== '')

interface ObjectStoreCall {
  readonly command: Command
  readonly words: readonly Word[]
  readonly loose: LooseWords
  readonly recorder: EffectRecorder
}

export function readObjectStore(store: ObjectStore, call: ObjectStoreCall): CommandGrade {
  const { words, loose, recorder, command } = call
  // `b2 bucket delete x`: the thing stands before the verb.
  const behind = /^(?:bucket|file)$/.test(words[0]?.known ?? '')
  const verb = behind ? `${words[0]?.known}-${words[1]?.known ?? ''}` : (words[0]?.known ?? '')
  const operands = words.slice(behind ? 2 : 1)
  const is = (does: 'copy' | 'move' | 'sync' | 'remove' | 'removeAll' | 'make' | 'read' | 'share') =>
    splitNames(store[does]).includes(verb)
  const recursive = loose.has(...splitNames(store.recursive)) || operands.some((word) => /[*?]/.test(word.known))
  const scope: ChangeScope = { store, mass: recursive, environment: environmentOfCommand(command), recorder }
  // What such a tool keeps of its places is how to log in there.
  if (verb === 'config' && /^(?:show|dump)$/.test(operands[0]?.known ?? ''))
    recorder.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: store.system },
      sink: command.stdout === 'file' ? 'file' : 'output',
      certainty: 'likely',
    })
  if (is('read')) return 'expected'
  if (is('removeAll')) return recordRemoval(operands, { ...scope, mass: true })
  if (is('remove')) return recordRemoval(narrowByInclude(operands, command), scope)
  if (is('make')) return recordCreation(operands, scope)
  if (is('share')) return recordSharing(verb, operands, store, recorder)
  if (!is('copy') && !is('move') && !is('sync')) return 'unknown'
  const always = store.deletes === ''
  const wipes = is('sync') && (always || loose.has(...splitNames(store.deletes)))
  const places = transferPlaces(operands, command)
  const target = places.at(-1)
  // What the source does not have is deleted at a local target too.
  if (wipes && target && !store.isRemote(target.known) && target.known !== '-')
    recordDeletion(target, { recursive: true, by: `${store.system} ${verb}` }, recorder)
  recordTransfer(places, store, call)
  if (/upload/.test(verb) && !places.some(({ known }) => store.isRemote(known))) recordUploads(places, recorder)
  if (is('move')) removeMovedSources(places.slice(0, -1), scope)
  if (wipes && target && store.isRemote(target.known))
    recordRemoval([target], { ...scope, mass: true, certainty: always ? 'likely' : 'certain' })
  if (isPublicAcl(loose)) recordSharing('acl', places, store, recorder)
  return 'plain'
}

/** From where and to where. Such tools have more options than are listed: what one at the end is given is no place. */
function transferPlaces(operands: readonly Word[], { args }: Command): readonly Word[] {
  const isGiven = (word: Word) =>
    /^--[\w-]+$/.test(args[args.indexOf(word) - 1]?.known ?? '') && !/^[.~/]/.test(word.known)
  const last = operands.findLastIndex((word) => !isGiven(word))
  return operands.slice(0, Math.max(last + 1, 2))
}

/** `--exclude '*' --include 'tmp-*'`: what begins so, and nothing else of the place. */
function narrowByInclude(operands: readonly Word[], { args }: Command): readonly Word[] {
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
function recordUploads([bucket, ...files]: readonly Word[], recorder: EffectRecorder): void {
  const payload = files.map((word): DataSource => {
    const { real, text, tags } = recorder.path(word)
    return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
  })
  if (bucket && payload.length > 0)
    recorder.effect({ kind: 'send-data', host: displayText(bucket), channel: 'bucket', payload })
}

function isPublicAcl(loose: LooseWords): boolean {
  return (
    /^public|allusers|\bo:/i.test(loose.value('--acl', '-a', '--predefined-acl')?.known ?? '') ||
    loose.has('--acl-public', '-P')
  )
}

interface ChangeScope {
  readonly store: ObjectStore
  readonly mass: boolean
  readonly environment: Environment
  readonly recorder: EffectRecorder
  readonly certainty?: Certainty
}

function recordRemoval(
  operands: readonly Word[],
  { store, mass, environment, recorder, certainty }: ChangeScope,
): CommandGrade {
  for (const word of operands)
    recorder.effect({
      kind: 'resource-change',
      system: store.system,
      verb: 'delete',
      target: displayText(word),
      targets: [bucketTarget(displayText(word), mass)],
      mass: mass || operands.length > 5,
      environment,
      family: 'storage',
      certainty: certainty ?? 'certain',
    })
  return 'plain'
}

function recordCreation(operands: readonly Word[], { store, environment, recorder }: ChangeScope): CommandGrade {
  const target = operands.map(displayText).join(' ')
  recorder.effect({
    kind: 'resource-change',
    system: store.system,
    verb: 'create',
    target,
    targets: operands.map((word) => bucketTarget(displayText(word), false)),
    mass: false,
    environment,
    family: 'storage',
    certainty: 'likely',
  })
  return 'plain'
}

function recordSharing(
  verb: string,
  operands: readonly Word[],
  store: ObjectStore,
  recorder: EffectRecorder,
): CommandGrade {
  const target = operands.map(displayText).join(' ')
  // `set download a/b`: what is said before the place is no place.
  const places = operands.filter(({ known }) => store.isRemote(known))
  if (verb === 'serve' || verb === 'rcd')
    recorder.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely' })
  else if (/mount/.test(verb)) return 'plain'
  else
    recorder.effect({
      kind: 'external-write',
      service: store.system,
      nature: 'visibility',
      target,
      targets: (places.length > 0 ? places : operands).map((word) => bucketTarget(displayText(word), false)),
      certainty: /presign|signurl|link|share/.test(verb) ? 'likely' : 'certain',
    })
  return 'plain'
}

/** A move takes its sources away, where they are. */
function removeMovedSources(sources: readonly Word[], scope: ChangeScope): void {
  for (const word of sources) {
    if (scope.store.isRemote(word.known)) recordRemoval([word], scope)
    else recordDeletion(word, { recursive: scope.mass }, scope.recorder)
  }
}

/** Local to remote is an upload, remote to local a download. */
function recordTransfer(operands: readonly Word[], store: ObjectStore, { command, recorder }: ObjectStoreCall): void {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  if (!target) return
  if (store.isRemote(target.known)) {
    const payload = sources.flatMap((word): readonly DataSource[] =>
      store.isRemote(word.known)
        ? crossBucketSource(word, target)
        : word.known === '-'
          ? stdinDataSources(command, recorder)
          : [readFileSource(word, recorder)],
    )
    const piped = sources.length === 0 ? stdinDataSources(command, recorder) : []
    if (payload.length + piped.length > 0)
      recorder.effect({
        kind: 'send-data',
        host:
          store.system === 'minio' && target.known.startsWith('local/') && isLocalMinio(command, recorder)
            ? 'localhost'
            : bucketOf(target),
        channel: 'bucket',
        payload: [...payload, ...piped],
        targets: [bucketTarget(displayText(target), false)],
      })
    return
  }
  if (target.known === '-') return
  for (const word of sources) {
    if (!store.isRemote(word.known)) continue
    const path = recorder.path(target)
    recorder.effect({ kind: 'download', host: bucketOf(word), url: displayText(word), to: path })
    recorder.effect({ kind: 'write-path', path, how: saveMode(path, recorder.facts), content: undefined })
  }
}

/** What is copied from one bucket into another leaves the first, as a file would. */
function crossBucketSource(word: Word, target: Word): readonly DataSource[] {
  return bucketOf(word) === bucketOf(target) ? [] : [{ kind: 'file', path: displayText(word), secret: false }]
}

/** `s3://bucket/key` → `s3://bucket`. */
function bucketOf(word: Word): string {
  const text = displayText(word)
  return /^[a-z0-9]+:\/\/[^/?]*/i.exec(text)?.[0] ?? text.split(/[/:]/)[0] ?? text
}

export const OBJECT_STORE_PROGRAMS: readonly Program[] = OBJECT_STORES.map((store): Program => {
  const values = new Set(splitNames(store.values))
  return {
    names: store.names.split(' '),
    read: (command, recorder) => {
      const loose = parseLooseWords(command.args, values)
      if (
        hasHelpOrDryRunOption(command, loose) ||
        loose.has('--fake') ||
        (loose.has('-n') && (store.system === 'rclone' || /sync/.test(loose.path)))
      )
        return 'proven'
      if (store.system === 'minio') recordMinioAlias(loose, recorder)
      return readObjectStore(store, { command, words: loose.operands, loose, recorder })
    },
  }
})

const MINIO_HOST = 'MC_HOST_local'
const MINIO_SETTINGS = '~/.mc/config.json'

/** `local` is the name that the tool itself gives to a store of this machine, unless it was given another place. */
function isLocalMinio({ assignments }: Command, recorder: EffectRecorder): boolean {
  const given =
    assignments.some(({ name }) => name === MINIO_HOST) ||
    recorder.settings().has(MINIO_HOST.toLowerCase()) ||
    recorder.facts.session.shell?.variables.has(MINIO_HOST)
  return !given && recorder.provenance(recorder.pathOf(MINIO_SETTINGS).real ?? '').kind === 'here'
}

/** `alias set local https://…`: from now on the name leads elsewhere. */
function recordMinioAlias({ operands }: LooseWords, recorder: EffectRecorder): void {
  const [noun, verb, name, address] = operands.map(displayText)
  if (noun !== 'alias' || !/^(?:set|s)$/.test(verb ?? '') || name !== 'local' || !isRemote(address ?? '')) return
  recorder.onSetting(MINIO_HOST, address ?? '')
  recorder.effect({ kind: 'write-path', path: recorder.pathOf(MINIO_SETTINGS), how: 'edit', content: undefined })
}
