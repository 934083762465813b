import type { CodeLanguage } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Value, Word } from '../../words.ts'
import type { RunOptions, Scribe, Standing } from '../program.ts'

type Injection = (value: Word, name: string, scribe: Scribe) => Standing

/** Code that nobody can look at before it runs. */
export function stateUnseen(language: CodeLanguage, by: string, scribe: Scribe): Standing {
  scribe.effect({ kind: 'run-code', language, origin: 'dynamic', read: false, host: undefined, by })
  return 'unknown'
}

function isInstalled(path: PathUse): boolean {
  return path.zone === 'system' || path.tags.includes('null-device')
}

/** Runs a file that a variable or an option names; one that cannot be read is code that is not known. */
export function runsNamed(path: PathUse, language: CodeLanguage, wrapper: string, scribe: Scribe): Standing {
  if (isInstalled(path)) return 'plain'
  const text = path.real === undefined ? undefined : scribe.readText(path.real)
  if (text === undefined) return stateUnseen(language, wrapper, scribe)
  scribe.runsFile(path, language, wrapper)
  return 'plain'
}

const startupFile =
  (language: CodeLanguage): Injection =>
  (value, name, scribe) =>
    value.text === '' ? 'proven' : runsNamed(scribe.path(value), language, `${name}=`, scribe)

/** Libraries that are loaded into every program: plain names come from the system's own directories. */
const library: Injection = (value, name, scribe) => {
  const named = value.known.split(/[: ]+/).filter((entry) => /[/\0]/.test(entry))
  return named.every((entry) => isInstalled(scribe.pathOf(entry))) ? 'plain' : stateUnseen('other', `${name}=`, scribe)
}

/** Directories whose modules programs load by themselves: those that anyone may write to are not trusted. */
const modules: Injection = (value, name, scribe) => {
  for (const entry of value.known.split(':')) {
    const path = scribe.pathOf(entry === '' ? '.' : entry)
    if (path.real === undefined || path.zone !== 'temp') continue
    const written = [...scribe.facts.session.written.keys()].filter((file) => file.startsWith(`${path.real}/`))
    for (const file of written)
      if (/\/(?:site|user)customize\.py$/.test(file)) scribe.runsFile(scribe.pathOf(file), 'python', `${name}=`)
    if (written.length === 0 && !path.sessionMade) return stateUnseen('other', `${name}=`, scribe)
  }
  return 'plain'
}

const DEBUGGERS = /^(?:0|(?:i?pdb|pudb|web_pdb|bpdb|remote_pdb|IPython|debugpy)(?:\.\w+)*)?$/

const breakpoint: Injection = (value, name, scribe) =>
  value.text !== undefined && DEBUGGERS.test(value.text) ? 'proven' : stateUnseen('python', `${name}=`, scribe)

const codeIn =
  (language: CodeLanguage): Injection =>
  (value, name, scribe) => {
    scribe.runsCode(language, value, `${name}=`)
    return 'plain'
  }

/** `() { …; }`: a function that every bash started from here takes in under a name of its choice. */
const shellFunction: Injection = ({ text, sources }, name, scribe) => {
  scribe.runsShell({ text: text?.replace(/^\s*\(\)/, ''), sources }, `${name}=`)
  return 'plain'
}

const makefile: Injection = (value, name, scribe) =>
  value.text === '' ? 'proven' : stateUnseen('other', `${name}=`, scribe)

/** Options of make that bring recipes of their own. */
const makeFlags: Injection = (value, name, scribe) =>
  /--?(?:eval|file|makefile|include-dir)\b|(?:^|\s)-[A-Za-z]*f|SHELL\w*\s*[:?+]?=|\0/.test(value.known)
    ? stateUnseen('other', `${name}=`, scribe)
    : 'proven'

