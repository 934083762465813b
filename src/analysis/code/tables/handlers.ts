import { isSecretName } from '../../../knowledge/lexicon/secret-names.ts'
import type { Effect } from '../../effects.ts'
import { printedInstallPath } from '../../gate/installed-paths.ts'
import { checkDisablingValue } from '../../generic/insecure-variables.ts'
import type { DataSource } from '../../words.ts'
import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  sourcesOf,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueForDisplay,
  valueFrom,
} from '../run/abstract-value.ts'
import {
  argument,
  type CodeCall,
  type Handler,
  type Handlers,
  requiredArgument,
  voidHandler,
} from '../run/call-table.ts'
import { EVERY_PROCESS } from '../run/operators.ts'
import type { CodeRun } from '../run/run.ts'
import { expandKeys } from '../syntax.ts'

type ObservedThing = Extract<Effect, { kind: 'observe' }>['what']

function subjectValue(call: CodeCall, position: number | 'self', ...names: readonly string[]): AbstractValue {
  return position === 'self' ? (call.receiver ?? UNKNOWN_RESULT) : requiredArgument(call, position, ...names)
}

export function deleteHandler(position: number | 'self', recursive: boolean, ...names: readonly string[]): Handler {
  return voidHandler((call, run) => {
    const value = subjectValue(call, position, ...names)
    const targets = value.items ?? (value.known === undefined && value.element ? [value.element] : [value])
    for (const item of targets) run.deletes(item, recursive)
  })
}

export const deleteByOptionsHandler = voidHandler((call, run) => {
  const option = call.args[1]?.fields?.get('recursive')
  run.deletes(requiredArgument(call, 0), option?.ref === 'true')
})

export function readHandler(position: number | 'self', ...names: readonly string[]): Handler {
  return (call, run) => {
    const value = subjectValue(call, position, ...names)
    return valueFrom(uniqueSources([run.reads(value), value.sources]))
  }
}

export function listHandler(position: number | 'self', full: boolean): Handler {
  return (call, run) => {
    const directory = subjectValue(call, position)
    const where = knownOf(directory) === '\0' && directory.known === undefined ? textValue('.') : directory
    run.reads(where, true)
    const known = full ? `${knownOf(where).replace(/\/$/, '')}/\0` : '\0'
    const sources = /^\/proc\/?$/.test(knownOf(where)) ? [EVERY_PROCESS] : []
    return { element: { known, sources, ...(full ? { type: 'Path' } : {}) }, sources: [] }
  }
}

export function writeHandler(
  how: 'overwrite' | 'append' | 'create' | 'edit',
  position: number | 'self',
  content: number,
): Handler {
  return voidHandler((call, run) => run.writes(subjectValue(call, position), how, call.args[content]))
}

export function createHandler(position: number | 'self'): Handler {
  return voidHandler((call, run) => run.writes(subjectValue(call, position), 'create'))
}

export const copyHandler = voidHandler((call, run) => {
  const sources = run.reads(requiredArgument(call, 0, 'src'))
  run.carries(requiredArgument(call, 1, 'dst'), sources)
  run.writes(
    requiredArgument(call, 1, 'dst'),
    'overwrite',
    valueFrom(sources.filter((source) => source.kind === 'network' || (source.kind === 'file' && !source.secret))),
  )
})

export function moveHandler(position: number | 'self'): Handler {
  return (call, run) => {
    const target = position === 'self' ? requiredArgument(call, 0, 'target') : requiredArgument(call, 1, 'dst')
    const of = run.paths(subjectValue(call, position, 'src')).flatMap(({ real }) => real ?? [])
    run.writes(target, 'move', valueFrom(of.map((path) => ({ kind: 'file', path, secret: false }))))
    run.carries(target, allSources(subjectValue(call, position, 'src')))
    for (const path of run.paths(subjectValue(call, position, 'src')))
      run.state({ kind: 'write-path', path, how: 'move', content: undefined })
    return { ...target, others: undefined }
  }
}

export const linkHandler = voidHandler((call, run) => {
  const [target] = run.paths(requiredArgument(call, 0))
  const link = requiredArgument(call, 1)
  run.writes(link, 'link')
  if (!target) return
  // Whoever opens the link reads what it stands for.
  if (target.tags.includes('secret')) run.reads(requiredArgument(call, 0))
  for (const path of run.paths(link)) run.state({ kind: 'write-path', path, how: 'link', content: undefined, target })
})

