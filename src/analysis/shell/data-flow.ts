import type { CodeOrigin, Effect } from '../effects.ts'
import { listedValue } from '../flow/listings.ts'
import { matching } from '../generic/word-shapes.ts'
import { baseName } from '../interpret/base-name.ts'
import { LIMITS } from '../interpret/limits.ts'
import { joinSources, literalWord } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import type { Command, DataSource, Value } from '../words.ts'
import type { Frame } from './frame.ts'
import { networkHostOf, networkSourceOf, resolveLinks, sessionText } from './overlay.ts'
import type { CoreRecorder } from './shell-recorder.ts'

export function resolveInput(value: Value, frame: Frame): Value {
  return { ...value, ...resolveSources(value, frame) }
}

/** Follows sources through files that this text wrote: what was put there comes out again. */
export function resolveSources(value: Value, frame: Frame): Value {
  if (!value.sources.some((source) => source.kind === 'file')) return value
  const { overlay } = frame.analysis
  let { text, paths } = value
  let sources: readonly DataSource[] = []
  for (const source of value.sources.slice(0, LIMITS.redirects)) {
    if (source.kind !== 'file') {
      sources = joinSources(sources, [source])
      continue
    }
    if (source.path === '/dev/null') {
      if (value.sources.length === 1) text ??= ''
      continue
    }
    const use = pathUse(literalWord(source.path), frame.scope.cwd, frame.facts)
    const real = use.real === undefined ? undefined : resolveLinks(overlay, use.real)
    const file = real === undefined ? undefined : overlay.files.get(real)
    if (value.sources.length === 1 && real !== undefined) text ??= file ? file.text : sessionText(frame.facts, real)
    const listing = file ? undefined : real && frame.facts.session.listings?.get(real)
    if (listing && text === undefined) {
      const listed = listedValue(listing)
      if (value.sources.length === 1) paths = listed.paths
      sources = joinSources(sources, listed.sources)
      continue
    }
    if (value.sources.length === 1 && file && text === undefined) paths = file.paths
    const linked = real !== undefined && real !== use.real ? pathUse(literalWord(real), undefined, frame.facts) : use
    const secret = source.secret || linked.tags.includes('secret')
    const own: DataSource = { kind: 'file', path: real ?? source.path, secret }
    const downloaded = real === undefined ? undefined : frame.facts.session.downloaded.get(real)
    const network: DataSource[] = downloaded === undefined ? [] : [{ kind: 'network', url: downloaded }]
    sources = joinSources(sources, file ? file.sources : [own, ...network])
    if (file?.fifo) sources = joinSources(sources, [own])
  }
  return { ...value, text, sources, ...(paths && { paths }) }
}

const NETWORK_PROGRAMS = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet', 'websocat'])

/** What a program prints when its analyzer does not say: its input may come through, and its words. */
export function defaultOutput(command: Command): Value {
  const program = command.name ?? '?'
  let sources: readonly DataSource[] = [{ kind: 'command', program, secret: false }]
  if (command.stdin.kind === 'value') {
    sources = joinSources(
      sources,
      command.stdin.value.sources.filter((source) => source.kind !== 'literal'),
    )
  }
  for (const word of command.args) {
    const telling = word.sources.filter((source) => isSecretOrigin(source) || source.kind === 'network')
    sources = joinSources(sources, telling)
  }
  if (NETWORK_PROGRAMS.has(baseName(program))) {
    const host = command.args.find((word) => !word.known.startsWith('-'))
    sources = joinSources(sources, [{ kind: 'network', url: `tcp://${host?.text ?? 'unknown'}` }])
  }
  return { text: undefined, sources }
}

export function recordExposure(command: Command, output: Value, recorder: CoreRecorder): void {
  if (command.stdout !== 'terminal' && command.stdout !== 'file') return
  for (const source of output.sources) {
    if (!isSecretOrigin(source) || isUsedNotShown(source, command)) continue
    if (command.stdout === 'terminal') recorder.effect({ kind: 'expose-secret', source, sink: 'output' })
    else if (source.kind !== 'file' && !isDiscarded(command))
      recorder.effect({ kind: 'expose-secret', source, sink: 'file' })
  }
}

