import { argument, type CodeCall, does, type Handler, type Handlers, lastOf, required } from '../run/table.ts'
import { pushesRefs } from '../run/telling-calls.ts'
import { stateTyped } from '../run/typed-there.ts'
import { type Abstract, allSources, exact, from, reference, shown, text, UNKNOWN } from '../run/value.ts'
import { deletes, feeds, kills, modes, reads, shells } from './acts.ts'
import { payload } from './network-acts.ts'

/** Statements given as text: `timeit.timeit(stmt, setup)`, `cProfile.run(stmt)`. */
const runsStatements = does((call, run) => {
  for (const value of [argument(call, 0, 'stmt', 'statement', 'cmd'), argument(call, 1, 'setup')]) {
    if (!value) continue
    if (value.closure) call.invoke(value, [])
    else if (value.known !== undefined) call.evaluate(value)
    else run.unknown(`what ${call.name} runs is not known`)
  }
})

const runsInput = does((call, run) => run.unknown(`${call.name} runs what it is given`))

const rewritesFiles: Handler = (call, run) => {
  const files = argument(call, 0, 'files') ?? UNKNOWN
  const inPlace = call.named.get('inplace')
  const changes = inPlace !== undefined && inPlace.ref !== 'False'
  for (const file of files.items ?? [files]) {
    run.reads(file)
    if (changes) run.writes(file, 'edit')
  }
  return undefined
}

const logsTo: Handler = (call, run) => {
  const file = call.name === 'logging.basicConfig' ? call.named.get('filename') : argument(call, 0, 'filename')
  if (file) run.writes(file, exact(argument(call, 1, 'filemode', 'mode')) === 'w' ? 'overwrite' : 'append')
  return undefined
}

/** `sh.git("status")`: every name is a program. */
const runsNamed: Handler = (call, run) => {
  const program = lastOf(call.name)
  const words = call.args.map((value) => ({ ...value, ref: undefined }))
  run.program([text(program), ...words])
  return { sources: [{ kind: 'command', program, secret: false }] }
}

const opensHost: Handler = (call) => ({
  ref: `${call.name}()`,
  sources: [],
  fields: new Map([['host', required(call, 0, 'host', 'uri')]]),
})

const runsThere = does((call, run) => {
  const host = shown(call.receiver?.fields?.get('host'))
  stateTyped({ line: required(call, 0, 'command'), shell: 'shell' }, call.name, host, run)
})

const callsThere: Handler = (call, run) =>
  run.requests({
    url: call.receiver?.fields?.get('host') ?? UNKNOWN,
    method: 'POST',
    payload: payload(call.args),
  })

const opensPage: Handler = (call, run) => {
  const url = required(call, 0, 'url')
  const carried = allSources(url)
  return run.requests({ url, method: carried.length > 0 ? 'POST' : 'GET', payload: carried })
}

const manages = does((call, run) => run.program([text('python'), text('manage.py'), ...call.args]))

const callsByName = does((call, run) => run.loose.hint(call.name))

/** `functools.partial(f, …)`: called now, with what is known. */
const appliesPart: Handler = (call) => {
  const [target, ...args] = call.args
  return target?.closure ? target : wrapped(call, target, args)
}

function wrapped(call: CodeCall, target: Abstract | undefined, args: readonly Abstract[]): Abstract {
  if (target?.ref !== undefined && args.length > 0) call.invoke(target, args)
  return target?.ref === undefined ? UNKNOWN : reference(target.ref)
}

const loadsNative: Handler = (call, run) => {
  run.unknown(`${call.name} does what cannot be read`)
  run.loose.hint(call.name)
  return undefined
}

/** A template that leaves its sandbox: the texts in it may be commands. */
const rendersTemplate: Handler = (call, run) => {
  const template = exact(call.args[0]) ?? ''
  if (!/__(?:globals|subclasses|import|builtins|mro|class)__|\bpopen\b/.test(template)) return undefined
  for (const [, , inner = ''] of template.matchAll(/(["'])([^"'\n]{3,400})\1/g)) run.shell(text(inner))
  return UNKNOWN
}

/** GitPython: `repo.git.reset('--hard')` is `git reset --hard`. */
const runsGit = does((call, run) => {
  const verb = lastOf(call.name).replaceAll('_', '-')
  const words = call.args.flatMap((value) => value.items ?? [value])
  const options = [...call.named].map(([name]) => text(`${name.length > 1 ? '--' : '-'}${name.replaceAll('_', '-')}`))
  run.program([text('git'), text(verb), ...options, ...words])
})

const pushesGit = does((call, run) =>
  pushesRefs(
    call,
    call.args.flatMap((value) => value.items ?? [value]),
    run,
  ),
)

export const PYTHON_INDIRECT: Handlers = {
  'timeit.{timeit repeat Timer} cProfile.run cProfile.runctx profile.run profile.runctx pdb.run pdb.runeval bdb.Bdb().run trace.Trace().run code.InteractiveInterpreter().runsource code.InteractiveConsole().push':
    runsStatements,
  'code.interact code.InteractiveConsole().interact pdb.set_trace breakpoint': runsInput,
  'fileinput.input': rewritesFiles,
  'logging.{basicConfig FileHandler handlers.RotatingFileHandler handlers.TimedRotatingFileHandler}': logsTo,
  'linecache.getlines linecache.updatecache tokenize.open': reads(0),
  'pip.main pip._internal.main pip._internal.cli.main.main': does((call, run) =>
    run.program([text('pip'), ...(call.args[0]?.items ?? [])]),
  ),
  'configparser.{ConfigParser().read RawConfigParser().read SafeConfigParser().read}': does((call, run) => {
    const sources = run.reads(required(call, 0, 'filenames'))
    // What is printed later comes from there.
    if (sources.some((source) => 'secret' in source && source.secret)) run.prints(sources)
  }),
  'random.{sample choices shuffle}': (call) => call.args[0] ?? UNKNOWN,
  'random.choice': (call) => call.args[0]?.element ?? call.args[0]?.items?.[0] ?? UNKNOWN,
  'jinja2.{Template Environment().from_string}': rendersTemplate,
  'git.Repo().git.* git.Git().*': runsGit,
  'git.Repo().remote().push git.Repo().remotes.origin.push': pushesGit,
  'netrc.netrc': (call, run) => from(run.reads(call.args[0] ?? text('~/.netrc'))),
  'sh.* plumbum.cmd.* plumbum.local.*': runsNamed,
  'ctypes.{CDLL PyDLL WinDLL OleDLL cdll.LoadLibrary windll.LoadLibrary CFUNCTYPE}': loadsNative,
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().{system popen} fabric.Connection().local': shells,
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().{unlink remove rmdir}': deletes(0, false),
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().chmod': modes(0, 1),
  'ctypes.{CDLL cdll.LoadLibrary PyDLL}().kill': kills,
  'fabric.Connection fabric2.Connection xmlrpc.client.ServerProxy xmlrpclib.ServerProxy': opensHost,
  'fabric.Connection().run fabric.Connection().sudo fabric2.Connection().run': runsThere,
  'xmlrpc.client.ServerProxy().* xmlrpclib.ServerProxy().*': callsThere,
  'webbrowser.{open open_new open_new_tab}': opensPage,
  'django.core.management.call_command call_command': manages,
  'django.core.management.execute_from_command_line': does((call, run) => {
    const words = call.args[0]?.items?.slice(1)
    if (words) run.program([text('python'), text('manage.py'), ...words])
  }),
  'subprocess.Popen().{communicate stdin.write}': feeds,
  'operator.methodcaller': callsByName,
  'functools.{partial partialmethod}': appliesPart,
}
