import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { isSendingWord } from '../../knowledge/lexicon/sending-words.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { isKeptData } from '../flow/ignored-data.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import { withCarriedSecrets } from '../interpret/values.ts'
import { isInside } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import { classifyHost, urlParts } from '../remote/hosts.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { optionBefore } from './argument-slots.ts'
import { copyOfKeptFile, recordKeptOut } from './kept-out.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** The same for a command that only starts another: what is set for it is set for that one. */
export function recordWrapperSecrets(command: Command, recorder: CoreRecorder): void {
  recordSecretsInNames(command, recorder)
  recordTelemetrySecrets(command, recorder)
}

/** What the content of a secret file is put into, word by word, whatever the program: an address, a name that git keeps, a build, telemetry. */
export function recordEmbeddedSecrets(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  const sent = stated.some((effect) => effect.kind === 'send-data' && effect.payload.some(isSecretOrigin))
  if (sent) return
  recordSecretsInAddresses(command, recorder)
  recordSecretsInNames(command, recorder)
  recordTelemetrySecrets(command, recorder)
  recordIgnoredDataUpload(command, stated, recorder)
  recordKeptOut(command, recorder)
}

function secretFilesIn({ sources }: Pick<Word, 'sources'>, facts: Facts): readonly DataSource[] {
  if (sources.length === 0) return []
  return withCarriedSecrets(sources, facts).filter((source) => source.kind === 'file' && isSecretOrigin(source))
}

