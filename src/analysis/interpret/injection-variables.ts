import type { CodeLanguage } from '../effects.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Value, Word } from '../words.ts'
import type { CommandGrade, EffectRecorder, RunOptions } from './program.ts'

type InjectionHandler = (value: Word, name: string, recorder: EffectRecorder) => CommandGrade

/** Code that nobody can look at before it runs. */
export function recordUnreadCode(language: CodeLanguage, by: string, recorder: EffectRecorder): CommandGrade {
  recorder.effect({ kind: 'run-code', language, origin: 'dynamic', read: false, host: undefined, by })
  return 'unknown'
}

function isSystemPath(path: PathUse): boolean {
  return path.zone === 'system' || path.tags.includes('null-device')
}

/** Runs a file that a variable or an option names; one that cannot be read is code that is not known. */
export function runNamedFile(
  path: PathUse,
  language: CodeLanguage,
  wrapper: string,
  recorder: EffectRecorder,
): CommandGrade {
  if (isSystemPath(path)) return 'plain'
  const text = path.real === undefined ? undefined : recorder.readText(path.real)
  if (text === undefined) return recordUnreadCode(language, wrapper, recorder)
  recorder.runsFile(path, language, wrapper)
  return 'plain'
}

const startupFileHandler =
  (language: CodeLanguage): InjectionHandler =>
  (value, name, recorder) =>
    value.text === '' ? 'proven' : runNamedFile(recorder.path(value), language, `${name}=`, recorder)

/** Libraries that are loaded into every program: plain names come from the system's own directories. */
const recordPreloadedLibraries: InjectionHandler = (value, name, recorder) => {
  const named = value.known.split(/[: ]+/).filter((entry) => /[/\0]/.test(entry))
  return named.every((entry) => isSystemPath(recorder.pathOf(entry)))
    ? 'plain'
    : recordUnreadCode('other', `${name}=`, recorder)
}

/** Directories whose modules programs load by themselves: those that anyone may write to are not trusted. */
const recordModuleFolders: InjectionHandler = (value, name, recorder) => {
  for (const entry of value.known.split(':')) {
    const path = recorder.pathOf(entry === '' ? '.' : entry)
    if (path.real === undefined || path.zone !== 'temp') continue
    const written = [...recorder.facts.session.written.keys()].filter((file) => file.startsWith(`${path.real}/`))
    for (const file of written)
      if (/\/(?:site|user)customize\.py$/.test(file)) recorder.runsFile(recorder.pathOf(file), 'python', `${name}=`)
    if (written.length === 0 && !path.sessionMade) return recordUnreadCode('other', `${name}=`, recorder)
  }
  return 'plain'
}

const DEBUGGERS = /^(?:0|(?:i?pdb|pudb|web_pdb|bpdb|remote_pdb|IPython|debugpy)(?:\.\w+)*)?$/

const recordBreakpointHook: InjectionHandler = (value, name, recorder) =>
  value.text !== undefined && DEBUGGERS.test(value.text) ? 'proven' : recordUnreadCode('python', `${name}=`, recorder)

const inlineCodeHandler =
  (language: CodeLanguage): InjectionHandler =>
  (value, name, recorder) => {
    recorder.runsCode(language, value, `${name}=`)
    return 'plain'
  }

/** `() { …; }`: a function that every bash started from here takes in under a name of its choice. */
const recordShellFunction: InjectionHandler = ({ text, sources }, name, recorder) => {
  recorder.runsShell({ text: text?.replace(/^\s*\(\)/, ''), sources }, `${name}=`)
  return 'plain'
}

const recordMakefiles: InjectionHandler = (value, name, recorder) =>
  value.text === '' ? 'proven' : recordUnreadCode('other', `${name}=`, recorder)

/** Options of make that bring recipes of their own. */
const recordMakeFlags: InjectionHandler = (value, name, recorder) =>
  /--?(?:eval|file|makefile|include-dir)\b|(?:^|\s)-[A-Za-z]*f|SHELL\w*\s*[:?+]?=|\0/.test(value.known)
    ? recordUnreadCode('other', `${name}=`, recorder)
    : 'proven'

