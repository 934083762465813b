import { WHOLE_ENVIRONMENT } from '../../interpret/values.ts'
import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  valueFrom,
} from '../run/abstract-value.ts'
import { type Handler, type Handlers, type Library, requiredArgument, voidHandler } from '../run/call-table.ts'
import { decodeBase64 } from '../run/constant-values.ts'
import { folderOf, globHandler, joinPaths } from '../run/operators.ts'
import {
  argumentsHandler,
  changeDirectoryHandler,
  chmodHandler,
  chownHandler,
  constantHandler,
  copyHandler,
  createHandler,
  deleteHandler,
  deserializeHandler,
  evaluateHandler,
  forkHandler,
  handlerTable,
  identityHandler,
  killHandler,
  linkHandler,
  listHandler,
  moveHandler,
  observeHandler,
  printHandler,
  readHandler,
  readVariableHandler,
  runWords,
  setVariableHandler,
  shellHandler,
  tlsWeakeningHandler,
  unreadableHandler,
  workingDirectoryHandler,
  writeHandler,
} from './handlers.ts'
import {
  connectHandler,
  payloadSources,
  recordConnection,
  sendToSocketHandler,
  socketValue,
} from './network-handlers.ts'
import { RUBY_MAPPERS } from './object-mappers.ts'
import { fileWriteHandler, openFile } from './python-core.ts'
import { RUBY_SERVICES } from './service-clients.ts'

/** `loop { … }` runs its block without end. */
const loopHandler = voidHandler((call, run) => {
  run.endless++
  for (const given of [...call.args, ...call.named.values()]) if (given.closure) call.invoke(given, [])
  run.endless--
})

const runHandler: Handler = (call, run) => {
  const words = call.args.filter((value) => !value.fields && !value.closure)
  const [first, ...rest] = words
  return rest.length === 0
    ? shellHandler({ ...call, args: [first ?? UNKNOWN_RESULT] }, run)
    : runWords(call, run, first ?? UNKNOWN_RESULT, rest)
}

/** Ruby's `open` runs what starts with a pipe, and fetches addresses. */
const openHandler: Handler = (call, run) => {
  const path = requiredArgument(call, 0)
  const known = knownOf(path)
  if (known.startsWith('|')) return shellHandler({ ...call, args: [textValue(known.slice(1))] }, run)
  if (/^https?:/.test(known)) return run.requests({ url: path, method: 'GET', payload: [] })
  const value = openFile(call, run, path, exactText(call.args[1]) ?? 'r')
  const block = call.args.find((item) => item.closure)
  if (block) call.invoke(block, [value])
  return value
}

const requireHandler: Handler = (call, run) => {
  const module = exactText(call.args[0])
  if (module === undefined) run.unknown(`${call.name} loads a file that is not known`)
  else if (call.name === 'load') {
    run.runsFile(textValue(module))
  } else return call.importModule(call.name === 'require_relative' ? `./${module}` : module)
  return UNKNOWN_RESULT
}

const requestHandler =
  (method: string): Handler =>
  (call, run) => {
    const url = requiredArgument(call, 0)
    const body = call.args.slice(1).filter((value) => !value.closure)
    return run.requests({ url, method, payload: method === 'GET' ? [] : payloadSources(body) })
  }

const sendHandler: Handler = (call) => {
  const [name, ...args] = call.args
  const method = exactText(name)
  if (method === undefined) return UNKNOWN_RESULT
  if (call.receiver && (call.receiver.ref !== undefined || call.receiver.instance))
    return call.invoke(call.member(call.receiver, method), args)
  return call.dispatch(method, args)
}

const iterateHandler: Handler = (call) => {
  const block = call.args.find((value) => value.closure)
  const item: AbstractValue = call.receiver?.element ?? valueFrom(allSources(call.receiver))
  return block ? { element: call.invoke(block, [item]), sources: [] } : (call.receiver ?? UNKNOWN_RESULT)
}

/** A listing whose block gets one entry after the other. */
function entryHandler(list: Handler): Handler {
  return (call, run) => {
    const listed = list(call, run)
    const block = call.args.find((value) => value.closure)
    if (block && listed?.element) call.invoke(block, [listed.element])
    return listed
  }
}

