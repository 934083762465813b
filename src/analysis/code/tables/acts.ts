import type { Effect } from '../../effects.ts'
import { addressOf } from '../../hosts.ts'
import { isCredentialHeader } from '../../programs/network/request.ts'
import { isSecretName } from '../../secrets.ts'
import { uncheckedBy } from '../../unchecked.ts'
import type { DataSource } from '../../words.ts'
import { EVERY_PROCESS } from '../run/operators.ts'
import type { Run } from '../run/run.ts'
import { type CodeCall, does, type Handler, type Handlers, required } from '../run/table.ts'
import {
  type Abstract,
  allSources,
  exact,
  from,
  knownOf,
  shown,
  sourcesOf,
  text,
  UNKNOWN,
  unique,
} from '../run/value.ts'
import { byWord } from '../syntax.ts'

type Observed = Extract<Effect, { kind: 'observe' }>['what']

/** The thing a call is about: an argument, or the object a method belongs to. */
export function subject(call: CodeCall, position: number | 'self', ...names: readonly string[]): Abstract {
  return position === 'self' ? (call.receiver ?? UNKNOWN) : required(call, position, ...names)
}

export function deletes(position: number | 'self', recursive: boolean, ...names: readonly string[]): Handler {
  return does((call, run) => {
    const value = subject(call, position, ...names)
    const targets = value.items ?? (value.known === undefined && value.element ? [value.element] : [value])
    for (const item of targets) run.deletes(item, call.name, recursive)
  })
}

export const deletesByOptions = does((call, run) => {
  const option = call.args[1]?.fields?.get('recursive')
  run.deletes(required(call, 0), call.name, option?.ref === 'true')
})

export function reads(position: number | 'self', ...names: readonly string[]): Handler {
  return (call, run) => {
    const value = subject(call, position, ...names)
    return from(unique([run.reads(value, call.name), value.sources]))
  }
}

/** Lists a directory; elements are paths in it. */
export function lists(position: number | 'self', full: boolean): Handler {
  return (call, run) => {
    const directory = subject(call, position)
    const where = knownOf(directory) === '\0' && directory.known === undefined ? text('.') : directory
    run.reads(where, call.name, true)
    const known = full ? `${knownOf(where).replace(/\/$/, '')}/\0` : '\0'
    const sources = /^\/proc\/?$/.test(knownOf(where)) ? [EVERY_PROCESS] : []
    return { element: { known, sources, ...(full ? { type: 'Path' } : {}) }, sources: [] }
  }
}

export function writes(
  how: 'overwrite' | 'append' | 'create' | 'edit',
  position: number | 'self',
  content: number,
): Handler {
  return does((call, run) => run.writes(subject(call, position), how, call.name, call.args[content]))
}

export function makes(position: number | 'self'): Handler {
  return does((call, run) => run.writes(subject(call, position), 'create', call.name))
}

export const copies = does((call, run) => {
  const sources = run.reads(required(call, 0, 'src'), call.name)
  run.carries(required(call, 1, 'dst'), sources)
  run.writes(
    required(call, 1, 'dst'),
    'overwrite',
    call.name,
    from(sources.filter((source) => source.kind === 'file' && !source.secret)),
  )
})

/** Moves the first path to the second: gone here, there now. */
export function moves(position: number | 'self'): Handler {
  return (call, run) => {
    const target = position === 'self' ? required(call, 0, 'target') : required(call, 1, 'dst')
    const of = run.paths(subject(call, position, 'src')).flatMap(({ real }) => real ?? [])
    run.writes(target, 'move', call.name, from(of.map((path) => ({ kind: 'file', path, secret: false }))))
    run.carries(target, allSources(subject(call, position, 'src')))
    for (const path of run.paths(subject(call, position, 'src')))
      run.state({ kind: 'write-path', path, how: 'move', content: undefined, by: call.name })
    return { ...target, others: undefined }
  }
}

export const links = does((call, run) => {
  const [target] = run.paths(required(call, 0))
  const link = required(call, 1)
  run.writes(link, 'link', call.name)
  if (!target) return
  // Whoever opens the link reads what it stands for.
  if (target.tags.includes('secret')) run.reads(required(call, 0), call.name)
  for (const path of run.paths(link))
    run.state({ kind: 'write-path', path, how: 'link', content: undefined, by: call.name, target })
})

