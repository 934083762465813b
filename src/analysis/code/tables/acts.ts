import type { Effect } from '../../effects.ts'
import { isSecretName } from '../../secrets.ts'
import { uncheckedBy } from '../../unchecked.ts'
import type { DataSource } from '../../words.ts'
import { EVERY_PROCESS } from '../run/operators.ts'
import type { Run } from '../run/run.ts'
import { argument, type CodeCall, does, type Handler, type Handlers, required } from '../run/table.ts'
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

export function subject(call: CodeCall, position: number | 'self', ...names: readonly string[]): Abstract {
  return position === 'self' ? (call.receiver ?? UNKNOWN) : required(call, position, ...names)
}

export function deletes(position: number | 'self', recursive: boolean, ...names: readonly string[]): Handler {
  return does((call, run) => {
    const value = subject(call, position, ...names)
    const targets = value.items ?? (value.known === undefined && value.element ? [value.element] : [value])
    for (const item of targets) run.deletes(item, recursive)
  })
}

export const deletesByOptions = does((call, run) => {
  const option = call.args[1]?.fields?.get('recursive')
  run.deletes(required(call, 0), option?.ref === 'true')
})

export function reads(position: number | 'self', ...names: readonly string[]): Handler {
  return (call, run) => {
    const value = subject(call, position, ...names)
    return from(unique([run.reads(value), value.sources]))
  }
}

export function lists(position: number | 'self', full: boolean): Handler {
  return (call, run) => {
    const directory = subject(call, position)
    const where = knownOf(directory) === '\0' && directory.known === undefined ? text('.') : directory
    run.reads(where, true)
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
  return does((call, run) => run.writes(subject(call, position), how, call.args[content]))
}

export function makes(position: number | 'self'): Handler {
  return does((call, run) => run.writes(subject(call, position), 'create'))
}

export const copies = does((call, run) => {
  const sources = run.reads(required(call, 0, 'src'))
  run.carries(required(call, 1, 'dst'), sources)
  run.writes(
    required(call, 1, 'dst'),
    'overwrite',
    from(sources.filter((source) => source.kind === 'network' || (source.kind === 'file' && !source.secret))),
  )
})

export function moves(position: number | 'self'): Handler {
  return (call, run) => {
    const target = position === 'self' ? required(call, 0, 'target') : required(call, 1, 'dst')
    const of = run.paths(subject(call, position, 'src')).flatMap(({ real }) => real ?? [])
    run.writes(target, 'move', from(of.map((path) => ({ kind: 'file', path, secret: false }))))
    run.carries(target, allSources(subject(call, position, 'src')))
    for (const path of run.paths(subject(call, position, 'src')))
      run.state({ kind: 'write-path', path, how: 'move', content: undefined })
    return { ...target, others: undefined }
  }
}

export const links = does((call, run) => {
  const [target] = run.paths(required(call, 0))
  const link = required(call, 1)
  run.writes(link, 'link')
  if (!target) return
  // Whoever opens the link reads what it stands for.
  if (target.tags.includes('secret')) run.reads(required(call, 0))
  for (const path of run.paths(link)) run.state({ kind: 'write-path', path, how: 'link', content: undefined, target })
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
      run.state({ kind: 'change-mode', path, grants, recursive: false })
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
          certainty: 'likely',
        })
  })
}

export function owners(position: number | 'self'): Handler {
  return does((call, run) => {
    for (const path of run.paths(subject(call, position)))
      run.state({ kind: 'change-mode', path, grants: 'owner', recursive: false })
    run.lower('plain')
  })
}

export const shells: Handler = (call, run) => {
  run.shell(required(call, 0, 'cmd', 'command', 'args'))
  return { sources: [{ kind: 'command', program: 'sh', secret: false }], ref: `${call.name}()` }
}

export function runsWords(call: CodeCall, run: Run, first: Abstract, rest: readonly Abstract[]): Abstract {
  const words = first.items ? first.items : [first, ...rest]
  run.program(words)
  const program = exact(words[0]) ?? '?'
  return { sources: [{ kind: 'command', program, secret: false }], ref: `${call.name}()` }
}

export const evaluates: Handler = (call) => call.evaluate(required(call, 0))

export function observes(what: Observed, source?: DataSource): Handler {
  return (call, run) => {
    run.acts({ kind: 'observe', what })
    return { sources: source ? [source] : [], ref: `${call.name}()` }
  }
}

export function weakens(feature: string): Handler {
  return (_call, run) => {
    run.acts({ kind: 'weaken', area: 'tls', feature, by: feature })
    return undefined
  }
}

export function weakensIfFalse(feature: string): Handler {
  return (call, run) => {
    const value = call.args.at(-1)
    const off = value?.ref === 'false' || value?.ref === 'False' || value?.number === 0 || exact(value) === '0'
    if (off) return weakens(feature)(call, run)
    return undefined
  }
}

export const ENVIRONMENT: DataSource = { kind: 'environment', name: '*', secret: true }

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

/** A program that gets its lines later: `spawn('sh').stdin.end(…)`. */
export const feeds: Handler = (call, run) => {
  const value = argument(call, 0, 'input')
  if (!value || value.ref === 'None') return undefined
  for (const line of (exact(value) ?? '').split('\n')) if (line.trim() !== '') run.loose.text(line, run.language)
  run.loose.hint(call.name)
  return undefined
}

export const workingDirectory: Handler = (_call, run) => text(run.scribe.pathOf('.').real ?? '.')
export const changesDirectory = does((call, run) => {
  run.directory = call.args[0]
})
/** The folder of the file that is read. */
export const ownFolder: Handler = (call, run) =>
  run.file === undefined ? workingDirectory(call, run) : text(run.file.replace(/\/[^/]*$/, ''))

const ARGUMENT: DataSource = { kind: 'argument' }
export const givenWord: Handler = () => from([ARGUMENT])
export const givenWords: Handler = () => ({ element: from([ARGUMENT]), sources: [ARGUMENT] })

export const truncates = does((call, run) => run.writes(required(call, 0), 'truncate'))

export const decodesPercents = constant((whole) =>
  whole.replace(/%([0-9a-fA-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
)

/** Unpacks an object: if it comes from elsewhere, whoever made it runs here. */
export const unpacksObject: Handler = (call, run) => {
  const sources = allSources(call.args[0])
  if (!run.downloadRuns(run.language, sources)) run.lower('expected')
  return from(sources)
}

const isEveryProcess = (source: DataSource): boolean =>
  source.kind === 'command' && source.program === EVERY_PROCESS.program

export const kills = does((call, run) => {
  const [target] = call.args
  const id = target?.number
  const own = target?.ref !== undefined && /getpid|process\.pid/.test(target.ref)
  const all = target !== undefined && allSources(target).some(isEveryProcess)
  run.acts({
    kind: 'signal-process',
    target: id === undefined ? shown(target) : String(id),
    owner: own ? 'session' : all || id === -1 || id === 0 ? 'everything' : id === 1 ? 'system' : 'unknown',
  })
})

export const forks: Handler = (_call, run) => {
  run.lower('plain')
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes' })
  return { sources: [] }
}

export function prints(...skip: readonly string[]): Handler {
  return does((call, run) => {
    const values = [...call.args, ...[...call.named].filter(([name]) => !skip.includes(name)).map(([, value]) => value)]
    run.prints(sourcesOf(values))
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
      certainty: 'likely',
    })
})

export const unreadable = does((call, run) => run.unknown(`${call.name} does what cannot be read`))

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