const CALLS: Handlers = {
  '` system exec spawn sh Kernel.system Kernel.exec Kernel.spawn Process.spawn IO.popen Open3.{capture2 capture2e capture3 popen3 popen2 popen2e}':
    runHandler,
  'Dotenv.{load parse overload}': () => ({ ref: 'ENV', sources: [WHOLE_ENVIRONMENT] }),
  'PTY.{spawn getpty}': (call, run) => run.below('terminal', () => runHandler(call, run)),
  '*.{delete_all destroy_all}': voidHandler((call, run) => {
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
  'eval instance_eval class_eval Kernel.eval ?.instance_eval ?.class_eval ?.eval binding().eval': evaluateHandler,
  'send ?.send ?.public_send ?.__send__ Kernel.send Object.send': sendHandler,
  'Object.const_get Kernel.const_get': (call) => referenceValue(exactText(call.args[0]) ?? '?'),
  'require require_relative load': requireHandler,
  'FileUtils.{rm_rf rm_r remove_dir remove_entry remove_entry_secure rmtree} rm_rf rm_r': deleteHandler(0, true),
  'FileUtils.{rm rm_f remove safe_unlink rmdir} File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink': deleteHandler(
    0,
    false,
  ),
  'Path.{delete unlink rmdir}': deleteHandler('self', false),
  'Path.rmtree': deleteHandler('self', true),
  'FileUtils.{mv move} File.rename': moveHandler(0),
  'FileUtils.{cp cp_r copy copy_file install}': copyHandler,
  'FileUtils.ln_s File.symlink File.link FileUtils.ln': linkHandler,
  'FileUtils.mkdir FileUtils.mkdir_p FileUtils.touch Dir.mkdir': createHandler(0),
  'File.chmod': (call, run) =>
    chmodHandler(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN_RESULT, call.args[0] ?? UNKNOWN_RESULT] }, run),
  'FileUtils.{chmod chmod_R}': (call, run) =>
    chmodHandler(0, 1)({ ...call, args: [call.args[1] ?? UNKNOWN_RESULT, call.args[0] ?? UNKNOWN_RESULT] }, run),
  'FileUtils.chown FileUtils.chown_R File.chown': chownHandler(2),
  'File.write IO.write File.binwrite': writeHandler('overwrite', 0, 1),
  'File.read IO.read File.readlines IO.readlines File.binread File.foreach YAML.load_file CSV.read CSV.foreach':
    readHandler(0),
  'open File.open File.new Kernel.open': openHandler,
  'URI.open OpenURI.open_uri': requestHandler('GET'),
  'file.{write puts print << syswrite}': fileWriteHandler,
  'file.{read readlines gets each_line}': (call) => valueFrom(allSources(call.receiver)),
  'Dir.{entries children each_child foreach}': entryHandler(listHandler(0, false)),
  'Find.find': entryHandler(listHandler(0, true)),
  'Pathname.glob': (call, run) => {
    const element = globHandler(call, run)?.element
    return element && { element: { ...element, type: 'Path' }, sources: [] }
  },
  '?.{each map each_with_index each_line collect flat_map}': iterateHandler,
  'Pathname Pathname.new': (call) => ({ ...requiredArgument(call, 0), type: 'Path' }),
  'File.dirname': (call) => folderOf(requiredArgument(call, 0)),
  'File.join': (call) => ({ ...joinPaths(call.args), type: undefined }),
  'File.{expand_path absolute_path realpath}': (call, run) => {
    const known = knownOf(requiredArgument(call, 0))
    return textValue(known === '~' || known.startsWith('~/') ? run.recorder.facts.home + known.slice(1) : known)
  },
  'Dir.home': (_call, run) => textValue(run.recorder.facts.home),
  'Dir.pwd': workingDirectoryHandler,
  'Dir.chdir': changeDirectoryHandler,
  'Net::HTTP.get Net::HTTP.get_response Net::HTTP.get_print HTTParty.get Faraday.get RestClient.get Excon.get HTTP.get':
    requestHandler('GET'),
  'Net::HTTP.post Net::HTTP.post_form HTTParty.post Faraday.post RestClient.post Excon.post HTTP.post HTTParty.put RestClient.put':
    requestHandler('POST'),
  'URI URI.parse URI.join Net::HTTP::Get.new Net::HTTP::Post.new': identityHandler,
  'Net::HTTP.start Net::HTTP.new': (call, run) => {
    recordConnection(run, requiredArgument(call, 0))
    return undefined
  },
  'TCPSocket.new TCPSocket.open UDPSocket.new': connectHandler,
  'socket.{write puts print send}': sendToSocketHandler,
  'TCPServer.new TCPServer.open': (call, run) => {
    const host = call.args.length > 1 ? knownOf(call.args[0]) : '0.0.0.0'
    const loopback = /^(?:127\.|localhost|::1)/.test(host)
    run.acts({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false })
    return socketValue(undefined)
  },
  'Process.kill': (call, run) => killHandler({ ...call, args: call.args.slice(1) }, run),
  'fork Process.fork Kernel.fork': forkHandler,
  'loop Kernel.loop': loopHandler,
  'Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64': constantHandler(decodeBase64),
  'ENV.fetch': readVariableHandler,
  'ENV.{to_h to_a inspect each map}': () => ({ sources: [WHOLE_ENVIRONMENT] }),
  'ENV[]=': setVariableHandler,
  'puts print p pp warn $stdout.puts STDOUT.puts $stderr.puts printf': printHandler(),
  'Clipboard.paste': observeHandler('clipboard', { kind: 'clipboard' }),
  'Marshal.load YAML.load YAML.unsafe_load': deserializeHandler,
  'Fiddle.dlopen Fiddle::Function.new': unreadableHandler,
}