/** chmod with a numeric mode. */
export function chmodHandler(position: number | 'self', mode: number): Handler {
  return voidHandler((call, run) => {
    const given = call.args[mode]
    const bits = given?.number ?? Number.parseInt(exactText(given) ?? '', 8)
    const grants = !Number.isFinite(bits)
      ? /^[ugoa]*[+=][rwx]*s/.test(exactText(given) ?? '')
        ? 'setuid'
        : 'other'
      : bits & 0o6000
        ? 'setuid'
        : bits & 0o002
          ? 'world-writable'
          : bits & 0o111
            ? 'executable'
            : 'tighten'
    for (const path of run.paths(subjectValue(call, position))) {
      run.lower(path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain')
      run.state({ kind: 'change-mode', path, grants, recursive: false })
    }
  })
}

/** The dates of a file that is not the project's own are evidence: set by hand, they are false. */
export function setDatesHandler(position: number): Handler {
  return voidHandler((call, run) => {
    for (const path of run.paths(subjectValue(call, position)))
      if (path.zone === 'system' || path.zone === 'home')
        run.state({
          kind: 'weaken',
          area: 'audit',
          feature: `the dates of ${path.text}`,
          certainty: 'likely',
        })
  })
}

export function chownHandler(position: number | 'self'): Handler {
  return voidHandler((call, run) => {
    for (const path of run.paths(subjectValue(call, position)))
      run.state({ kind: 'change-mode', path, grants: 'owner', recursive: false })
    run.lower('plain')
  })
}

export const shellHandler: Handler = (call, run) => {
  const line = requiredArgument(call, 0, 'cmd', 'command', 'args')
  run.shell(line)
  const printed = printedInstallPath(knownOf(line).trim().split(/\s+/), run.recorder.facts)
  if (printed !== undefined) return textValue(printed)
  return { sources: [{ kind: 'command', program: 'sh', secret: false }], ref: `${call.name}()` }
}

export function runWords(
  call: CodeCall,
  run: CodeRun,
  first: AbstractValue,
  rest: readonly AbstractValue[],
): AbstractValue {
  const words = first.items ? first.items : [first, ...rest]
  run.program(words)
  const printed = printedInstallPath(words.map(knownOf), run.recorder.facts)
  if (printed !== undefined) return textValue(printed)
  const program = exactText(words[0]) ?? '?'
  return { sources: [{ kind: 'command', program, secret: false }], ref: `${call.name}()` }
}

export const evaluateHandler: Handler = (call) => call.evaluate(requiredArgument(call, 0))

/** `shutil.which("irongate")`: where a program lies. */
export const whichHandler: Handler = (call, run) => {
  const name = exactText(requiredArgument(call, 0, 'cmd'))
  if (name === undefined) return UNKNOWN_RESULT
  const { facts } = run.recorder
  const place = printedInstallPath(['which', name], facts) ?? (/^[\w.+-]+$/.test(name) ? facts.which(name) : undefined)
  return place === undefined ? UNKNOWN_RESULT : textValue(place)
}

/** `process.execPath`, `sys.executable`: the program that reads this code, by the place that the search path gives it. */
export function interpreterHandler(name: string): Handler {
  return (_call, run) => textValue(run.recorder.facts.which(name) ?? `/usr/bin/${name}`)
}

export function observeHandler(what: ObservedThing, source?: DataSource): Handler {
  return (call, run) => {
    run.acts({ kind: 'observe', what })
    return { sources: source ? [source] : [], ref: `${call.name}()` }
  }
}

export function tlsWeakeningHandler(feature: string): Handler {
  return (_call, run) => {
    run.acts({ kind: 'weaken', area: 'tls', feature, by: feature })
    return undefined
  }
}

export function tlsWeakeningIfFalse(feature: string): Handler {
  return (call, run) => {
    const value = call.args.at(-1)
    const off = value?.ref === 'false' || value?.ref === 'False' || value?.number === 0 || exactText(value) === '0'
    if (off) return tlsWeakeningHandler(feature)(call, run)
    return undefined
  }
}

export function environmentValue(run: CodeRun, name: string | undefined): AbstractValue {
  if (name === 'HOME' || name === 'USERPROFILE') return textValue(run.recorder.facts.home)
  if (name === 'USER' || name === 'LOGNAME') return textValue(run.recorder.facts.user)
  if (name === 'PWD') return textValue(run.recorder.pathOf('.').real ?? '.')
  if (name === 'TMPDIR') return textValue('/tmp')
  return {
    known: '\0',
    sources: [{ kind: 'environment', name: name ?? '?', secret: name === undefined || isSecretName(name) }],
  }
}

export const readVariableHandler: Handler = (call, run) => {
  const [name, fallback] = call.args
  const value = environmentValue(run, exactText(name))
  return fallback ? { ...value, others: [fallback] } : value
}

export const setVariableHandler: Handler = (call, run) => {
  const [name, value] = call.args
  const key = exactText(name) ?? ''
  run.lower('expected')
  if (checkDisablingValue(key)?.test(exactText(value) ?? '1')) return tlsWeakeningHandler(key)(call, run)
  if (/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|NODE_OPTIONS|PYTHONSTARTUP|BASH_ENV)$/.test(key)) run.lower('plain')
  return UNKNOWN_RESULT
}

