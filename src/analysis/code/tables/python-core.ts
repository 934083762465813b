import { characters, decodeBase64, decodedBy, decodeHex, keeps } from '../run/constants.ts'
import { folderOf, joinPaths } from '../run/operators.ts'
import type { Run } from '../run/run.ts'
import { argument, type CodeCall, does, type Handler, type Handlers, required } from '../run/table.ts'
import {
  type Abstract,
  allSources,
  capped,
  cappedList,
  exact,
  from,
  knownOf,
  listOf,
  numeric,
  reference,
  text,
  UNKNOWN,
} from '../run/value.ts'
import {
  constant,
  ENVIRONMENT,
  evaluates,
  givenWord,
  givenWords,
  itself,
  ownFolder,
  prints,
  readsVariable,
  same,
  setsVariable,
  workingDirectory,
} from './acts.ts'

export const opens: Handler = (call, run) => {
  return opened(call, run, required(call, 0, 'file', 'filename'), modeOf(call, run, 1))
}

function modeOf(call: CodeCall, run: Run, at: number): string {
  const given = argument(call, at, 'mode')
  const mode = exact(given)
  if (given !== undefined && mode === undefined)
    run.mayChange(at === 0 ? (call.receiver ?? UNKNOWN) : required(call, 0, 'file', 'filename'), 'does')
  return mode ?? 'r'
}

export function opened(_call: CodeCall, run: Run, path: Abstract, mode: string): Abstract {
  if (/[wax+]/.test(mode)) {
    const how = mode.includes('a')
      ? 'append'
      : mode.includes('x')
        ? 'create'
        : mode.includes('+') && !mode.includes('w')
          ? 'edit'
          : 'overwrite'
    return { type: 'file', sources: [], handle: run.opens(path, how) }
  }
  const sources = run.reads(path)
  return { type: 'file', sources, element: from(sources) }
}

export const writesHandle = does((call, run) => {
  const handle = call.receiver?.handle
  for (const value of call.args) {
    if (!handle) break
    handle.pieces.push(exact(value))
    handle.sources.push(...allSources(value))
  }
  if (!handle) run.lower('expected')
})

const readsHandle: Handler = (call) => from(allSources(call.receiver))

const printsOrWrites: Handler = (call, run) => {
  const file = call.named.get('file')
  if (!file?.handle) return prints('file', 'sep', 'end', 'flush')(call, run)
  for (const value of call.args) file.handle.pieces.push(exact(value))
  file.handle.sources.push(...call.args.flatMap(allSources))
  return UNKNOWN
}

const imports: Handler = (call, run) => {
  const module = exact(call.args[0])
  if (module !== undefined) return call.importModule(module)
  run.unknown(`${call.name} loads a module that is not known`)
  return UNKNOWN
}

const gets: Handler = (call, run) => {
  const [object, name] = call.args
  const key = exact(name)
  if (object && key !== undefined) return call.member(object, key)
  // Rows that are kept are handed to a method that nobody knows.
  if (/\.(?:objects|_\w+_manager)\b/.test(object?.ref ?? '')) run.dynamicRun('python', 'getattr')
  if (object?.ref !== undefined) run.unknown('a name is taken from a module by a text that is not known')
  return UNKNOWN
}

const byteText: Handler = (call) => {
  const [value] = call.args
  if (value?.items) return characters({ ...call, args: value.items })
  return value ?? text('')
}

const reversesValue: Handler = (call) => {
  const [value] = call.args
  const whole = exact(value)
  if (whole !== undefined) return listOf([...whole].reverse().map((char) => text(char)))
  return value?.items ? listOf([...value.items].reverse()) : (value ?? UNKNOWN)
}

const maps: Handler = (call) => {
  const [mapper, list] = call.args
  if (!mapper || !list) return UNKNOWN
  const whole = exact(list)
  const items = list.items ?? (whole === undefined ? undefined : [...whole].map((char) => text(char)))
  if (!items)
    return { element: call.invoke(mapper, [list.element ?? from(allSources(list))]), sources: allSources(list) }
  return listOf(capped(items, 2_000, UNKNOWN).map((item) => call.invoke(mapper, [item])))
}

