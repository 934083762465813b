import {
  type AbstractValue,
  allSources,
  exactText,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  valueForDisplay,
  valueFrom,
} from '../run/abstract-value.ts'
import {
  argument,
  type CodeCall,
  type Handler,
  type Handlers,
  lastNamePart,
  requiredArgument,
  voidHandler,
} from '../run/call-table.ts'
import { recordRefPush } from '../run/library-calls.ts'
import { recordTypedLine } from '../run/remote-typing.ts'
import { chmodHandler, deleteHandler, killHandler, readHandler, shellHandler, stdinHandler } from './handlers.ts'
import { payloadSources } from './network-handlers.ts'

/** Statements given as text: `timeit.timeit(stmt, setup)`, `cProfile.run(stmt)`. */
const runStatementsHandler = voidHandler((call, run) => {
  for (const value of [argument(call, 0, 'stmt', 'statement', 'cmd'), argument(call, 1, 'setup')]) {
    if (!value) continue
    if (value.closure) call.invoke(value, [])
    else if (value.known !== undefined) call.evaluate(value)
    else run.unknown(`what ${call.name} runs is not known`)
  }
})

const runInputHandler = voidHandler((call, run) => run.unknown(`${call.name} runs what it is given`))

const fileInputHandler: Handler = (call, run) => {
  const files = argument(call, 0, 'files') ?? UNKNOWN_RESULT
  const inPlace = call.named.get('inplace')
  const changes = inPlace !== undefined && inPlace.ref !== 'False'
  for (const file of files.items ?? [files]) {
    run.reads(file)
    if (changes) run.writes(file, 'edit')
  }
  return undefined
}

const loggingHandler: Handler = (call, run) => {
  const file = call.name === 'logging.basicConfig' ? call.named.get('filename') : argument(call, 0, 'filename')
  if (file) run.writes(file, exactText(argument(call, 1, 'filemode', 'mode')) === 'w' ? 'overwrite' : 'append')
  return undefined
}

/** `sh.git("status")`: every name is a program. */
const namedProgramHandler: Handler = (call, run) => {
  const program = lastNamePart(call.name)
  const words = call.args.map((value) => ({ ...value, ref: undefined }))
  run.program([textValue(program), ...words])
  return { sources: [{ kind: 'command', program, secret: false }] }
}

const hostHandler: Handler = (call) => ({
  ref: `${call.name}()`,
  sources: [],
  fields: new Map([['host', requiredArgument(call, 0, 'host', 'uri')]]),
})

const remoteRunHandler = voidHandler((call, run) => {
  const host = valueForDisplay(call.receiver?.fields?.get('host'))
  recordTypedLine({ line: requiredArgument(call, 0, 'command'), shell: 'shell' }, call.name, host, run)
})

const remoteCallHandler: Handler = (call, run) =>
  run.requests({
    url: call.receiver?.fields?.get('host') ?? UNKNOWN_RESULT,
    method: 'POST',
    payload: payloadSources(call.args),
  })

const openPageHandler: Handler = (call, run) => {
  const url = requiredArgument(call, 0, 'url')
  const carried = allSources(url)
  return run.requests({ url, method: carried.length > 0 ? 'POST' : 'GET', payload: carried })
}

const managePyHandler = voidHandler((call, run) =>
  run.program([textValue('python'), textValue('manage.py'), ...call.args]),
)

const callByNameHandler = voidHandler((call, run) => run.unresolved.hint(call.name))

/** `functools.partial(f, …)`: called now, with what is known. */
const partialHandler: Handler = (call) => {
  const [target, ...args] = call.args
  return target?.closure ? target : wrapPartial(call, target, args)
}

function wrapPartial(call: CodeCall, target: AbstractValue | undefined, args: readonly AbstractValue[]): AbstractValue {
  if (target?.ref !== undefined && args.length > 0) call.invoke(target, args)
  return target?.ref === undefined ? UNKNOWN_RESULT : referenceValue(target.ref)
}

const nativeLoadHandler: Handler = (call, run) => {
  run.unknown(`${call.name} does what cannot be read`)
  run.unresolved.hint(call.name)
  return undefined
}

