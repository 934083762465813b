import { addressOf } from '../../hosts.ts'
import { characters, decodeBase64, decodedBy } from '../run/constants.ts'
import { joinPaths } from '../run/operators.ts'
import type { Run } from '../run/run.ts'
import { type Call, type Handler, type Library, required } from '../run/table.ts'
import { type Abstract, allSources, concat, exact, from, knownOf, text, UNKNOWN, unique } from '../run/value.ts'
import {
  connects,
  constant,
  copies,
  database,
  deletes,
  deletesByOptions,
  ENVIRONMENT,
  each,
  evaluates,
  headerSources,
  kills,
  links,
  listens,
  lists,
  makes,
  modes,
  moves,
  observes,
  owners,
  payload,
  prints,
  reads,
  runsWords,
  same,
  sends,
  setsVariable,
  shells,
  table,
  weakensIfFalse,
  writes,
} from './acts.ts'

const requires: Handler = (call, run) => {
  const module = exact(call.args[0])
  if (module === undefined) {
    run.unknown(`${call.name} loads a module that is not known`)
    return UNKNOWN
  }
  if (/\.json$/.test(module)) return from(run.reads(text(module), call.name))
  return call.importModule(module.replace(/^node:/, ''))
}

/** `spawn(file, args, options)`; `shell: true` makes it a shell line. */
const spawns: Handler = (call, run) => {
  const [file, args] = call.args
  const options = call.args.findLast((value) => value.fields)
  const directory = options?.fields?.get('cwd')
  const saved = run.directory
  if (directory && exact(directory) !== undefined) run.directory = directory
  const words = args?.items ?? (call.name.startsWith('Bun') ? file?.items?.slice(1) : undefined) ?? []
  const program = file?.items?.[0] ?? file ?? UNKNOWN
  const inShell = options?.fields?.get('shell')
  let result: Abstract
  if (inShell && inShell.ref !== 'false')
    result =
      shells({ ...call, args: [concat([program, ...words.flatMap((word) => [text(' '), word])])] }, run) ?? UNKNOWN
  else result = runsWords(call, run, program, words)
  run.directory = saved
  return result
}

const executes: Handler = (call, run) => {
  const options = call.args.findLast((value) => value.fields)
  const directory = options?.fields?.get('cwd')
  const saved = run.directory
  if (directory && exact(directory) !== undefined) run.directory = directory
  const result = shells(call, run)
  run.directory = saved
  return result
}

const runsFile: Handler = (call, run) => {
  run.flush()
  for (const path of run.paths(required(call, 0))) run.lower(run.scribe.runsFile(path, 'javascript', call.name))
  return UNKNOWN
}

/** `fetch(url, options)`. */
const fetches: Handler = (call, run) => {
  const [url, options] = call.args
  return request(call, run, {
    url: url ?? UNKNOWN,
    options: options?.fields,
    method: exact(options?.fields?.get('method')) ?? 'GET',
    body: [options?.fields?.get('body')],
  })
}

interface Sent {
  readonly url: Abstract
  readonly options: ReadonlyMap<string, Abstract> | undefined
  readonly method: string
  readonly body: readonly (Abstract | undefined)[]
}

function request(call: Call, run: Run, sent: Sent): Abstract {
  const headers = headerSources(sent.options?.get('headers'))
  const data = payload([...sent.body, sent.options?.get('params')])
  return run.requests({
    url: sent.url,
    method: sent.method,
    payload: [...data, ...headers.plain.filter((source) => source.kind !== 'literal')],
    credentials: [
      ...headers.credentials,
      ...payload([sent.options?.get('auth')]).filter((source) => source.kind !== 'literal'),
    ],
    by: call.name,
  })
}