const numbers: Handler = (call) => {
  const whole = exact(call.args[0])
  const base = call.args[1]?.number ?? 10
  const value = whole === undefined ? undefined : Number.parseInt(whole, base === 0 ? 16 : base)
  return value === undefined || Number.isNaN(value) ? from(allSources(call.args[0])) : numeric(value)
}

const expandsUser: Handler = (call, run) => {
  const [path] = call.args
  const value = path ?? call.receiver ?? UNKNOWN
  const known = knownOf(value)
  return { ...value, known: known === '~' || known.startsWith('~/') ? run.scribe.facts.home + known.slice(1) : known }
}

const paths: Handler = (call) => {
  const parts = call.args.flatMap((part) => part.items ?? [part])
  if (parts.length === 0) return { known: '.', type: 'Path', sources: [] }
  return joinPaths(parts)
}

const plainJoin: Handler = (call) => ({
  ...joinPaths(call.args.flatMap((part) => part.items ?? [part])),
  type: undefined,
})

const directoryName: Handler = (call, run) => {
  const path = required(call, 0)
  if (path.ref === '__file__') return ownFolder(call, run)
  const folder = folderOf(path)
  return folder.known === '.' ? text('', path.sources) : { ...folder, type: undefined }
}

const changesDirectory = does((call, run) => {
  const [path] = call.args
  run.lower('expected')
  run.directory =
    path && !run.directory
      ? path
      : path && run.directory
        ? { ...joinPaths([run.directory, path]), type: undefined }
        : run.directory
})

const temporary: Handler = (_call, run) => {
  run.lower('expected')
  return text('/tmp/\0')
}

const temporaryFile: Handler = (_call, run) => {
  run.lower('expected')
  const path = text('/tmp/\0')
  return { type: 'file', sources: [], fields: new Map([['name', path]]), handle: run.opens(path, 'create') }
}

const environment: Handler = () => ({ ref: 'os.environ', sources: [ENVIRONMENT] })
const namespace: Handler = (call) => ({ ref: `${call.name}()`, sources: [] })

const decoders: Handlers = {
  'base64.{b64decode urlsafe_b64decode standard_b64decode decodebytes} binascii.a2b_base64': constant(decodeBase64),
  'base64.b16decode bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex': constant(decodeHex),
  'codecs.decode': (call) => {
    const whole = exact(call.args[0])
    const result = whole === undefined ? undefined : decodedBy(whole, exact(call.args[1]))
    return text(result ?? '\0', allSources(call.args[0]))
  },
  'urllib.parse.unquote': constant((whole) => safely(() => decodeURIComponent(whole))),
  'zlib.decompress gzip.decompress bz2.decompress lzma.decompress': (call) => text('\0', allSources(call.args[0])),
}

function safely(compute: () => string): string | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}