const OUTPUT_OPTION = /^(?:-o|-out|--out|--output|--output-file)(?:=|$)/
export const ARCHIVERS = new Set(['tar', 'bsdtar', 'gtar', 'zip', '7z', '7za', '7zz', 'rar'])

/** The result goes into a file that the command names itself, and not to the screen; the file carries it from then on. */
export function isWrittenToFile({ name = '', args }: Command, stated: readonly Effect[]): boolean {
  if (!stated.some((effect) => effect.kind === 'write-path' && !effect.path.tags.includes('null-device'))) return false
  return ARCHIVERS.has(baseName(name)) || args.some(matching(OUTPUT_OPTION))
}

const SECRET_USING_PROGRAMS =
  /^(?:gh|glab|docker|podman|nerdctl|terraform|tofu|terragrunt|pulumi|cdk|sam|serverless|uv|npm|pnpm|yarn|bun|pip3?|poetry|twine|cargo|kubectl|helm|aws|gcloud|az|doctl|flyctl|fly|vercel|netlify|wrangler|supabase|firebase|stripe|sentry-cli|snyk|vault|ansible-playbook)$/
const SCRIPT_INTERPRETERS = /^(?:python[\d.]*|node|deno|tsx|ts-node|ruby|php|perl|go|java)$/
const INLINE_CODE_OPTIONS = /^-(?:[A-Za-z]*[cepr]|-eval|-print|-command)$/

function isUsedNotShown(source: DataSource, { name, args, stdin }: Command): boolean {
  if (source.kind !== 'environment' || source.name === '*' || name === undefined) return false
  const program = baseName(name)
  const holds = ({ sources }: Value) =>
    sources.some((other) => other.kind === 'environment' && other.name === source.name)
  const inWords = args.some(holds)
  if (!inWords && !(stdin.kind === 'value' && holds(stdin.value))) return false
  // A password among the words of a login stands in the list of processes.
  const shows = inWords ? /^(?:exec|run|echo|login|config:get)$/ : /^(?:exec|run)$/
  if (SECRET_USING_PROGRAMS.test(program)) return !args.some(matching(shows))
  return (
    SCRIPT_INTERPRETERS.test(program) &&
    stdin.kind !== 'value' &&
    /\.\w{1,4}$/.test(args[0]?.text ?? '') &&
    !args.some(matching(INLINE_CODE_OPTIONS))
  )
}

function isDiscarded(command: Command): boolean {
  return command.redirects.some((item) => item.descriptor === 1 && item.target.text?.startsWith('/dev/'))
}

export interface Origin {
  readonly origin: CodeOrigin
  readonly host: string | undefined
  readonly address?: string
}

export function originOf(value: Value, frame: Frame): Origin {
  const host = networkHostOf(value.sources)
  const address = networkSourceOf(value.sources)
  if (host !== undefined && address !== undefined) return { origin: 'download', host, address }
  const file = value.sources.find((source) => source.kind === 'file')
  const decoded = value.sources.some((source) => source.kind === 'command' && source.program === 'decoded')
  if (file?.kind === 'file' && !decoded) {
    // What a program makes of a file is not the file.
    const remade = value.sources.some((source) => source.kind === 'command')
    if (value.text === undefined && remade && !/(?:^|\/)\.env[^/]*$/.test(file.path)) return { origin: 'dynamic', host }
    const made = frame.facts.session.created.has(file.path) || frame.facts.session.written.has(file.path)
    if (made) return { origin: 'session-file', host }
    const there = value.text !== undefined || frame.facts.text(file.path).kind === 'text'
    return { origin: there ? 'project-file' : 'dynamic', host }
  }
  if (value.text !== undefined) return { origin: 'inline', host }
  return { origin: value.sources.some((source) => source.kind === 'argument') ? 'stdin' : 'dynamic', host }
}