/** axios, got, superagent: `post(url, body, options)`, or everything in one object. */
function client(method: string): Handler {
  return (call, run) => {
    const [first, second, third] = call.args
    const single = first?.fields
    if (single)
      return request(call, run, {
        url: single.get('url') ?? UNKNOWN,
        options: single,
        method: exact(single.get('method')) ?? method,
        body: [single.get('data'), single.get('json'), single.get('body')],
      })
    const reading = method === 'GET' || method === 'HEAD' || method === 'DELETE'
    const options = (reading ? second : third)?.fields ?? second?.fields
    const body = reading ? [options?.get('data')] : [second]
    return request(call, run, { url: first ?? UNKNOWN, options, method: exact(options?.get('method')) ?? method, body })
  }
}

/** `https.request(url or options, callback)`; what is written to it goes out. */
const nodeRequest: Handler = (call, run) => {
  const [first, second] = call.args
  const options = first?.fields ?? second?.fields
  const host = options?.get('hostname') ?? options?.get('host')
  const url = first?.fields
    ? concat([
        text(call.name.startsWith('https') ? 'https://' : 'http://'),
        host ?? UNKNOWN,
        options?.get('path') ?? text('/'),
      ])
    : (first ?? UNKNOWN)
  const value = request(call, run, { url, options, method: exact(options?.get('method')) ?? 'GET', body: [] })
  return { type: 'client-request', sources: value.sources, fields: new Map([['url', url]]) }
}

const requestWrites: Handler = (call, run) => {
  const url = call.receiver?.fields?.get('url') ?? UNKNOWN
  const [body] = call.args
  if (!body || body.closure) return UNKNOWN
  return run.requests({ url, method: 'POST', payload: payload([body]), by: 'http.request' })
}

const connectsSocket: Handler = (call, run) => {
  const options = call.args[0]?.fields
  const host = options
    ? (options.get('host') ?? text('localhost'))
    : call.args[1]?.known !== undefined
      ? call.args[1]
      : text('localhost')
  if (addressOf(knownOf(host)) !== 'loopback') run.connected()
  connects(run, host, call.name)
  return {
    type: 'socket',
    fields: new Map([['host', host]]),
    sources: [{ kind: 'network', url: knownOf(host).replaceAll('\0', '…') }],
  }
}

const listensOn: Handler = (call, run) => {
  const host = call.args[1]?.known !== undefined ? call.args[1] : call.args[0]?.fields?.get('host')
  if (host) listens(run, host, call.name)
  else run.lower('expected')
  return UNKNOWN
}

/** Pipes: what one stream holds goes into the next. */
const pipes: Handler = (call, run) => {
  const [target] = call.args
  const sources = call.receiver ? allSources(call.receiver) : []
  target?.handle?.sources.push(...sources)
  target?.handle?.pieces.push(undefined)
  if (target?.type === 'socket' || target?.type === 'client-request') {
    const host = knownOf(target.fields?.get('host') ?? target.fields?.get('url') ?? UNKNOWN).replaceAll('\0', '…')
    sends(run, host, [from(sources)], call.name)
  }
  if (call.receiver?.type === 'socket' && /spawn|exec/.test(target?.ref ?? ''))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true, by: call.name })
  return target ?? UNKNOWN
}

const createsWriter: Handler = (call, run) => ({
  type: 'stream',
  sources: [],
  handle: run.opens(required(call, 0), 'overwrite', call.name),
})

const streamWrites: Handler = (call) => {
  for (const value of call.args) {
    call.receiver?.handle?.pieces.push(exact(value))
    call.receiver?.handle?.sources.push(...allSources(value))
  }
  return UNKNOWN
}

const buffers: Handler = (call) => {
  const whole = exact(call.args[0])
  if (call.args[0]?.items) return characters({ ...call, args: call.args[0].items })
  const decoded = whole === undefined ? undefined : decodedBy(whole, exact(call.args[1]))
  return text(decoded ?? '\0', call.args[0] ? allSources(call.args[0]) : [])
}

const workingDirectory: Handler = (_call, run) => text(run.scribe.pathOf('.').real ?? '.')

const reflects: Handler = (call) => {
  const [target, self, args] = call.args
  if (call.name === 'Reflect.get')
    return target && exact(self) !== undefined ? call.member(target, exact(self) ?? '') : UNKNOWN
  return target ? call.invoke(target, args?.items ?? []) : UNKNOWN
}