/** chmod with a numeric mode. */
export function modes(position: number | 'self', mode: number): Handler {
  return does((call, run) => {
    const given = call.args[mode]
    const bits = given?.number ?? Number.parseInt(exact(given) ?? '', 8)
    const grants = !Number.isFinite(bits)
      ? /^[ugoa]*[+=][rwx]*s/.test(exact(given) ?? '')
        ? 'setuid'
        : 'other'
      : bits & 0o6000
        ? 'setuid'
        : bits & 0o002
          ? 'world-writable'
          : bits & 0o111
            ? 'executable'
            : 'tighten'
    for (const path of run.paths(subject(call, position))) {
      run.lower(path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain')
      run.state({ kind: 'change-mode', path, grants, recursive: false, by: call.name })
    }
  })
}

/** The dates of a file that is not the project's own are evidence: set by hand, they are false. */
export function dates(position: number): Handler {
  return does((call, run) => {
    for (const path of run.paths(subject(call, position)))
      if (path.zone === 'system' || path.zone === 'home')
        run.state({
          kind: 'weaken',
          area: 'audit',
          feature: `the dates of ${path.text}`,
          by: call.name,
          certainty: 'likely',
        })
  })
}

export function owners(position: number | 'self'): Handler {
  return does((call, run) => {
    for (const path of run.paths(subject(call, position)))
      run.state({ kind: 'change-mode', path, grants: 'owner', recursive: false, by: call.name })
    run.lower('plain')
  })
}

export const shells: Handler = (call, run) => {
  run.shell(required(call, 0, 'cmd', 'command', 'args'), call.name)
  return { sources: [{ kind: 'command', program: 'sh', secret: false }], ref: `${call.name}()` }
}

/** Runs a program; a list is its words, a text goes to a shell or is one program's name. */
export function runsWords(call: CodeCall, run: Run, first: Abstract, rest: readonly Abstract[]): Abstract {
  const words = first.items ? first.items : [first, ...rest]
  run.program(words, call.name)
  const program = exact(words[0]) ?? '?'
  return { sources: [{ kind: 'command', program, secret: false }], ref: `${call.name}()` }
}

export const evaluates: Handler = (call) => call.evaluate(call.args[0] ?? UNKNOWN, call.name)

export function observes(what: Observed, source?: DataSource): Handler {
  return (call, run) => {
    run.acts({ kind: 'observe', what, by: call.name })
    return { sources: source ? [source] : [], ref: `${call.name}()` }
  }
}

export function weakens(feature: string): Handler {
  return (_call, run) => {
    run.acts({ kind: 'weaken', area: 'tls', feature, by: feature })
    return undefined
  }
}

/** A setting that switches certificate checks off when it is false. */
export function weakensIfFalse(feature: string): Handler {
  return (call, run) => {
    const value = call.args.at(-1)
    const off = value?.ref === 'false' || value?.ref === 'False' || value?.number === 0 || exact(value) === '0'
    if (off) return weakens(feature)(call, run)
    return undefined
  }
}

export const ENVIRONMENT: DataSource = { kind: 'environment', name: '*', secret: true }

/** One variable of the environment; the home directory is known. */
export function variable(run: Run, name: string | undefined): Abstract {
  if (name === 'HOME' || name === 'USERPROFILE') return text(run.scribe.facts.home)
  if (name === 'USER' || name === 'LOGNAME') return text(run.scribe.facts.user)
  if (name === 'PWD') return text(run.scribe.pathOf('.').real ?? '.')
  if (name === 'TMPDIR') return text('/tmp')
  return {
    known: '\0',
    sources: [{ kind: 'environment', name: name ?? '?', secret: name === undefined || isSecretName(name) }],
  }
}

export const readsVariable: Handler = (call, run) => {
  const [name, fallback] = call.args
  const value = variable(run, exact(name))
  return fallback ? { ...value, others: [fallback] } : value
}

export const setsVariable: Handler = (call, run) => {
  const [name, value] = call.args
  const key = exact(name) ?? ''
  run.lower('expected')
  if (uncheckedBy(key)?.test(exact(value) ?? '1')) return weakens(key)(call, run)
  if (/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|NODE_OPTIONS|PYTHONSTARTUP|BASH_ENV)$/.test(key)) run.lower('plain')
  return UNKNOWN
}

export function payload(values: readonly (Abstract | undefined)[]): DataSource[] {
  const found: DataSource[] = []
  for (const value of values) {
    if (!value) continue
    const sources = allSources(value)
    if (sources.length > 0) found.push(...sources)
    else found.push(exact(value) === undefined ? { kind: 'unknown' } : { kind: 'literal', text: exact(value) ?? '' })
  }
  return found
}

export function headerSources(headers: Abstract | undefined): { plain: DataSource[]; credentials: DataSource[] } {
  const plain: DataSource[] = []
  const credentials: DataSource[] = []
  for (const [name, value] of headers?.fields ?? [])
    (isCredentialHeader(name) ? credentials : plain).push(...allSources(value))
  if (headers && !headers.fields) plain.push(...allSources(headers))
  return { plain: plain.filter((source) => source.kind !== 'literal'), credentials }
}

