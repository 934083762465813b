import { WHOLE_ENVIRONMENT } from '../../interpret/values.ts'
import {
  type AbstractValue,
  capList,
  concatValues,
  exactText,
  knownOf,
  listValue,
  textValue,
  UNKNOWN_RESULT,
  valueFrom,
} from '../run/abstract-value.ts'
import { type Handler, type Handlers, type Library, requiredArgument, voidHandler } from '../run/call-table.ts'
import { charactersByNumber, decodeBase64, sprintf, unpackText } from '../run/constant-values.ts'
import { folderOf } from '../run/operators.ts'
import {
  argumentHandler,
  argumentsHandler,
  changeDirectoryHandler,
  chmodHandler,
  chownHandler,
  constantHandler,
  copyHandler,
  createHandler,
  deleteHandler,
  evaluateHandler,
  forkHandler,
  handlerTable,
  identityHandler,
  killHandler,
  linkHandler,
  listHandler,
  moveHandler,
  printHandler,
  readHandler,
  runWords,
  setUserHandler,
  shellHandler,
  tlsWeakeningIfFalse,
  truncateHandler,
  unreadableHandler,
} from './handlers.ts'
import { payloadSources, recordConnection, socketValue } from './network-handlers.ts'
import { PERL_SERVICES } from './service-clients.ts'

const flattenArgs = (args: readonly AbstractValue[]): AbstractValue[] =>
  args.flatMap((value) => value.items ?? (value.known === undefined && value.element ? [value.element] : [value]))

const runHandler: Handler = (call, run) => {
  const [first, ...rest] = flattenArgs(call.args)
  return rest.length === 0
    ? shellHandler({ ...call, args: [first ?? UNKNOWN_RESULT] }, run)
    : runWords(call, run, first ?? UNKNOWN_RESULT, rest)
}

/** `open(H, mode, path)` or with everything in the second argument; pipes run programs. */
const openHandler: Handler = (call, run) => {
  const [, second, third, ...rest] = call.args
  const spec = knownOf(second).trim()
  if (third) {
    if (spec.includes('|'))
      return rest.length > 0 ? runWords(call, run, third, rest) : shellHandler({ ...call, args: [third] }, run)
    return openByMode(spec, third, call.name, run)
  }
  if (spec.startsWith('|') || spec.endsWith('|'))
    return shellHandler({ ...call, args: [textValue(spec.replace(/^\||\|$/g, ''))] }, run)
  const match = /^(\+?[<>]{0,2})\s*([\s\S]*)$/.exec(spec)
  return openByMode(match?.[1] ?? '<', textValue(match?.[2] ?? '\0'), call.name, run)
}

function openByMode(mode: string, path: AbstractValue, by: string, run: Parameters<Handler>[1]): AbstractValue {
  if (mode.startsWith('>>')) run.writes(path, 'append', undefined, by)
  else if (mode.startsWith('>') || mode.startsWith('+')) run.writes(path, 'overwrite', undefined, by)
  else return { sources: run.reads(path, undefined, by) }
  return UNKNOWN_RESULT
}

const deleteAllHandler =
  (recursive: boolean): Handler =>
  (call, run) =>
    deleteHandler(0, recursive)(
      {
        ...call,
        args: [listValue(flattenArgs(call.args).filter((value) => !value.fields && value.number === undefined))],
      },
      run,
    )

const joinHandler: Handler = (call) => {
  const [separator, ...rest] = call.args
  const items = flattenArgs(rest)
  return concatValues(items.flatMap((item, index) => (index === 0 ? [item] : [separator ?? textValue(''), item])))
}

const packHandler: Handler = (call) => {
  const format = exactText(call.args[0])
  const values = flattenArgs(call.args.slice(1))
  if (format !== undefined && /^[CUW]\*/.test(format)) return charactersByNumber({ ...call, args: values })
  const whole = exactText(values[0])
  const result = whole === undefined ? undefined : unpackText(whole, format)
  return result === undefined ? textValue('\0') : textValue(result)
}