const VERBS = 'get post put patch delete head'
const FS_READ = 'readFile readFileSync createReadStream'

const CALLS: readonly (readonly [string, Handler])[] = [
  ...each('', 'require module.require process.mainModule.require import', requires),
  ['module.createRequire', () => ({ ref: 'require', sources: [] })],
  ...each('process.', 'binding dlopen _linkedBinding', (call, run) => {
    run.unknown(`${call.name} does what cannot be read`)
    return UNKNOWN
  }),
  ...each(
    '',
    'eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction',
    (call) => call.evaluate(call.args.at(call.name === 'Function' ? -1 : 0) ?? UNKNOWN, call.name),
  ),
  [
    '?.constructor',
    (call, run) =>
      call.args.some((value) => value.known !== undefined)
        ? evaluates({ ...call, args: call.args.slice(-1) }, run)
        : undefined,
  ],
  ...each('', 'setTimeout setInterval', (call, run) =>
    call.args[0]?.known !== undefined ? evaluates(call, run) : undefined,
  ),
  ...each('child_process.', 'exec execSync', executes),
  ...each('child_process.', 'spawn spawnSync execFile execFileSync', spawns),
  ['child_process.fork', runsFile],
  ...each('', 'worker_threads.Worker', runsFile),
  ...each(
    '',
    'execa execa.execa execa.execaSync cross-spawn cross-spawn.sync Bun.spawn Bun.spawnSync Deno.Command',
    spawns,
  ),
  ...each('', 'execa.execaCommand execa.command execa.commandSync shelljs.exec zx.$ $ Bun.$', shells),
  ...each('fs.', 'rm rmSync', deletesByOptions),
  ...each('fs.', 'rmdir rmdirSync', deletesByOptions),
  ...each('fs.', 'unlink unlinkSync', deletes(0, false)),
  ...each(
    '',
    'fs-extra.remove fs-extra.removeSync fs-extra.emptyDir fs-extra.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync del del.sync del.deleteAsync del.deleteSync shelljs.rm Deno.remove Deno.removeSync',
    deletes(0, true),
  ),
  ...each('fs.', 'writeFile writeFileSync', writes('overwrite', 0, 1)),
  ...each(
    '',
    'fs-extra.writeFile fs-extra.writeFileSync fs-extra.outputFile fs-extra.outputFileSync fs-extra.writeJson fs-extra.writeJsonSync Bun.write Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile',
    writes('overwrite', 0, 1),
  ),
  ...each('fs.', 'appendFile appendFileSync', writes('append', 0, 1)),
  ...each('fs.', 'mkdir mkdirSync mkdtemp mkdtempSync', makes(0)),
  ...each('fs.', 'rename renameSync', moves(0)),
  ...each('fs.', 'copyFile copyFileSync cp cpSync', copies),
  ...each('fs-extra.', 'copy copySync', copies),
  ...each('fs-extra.', 'move moveSync', moves(0)),
  ...each('fs.', 'symlink symlinkSync link linkSync', links),
  ...each('fs.', 'chmod chmodSync', modes(0, 1)),
  ...each('fs.', 'chown chownSync lchown', owners(0)),
  ...each('fs.', 'truncate truncateSync', (call, run) => {
    run.writes(required(call, 0), 'truncate', call.name)
    return UNKNOWN
  }),
  ...each('fs.', FS_READ, reads(0)),
  ...each(
    '',
    'fs-extra.readFile fs-extra.readFileSync fs-extra.readJson fs-extra.readJsonSync Deno.readTextFile Deno.readTextFileSync Deno.readFile Bun.file',
    reads(0),
  ),
  ...each('fs.', 'open openSync', (call, run) => {
    const flags = exact(call.args[1]) ?? 'r'
    if (/[wa+]/.test(flags)) run.writes(required(call, 0), flags.startsWith('a') ? 'append' : 'overwrite', call.name)
    else run.reads(required(call, 0), call.name)
    return UNKNOWN
  }),
  ...each('fs.', 'readdir readdirSync opendir', lists(0, false)),
  ['fs.createWriteStream', createsWriter],
  ...each('stream.', 'write end', streamWrites),
  ...each('', '?.pipe stream.pipe socket.pipe response.pipe', pipes),
  ...each('', 'fetch undici.fetch node-fetch node-fetch.fetch cross-fetch undici.request', fetches),
  ...each('', 'axios axios.request got superagent request ky', client('GET')),
  ...['axios', 'got', 'superagent', 'request', 'ky', 'axios.create()', 'needle'].flatMap((owner) =>
    VERBS.split(' ').map((verb) => [`${owner}.${verb}`, client(verb.toUpperCase())] as const),
  ),
  ...each('', 'http.request https.request http.get https.get', nodeRequest),
  ...each('client-request.', 'write end', requestWrites),
  ...each('', 'net.connect net.createConnection tls.connect net.Socket', connectsSocket),
  ...each('socket.', 'write end send', (call, run) => {
    sends(run, knownOf(call.receiver?.fields?.get('host') ?? UNKNOWN).replaceAll('\0', '…'), [call.args[0]], call.name)
    return UNKNOWN
  }),
  ['socket.connect', connectsSocket],
  ...each('', 'WebSocket ws.WebSocket ws', (call, run) => {
    const host = /^wss?:\/\/([^/:]+)/.exec(knownOf(required(call, 0)))?.[1] ?? '\0'
    return {
      type: 'socket',
      fields: new Map([['host', text(host)]]),
      sources: connects(run, text(host), call.name).sources,
    }
  }),
  ...each('dns.', 'lookup resolve resolve4 resolveTxt', (call, run) => {
    connects(run, required(call, 0), call.name)
    return UNKNOWN
  }),
  ...each(
    '',
    'http.createServer().listen https.createServer().listen net.createServer().listen express().listen ?.listen',
    listensOn,
  ),
  ['process.kill', kills],
  ...each('process.', 'setuid setgid seteuid', (call, run) => {
    if (call.args[0]?.number === 0)
      run.state({
        kind: 'grant',
        what: 'root rights',
        to: 'this process',
        reach: 'machine',
        by: call.name,
        certainty: 'likely',
      })
    run.lower('plain')
    return UNKNOWN
  }),
  [
    'process.chdir',
    (call, run) => {
      run.directory = call.args[0]
      return UNKNOWN
    },
  ],
  ['process.cwd', workingDirectory],
  ['os.homedir', (_call, run) => text(run.scribe.facts.home)],
  ['os.tmpdir', () => text('/tmp')],
  ...each('path.', 'join resolve posix.join posix.resolve', (call) => ({ ...joinPaths(call.args), type: undefined })),
  ...each('path.', 'normalize', same),
  ['path.dirname', (call) => text(knownOf(required(call, 0)).replace(/\/[^/]*$/, '') || '/')],
  ['path.basename', constant((whole) => whole.slice(whole.lastIndexOf('/') + 1))],
  ...each(
    '',
    'url.fileURLToPath String decodeURI util.promisify Promise.resolve Object.freeze structuredClone util.inspect JSON.parse',
    same,
  ),
  ...each(
    '',
    'decodeURIComponent unescape',
    constant((whole) =>
      whole.replace(/%([0-9a-fA-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  ),
  ...each('', 'Promise.all Promise.allSettled Array.from', same),
  [
    'JSON.stringify',
    (call) => {
      const [value] = call.args
      return value ? { known: exact(value), sources: unique([allSources(value)]) } : UNKNOWN
    },
  ],
  ['atob', constant(decodeBase64)],
  ...each('', 'Buffer.from Buffer', buffers),
  ...each('String.', 'fromCharCode fromCodePoint', characters),
  ...each('console.', 'log info warn error debug dir table', prints()),
  ...each('process.', 'stdout.write stderr.write', prints()),
  ...each('Object.', 'keys values entries assign', (call) => ({
    ...UNKNOWN,
    sources: unique(call.args.map((value) => allSources(value))),
  })),
  ...each('Reflect.', 'apply get construct', reflects),
  ['process.env[]=', setsVariable],
  ...each('process.env.', 'NODE_TLS_REJECT_UNAUTHORIZED=', (call, run) =>
    setsVariable({ ...call, args: [text('NODE_TLS_REJECT_UNAUTHORIZED'), call.args[1] ?? UNKNOWN] }, run),
  ),
  ...each(
    '',
    'clipboardy.read clipboardy.readSync navigator.clipboard.readText clipboardy.default.read',
    observes('clipboard', { kind: 'clipboard' }),
  ),
  ...each(
    '',
    'robotjs.screen.capture screenshot-desktop navigator.mediaDevices.getDisplayMedia',
    observes('screen', { kind: 'screen' }),
  ),
  ...each('', 'iohook.start node-global-key-listener.GlobalKeyboardListener', observes('keyboard')),
  ['navigator.mediaDevices.getUserMedia', observes('camera')],
  ...each('', 'keytar.getPassword keytar.findCredentials', (call, run) => {
    run.lower('plain')
    return { sources: [{ kind: 'secret-store', store: call.name }] }
  }),
  ...each('?.', 'query execute $executeRawUnsafe', database('sql', 'unknown')),
  ...each('?.', 'exec run prepare', (call, run) => {
    const statement = exact(call.args[0])
    return statement !== undefined && /^\s*(?:drop|delete|truncate|update|alter|insert)\s/i.test(statement)
      ? database('sqlite', 'local-file')(call, run)
      : undefined
  }),
  ...each('?.', 'sendMail', (call, run) => {
    run.lower('plain')
    const to = exact(call.args[0]?.fields?.get('to')) ?? '…'
    run.state({ kind: 'external-write', service: 'mail', nature: 'mail', target: to, by: 'sendMail' })
    const data = call.args.flatMap((value) => allSources(value))
    if (data.length > 0) run.state({ kind: 'send-data', host: to, channel: 'mail', payload: data, by: 'sendMail' })
    return UNKNOWN
  }),
  ['response.text', (call) => from(call.receiver ? allSources(call.receiver) : [])],
  ['response.then', (call) => call.invoke(call.args[0] ?? UNKNOWN, [call.receiver ?? UNKNOWN])],
  ['?.then', (call) => call.invoke(call.args[0] ?? UNKNOWN, [call.receiver ?? UNKNOWN])],
  ...each('', '?.on socket.on client-request.on response.on stream.on', (call) => {
    for (const value of call.args)
      if (value.closure) call.invoke(value, [from(call.receiver ? allSources(call.receiver) : [])])
    return call.receiver ?? UNKNOWN
  }),
]

const MENTIONS: readonly (readonly [string, Handler])[] = [
  ['process.env', () => ({ ref: 'process.env', sources: [ENVIRONMENT] })],
  ['import.meta.env', () => ({ ref: 'process.env', sources: [] })],
  ['process.argv', () => ({ element: from([{ kind: 'argument' }]), sources: [{ kind: 'argument' }] })],
  [
    '__dirname',
    (_call, run) =>
      text(run.file === undefined ? (run.scribe.pathOf('.').real ?? '.') : run.file.replace(/\/[^/]*$/, '')),
  ],
  ['import.meta.dirname', (_call, run) => text(run.file === undefined ? '.' : run.file.replace(/\/[^/]*$/, ''))],
  ['rejectUnauthorized:', weakensIfFalse('rejectUnauthorized: false')],
  ['strictSSL:', weakensIfFalse('strictSSL: false')],
]

const HARMLESS = new Set(
  `path url util assert events querystring string_decoder buffer punycode readline perf_hooks os process console module crypto zlib stream timers
  Math JSON Object Array String Number Boolean Date RegExp Map Set WeakMap WeakSet Symbol Promise Intl BigInt Error TypeError RangeError SyntaxError
  parseInt parseFloat isNaN isFinite encodeURIComponent encodeURI decodeURIComponent structuredClone queueMicrotask setTimeout setInterval clearTimeout
  clearInterval setImmediate performance URL URLSearchParams TextEncoder TextDecoder AbortController Reflect Proxy Uint8Array ArrayBuffer DataView Float64Array
  Int32Array Buffer typescript lodash chalk commander yargs minimist semver glob fast-glob picomatch zod valibot dayjs date-fns moment uuid nanoid
  react react-dom vue svelte prettier eslint vitest jest mocha chai node:test describe it test expect acorn esprima @babel/parser @babel/core cheerio jsdom
  marked csv-parse papaparse js-yaml yaml toml ajv immer ramda rxjs async ora inquirer kleur picocolors undefined null true false NaN Infinity this require import
  fs fs/promises child_process http https net dns tls vm worker_threads cluster express koa fastify axios node-fetch got puppeteer playwright sharp sqlite3 better-sqlite3 pg mysql2 mongodb redis dotenv
  fs-extra rimraf esbuild vite webpack rollup tsx ts-node`.split(/\s+/),
)
const WATCHED = new Set(
  'fs fs/promises child_process http https net dns tls vm worker_threads cluster express koa fastify axios node-fetch got puppeteer playwright sqlite3 better-sqlite3 pg mysql2 mongodb redis fs-extra rimraf process module esbuild vite webpack'.split(
    ' ',
  ),
)
const FS_LOOKS =
  /^fs\.(?:exists|existsSync|stat|statSync|lstat|lstatSync|access|accessSync|realpath|realpathSync|constants|watch|readlink|readlinkSync|fstat\w*|close\w*|Stats)/
const PROCESS_LOOKS =
  /^process\.(?:exit|exitCode|argv|platform|version|versions|arch|pid|hrtime|memoryUsage|uptime|nextTick|on|once|cwd|stdin|stdout|stderr|title|cpuUsage|emitWarning)/
const METHODS = new Set(
  `push pop shift unshift splice slice map filter reduce reduceRight forEach find findIndex findLast some every includes indexOf lastIndexOf join concat reverse sort flat
  flatMap fill keys values entries at split replace replaceAll trim trimStart trimEnd padStart padEnd toUpperCase toLowerCase startsWith endsWith
  match matchAll search test exec charAt charCodeAt codePointAt substring substr repeat normalize localeCompare toString valueOf toFixed toPrecision toISOString
  getTime getFullYear getMonth getDate has get set add delete clear size length then catch finally next return throw bind call apply json text
  toJSON hasOwnProperty toLocaleString groupBy toSorted toReversed with digest update on once emit removeListener off setEncoding describe it expect toBe toEqual
  isFile isDirectory isSymbolicLink name parse stringify format compile validate safeParse`.split(/\s+/),
)

export const JAVASCRIPT: Library = {
  calls: table(CALLS),
  mentions: table(MENTIONS),
  environment: new Set(['process.env', 'Bun.env', 'Deno.env']),
  harmless,
  familiar: (module) => HARMLESS.has(module.replace(/^node:/, '')),
  opaque: (module) => /^(?:ffi|ffi-napi|koffi|node-ffi|bindings)$/.test(module) || module.endsWith('.node'),
  exports: () => [],
  moduleFiles: (module) => {
    if (!/^[./]/.test(module)) return []
    return [module, ...['.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts'].map((ending) => module + ending)]
  },
}

function harmless(name: string): boolean {
  if (name.startsWith('?.')) return METHODS.has(name.slice(2))
  if (/^[./]/.test(name)) return false
  const module = (name.replace(/^node:/, '').split('.')[0] ?? name).replace(/\(\)$/, '')
  if (!name.includes('.')) return HARMLESS.has(module)
  if (FS_LOOKS.test(name) || PROCESS_LOOKS.test(name)) return true
  if (module === 'process' && name.startsWith('process.env')) return true
  return HARMLESS.has(module) && !WATCHED.has(module)
}
