import { isSecretName } from '../../secrets.ts'
import { characters, decodeBase64, decodedBy } from '../run/constants.ts'
import { folderOf, joinPaths } from '../run/operators.ts'
import { requiresFrom, resolvesOwn, stateOwnModule } from '../run/own-modules.ts'
import { does, type Handler, type Handlers, type Library, required } from '../run/table.ts'
import {
  type Abstract,
  allSources,
  concat,
  exact,
  from,
  knownOf,
  reference,
  sourcesOf,
  text,
  UNKNOWN,
  unique,
} from '../run/value.ts'
import {
  becomes,
  changesDirectory,
  constant,
  copies,
  decodesPercents,
  deletes,
  deletesByOptions,
  ENVIRONMENT,
  evaluates,
  givenWords,
  kills,
  links,
  lists,
  makes,
  modes,
  moves,
  observes,
  owners,
  ownFolder,
  prints,
  reads,
  runsWords,
  same,
  setsVariable,
  shells,
  table,
  truncates,
  unreadable,
  weakensIfFalse,
  workingDirectory,
  writes,
} from './acts.ts'
import { harmlessJavaScript, JAVASCRIPT_INDIRECT, JAVASCRIPT_MODULES } from './javascript-indirect.ts'
import { JAVASCRIPT_NETWORK } from './javascript-network.ts'
import { mails } from './network-acts.ts'
import { JAVASCRIPT_MAPPERS } from './object-mappers.ts'
import { JAVASCRIPT_CLOUD, JAVASCRIPT_SERVICES } from './service-clients.ts'

const requires: Handler = (call, run) => {
  const module = exact(call.args[0])
  if (module === undefined) {
    stateOwnModule(knownOf(call.args[0]), run)
    run.unknown(`${call.name} loads a module that is not known`)
    return UNKNOWN
  }
  if (/\.json$/.test(module)) return from(run.reads(text(module)))
  return call.importModule(module.replace(/^node:/, ''))
}

