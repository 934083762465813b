import { WHOLE_ENVIRONMENT } from '../../interpret/values.ts'
import {
  type AbstractValue,
  allSources,
  capList,
  cappedList,
  exactText,
  knownOf,
  listValue,
  numberValue,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
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
import {
  charactersByNumber,
  decodeBase64,
  decodeHex,
  decodeWith,
  filterHandler,
  pickHandler,
} from '../run/constant-values.ts'
import { folderOf, joinPaths } from '../run/operators.ts'
import type { CodeRun } from '../run/run.ts'
import {
  argumentHandler,
  argumentsHandler,
  constantHandler,
  evaluateHandler,
  identityHandler,
  printHandler,
  readVariableHandler,
  receiverHandler,
  scriptFolderHandler,
  setVariableHandler,
  workingDirectoryHandler,
} from './handlers.ts'

const pythonOpenHandler: Handler = (call, run) => {
  return openFile(call, run, requiredArgument(call, 0, 'file', 'filename'), modeOf(call, run, 1))
}

function modeOf(call: CodeCall, run: CodeRun, at: number): string {
  const given = argument(call, at, 'mode')
  const mode = exactText(given)
  if (given !== undefined && mode === undefined)
    run.mayChange(at === 0 ? (call.receiver ?? UNKNOWN_RESULT) : requiredArgument(call, 0, 'file', 'filename'), 'does')
  return mode ?? 'r'
}

export function openFile(_call: CodeCall, run: CodeRun, path: AbstractValue, mode: string): AbstractValue {
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
  return { type: 'file', sources, element: valueFrom(sources) }
}

export const fileWriteHandler = voidHandler((call, run) => {
  const handle = call.receiver?.handle
  for (const value of call.args) {
    if (!handle) break
    handle.pieces.push(exactText(value))
    handle.sources.push(...allSources(value))
  }
  if (!handle) run.lower('expected')
})

const fileReadHandler: Handler = (call) => valueFrom(allSources(call.receiver))

const printOrWriteHandler: Handler = (call, run) => {
  const file = call.named.get('file')
  if (!file?.handle) return printHandler('file', 'sep', 'end', 'flush')(call, run)
  for (const value of call.args) file.handle.pieces.push(exactText(value))
  file.handle.sources.push(...call.args.flatMap(allSources))
  return UNKNOWN_RESULT
}

const importHandler: Handler = (call, run) => {
  const module = exactText(call.args[0])
  if (module !== undefined) return call.importModule(module)
  run.unknown(`${call.name} loads a module that is not known`)
  return UNKNOWN_RESULT
}

const getattrHandler: Handler = (call, run) => {
  const [object, name] = call.args
  const key = exactText(name)
  if (object && key !== undefined) return call.member(object, key)
  // Rows that are kept are handed to a method that nobody knows.
  if (/\.(?:objects|_\w+_manager)\b/.test(object?.ref ?? '')) run.dynamicRun('python', 'getattr')
  if (object?.ref !== undefined) run.unknown('a name is taken from a module by a text that is not known')
  return UNKNOWN_RESULT
}

const bytesHandler: Handler = (call) => {
  const [value] = call.args
  if (value?.items) return charactersByNumber({ ...call, args: value.items })
  return value ?? textValue('')
}

const reversedHandler: Handler = (call) => {
  const [value] = call.args
  const whole = exactText(value)
  if (whole !== undefined) return listValue([...whole].reverse().map((char) => textValue(char)))
  return value?.items ? listValue([...value.items].reverse()) : (value ?? UNKNOWN_RESULT)
}

const mapHandler: Handler = (call) => {
  const [mapper, list] = call.args
  if (!mapper || !list) return UNKNOWN_RESULT
  const whole = exactText(list)
  const items = list.items ?? (whole === undefined ? undefined : [...whole].map((char) => textValue(char)))
  if (!items)
    return { element: call.invoke(mapper, [list.element ?? valueFrom(allSources(list))]), sources: allSources(list) }
  return listValue(capList(items, 2_000, UNKNOWN_RESULT).map((item) => call.invoke(mapper, [item])))
}

const intHandler: Handler = (call) => {
  const whole = exactText(call.args[0])
  const base = call.args[1]?.number ?? 10
  const value = whole === undefined ? undefined : Number.parseInt(whole, base === 0 ? 16 : base)
  return value === undefined || Number.isNaN(value) ? valueFrom(allSources(call.args[0])) : numberValue(value)
}

const expandUserHandler: Handler = (call, run) => {
  const [path] = call.args
  const value = path ?? call.receiver ?? UNKNOWN_RESULT
  const known = knownOf(value)
  return { ...value, known: known === '~' || known.startsWith('~/') ? run.recorder.facts.home + known.slice(1) : known }
}

const pathHandler: Handler = (call) => {
  const parts = call.args.flatMap((part) => part.items ?? [part])
  if (parts.length === 0) return { known: '.', type: 'Path', sources: [] }
  return joinPaths(parts)
}

const plainJoinHandler: Handler = (call) => ({
  ...joinPaths(call.args.flatMap((part) => part.items ?? [part])),
  type: undefined,
})

const dirnameHandler: Handler = (call, run) => {
  const path = requiredArgument(call, 0)
  if (path.ref === '__file__') return scriptFolderHandler(call, run)
  const folder = folderOf(path)
  return folder.known === '.' ? textValue('', path.sources) : { ...folder, type: undefined }
}

const chdirHandler = voidHandler((call, run) => {
  const [path] = call.args
  run.lower('expected')
  run.directory =
    path && !run.directory
      ? path
      : path && run.directory
        ? { ...joinPaths([run.directory, path]), type: undefined }
        : run.directory
})

const tempPathHandler: Handler = (_call, run) => {
  run.lower('expected')
  return textValue('/tmp/\0')
}

const tempFileHandler: Handler = (_call, run) => {
  run.lower('expected')
  const path = textValue('/tmp/\0')
  return { type: 'file', sources: [], fields: new Map([['name', path]]), handle: run.opens(path, 'create') }
}

const environHandler: Handler = () => ({ ref: 'os.environ', sources: [WHOLE_ENVIRONMENT] })
const namespaceHandler: Handler = (call) => ({ ref: `${call.name}()`, sources: [] })

const DECODER_HANDLERS: Handlers = {
  'base64.{b64decode urlsafe_b64decode standard_b64decode decodebytes} binascii.a2b_base64':
    constantHandler(decodeBase64),
  'base64.b16decode bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex': constantHandler(decodeHex),
  'codecs.decode': (call) => {
    const whole = exactText(call.args[0])
    const result = whole === undefined ? undefined : decodeWith(whole, exactText(call.args[1]))
    return textValue(result ?? '\0', allSources(call.args[0]))
  },
  'urllib.parse.unquote': constantHandler((whole) => tryCompute(() => decodeURIComponent(whole))),
  'zlib.decompress gzip.decompress bz2.decompress lzma.decompress': (call) => textValue('\0', allSources(call.args[0])),
}

function tryCompute(compute: () => string): string | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}

