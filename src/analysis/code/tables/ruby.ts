import { decodeBase64 } from '../run/constants.ts'
import { folderOf, globs, joinPaths } from '../run/operators.ts'
import { does, type Handler, type Handlers, type Library, required } from '../run/table.ts'
import { type Abstract, allSources, exact, from, knownOf, reference, text, UNKNOWN } from '../run/value.ts'
import {
  changesDirectory,
  constant,
  copies,
  deletes,
  ENVIRONMENT,
  evaluates,
  forks,
  givenWords,
  kills,
  links,
  lists,
  makes,
  modes,
  moves,
  observes,
  owners,
  prints,
  reads,
  readsVariable,
  runsWords,
  same,
  setsVariable,
  shells,
  table,
  unpacksObject,
  unreadable,
  weakens,
  workingDirectory,
  writes,
} from './acts.ts'
import { connects, connectsSocket, payload, sendsBySocket, socketTo } from './network-acts.ts'
import { RUBY_MAPPERS } from './object-mappers.ts'
import { opened, writesHandle } from './python-core.ts'
import { RUBY_SERVICES } from './service-clients.ts'

/** `loop { … }` runs its block without end. */
const loops = does((call, run) => {
  run.endless++
  for (const given of [...call.args, ...call.named.values()]) if (given.closure) call.invoke(given, [])
  run.endless--
})

const runs: Handler = (call, run) => {
  const words = call.args.filter((value) => !value.fields && !value.closure)
  const [first, ...rest] = words
  return rest.length === 0
    ? shells({ ...call, args: [first ?? UNKNOWN] }, run)
    : runsWords(call, run, first ?? UNKNOWN, rest)
}

/** Ruby's `open` runs what starts with a pipe, and fetches addresses. */
const opens: Handler = (call, run) => {
  const path = required(call, 0)
  const known = knownOf(path)
  if (known.startsWith('|')) return shells({ ...call, args: [text(known.slice(1))] }, run)
  if (/^https?:/.test(known)) return run.requests({ url: path, method: 'GET', payload: [] })
  const value = opened(call, run, path, exact(call.args[1]) ?? 'r')
  const block = call.args.find((item) => item.closure)
  if (block) call.invoke(block, [value])
  return value
}

const requires: Handler = (call, run) => {
  const module = exact(call.args[0])
  if (module === undefined) run.unknown(`${call.name} loads a file that is not known`)
  else if (call.name === 'load') {
    run.runsFile(text(module))
  } else return call.importModule(call.name === 'require_relative' ? `./${module}` : module)
  return UNKNOWN
}

const request =
  (method: string): Handler =>
  (call, run) => {
    const url = required(call, 0)
    const body = call.args.slice(1).filter((value) => !value.closure)
    return run.requests({ url, method, payload: method === 'GET' ? [] : payload(body) })
  }

const sendsName: Handler = (call) => {
  const [name, ...args] = call.args
  const method = exact(name)
  if (method === undefined) return UNKNOWN
  if (call.receiver && (call.receiver.ref !== undefined || call.receiver.instance))
    return call.invoke(call.member(call.receiver, method), args)
  return call.dispatch(method, args)
}

const iterates: Handler = (call) => {
  const block = call.args.find((value) => value.closure)
  const item: Abstract = call.receiver?.element ?? from(allSources(call.receiver))
  return block ? { element: call.invoke(block, [item]), sources: [] } : (call.receiver ?? UNKNOWN)
}