/** `-Mmodule` loads a module; anything behind a semicolon is code. */
const recordPerlOptions: InjectionHandler = (value, name, recorder) =>
  /[;({\0]/.test(value.known)
    ? recordUnreadCode('perl', `${name}=`, recorder)
    : recordPerlModules(value, name, recorder)

/** `--require ./x.js` and the like; plain names are packages of the project. */
const recordNodeOptions: InjectionHandler = (value, name, recorder) => {
  const words = value.known.split(/[\s=]+/)
  let grade: CommandGrade = 'proven'
  words.forEach((word, at) => {
    if (!/^(?:-r|--require|--import|--loader|--experimental-loader)$/.test(word)) return
    const target = (words[at + 1] ?? '').replace(/^file:\/\//, '').replace(/^["']|["']$/g, '')
    if (/^data:/.test(target)) recordUnreadCode('javascript', `${name}=`, recorder)
    if (!/^[./~\0]/.test(target)) return
    grade = 'plain'
    const path = recorder.pathOf(target)
    if (path.zone === 'project') recorder.runsFile(path, 'javascript', `${name}=`)
    else runNamedFile(path, 'javascript', `${name}=`, recorder)
  })
  return grade
}

const recordGoFlags: InjectionHandler = (value, name, recorder) => {
  const tool = /(?:^|\s)--?(?:toolexec|exec)=(?:'([^']*)'|(\S+))/.exec(value.known)
  const command = tool?.[1] ?? tool?.[2]
  return command === undefined
    ? 'proven'
    : recordCommandInVariable({ ...value, text: command, known: command }, name, recorder)
}

export function recordCommandInVariable(value: Word, name: string, recorder: EffectRecorder): CommandGrade {
  // Marks before it say how its output is taken, or that a shell runs it.
  const text = (value.text ?? value.alternatives?.texts[0])?.replace(/^\s*(?:\|{1,2}-?|!)\s*/, '')
  return runSubstituteCommand({ text, sources: value.sources }, `${name}=`, recorder)
}

/** A command that a known tool starts in place of its own: a file outside of the system that cannot be read is not known. */
export function runSubstituteCommand(
  { text, sources }: Value,
  wrapper: string,
  recorder: EffectRecorder,
  options?: RunOptions,
): CommandGrade {
  // What `which` found is an installed program.
  const found = sources.length > 0 && sources.every((source) => source.kind === 'command' && source.program === 'which')
  if (text === undefined && found) return 'plain'
  const grade = recorder.runsShell({ text, sources }, wrapper, options)
  const [program = ''] = (text ?? '').trim().split(/\s+/)
  if (/^[./~]|\//.test(program) && !/[$`;|&]/.test(program)) {
    const path = recorder.pathOf(program)
    const trusted = path.zone === 'system' || path.zone === 'home' || /(?:^|\/)node_modules\/\.bin\//.test(program)
    const known = path.real !== undefined && recorder.readText(path.real) !== undefined
    if (!trusted && !known) return recordUnreadCode('other', wrapper, recorder)
  }
  return grade === 'proven' ? 'plain' : grade
}

function loadedFileHandler(pattern: RegExp): InjectionHandler {
  return (value, name, recorder) => {
    const file = pattern.exec(value.known)?.[1]
    if (file === undefined || !/^[./~]/.test(file)) return 'proven'
    const path = recorder.pathOf(file)
    return path.zone === 'temp' ? runNamedFile(path, 'other', `${name}=`, recorder) : 'plain'
  }
}

const recordPerlModules = loadedFileHandler(/(?:^|\s)-[mMI]\s*(\S+)/)
const recordJavaAgent = loadedFileHandler(/-(?:javaagent:|agentpath:|Xbootclasspath\/a:)([^=\s]+)/)

const INJECTION_HANDLERS: ReadonlyMap<string, InjectionHandler> = new Map(
  (
    [
      ['LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES', recordPreloadedLibraries],
      ['BASH_ENV ENV', startupFileHandler('shell')],
      ['PYTHONSTARTUP', startupFileHandler('python')],
      ['PYTHONBREAKPOINT', recordBreakpointHook],
      ['PERL5DB', inlineCodeHandler('perl')],
      ['VIMINIT EXINIT', inlineCodeHandler('other')],
      ['MAKEFILES', recordMakefiles],
      ['MAKEFLAGS GNUMAKEFLAGS', recordMakeFlags],
      ['NODE_OPTIONS', recordNodeOptions],
      ['GOFLAGS', recordGoFlags],
      ['JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS', recordJavaAgent],
      ['RUBYOPT', loadedFileHandler(/(?:^|\s)-[rI]\s*(\S+)/)],
      ['PERL5OPT', recordPerlOptions],
      [
        'PYTHONPATH PYTHONHOME PERL5LIB RUBYLIB NODE_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH GCONV_PATH GIT_EXEC_PATH',
        recordModuleFolders,
      ],
    ] satisfies readonly (readonly [string, InjectionHandler])[]
  ).flatMap(([names, injection]) => names.split(' ').map((name) => [name, injection] as const)),
)

export function injectionHandlerFor(name: string): InjectionHandler | undefined {
  // A package manager's setting may be another variable for what it starts: `npm_config_node_options`.
  const handed = /^(?:npm|pnpm|yarn)_config_(\w+)$/i.exec(name)?.[1]?.toUpperCase() ?? name
  return INJECTION_HANDLERS.get(handed) ?? (name.startsWith('BASH_FUNC_') ? recordShellFunction : undefined)
}