export const PYTHON_CORE: Handlers = {
  'open io.open codecs.open gzip.open aiofiles.open': opens,
  'file.{write writelines}': writesHandle,
  'file.{read readline readlines readall __iter__}': readsHandle,
  'file.__enter__ Path.{resolve absolute}': itself,
  'file.close': does((call, run) => {
    if (call.receiver?.handle) run.flush()
  }),
  'json.load': (call) => from(allSources(call.args[0])),
  'json.dump yaml.dump yaml.safe_dump pickle.dump toml.dump': (call, run) =>
    writesHandle(
      { ...call, receiver: argument(call, 1, 'fp', 'stream', 'file'), args: [UNKNOWN, ...call.args.slice(0, 1)] },
      run,
    ),
  print: printsOrWrites,
  'sys.stdout.write sys.stderr.write pprint.pprint logging.info logging.warning logging.error logging.debug': prints(),
  'exec eval': evaluates,
  'compile importlib.reload tqdm tqdm.tqdm os.path.{abspath realpath normpath normcase expandvars}': same,
  'types.FunctionType': (call, run) => {
    run.unknown('code is made at run time')
    return call.args[0]
  },
  '__import__ importlib.import_module importlib.__import__': imports,
  'runpy.run_module': does((_call, run) => run.unknown('a module is run by name')),
  'runpy.run_path': does((call, run) => run.runsFile(required(call, 0))),
  getattr: gets,
  'operator.attrgetter': (call) => ({
    sources: [],
    known: undefined,
    ref: `operator.attrgetter(${exact(call.args[0]) ?? '?'})`,
  }),
  'globals locals vars': (call) =>
    call.args[0]?.ref === undefined ? namespace(call, undefined as never) : reference(`${call.args[0].ref}.__dict__`),
  chr: characters,
  int: numbers,
  str: (call) => ({ ...(call.args[0] ?? text('')), ref: undefined, type: undefined }),
  'bytes bytearray': byteText,
  reversed: reversesValue,
  map: maps,
  'filter itertools.filterfalse itertools.islice': keeps,
  // How much there is, or whether: nothing of the value itself.
  'len bool any all hasattr callable isinstance': () => UNKNOWN,
  'list tuple set sorted iter': (call) => {
    if (call.args[0]?.ref === 'os.environ') return { element: UNKNOWN, sources: [] }
    const whole = exact(call.args[0])
    return whole === undefined
      ? (call.args[0] ?? listOf([]))
      : cappedList(
          [...whole].map((char) => text(char)),
          5_000,
        )
  },
  enumerate: (call) => {
    const [list] = call.args
    if (list?.items) return listOf(list.items.map((item, number) => listOf([numeric(number), item])))
    return { element: listOf([UNKNOWN, list?.element ?? from(allSources(list))]), sources: [] }
  },
  input: givenWord,
  ...decoders,
  'os.path.join': plainJoin,
  'os.path.expanduser': expandsUser,
  'os.path.dirname': directoryName,
  'os.path.basename': constant((whole) => whole.slice(whole.lastIndexOf('/') + 1)),
  'os.getcwd': workingDirectory,
  'os.chdir': changesDirectory,
  'os.getenv os.environ.get os.environ.pop': readsVariable,
  'os.environ[]= os.environ.setdefault os.putenv': setsVariable,
  'os.environ.{items values copy}': (call) => ({
    ...listOf([]),
    items: undefined,
    sources: [ENVIRONMENT],
    ref: `${call.name}()`,
  }),
  dict: (call) => (call.args[0] ? { ...call.args[0], ref: undefined } : { fields: new Map(call.named), sources: [] }),
  'pathlib.Path Path pathlib.PurePath pathlib.PosixPath': paths,
  'pathlib.Path.home Path.home': (_call, run) => ({
    known: run.scribe.facts.home,
    type: 'Path',
    sources: [],
  }),
  'pathlib.Path.cwd Path.cwd': (call, run) => ({
    ...(workingDirectory(call, run) ?? UNKNOWN),
    type: 'Path',
  }),
  'Path.joinpath': (call) => joinPaths([call.receiver ?? UNKNOWN, ...call.args]),
  'Path.expanduser': (call, run) => expandsUser({ ...call, args: [] }, run),
  'Path.with_name': (call) => ({
    ...(call.receiver ?? UNKNOWN),
    known: `${knownOf(call.receiver).replace(/[^/]*$/, '')}${knownOf(required(call, 0))}`,
  }),
  'Path.with_suffix': (call) => ({
    ...(call.receiver ?? UNKNOWN),
    known: `${knownOf(call.receiver).replace(/\.[^./]*$/, '')}${knownOf(required(call, 0))}`,
  }),
  'Path.as_posix': (call) => text(knownOf(call.receiver), call.receiver?.sources),
  'Path.open': (call, run) => opened(call, run, call.receiver ?? UNKNOWN, modeOf(call, run, 0)),
  'tempfile.{mkdtemp mktemp TemporaryDirectory gettempdir}': temporary,
  'tempfile.{NamedTemporaryFile TemporaryFile SpooledTemporaryFile}': temporaryFile,
  'tempfile.mkstemp': (call, run) => listOf([UNKNOWN, temporary(call, run) ?? UNKNOWN]),
}

export const PYTHON_MENTIONS: Handlers = {
  'os.environ os.environb': environment,
  'sys.argv': givenWords,
  'sys.stdin': () => ({ type: 'file', sources: [{ kind: 'argument' }] }),
  __file__: (_call, run) => ({ known: run.file, ref: '__file__', sources: [] }),
}
