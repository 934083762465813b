import { characters, decodeBase64, sprintf, unpacked } from '../run/constants.ts'
import { folderOf } from '../run/operators.ts'
import { does, type Handler, type Handlers, type Library, required } from '../run/table.ts'
import { type Abstract, capped, concat, exact, from, knownOf, listOf, text, UNKNOWN } from '../run/value.ts'
import {
  becomes,
  changesDirectory,
  constant,
  copies,
  deletes,
  ENVIRONMENT,
  evaluates,
  forks,
  givenWord,
  givenWords,
  kills,
  links,
  lists,
  makes,
  modes,
  moves,
  owners,
  prints,
  reads,
  runsWords,
  same,
  shells,
  table,
  truncates,
  unreadable,
  weakensIfFalse,
} from './acts.ts'
import { connects, payload, socketTo } from './network-acts.ts'
import { PERL_SERVICES } from './service-clients.ts'

const flat = (args: readonly Abstract[]): Abstract[] =>
  args.flatMap((value) => value.items ?? (value.known === undefined && value.element ? [value.element] : [value]))

const runs: Handler = (call, run) => {
  const [first, ...rest] = flat(call.args)
  return rest.length === 0
    ? shells({ ...call, args: [first ?? UNKNOWN] }, run)
    : runsWords(call, run, first ?? UNKNOWN, rest)
}

/** `open(H, mode, path)` or with everything in the second argument; pipes run programs. */
const opens: Handler = (call, run) => {
  const [, second, third, ...rest] = call.args
  const spec = knownOf(second).trim()
  if (third) {
    if (spec.includes('|'))
      return rest.length > 0 ? runsWords(call, run, third, rest) : shells({ ...call, args: [third] }, run)
    return byMode(spec, third, call.name, run)
  }
  if (spec.startsWith('|') || spec.endsWith('|'))
    return shells({ ...call, args: [text(spec.replace(/^\||\|$/g, ''))] }, run)
  const match = /^(\+?[<>]{0,2})\s*([\s\S]*)$/.exec(spec)
  return byMode(match?.[1] ?? '<', text(match?.[2] ?? '\0'), call.name, run)
}

function byMode(mode: string, path: Abstract, by: string, run: Parameters<Handler>[1]): Abstract {
  if (mode.startsWith('>>')) run.writes(path, 'append', undefined, by)
  else if (mode.startsWith('>') || mode.startsWith('+')) run.writes(path, 'overwrite', undefined, by)
  else return { sources: run.reads(path, undefined, by) }
  return UNKNOWN
}

const deletesAll =
  (recursive: boolean): Handler =>
  (call, run) =>
    deletes(0, recursive)(
      { ...call, args: [listOf(flat(call.args).filter((value) => !value.fields && value.number === undefined))] },
      run,
    )

const joins: Handler = (call) => {
  const [separator, ...rest] = call.args
  const items = flat(rest)
  return concat(items.flatMap((item, index) => (index === 0 ? [item] : [separator ?? text(''), item])))
}

const packs: Handler = (call) => {
  const format = exact(call.args[0])
  const values = flat(call.args.slice(1))
  if (format !== undefined && /^[CUW]\*/.test(format)) return characters({ ...call, args: values })
  const whole = exact(values[0])
  const result = whole === undefined ? undefined : unpacked(whole, format)
  return result === undefined ? text('\0') : text(result)
}

const reverses: Handler = (call) => {
  const whole = exact(call.args[0])
  return whole === undefined ? listOf(flat(call.args).reverse()) : text([...whole].reverse().join(''))
}

const gets =
  (method: string, url: number): Handler =>
  (call, run) => {
    const target = call.args[url] ?? UNKNOWN
    const body = method === 'GET' ? [] : payload(call.args.slice(url + 1))
    return run.requests({ url: target, method, payload: body })
  }