const spawns: Handler = (call, run) => {
  const [file, args] = call.args
  const options = call.args.findLast((value) => value.fields)
  const directory = options?.fields?.get('cwd')
  const saved = run.directory
  if (directory && exact(directory) !== undefined) run.directory = directory
  const own = call.name.startsWith('Deno') ? options?.fields?.get('args') : args
  const words = own?.items ?? (/^bun\./i.test(call.name) ? file?.items?.slice(1) : undefined) ?? []
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

const runsFile = does((call, run) => run.runsFile(required(call, 0)))

const createsWriter: Handler = (call, run) => ({
  type: 'stream',
  sources: [],
  handle: run.opens(required(call, 0), 'overwrite'),
})

const streamWrites = does((call) => {
  for (const value of call.args) {
    call.receiver?.handle?.pieces.push(exact(value))
    call.receiver?.handle?.sources.push(...allSources(value))
  }
})

const buffers: Handler = (call) => {
  const whole = exact(call.args[0])
  if (call.args[0]?.items) return characters({ ...call, args: call.args[0].items })
  const decoded = whole === undefined ? undefined : decodedBy(whole, exact(call.args[1]))
  return text(decoded ?? '\0', allSources(call.args[0]))
}

const reflects: Handler = (call) => {
  const [target, self, args] = call.args
  if (call.name === 'Reflect.get')
    return target && exact(self) !== undefined ? call.member(target, exact(self) ?? '') : UNKNOWN
  return target ? call.invoke(target, args?.items ?? []) : UNKNOWN
}

const BROWSER = { kind: 'secret-store', store: "the browser's cookies and storage" } as const

const CALLS: Handlers = {
  'require import module.{require _load constructor._load Module._load} process.{mainModule.require getBuiltinModule} *.{_load require getBuiltinModule}':
    requires,
  'localStorage.setItem localStorage.removeItem sessionStorage.setItem localStorage.clear Boolean': () => UNKNOWN,
  'localStorage.getItem sessionStorage.getItem cookieStore.getAll cookieStore.get': (call) => {
    // One thing by its name, which says that it lets nobody in.
    const name = exact(call.args[0])
    return name !== undefined && !isSecretName(name) && !/auth|sess|jwt|user|login|sid|bearer/i.test(name)
      ? UNKNOWN
      : from([BROWSER])
  },
  'module.createRequire': requiresFrom,
  'require.resolve import.meta.resolve': resolvesOwn,
  'process.{binding dlopen _linkedBinding}': unreadable,
  'eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction': (call) =>
    call.evaluate(call.args.at(call.name === 'Function' ? -1 : 0) ?? UNKNOWN),
  '?.constructor': (call, run) =>
    call.args.some((value) => value.known !== undefined)
      ? evaluates({ ...call, args: call.args.slice(-1) }, run)
      : undefined,
  'setTimeout setInterval': (call, run) => (call.args[0]?.known !== undefined ? evaluates(call, run) : undefined),
  'child_process.{exec execSync}': executes,
  'child_process.{spawn spawnSync execFile execFileSync}': spawns,
  'child_process.fork': (call, run) => {
    if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes' })
    return runsFile(call, run)
  },
  'execa execa.execa execa.execaSync cross-spawn cross-spawn.sync Bun.spawn Bun.spawnSync bun.spawn bun.spawnSync Deno.Command':
    spawns,
  'execa.execaCommand execa.command execa.commandSync execa.$ execa.$.sync shelljs.exec zx.$ $ Bun.$ bun.$': shells,
  'fs.{rm rmSync} fs.{rmdir rmdirSync}': deletesByOptions,
  'fs.{unlink unlinkSync}': deletes(0, false),
  'fs-extra.remove fs-extra.removeSync fs-extra.emptyDir fs-extra.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync del del.sync del.deleteAsync del.deleteSync shelljs.rm Deno.remove Deno.removeSync':
    deletes(0, true),
  'fs.{writeFile writeFileSync}': writes('overwrite', 0, 1),
  'fs-extra.writeFile fs-extra.writeFileSync fs-extra.outputFile fs-extra.outputFileSync fs-extra.writeJson fs-extra.writeJsonSync Bun.write Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile':
    writes('overwrite', 0, 1),
  'fs.{appendFile appendFileSync}': writes('append', 0, 1),
  'fs.{mkdir mkdirSync mkdtemp mkdtempSync}': makes(0),
  'fs.{rename renameSync} fs-extra.{move moveSync}': moves(0),
  'fs.{copyFile copyFileSync cp cpSync} fs-extra.{copy copySync}': copies,
  'fs.{symlink symlinkSync link linkSync}': links,
  'fs.{chmod chmodSync}': modes(0, 1),
  'fs.{chown chownSync lchown}': owners(0),
  'fs.{truncate truncateSync}': truncates,
  'fs.{readFile readFileSync createReadStream}': reads(0),
  'fs-extra.readFile fs-extra.readFileSync fs-extra.readJson fs-extra.readJsonSync Deno.readTextFile Deno.readTextFileSync Deno.readFile Bun.file':
    reads(0),
  'fs.{open openSync}': does((call, run) => {
    const flags = exact(call.args[1]) ?? 'r'
    if (/[wa+]/.test(flags)) run.writes(required(call, 0), flags.startsWith('a') ? 'append' : 'overwrite')
    else run.reads(required(call, 0))
  }),
  'fs.{readdir readdirSync opendir}': lists(0, false),
  'fs.createWriteStream': createsWriter,
  'stream.{write end}': streamWrites,
  ...JAVASCRIPT_NETWORK,
  'process.kill': kills,
  'process.{setuid setgid seteuid}': becomes,
  'process.chdir': changesDirectory,
  'process.cwd': workingDirectory,
  'os.homedir': (_call, run) => text(run.scribe.facts.home),
  'os.tmpdir': () => text('/tmp'),
  'path.{join resolve posix.join posix.resolve}': (call) => ({ ...joinPaths(call.args), type: undefined }),
  'path.normalize Promise.all Promise.allSettled Array.from': same,
  'path.dirname': (call) => folderOf(required(call, 0)),
  'path.basename': constant((whole) => whole.slice(whole.lastIndexOf('/') + 1)),
  'String decodeURI util.promisify Promise.resolve Object.freeze structuredClone util.inspect JSON.parse': same,
  'decodeURIComponent unescape': decodesPercents,
  'JSON.stringify': (call) => {
    const [value] = call.args
    return value ? { known: exact(value), sources: unique([allSources(value)]) } : UNKNOWN
  },
  atob: constant(decodeBase64),
  'Buffer.from Buffer': buffers,
  'String.{fromCharCode fromCodePoint}': characters,
  'console.{log info warn error debug dir table} process.{stdout.write stderr.write}': prints(),
  'Object.keys': (call) => (call.args[0]?.ref === 'process.env' ? UNKNOWN : from(call.args.flatMap(allSources))),
  'Object.{values entries assign}': (call) => ({
    ...UNKNOWN,
    sources: sourcesOf(call.args),
  }),
  'Reflect.{apply get construct}': reflects,
  'process.env[]=': setsVariable,
  'process.env.NODE_TLS_REJECT_UNAUTHORIZED=': (call, run) =>
    setsVariable({ ...call, args: [text('NODE_TLS_REJECT_UNAUTHORIZED'), call.args[1] ?? UNKNOWN] }, run),
  'clipboardy.read clipboardy.readSync navigator.clipboard.readText clipboardy.default.read': observes('clipboard', {
    kind: 'clipboard',
  }),
  'robotjs.screen.capture screenshot-desktop navigator.mediaDevices.getDisplayMedia': observes('screen', {
    kind: 'screen',
  }),
  'iohook.start node-global-key-listener.GlobalKeyboardListener': observes('keyboard'),
  'navigator.mediaDevices.getUserMedia': observes('camera'),
  'keytar.getPassword keytar.findCredentials': (call, run) => {
    run.lower('plain')
    return { sources: [{ kind: 'secret-store', store: call.name }] }
  },
  '?.sendMail': (call, run) => {
    const to = exact(call.args[0]?.fields?.get('to')) ?? '…'
    return mails(run, to, call.args.flatMap(allSources), 'sendMail')
  },
  'response.text': (call) => from(allSources(call.receiver)),
  'response.then ?.then': (call) => call.invoke(call.args[0] ?? UNKNOWN, [call.receiver ?? UNKNOWN]),
  '?.on socket.on client-request.on response.on stream.on': (call) => {
    for (const value of call.args) if (value.closure) call.invoke(value, [from(allSources(call.receiver))])
    return call.receiver ?? UNKNOWN
  },
}

const MENTIONS: Handlers = {
  'path.sep': () => text('/'),
  'process.env': () => ({ ref: 'process.env', sources: [ENVIRONMENT] }),
  'document.cookie localStorage sessionStorage': (call) => ({ ref: call.name, sources: [BROWSER] }),
  'import.meta.env': () => reference('process.env'),
  'process.argv': givenWords,
  'process.execPath process.argv0': () => text('node'),
  __dirname: ownFolder,
  'import.meta.url': (_call, run) => (run.file === undefined ? undefined : text(`file://${run.file}`)),
  'import.meta.filename': (_call, run) => (run.file === undefined ? undefined : text(run.file)),
  'import.meta.dirname': (_call, run) => text(run.file === undefined ? '.' : run.file.replace(/\/[^/]*$/, '')),
  'rejectUnauthorized:': weakensIfFalse('rejectUnauthorized: false'),
  'strictSSL:': weakensIfFalse('strictSSL: false'),
}

export const JAVASCRIPT: Library = {
  calls: table(CALLS, JAVASCRIPT_INDIRECT, JAVASCRIPT_MAPPERS, JAVASCRIPT_SERVICES, JAVASCRIPT_CLOUD),
  mentions: table(MENTIONS),
  environment: new Set(['process.env', 'Bun.env', 'Deno.env']),
  harmless: harmlessJavaScript,
  familiar: (module) => JAVASCRIPT_MODULES.has(module.replace(/^node:/, '')),
  opaque: (module) => /^(?:ffi|ffi-napi|koffi|node-ffi|bindings)$/.test(module) || module.endsWith('.node'),
  exports: () => [],
  moduleFiles: (module) => {
    if (!/^[./]/.test(module))
      return JAVASCRIPT_MODULES.has(module)
        ? []
        : ['.js', '/index.js', '/index.mjs'].map((ending) => `node_modules/${module}${ending}`)
    return [module, ...['.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts'].map((ending) => module + ending)]
  },
}