/** A template that leaves its sandbox: the texts in it may be commands. */
const templateHandler: Handler = (call, run) => {
  const template = exactText(call.args[0]) ?? ''
  if (!/__(?:globals|subclasses|import|builtins|mro|class)__|\bpopen\b/.test(template)) return undefined
  for (const [, , inner = ''] of template.matchAll(/(["'])([^"'\n]{3,400})\1/g)) run.shell(textValue(inner))
  return UNKNOWN_RESULT
}

/** GitPython: `repo.git.reset('--hard')` is `git reset --hard`. */
const gitHandler = voidHandler((call, run) => {
  const verb = lastNamePart(call.name).replaceAll('_', '-')
  const words = call.args.flatMap((value) => value.items ?? [value])
  const options = [...call.named].map(([name]) =>
    textValue(`${name.length > 1 ? '--' : '-'}${name.replaceAll('_', '-')}`),
  )
  run.program([textValue('git'), textValue(verb), ...options, ...words])
})

const gitPushHandler = voidHandler((call, run) =>
  recordRefPush(
    call,
    call.args.flatMap((value) => value.items ?? [value]),
    run,
  ),
)

export const PYTHON_INDIRECT: Handlers = {
  'timeit.{timeit repeat Timer} cProfile.run cProfile.runctx profile.run profile.runctx pdb.run pdb.runeval bdb.Bdb().run trace.Trace().run code.InteractiveInterpreter().runsource code.InteractiveConsole().push':
    runStatementsHandler,
  'code.interact code.InteractiveConsole().interact pdb.set_trace breakpoint': runInputHandler,
  'fileinput.input': fileInputHandler,
  'logging.{basicConfig FileHandler handlers.RotatingFileHandler handlers.TimedRotatingFileHandler}': loggingHandler,
  'linecache.getlines linecache.updatecache tokenize.open': readHandler(0),
  'pip.main pip._internal.main pip._internal.cli.main.main': voidHandler((call, run) =>
    run.program([textValue('pip'), ...(call.args[0]?.items ?? [])]),
  ),
  'configparser.{ConfigParser().read RawConfigParser().read SafeConfigParser().read}': voidHandler((call, run) => {
    const sources = run.reads(requiredArgument(call, 0, 'filenames'))
    // What is printed later comes from there.
    if (sources.some((source) => 'secret' in source && source.secret)) run.prints(sources)
  }),
  'random.{sample choices shuffle}': (call) => call.args[0] ?? UNKNOWN_RESULT,
  'random.choice': (call) => call.args[0]?.element ?? call.args[0]?.items?.[0] ?? UNKNOWN_RESULT,
  'jinja2.{Template Environment().from_string}': templateHandler,
  'git.Repo().git.* git.Git().*': gitHandler,
  'git.Repo().remote().push git.Repo().remotes.origin.push': gitPushHandler,
  'netrc.netrc': (call, run) => valueFrom(run.reads(call.args[0] ?? textValue('~/.netrc'))),
  'sh.* plumbum.cmd.* plumbum.local.*': namedProgramHandler,
  'ctypes.{CDLL PyDLL WinDLL OleDLL cdll.LoadLibrary windll.LoadLibrary CFUNCTYPE}': nativeLoadHandler,
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().{system popen} fabric.Connection().local': shellHandler,
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().{unlink remove rmdir}': deleteHandler(0, false),
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().chmod': chmodHandler(0, 1),
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().kill': killHandler,
  'fabric.Connection fabric2.Connection xmlrpc.client.ServerProxy xmlrpclib.ServerProxy': hostHandler,
  'fabric.Connection().run fabric.Connection().sudo fabric2.Connection().run': remoteRunHandler,
  'xmlrpc.client.ServerProxy().* xmlrpclib.ServerProxy().*': remoteCallHandler,
  'webbrowser.{open open_new open_new_tab}': openPageHandler,
  'django.core.management.call_command call_command': managePyHandler,
  'django.core.management.execute_from_command_line': voidHandler((call, run) => {
    const words = call.args[0]?.items?.slice(1)
    if (words) run.program([textValue('python'), textValue('manage.py'), ...words])
  }),
  'subprocess.Popen().{communicate stdin.write}': stdinHandler,
  'operator.methodcaller': callByNameHandler,
  'functools.{partial partialmethod}': partialHandler,
}