const CALLS: Handlers = {
  '` system exec readpipe': runs,
  'open2 open3 IPC::Open2::open2 IPC::Open3::open3': (call, run) => {
    const words = call.args.slice(call.name.endsWith('2') ? 2 : 3)
    return runs({ ...call, args: words }, run)
  },
  eval: evaluates,
  open: opens,
  'unlink rmdir': deletesAll(false),
  'rmtree remove_tree File::Path::rmtree File::Path::remove_tree': deletesAll(true),
  'mkdir make_path mkpath File::Path::make_path': makes(0),
  'rename move File::Copy::move mv': moves(0),
  'copy File::Copy::copy cp': copies,
  'symlink link': links,
  chmod: (call, run) => modes(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN, call.args[0] ?? UNKNOWN] }, run),
  chown: owners(2),
  opendir: (call, run) => lists(0, false)({ ...call, args: call.args.slice(1) }, run),
  truncate: truncates,
  'dirname File::Basename::dirname': (call) => folderOf(required(call, 0)),
  'read_file slurp File::Slurp::read_file': reads(0),
  kill: (call, run) => kills({ ...call, args: flat(call.args).slice(1) }, run),
  fork: forks,
  chdir: changesDirectory,
  'do require': does((call, run) => {
    const file = exact(call.args[0])
    if (file === undefined || !/[./]/.test(file)) return
    run.runsFile(text(file))
  }),
  'LWP::Simple.get LWP::Simple::get LWP::Simple.getprint LWP::UserAgent.new().get HTTP::Tiny.new().get ?.get_url': gets(
    'GET',
    0,
  ),
  'LWP::Simple.getstore getstore mirror': (call, run) =>
    run.requests({ url: required(call, 0), method: 'GET', payload: [], savedTo: required(call, 1) }),
  'LWP::UserAgent.new().post HTTP::Tiny.new().post HTTP::Tiny.new().post_form LWP::UserAgent.new().put': gets(
    'POST',
    0,
  ),
  'HTTP::Tiny.new().request': gets('POST', 1),
  'HTTP::Tiny.new().mirror': (call, run) =>
    run.requests({ url: required(call, 0), method: 'GET', payload: [], savedTo: required(call, 1) }),
  'IO::Socket::INET.new IO::Socket::SSL.new': (call, run) => {
    const options = flat(call.args)
    const at = options.findIndex((value) => /^Peer(?:Addr|Host)$/.test(value.ref ?? exact(value) ?? ''))
    if (at < 0) {
      run.acts({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely' })
      return UNKNOWN
    }
    run.connected()
    connects(run, options[at + 1] ?? UNKNOWN)
    return socketTo(undefined)
  },
  'connect socket': does((call, run) => {
    run.lower('plain')
    if (call.name === 'connect') {
      run.connected()
      run.state({ kind: 'connect', host: '…', url: '…', address: 'unknown' })
    }
  }),
  dup2: does((_call, run) => run.shellStarts()),
  fdopen: same,
  map: (call) => {
    const [mapper, ...rest] = call.args
    if (!mapper?.closure) return undefined
    const items = flat(rest)
    const made = (item: Abstract): Abstract => {
      const value = call.invoke(mapper, [item])
      // A part of it, that a pattern took out.
      return value.known === undefined && value.sources.length === 0 ? { ...value, sources: item.sources } : value
    }
    return listOf(capped(items, 2_000, UNKNOWN).map(made))
  },
  grep: (call) => {
    const [chooses, ...rest] = call.args
    if (!chooses) return undefined
    const items = flat(rest)
    for (const item of items) call.invoke(chooses, [item])
    return listOf(items)
  },
  'sort uniq shuffle': (call) => listOf(flat(call.args.filter((value) => !value.closure))),
  join: joins,
  pack: packs,
  unpack: (call) => {
    const whole = exact(call.args[1])
    return text((whole === undefined ? undefined : unpacked(whole, exact(call.args[0]))) ?? '\0')
  },
  reverse: reverses,
  sprintf: sprintf,
  chr: characters,
  lc: constant((whole) => whole.toLowerCase()),
  uc: constant((whole) => whole.toUpperCase()),
  'decode_base64 MIME::Base64::decode_base64 MIME::Base64::decode': constant(decodeBase64),
  shift: (call, run) => (run.depth > 0 ? (call.args[0]?.items?.[0] ?? UNKNOWN) : from([{ kind: 'argument' }])),
  'print say printf warn die': prints(),
  syscall: unreadable,
  'ssl_opts:': weakensIfFalse('ssl_opts'),
  setuid: becomes,
}

const MENTIONS: Handlers = {
  $ENV: () => ({ ref: '$ENV', sources: [ENVIRONMENT] }),
  $ARGV: givenWords,
  readline: givenWord,
}

const HARMLESS = new Set(
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
  calls: table(CALLS, PERL_SERVICES),
  mentions: table(MENTIONS),
  environment: new Set(['$ENV']),
  harmless: (name) =>
    name.startsWith('?.')
      ? !/write|delete|remove|exec|send|system|open|print/.test(name)
      : name.startsWith('$') ||
        HARMLESS.has(name) ||
        HARMLESS.has(name.split('.')[0] ?? '') ||
        HARMLESS.has(name.split('.').slice(0, -1).join('::')),
  familiar: (module) => HARMLESS.has(module),
  opaque: (module) => module === 'Inline' || module === 'FFI::Platypus' || module === 'DynaLoader',
  exports: (module) => (module === 'LWP::Simple' ? ['get', 'getprint', 'getstore', 'mirror', 'head'] : []),
  moduleFiles: (module) => [`${module.replaceAll('::', '/')}.pm`, `lib/${module.replaceAll('::', '/')}.pm`],
}