/** `git ls-remote https://host/$(base64 .env)`: whoever asks for an address tells it. */
function recordSecretsInAddresses({ args }: Command, recorder: CoreRecorder): void {
  for (const word of args) {
    if (!word.dynamic || !word.known.includes('://')) continue
    const { host } = urlParts(word.known.slice(word.known.search(/[a-z][a-z0-9+.-]*:\/\//i)))
    const payload = secretFilesIn(word, recorder.facts)
    if (payload.length > 0 && classifyHost(host) !== 'loopback')
      recorder.effect({
        kind: 'send-data',
        host: host.replaceAll('\0', '…'),
        channel: 'other',
        payload,
        certainty: 'likely',
      })
  }
}

/** Branches, tags and notes go with the next push; what a build is given stays in the image. */
function recordSecretsInNames(command: Command, recorder: CoreRecorder): void {
  const git = commandBaseName(command) === 'git'
  if (!git && familyFor(command.name ?? '') !== 'containers') return
  command.args.forEach((word, at) => {
    if (
      !word.dynamic ||
      (!git && optionBefore(command.args, at) !== 'build-arg' && !word.known.startsWith('--build-arg'))
    )
      return
    const [source] = secretFilesIn(word, recorder.facts)
    if (source) recorder.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely' })
  })
}

const TELEMETRY_VARIABLES =
  /(?:^|_)(?:OTEL|OTLP|SENTRY|DSN|DD|DATADOG|STATSD|PROXY|ENDPOINT|COLLECTOR|TELEMETRY|TRACES?|TRACING|HONEYCOMB|RELIC|LOGSTASH|SYSLOG|WEBHOOK|EXPORTER|METRICS|ANALYTICS|SEGMENT|REPORT(?:ER)?)(?:_|$)/i

/** A program reports to the place that one variable names, and with it what the others hold that are no credentials. */
function recordTelemetrySecrets({ assignments }: Command, recorder: CoreRecorder): void {
  if (assignments.length === 0) return
  const places = assignments.flatMap(({ name, value }) => {
    if (!TELEMETRY_VARIABLES.test(name)) return []
    const host = value.known.includes('://') ? urlParts(value.known).host : /_HOST$/.test(name) ? value.known : ''
    return host === '' || classifyHost(host) === 'loopback' || classifyHost(host) === 'private' ? [] : [host]
  })
  const [host] = places
  if (host === undefined) return
  const payload = assignments.flatMap(({ name, value }) =>
    isSecretName(name) && !value.known.includes('://') ? [] : secretFilesIn(value, recorder.facts),
  )
  if (payload.length > 0)
    recorder.effect({
      kind: 'send-data',
      host: host.replaceAll('\0', '…'),
      channel: 'http',
      payload,
      certainty: 'likely',
    })
}

/** What a word tells of data files: `--body "$(gzip -c data/users.csv | base64)"`. */
function contentIn({ sources }: Word, recorder: CoreRecorder): readonly PathUse[] {
  return sources.flatMap((source) =>
    source.kind === 'file' && isKeptData(source.path, recorder.facts) ? [recorder.pathOf(source.path)] : [],
  )
}

/** An address among its words, or in a variable that says where to report to. */
function namesPlace({ args, assignments }: Command): boolean {
  const addresses = [
    ...args.map(({ known }) => known),
    ...assignments.filter(({ name }) => TELEMETRY_VARIABLES.test(name)).map(({ value }) => value.known),
  ]
  return addresses.some((text) => {
    const start = text.search(/[a-z][a-z0-9+.-]*:\/\//i)
    return start >= 0 && !/^(?:loopback|private)$/.test(classifyHost(urlParts(text.slice(start)).host))
  })
}

/** Programs that send what they are given elsewhere, unless an analyzer of theirs says what and where to. */
const UPLOADING_FAMILIES = createFamilySet(undefined, 'cloud', 'hosting', 'packages', 'build')
const UPLOAD_VERBS = /^(?:deploy\w*|sync|log|artifacts?|datasets?|create|import|ingest|backup)$/

/** A folder or a data file that git ignores is handed to something that uploads: it was kept out of every repository. */
function recordIgnoredDataUpload(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  const { name = '', args } = command
  if (!UPLOADING_FAMILIES.has(familyFor(name))) return
  const [content] = args.flatMap((word) => contentIn(word, recorder))
  const operands = args.filter(({ known }) => /^[a-z][a-z:_-]{1,30}$/.test(known)).slice(0, 4)
  const words = [commandBaseName(command), ...operands.map(({ known }) => known)].flatMap(wordsOf)
  const sends = words.some(isSendingWord)
  if (content !== undefined && (sends || namesPlace(command))) {
    recordHandedOut(content, command, recorder)
    return
  }
  const rollsOut = stated.some(
    ({ kind, wrapperNames }) =>
      (kind === 'deploy' || kind === 'publish') && wrapperNames.length === command.wrapperNames.length,
  )
  const uploads = words.some((word) => UPLOAD_VERBS.test(word)) && namesHostingService(words)
  if (!sends && !uploads && !rollsOut) return
  const named = args.flatMap((word) => namedBy(word, recorder))
  for (const path of named) if (recordHandedOut(path, command, recorder)) return
  recordCopiesHandedOut(named, command, recorder)
}

/** A folder that is no secret itself holds copies of what is: whoever gets the folder gets them. */
function recordCopiesHandedOut(named: readonly PathUse[], command: Command, recorder: CoreRecorder): void {
  const folders = named.flatMap(({ real }) =>
    real !== undefined && recorder.facts.file(real).kind !== 'file' ? [real] : [],
  )
  if (folders.length === 0) return
  const carriers = [...(recorder.facts.session.carriers ?? [])]
  const carrier = carriers.find((path) => folders.some((folder) => isInside(path, folder)))
  const original = carrier ?? copyOfKeptFile(folders, recorder)
  if (original === undefined) return
  const target = recorder.pathOf(original)
  const service = commandBaseName(command)
  if (carrier !== undefined || target.tags.includes('secret')) {
    const payload: readonly DataSource[] = [{ kind: 'file', path: original, secret: true }]
    recorder.effect({
      kind: 'send-data',
      host: `the service ${service}`,
      channel: 'other',
      payload,
      certainty: 'likely',
    })
  } else recorder.effect({ kind: 'external-write', service, nature: 'file', target: target.text, certainty: 'likely' })
}

function namedBy({ text: whole }: Word, recorder: CoreRecorder): readonly PathUse[] {
  const text = whole?.replace(/^--?[\w-]+=/, '')
  return text === undefined || text === '' || text.startsWith('-') || /[:*?]/.test(text) ? [] : [recorder.pathOf(text)]
}

/** A person may well have asked for it: what they keep out of git is not secret for that. */
function recordHandedOut(path: PathUse, command: Command, recorder: CoreRecorder): boolean {
  const { real, zone, tags } = path
  if (real === undefined || zone !== 'project' || tags.includes('build-artefact') || path.sessionMade) return false
  if (!/^(?:file|directory)$/.test(recorder.facts.file(real).kind) || recorder.facts.tracked(real) !== 'ignored')
    return false
  recorder.effect({
    kind: 'external-write',
    service: commandBaseName(command),
    nature: 'file',
    target: path.text,
    certainty: 'likely',
  })
  return true
}

/** Services that hold artefacts, pages and data sets, by what their tools are called. */
const HOSTING_SERVICES =
  /^(?:vercel|netlify|surge|wandb|kaggle|huggingface|hf|mlflow|neptune|comet|dvc|firebase|wrangler|render|fly|flyctl|railway|heroku|now|surge|gh|glab|supabase|s3|gsutil|b2|rclone|artifactory|jfrog|clearml|aim)$/

function namesHostingService(words: readonly string[]): boolean {
  return words.some((word) => HOSTING_SERVICES.test(word))
}