const MENTIONS: Handlers = {
  'File.SEPARATOR File.Separator': () => textValue('/'),
  ENV: () => ({ ref: 'ENV', sources: [WHOLE_ENVIRONMENT] }),
  ARGV: argumentsHandler,
  'OpenSSL.SSL.VERIFY_NONE OpenSSL::SSL::VERIFY_NONE': tlsWeakeningHandler('VERIFY_NONE'),
}

const HARMLESS_MODULES = new Set(
  `json set time date yaml csv erb optparse ostruct pp securerandom digest benchmark bigdecimal forwardable singleton stringio strscan tempfile
  pathname fileutils open3 open-uri net/http uri socket base64 zlib logger English shellwords abbrev tsort prime matrix rational erb cgi minitest minitest/autorun rspec test/unit bundler rake rubygems
  JSON Set Time Date YAML CSV ERB OptionParser OpenStruct SecureRandom Digest Benchmark BigDecimal StringIO Logger Math Integer Float String Array Hash Struct Regexp
  Random Comparable Enumerable ObjectSpace GC RUBY_VERSION Rational Complex Range Symbol RegExp puts print p pp printf require require_relative raise loop lambda proc attr_accessor attr_reader attr_writer
  private public protected include extend rand sleep gets format sprintf exit abort at_exit catch throw freeze block_given? binding self nil true false defined? describe it expect`.split(
    /\s+/,
  ),
)

export const RUBY: Library = {
  calls: handlerTable(CALLS, RUBY_MAPPERS, RUBY_SERVICES),
  mentions: handlerTable(MENTIONS),
  environment: new Set(['ENV']),
  harmless: (name) => {
    if (name.startsWith('?.'))
      return !/[!]$|write|delete|remove|save|destroy|exec|send|system|open|update|create/.test(name)
    if (/^File\.(?:exist|file|directory|basename|dirname|extname|size|stat|mtime|zero|readable|split)/.test(name))
      return true
    return HARMLESS_MODULES.has(name) || HARMLESS_MODULES.has(name.split(/\.|::/)[0] ?? '')
  },
  familiar: (module) => HARMLESS_MODULES.has(module),
  opaque: (module) => module === 'fiddle' || module === 'ffi',
  exports: () => [],
  moduleFiles: (module) => (/^[./]/.test(module) ? [module, `${module}.rb`] : [`${module}.rb`, `lib/${module}.rb`]),
}