export function connects(run: Run, host: Abstract, by: string): Abstract {
  const name = shown(host)
  const address = addressOf(knownOf(host))
  run.lower(address === 'loopback' ? 'expected' : 'plain')
  run.state({ kind: 'connect', host: name, url: name, address, by })
  const leaking = allSources(host)
  if (
    leaking.some(
      (source) =>
        source.kind !== 'literal' && source.kind !== 'argument' && !(source.kind === 'environment' && !source.secret),
    )
  )
    run.state({ kind: 'send-data', host: name, channel: 'dns', payload: leaking, by })
  return { sources: [{ kind: 'network', url: name }] }
}

export function sends(run: Run, host: string, values: readonly (Abstract | undefined)[], by: string): void {
  const sources = payload(values)
  run.lower('plain')
  if (addressOf(host) === 'loopback') return
  if (run.endless > 0 && addressOf(host) === 'public')
    run.state({ kind: 'exhaust', what: 'network', by, certainty: 'likely' })
  const real = sources.some((source) => source.kind !== 'literal' && source.kind !== 'unknown')
  run.state({
    kind: 'send-data',
    host,
    channel: 'socket',
    payload: sources,
    by,
    certainty: real ? 'certain' : 'likely',
  })
}

/** Listens on an address; only loopback stays on this machine. */
export function listens(run: Run, host: Abstract | undefined, by: string): void {
  const name = host === undefined ? '' : (exact(host) ?? '?')
  const everywhere = name === '' || name === '0.0.0.0' || name === '::' || name === '*'
  const loopback = !everywhere && addressOf(name) === 'loopback'
  run.lower(loopback ? 'expected' : 'plain')
  const certainty = host === undefined || exact(host) === undefined ? 'possible' : 'certain'
  run.state({
    kind: 'listen',
    reach: loopback ? 'loopback' : 'network',
    executes: false,
    by,
    certainty: loopback ? 'certain' : certainty,
  })
}

const isEveryProcess = (source: DataSource): boolean =>
  source.kind === 'command' && source.program === EVERY_PROCESS.program

/** Ends processes by number; zero and minus one mean many. */
export const kills = does((call, run) => {
  const [target] = call.args
  const id = target?.number
  const own = target?.ref !== undefined && /getpid|process\.pid/.test(target.ref)
  const all = target !== undefined && allSources(target).some(isEveryProcess)
  run.acts({
    kind: 'signal-process',
    target: id === undefined ? shown(target) : String(id),
    owner: own ? 'session' : all || id === -1 || id === 0 ? 'everything' : id === 1 ? 'system' : 'unknown',
    by: call.name,
  })
})

export const forks: Handler = (call, run) => {
  run.lower('plain')
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes', by: call.name })
  return { sources: [] }
}

export function prints(...skip: readonly string[]): Handler {
  return does((call, run) => {
    const values = [...call.args, ...[...call.named].filter(([name]) => !skip.includes(name)).map(([, value]) => value)]
    run.prints(sourcesOf(values), call.name)
  })
}

export function constant(compute: (whole: string) => string | undefined): Handler {
  return (call) => {
    const [value] = call.args
    const whole = exact(value)
    const result = whole === undefined ? undefined : compute(whole)
    return text(result ?? '\0', allSources(value))
  }
}

/** The same value, possibly under another type. */
export const same: Handler = (call) => call.args[0] ?? call.receiver ?? UNKNOWN
export const itself: Handler = (call) => call.receiver ?? UNKNOWN

export function table(...groups: readonly Handlers[]): ReadonlyMap<string, Handler> {
  const entries = groups
    .flatMap((group) => [...byWord(group)])
    .map(([name, handler]) => [name.replaceAll('::', '.'), handler] as const)
  return new Map([...entries, ['$environment', readsVariable]])
}

export const becomes = does((call, run) => {
  run.lower('plain')
  if (call.args.some(({ number }) => number === 0))
    run.state({
      kind: 'grant',
      what: 'root rights',
      to: 'this process',
      reach: 'machine',
      by: call.name,
      certainty: 'likely',
    })
})

/** Native code and the like: nothing of it is read. */
export const unreadable = does((call, run) => run.unknown(`${call.name} does what cannot be read`))

export const looksUp = does((call, run) => connects(run, required(call, 0, 'host'), call.name))

export function mails(run: Run, to: string, data: readonly DataSource[], by: string): Abstract {
  run.acts({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by })
  if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by })
  return UNKNOWN
}

export function opensStore(run: Run, store: string): Abstract {
  run.acts({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store },
    sink: 'output',
    by: store,
    certainty: 'likely',
  })
  return { sources: [{ kind: 'secret-store', store }] }
}