/** `-Mmodule` loads a module; anything behind a semicolon is code. */
const perlOptions: Injection = (value, name, scribe) =>
  /[;({\0]/.test(value.known) ? stateUnseen('perl', `${name}=`, scribe) : perlModules(value, name, scribe)

/** `--require ./x.js` and the like; plain names are packages of the project. */
const nodeOptions: Injection = (value, name, scribe) => {
  const words = value.known.split(/[\s=]+/)
  let standing: Standing = 'proven'
  words.forEach((word, at) => {
    if (!/^(?:-r|--require|--import|--loader|--experimental-loader)$/.test(word)) return
    const target = (words[at + 1] ?? '').replace(/^file:\/\//, '').replace(/^["']|["']$/g, '')
    if (/^data:/.test(target)) stateUnseen('javascript', `${name}=`, scribe)
    if (!/^[./~\0]/.test(target)) return
    standing = 'plain'
    const path = scribe.pathOf(target)
    if (path.zone === 'project') scribe.runsFile(path, 'javascript', `${name}=`)
    else runsNamed(path, 'javascript', `${name}=`, scribe)
  })
  return standing
}

const goFlags: Injection = (value, name, scribe) => {
  const tool = /(?:^|\s)--?(?:toolexec|exec)=(?:'([^']*)'|(\S+))/.exec(value.known)
  const command = tool?.[1] ?? tool?.[2]
  return command === undefined ? 'proven' : stateCommand({ ...value, text: command, known: command }, name, scribe)
}

export function stateCommand(value: Word, name: string, scribe: Scribe): Standing {
  // Marks before it say how its output is taken, or that a shell runs it.
  const text = (value.text ?? value.alternatives?.texts[0])?.replace(/^\s*(?:\|{1,2}-?|!)\s*/, '')
  return runsInstead({ text, sources: value.sources }, `${name}=`, scribe)
}

/** A command that a known tool starts in place of its own: a file outside of the system that cannot be read is not known. */
export function runsInstead({ text, sources }: Value, wrapper: string, scribe: Scribe, options?: RunOptions): Standing {
  // What `which` found is an installed program.
  const found = sources.length > 0 && sources.every((source) => source.kind === 'command' && source.program === 'which')
  if (text === undefined && found) return 'plain'
  const standing = scribe.runsShell({ text, sources }, wrapper, options)
  const [program = ''] = (text ?? '').trim().split(/\s+/)
  if (/^[./~]|\//.test(program) && !/[$`;|&]/.test(program)) {
    const path = scribe.pathOf(program)
    const trusted = path.zone === 'system' || path.zone === 'home' || /(?:^|\/)node_modules\/\.bin\//.test(program)
    const known = path.real !== undefined && scribe.readText(path.real) !== undefined
    if (!trusted && !known) return stateUnseen('other', wrapper, scribe)
  }
  return standing === 'proven' ? 'plain' : standing
}

function loadsFile(pattern: RegExp): Injection {
  return (value, name, scribe) => {
    const file = pattern.exec(value.known)?.[1]
    if (file === undefined || !/^[./~]/.test(file)) return 'proven'
    const path = scribe.pathOf(file)
    return path.zone === 'temp' ? runsNamed(path, 'other', `${name}=`, scribe) : 'plain'
  }
}

const perlModules = loadsFile(/(?:^|\s)-[mMI]\s*(\S+)/)
const javaAgent = loadsFile(/-(?:javaagent:|agentpath:|Xbootclasspath\/a:)([^=\s]+)/)

const INJECTIONS: ReadonlyMap<string, Injection> = new Map(
  (
    [
      ['LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES', library],
      ['BASH_ENV ENV', startupFile('shell')],
      ['PYTHONSTARTUP', startupFile('python')],
      ['PYTHONBREAKPOINT', breakpoint],
      ['PERL5DB', codeIn('perl')],
      ['VIMINIT EXINIT', codeIn('other')],
      ['MAKEFILES', makefile],
      ['MAKEFLAGS GNUMAKEFLAGS', makeFlags],
      ['NODE_OPTIONS', nodeOptions],
      ['GOFLAGS', goFlags],
      ['JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS', javaAgent],
      ['RUBYOPT', loadsFile(/(?:^|\s)-[rI]\s*(\S+)/)],
      ['PERL5OPT', perlOptions],
      [
        'PYTHONPATH PYTHONHOME PERL5LIB RUBYLIB NODE_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH GCONV_PATH GIT_EXEC_PATH',
        modules,
      ],
    ] satisfies readonly (readonly [string, Injection])[]
  ).flatMap(([names, injection]) => names.split(' ').map((name) => [name, injection] as const)),
)

export function injectionOf(name: string): Injection | undefined {
  // A package manager's setting may be another variable for what it starts: `npm_config_node_options`.
  const handed = /^(?:npm|pnpm|yarn)_config_(\w+)$/i.exec(name)?.[1]?.toUpperCase() ?? name
  return INJECTIONS.get(handed) ?? (name.startsWith('BASH_FUNC_') ? shellFunction : undefined)
}