/** A program that gets its lines later: `spawn('sh').stdin.end(…)`. */
export const stdinHandler: Handler = (call, run) => {
  const value = argument(call, 0, 'input')
  if (!value || value.ref === 'None') return undefined
  for (const line of (exactText(value) ?? '').split('\n'))
    if (line.trim() !== '') run.unresolved.text(line, run.language)
  run.unresolved.hint(call.name)
  return undefined
}

export const workingDirectoryHandler: Handler = (_call, run) => textValue(run.recorder.pathOf('.').real ?? '.')
export const changeDirectoryHandler = voidHandler((call, run) => {
  run.directory = call.args[0]
})
/** The folder of the file that is read. */
export const scriptFolderHandler: Handler = (call, run) =>
  run.file === undefined ? workingDirectoryHandler(call, run) : textValue(run.file.replace(/\/[^/]*$/, ''))

const ARGUMENT_SOURCE: DataSource = { kind: 'argument' }
export const argumentHandler: Handler = () => valueFrom([ARGUMENT_SOURCE])
export const argumentsHandler: Handler = () => ({ element: valueFrom([ARGUMENT_SOURCE]), sources: [ARGUMENT_SOURCE] })

export const truncateHandler = voidHandler((call, run) => run.writes(requiredArgument(call, 0), 'truncate'))

export const percentDecodeHandler = constantHandler((whole) =>
  whole.replace(/%([0-9a-fA-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
)

/** Unpacks an object: if it comes from elsewhere, whoever made it runs here. */
export const deserializeHandler: Handler = (call, run) => {
  const sources = allSources(call.args[0])
  if (!run.downloadRuns(run.language, sources)) run.lower('expected')
  return valueFrom(sources)
}

const isEveryProcess = (source: DataSource): boolean =>
  source.kind === 'command' && source.program === EVERY_PROCESS.program

export const killHandler = voidHandler((call, run) => {
  const [target] = call.args
  const id = target?.number
  const own = target?.ref !== undefined && /getpid|process\.pid/.test(target.ref)
  const all = target !== undefined && allSources(target).some(isEveryProcess)
  run.acts({
    kind: 'signal-process',
    target: id === undefined ? valueForDisplay(target) : String(id),
    owner: own ? 'session' : all || id === -1 || id === 0 ? 'everything' : id === 1 ? 'system' : 'unknown',
  })
})

export const forkHandler: Handler = (_call, run) => {
  run.lower('plain')
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes' })
  return { sources: [] }
}

export function printHandler(...skip: readonly string[]): Handler {
  return voidHandler((call, run) => {
    const values = [...call.args, ...[...call.named].filter(([name]) => !skip.includes(name)).map(([, value]) => value)]
    run.prints(sourcesOf(values))
  })
}

export function constantHandler(compute: (whole: string) => string | undefined): Handler {
  return (call) => {
    const [value] = call.args
    const whole = exactText(value)
    const result = whole === undefined ? undefined : compute(whole)
    return textValue(result ?? '\0', allSources(value))
  }
}

export const identityHandler: Handler = (call) => call.args[0] ?? call.receiver ?? UNKNOWN_RESULT
export const receiverHandler: Handler = (call) => call.receiver ?? UNKNOWN_RESULT

export function handlerTable(...groups: readonly Handlers[]): ReadonlyMap<string, Handler> {
  const entries = groups
    .flatMap((group) => [...expandKeys(group)])
    .map(([name, handler]) => [name.replaceAll('::', '.'), handler] as const)
  return new Map([...entries, ['$environment', readVariableHandler]])
}

export const setUserHandler = voidHandler((call, run) => {
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

export const unreadableHandler = voidHandler((call, run) => run.unknown(`${call.name} does what cannot be read`))

export function exposeSecretStore(run: CodeRun, store: string): AbstractValue {
  run.acts({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store },
    sink: 'output',
    by: store,
    certainty: 'likely',
  })
  return { sources: [{ kind: 'secret-store', store }] }
}