const reverseHandler: Handler = (call) => {
  const whole = exactText(call.args[0])
  return whole === undefined ? listValue(flattenArgs(call.args).reverse()) : textValue([...whole].reverse().join(''))
}

const requestHandler =
  (method: string, url: number): Handler =>
  (call, run) => {
    const target = call.args[url] ?? UNKNOWN_RESULT
    const body = method === 'GET' ? [] : payloadSources(call.args.slice(url + 1))
    return run.requests({ url: target, method, payload: body })
  }

const CALLS: Handlers = {
  '` system exec readpipe': runHandler,
  'open2 open3 IPC::Open2::open2 IPC::Open3::open3': (call, run) => {
    const words = call.args.slice(call.name.endsWith('2') ? 2 : 3)
    return runHandler({ ...call, args: words }, run)
  },
  eval: evaluateHandler,
  open: openHandler,
  'unlink rmdir': deleteAllHandler(false),
  'rmtree remove_tree File::Path::rmtree File::Path::remove_tree': deleteAllHandler(true),
  'mkdir make_path mkpath File::Path::make_path': createHandler(0),
  'rename move File::Copy::move mv': moveHandler(0),
  'copy File::Copy::copy cp': copyHandler,
  'symlink link': linkHandler,
  chmod: (call, run) =>
    chmodHandler(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN_RESULT, call.args[0] ?? UNKNOWN_RESULT] }, run),
  chown: chownHandler(2),
  opendir: (call, run) => listHandler(0, false)({ ...call, args: call.args.slice(1) }, run),
  truncate: truncateHandler,
  'dirname File::Basename::dirname': (call) => folderOf(requiredArgument(call, 0)),
  'read_file slurp File::Slurp::read_file': readHandler(0),
  kill: (call, run) => killHandler({ ...call, args: flattenArgs(call.args).slice(1) }, run),
  fork: forkHandler,
  chdir: changeDirectoryHandler,
  'do require': voidHandler((call, run) => {
    const file = exactText(call.args[0])
    if (file === undefined || !/[./]/.test(file)) return
    run.runsFile(textValue(file))
  }),
  'LWP::Simple.get LWP::Simple::get LWP::Simple.getprint LWP::UserAgent.new().get HTTP::Tiny.new().get ?.get_url':
    requestHandler('GET', 0),
  'LWP::Simple.getstore getstore mirror': (call, run) =>
    run.requests({ url: requiredArgument(call, 0), method: 'GET', payload: [], savedTo: requiredArgument(call, 1) }),
  'LWP::UserAgent.new().post HTTP::Tiny.new().post HTTP::Tiny.new().post_form LWP::UserAgent.new().put': requestHandler(
    'POST',
    0,
  ),
  'HTTP::Tiny.new().request': requestHandler('POST', 1),
  'HTTP::Tiny.new().mirror': (call, run) =>
    run.requests({ url: requiredArgument(call, 0), method: 'GET', payload: [], savedTo: requiredArgument(call, 1) }),
  'IO::Socket::INET.new IO::Socket::SSL.new': (call, run) => {
    const options = flattenArgs(call.args)
    const at = options.findIndex((value) => /^Peer(?:Addr|Host)$/.test(value.ref ?? exactText(value) ?? ''))
    if (at < 0) {
      run.acts({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely' })
      return UNKNOWN_RESULT
    }
    run.connected()
    recordConnection(run, options[at + 1] ?? UNKNOWN_RESULT)
    return socketValue(undefined)
  },
  'connect socket': voidHandler((call, run) => {
    run.lower('plain')
    if (call.name === 'connect') {
      run.connected()
      run.state({ kind: 'connect', host: '…', url: '…', address: 'unknown' })
    }
  }),
  dup2: voidHandler((_call, run) => run.shellStarts()),
  fdopen: identityHandler,
  map: (call) => {
    const [mapper, ...rest] = call.args
    if (!mapper?.closure) return undefined
    const items = flattenArgs(rest)
    const made = (item: AbstractValue): AbstractValue => {
      const value = call.invoke(mapper, [item])
      // A part of it, that a pattern took out.
      return value.known === undefined && value.sources.length === 0 ? { ...value, sources: item.sources } : value
    }
    return listValue(capList(items, 2_000, UNKNOWN_RESULT).map(made))
  },
  grep: (call) => {
    const [chooses, ...rest] = call.args
    if (!chooses) return undefined
    const items = flattenArgs(rest)
    for (const item of items) call.invoke(chooses, [item])
    return listValue(items)
  },
  'sort uniq shuffle': (call) => listValue(flattenArgs(call.args.filter((value) => !value.closure))),
  join: joinHandler,
  pack: packHandler,
  unpack: (call) => {
    const whole = exactText(call.args[1])
    return textValue((whole === undefined ? undefined : unpackText(whole, exactText(call.args[0]))) ?? '\0')
  },
  reverse: reverseHandler,
  sprintf: sprintf,
  chr: charactersByNumber,
  lc: constantHandler((whole) => whole.toLowerCase()),
  uc: constantHandler((whole) => whole.toUpperCase()),
  'decode_base64 MIME::Base64::decode_base64 MIME::Base64::decode': constantHandler(decodeBase64),
  shift: (call, run) =>
    run.depth > 0 ? (call.args[0]?.items?.[0] ?? UNKNOWN_RESULT) : valueFrom([{ kind: 'argument' }]),
  'print say printf warn die': printHandler(),
  syscall: unreadableHandler,
  'ssl_opts:': tlsWeakeningIfFalse('ssl_opts'),
  setuid: setUserHandler,
}

const MENTIONS: Handlers = {
  $ENV: () => ({ ref: '$ENV', sources: [WHOLE_ENVIRONMENT] }),
  $ARGV: argumentsHandler,
  readline: argumentHandler,
}

const HARMLESS_MODULES = new Set(
  `strict warnings utf8 feature constant lib vars integer bigint Data::Dumper List::Util Scalar::Util POSIX Time::HiRes Time::Local Getopt::Long Getopt::Std Carp Encode JSON JSON::PP
  File::Basename File::Spec File::Find File::Path File::Copy File::Temp Cwd Text::Wrap Text::CSV Math::Trig Math::BigInt Storable Benchmark Test::More English Term::ANSIColor Tie::File IO::File IO::Handle MIME::Base64 Digest::MD5
  Digest::SHA Unicode::Normalize v5 open
  my our local print say printf push pop shift unshift splice keys values each exists delete defined scalar ref bless map grep sort reverse join split length substr index rindex uc lc ucfirst lcfirst chomp chop chr ord hex oct abs int sqrt
  sin cos rand srand time localtime gmtime sleep sprintf return wantarray die warn exit last next redo close eof binmode seek tell stat lstat readline opendir readdir closedir pos quotemeta lc x e f d r w z s
  STDERR STDOUT STDIN undef RegExp first any all none sum max min reduce uniq shuffle Dumper basename dirname fileparse getcwd cwd catfile catdir use no package caller select sysread read print local tr y q qq`.split(
    /\s+/,
  ),
)

export const PERL: Library = {
  calls: handlerTable(CALLS, PERL_SERVICES),
  mentions: handlerTable(MENTIONS),
  environment: new Set(['$ENV']),
  harmless: (name) =>
    name.startsWith('?.')
      ? !/write|delete|remove|exec|send|system|open|print/.test(name)
      : name.startsWith('$') ||
        HARMLESS_MODULES.has(name) ||
        HARMLESS_MODULES.has(name.split('.')[0] ?? '') ||
        HARMLESS_MODULES.has(name.split('.').slice(0, -1).join('::')),
  familiar: (module) => HARMLESS_MODULES.has(module),
  opaque: (module) => module === 'Inline' || module === 'FFI::Platypus' || module === 'DynaLoader',
  exports: (module) => (module === 'LWP::Simple' ? ['get', 'getprint', 'getstore', 'mirror', 'head'] : []),
  moduleFiles: (module) => [`${module.replaceAll('::', '/')}.pm`, `lib/${module.replaceAll('::', '/')}.pm`],
}