export const PYTHON_CORE: Handlers = {
  'open io.open codecs.open gzip.open aiofiles.open': pythonOpenHandler,
  'file.{write writelines}': fileWriteHandler,
  'file.{read readline readlines readall __iter__}': fileReadHandler,
  'file.__enter__ Path.{resolve absolute}': receiverHandler,
  'file.close': voidHandler((call, run) => {
    if (call.receiver?.handle) run.flush()
  }),
  'json.load': (call) => valueFrom(allSources(call.args[0])),
  'json.dump yaml.dump yaml.safe_dump pickle.dump toml.dump': (call, run) =>
    fileWriteHandler(
      {
        ...call,
        receiver: argument(call, 1, 'fp', 'stream', 'file'),
        args: [UNKNOWN_RESULT, ...call.args.slice(0, 1)],
      },
      run,
    ),
  print: printOrWriteHandler,
  'sys.stdout.write sys.stderr.write pprint.pprint logging.info logging.warning logging.error logging.debug':
    printHandler(),
  'exec eval': evaluateHandler,
  'compile importlib.reload tqdm tqdm.tqdm os.path.{abspath realpath normpath normcase expandvars}': identityHandler,
  'types.FunctionType': (call, run) => {
    run.unknown('code is made at run time')
    return call.args[0]
  },
  '__import__ importlib.import_module importlib.__import__': importHandler,
  'runpy.run_module': voidHandler((_call, run) => run.unknown('a module is run by name')),
  'runpy.run_path': voidHandler((call, run) => run.runsFile(requiredArgument(call, 0))),
  getattr: getattrHandler,
  'operator.attrgetter': (call) => ({
    sources: [],
    known: undefined,
    ref: `operator.attrgetter(${exactText(call.args[0]) ?? '?'})`,
  }),
  'globals locals vars': (call) =>
    call.args[0]?.ref === undefined
      ? namespaceHandler(call, undefined as never)
      : referenceValue(`${call.args[0].ref}.__dict__`),
  chr: charactersByNumber,
  int: intHandler,
  str: (call) => ({ ...(call.args[0] ?? textValue('')), ref: undefined, type: undefined }),
  'bytes bytearray': bytesHandler,
  reversed: reversedHandler,
  map: mapHandler,
  'filter itertools.filterfalse itertools.islice': filterHandler,
  // How much there is, or whether: nothing of the value itself.
  'len bool any all hasattr callable isinstance': () => UNKNOWN_RESULT,
  'list tuple set sorted iter': (call) => {
    if (call.args[0]?.ref === 'os.environ') return { element: UNKNOWN_RESULT, sources: [] }
    const whole = exactText(call.args[0])
    return whole === undefined
      ? (call.args[0] ?? listValue([]))
      : cappedList(
          [...whole].map((char) => textValue(char)),
          5_000,
        )
  },
  'max min next random.choice heapq.heappop': pickHandler,
  enumerate: (call) => {
    const [list] = call.args
    if (list?.items) return listValue(list.items.map((item, number) => listValue([numberValue(number), item])))
    return { element: listValue([UNKNOWN_RESULT, list?.element ?? valueFrom(allSources(list))]), sources: [] }
  },
  input: argumentHandler,
  ...DECODER_HANDLERS,
  'os.path.join': plainJoinHandler,
  'os.path.expanduser': expandUserHandler,
  'os.path.dirname': dirnameHandler,
  'os.path.basename': constantHandler((whole) => whole.slice(whole.lastIndexOf('/') + 1)),
  'os.getcwd': workingDirectoryHandler,
  'os.chdir': chdirHandler,
  'os.getenv os.environ.get os.environ.pop': readVariableHandler,
  'os.environ[]= os.environ.setdefault os.putenv': setVariableHandler,
  'os.environ.{items values copy}': (call) => ({
    ...listValue([]),
    items: undefined,
    sources: [WHOLE_ENVIRONMENT],
    ref: `${call.name}()`,
  }),
  dict: (call) => (call.args[0] ? { ...call.args[0], ref: undefined } : { fields: new Map(call.named), sources: [] }),
  'pathlib.Path Path pathlib.PurePath pathlib.PosixPath': pathHandler,
  'pathlib.Path.home Path.home': (_call, run) => ({
    known: run.recorder.facts.home,
    type: 'Path',
    sources: [],
  }),
  'pathlib.Path.cwd Path.cwd': (call, run) => ({
    ...(workingDirectoryHandler(call, run) ?? UNKNOWN_RESULT),
    type: 'Path',
  }),
  'Path.joinpath': (call) => joinPaths([call.receiver ?? UNKNOWN_RESULT, ...call.args]),
  'Path.expanduser': (call, run) => expandUserHandler({ ...call, args: [] }, run),
  'Path.with_name': (call) => ({
    ...(call.receiver ?? UNKNOWN_RESULT),
    known: `${knownOf(call.receiver).replace(/[^/]*$/, '')}${knownOf(requiredArgument(call, 0))}`,
  }),
  'Path.with_suffix': (call) => ({
    ...(call.receiver ?? UNKNOWN_RESULT),
    known: `${knownOf(call.receiver).replace(/\.[^./]*$/, '')}${knownOf(requiredArgument(call, 0))}`,
  }),
  'Path.as_posix': (call) => textValue(knownOf(call.receiver), call.receiver?.sources),
  'Path.open': (call, run) => openFile(call, run, call.receiver ?? UNKNOWN_RESULT, modeOf(call, run, 0)),
  'tempfile.{mkdtemp mktemp TemporaryDirectory gettempdir}': tempPathHandler,
  'tempfile.{NamedTemporaryFile TemporaryFile SpooledTemporaryFile}': tempFileHandler,
  'tempfile.mkstemp': (call, run) => listValue([UNKNOWN_RESULT, tempPathHandler(call, run) ?? UNKNOWN_RESULT]),
}

export const PYTHON_MENTIONS: Handlers = {
  'os.environ os.environb': environHandler,
  'sys.argv': argumentsHandler,
  'sys.stdin': () => ({ type: 'file', sources: [{ kind: 'argument' }] }),
  __file__: (_call, run) => ({ known: run.file, ref: '__file__', sources: [] }),
}