const CALLS: Handlers = {
  '` system exec spawn sh Kernel.system Kernel.exec Kernel.spawn Process.spawn IO.popen Open3.{capture2 capture2e capture3 popen3 popen2 popen2e} PTY.spawn':
    runs,
  '*.{delete_all destroy_all}': does((call, run) => {
    const unbounded = /^[A-Z][\w.]*\.(?:all\(?\)?\.)?\w+$/.test(call.name)
    run.acts({
      kind: 'database-change',
      engine: 'application',
      statement: 'delete',
      unbounded,
      reach: 'unknown',
      target: call.name.split('.')[0] ?? '',
    })
  }),
  'eval instance_eval class_eval Kernel.eval ?.instance_eval ?.class_eval ?.eval binding().eval': evaluates,
  'send ?.send ?.public_send ?.__send__ Kernel.send Object.send': sendsName,
  'Object.const_get Kernel.const_get': (call) => reference(exact(call.args[0]) ?? '?'),
  'require require_relative load': requires,
  'FileUtils.{rm_rf rm_r remove_dir remove_entry remove_entry_secure rmtree} rm_rf rm_r': deletes(0, true),
  'FileUtils.{rm rm_f remove safe_unlink rmdir} File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink': deletes(
    0,
    false,
  ),
  'Path.{delete unlink rmdir}': deletes('self', false),
  'Path.rmtree': deletes('self', true),
  'FileUtils.{mv move} File.rename': moves(0),
  'FileUtils.{cp cp_r copy copy_file install}': copies,
  'FileUtils.ln_s File.symlink File.link FileUtils.ln': links,
  'FileUtils.mkdir FileUtils.mkdir_p FileUtils.touch Dir.mkdir': makes(0),
  'File.chmod': (call, run) => modes(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN, call.args[0] ?? UNKNOWN] }, run),
  'FileUtils.{chmod chmod_R}': (call, run) =>
    modes(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN, call.args[0] ?? UNKNOWN] }, run),
  'FileUtils.chown FileUtils.chown_R File.chown': owners(2),
  'File.write IO.write File.binwrite': writes('overwrite', 0, 1),
  'File.read IO.read File.readlines IO.readlines File.binread File.foreach YAML.load_file CSV.read CSV.foreach':
    reads(0),
  'open File.open File.new Kernel.open': opens,
  'URI.open OpenURI.open_uri': request('GET'),
  'file.{write puts print << syswrite}': writesHandle,
  'file.{read readlines gets each_line}': (call) => from(allSources(call.receiver)),
  'Dir.{entries children each_child foreach}': (call, run) => {
    const listed = lists(0, false)(call, run)
    const block = call.args.find((value) => value.closure)
    if (block && listed?.element) call.invoke(block, [listed.element])
    return listed
  },
  'Pathname.glob': (call, run) => {
    const element = globs(call, run)?.element
    return element && { element: { ...element, type: 'Path' }, sources: [] }
  },
  '?.{each map each_with_index each_line collect flat_map}': iterates,
  'Pathname Pathname.new': (call) => ({ ...required(call, 0), type: 'Path' }),
  'File.dirname': (call) => folderOf(required(call, 0)),
  'File.join': (call) => ({ ...joinPaths(call.args), type: undefined }),
  'File.{expand_path absolute_path realpath}': (call, run) => {
    const known = knownOf(required(call, 0))
    return text(known === '~' || known.startsWith('~/') ? run.scribe.facts.home + known.slice(1) : known)
  },
  'Dir.home': (_call, run) => text(run.scribe.facts.home),
  'Dir.pwd': workingDirectory,
  'Dir.chdir': changesDirectory,
  'Net::HTTP.get Net::HTTP.get_response Net::HTTP.get_print HTTParty.get Faraday.get RestClient.get Excon.get HTTP.get':
    request('GET'),
  'Net::HTTP.post Net::HTTP.post_form HTTParty.post Faraday.post RestClient.post Excon.post HTTP.post HTTParty.put RestClient.put':
    request('POST'),
  'URI URI.parse URI.join Net::HTTP::Get.new Net::HTTP::Post.new': same,
  'Net::HTTP.start Net::HTTP.new': (call, run) => {
    connects(run, required(call, 0))
    return undefined
  },
  'TCPSocket.new TCPSocket.open UDPSocket.new': connectsSocket,
  'socket.{write puts print send}': sendsBySocket,
  'TCPServer.new TCPServer.open': (call, run) => {
    const host = call.args.length > 1 ? knownOf(call.args[0]) : '0.0.0.0'
    const loopback = /^(?:127\.|localhost|::1)/.test(host)
    run.acts({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false })
    return socketTo(undefined)
  },
  'Process.kill': (call, run) => kills({ ...call, args: call.args.slice(1) }, run),
  'fork Process.fork Kernel.fork': forks,
  'loop Kernel.loop': loops,
  'Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64': constant(decodeBase64),
  'ENV.fetch': readsVariable,
  'ENV.{to_h to_a inspect each map}': () => ({ sources: [ENVIRONMENT] }),
  'ENV[]=': setsVariable,
  'puts print p pp warn $stdout.puts STDOUT.puts $stderr.puts printf': prints(),
  'Clipboard.paste': observes('clipboard', { kind: 'clipboard' }),
  'Marshal.load YAML.load YAML.unsafe_load': unpacksObject,
  'Fiddle.dlopen Fiddle::Function.new': unreadable,
}

const MENTIONS: Handlers = {
  'File.SEPARATOR File.Separator': () => text('/'),
  ENV: () => ({ ref: 'ENV', sources: [ENVIRONMENT] }),
  ARGV: givenWords,
  'OpenSSL.SSL.VERIFY_NONE OpenSSL::SSL::VERIFY_NONE': weakens('VERIFY_NONE'),
}

const HARMLESS = new Set(
  `json set time date yaml csv erb optparse ostruct pp securerandom digest benchmark bigdecimal forwardable singleton stringio strscan tempfile
  pathname fileutils open3 open-uri net/http uri socket base64 zlib logger English shellwords abbrev tsort prime matrix rational erb cgi minitest minitest/autorun rspec test/unit bundler rake rubygems
  JSON Set Time Date YAML CSV ERB OptionParser OpenStruct SecureRandom Digest Benchmark BigDecimal StringIO Logger Math Integer Float String Array Hash Struct Regexp
  Random Comparable Enumerable ObjectSpace GC RUBY_VERSION Rational Complex Range Symbol RegExp puts print p pp printf require require_relative raise loop lambda proc attr_accessor attr_reader attr_writer
  private public protected include extend rand sleep gets format sprintf exit abort at_exit catch throw freeze block_given? binding self nil true false defined? describe it expect`.split(
    /\s+/,
  ),
)

export const RUBY: Library = {
  calls: table(CALLS, RUBY_MAPPERS, RUBY_SERVICES),
  mentions: table(MENTIONS),
  environment: new Set(['ENV']),
  harmless: (name) => {
    if (name.startsWith('?.'))
      return !/[!]$|write|delete|remove|save|destroy|exec|send|system|open|update|create/.test(name)
    if (/^File\.(?:exist|file|directory|basename|dirname|extname|size|stat|mtime|zero|readable|split)/.test(name))
      return true
    return HARMLESS.has(name) || HARMLESS.has(name.split(/\.|::/)[0] ?? '')
  },
  familiar: (module) => HARMLESS.has(module),
  opaque: (module) => module === 'fiddle' || module === 'ffi',
  exports: () => [],
  moduleFiles: (module) => (/^[./]/.test(module) ? [module, `${module}.rb`] : [`${module}.rb`, `lib/${module}.rb`]),
}
