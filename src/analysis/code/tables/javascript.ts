import { isSecretName } from '../../../knowledge/lexicon/secret-names.ts'
import { WHOLE_ENVIRONMENT } from '../../interpret/values.ts'
import {
  type AbstractValue,
  allSources,
  concatValues,
  exactText,
  HANDED_VALUE,
  knownOf,
  referenceValue,
  sourcesOf,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueFrom,
} from '../run/abstract-value.ts'
import { type Handler, type Handlers, type Library, requiredArgument, voidHandler } from '../run/call-table.ts'
import { charactersByNumber, decodeBase64, decodeWith } from '../run/constant-values.ts'
import { createRequireHandler, recordGateModule, resolveHandler } from '../run/gate-modules.ts'
import { folderOf, joinPaths } from '../run/operators.ts'
import {
  argumentsHandler,
  changeDirectoryHandler,
  chmodHandler,
  chownHandler,
  constantHandler,
  copyHandler,
  createHandler,
  deleteByOptionsHandler,
  deleteHandler,
  evaluateHandler,
  handlerTable,
  identityHandler,
  interpreterHandler,
  killHandler,
  linkHandler,
  listHandler,
  moveHandler,
  observeHandler,
  percentDecodeHandler,
  printHandler,
  readHandler,
  runWords,
  scriptFolderHandler,
  setUserHandler,
  setVariableHandler,
  shellHandler,
  tlsWeakeningIfFalse,
  truncateHandler,
  unreadableHandler,
  workingDirectoryHandler,
  writeHandler,
} from './handlers.ts'
import { isHarmlessJavaScript, JAVASCRIPT_INDIRECT, JAVASCRIPT_MODULES } from './javascript-indirect.ts'
import { JAVASCRIPT_NETWORK } from './javascript-network.ts'
import { recordSentMail } from './network-handlers.ts'
import { JAVASCRIPT_MAPPERS } from './object-mappers.ts'
import { JAVASCRIPT_CLOUD, JAVASCRIPT_SERVICES } from './service-clients.ts'

const requireHandler: Handler = (call, run) => {
  const module = exactText(call.args[0])
  // Put around the loader, it passes on what was asked of it.
  if (call.args[0] === HANDED_VALUE && /_load$/.test(call.name)) return UNKNOWN_RESULT
  if (module === undefined) {
    recordGateModule(knownOf(call.args[0]), run)
    run.unknown(`${call.name} loads a module that is not known`)
    return UNKNOWN_RESULT
  }
  if (/\.json$/.test(module)) return valueFrom(run.reads(textValue(module)))
  return call.importModule(module.replace(/^node:/, ''))
}

const spawnHandler: Handler = (call, run) => {
  const [file, args] = call.args
  const options = call.args.findLast((value) => value.fields)
  const directory = options?.fields?.get('cwd')
  const saved = run.directory
  if (directory && exactText(directory) !== undefined) run.directory = directory
  const own = call.name.startsWith('Deno') ? options?.fields?.get('args') : args
  const words = own?.items ?? (/^bun\./i.test(call.name) ? file?.items?.slice(1) : undefined) ?? []
  const program = file?.items?.[0] ?? file ?? UNKNOWN_RESULT
  const inShell = options?.fields?.get('shell')
  let result: AbstractValue
  if (inShell && inShell.ref !== 'false')
    result =
      shellHandler(
        { ...call, args: [concatValues([program, ...words.flatMap((word) => [textValue(' '), word])])] },
        run,
      ) ?? UNKNOWN_RESULT
  else result = runWords(call, run, program, words)
  run.directory = saved
  return result
}

const execHandler: Handler = (call, run) => {
  const options = call.args.findLast((value) => value.fields)
  const directory = options?.fields?.get('cwd')
  const saved = run.directory
  if (directory && exactText(directory) !== undefined) run.directory = directory
  const result = shellHandler(call, run)
  run.directory = saved
  return result
}

const runFileHandler = voidHandler((call, run) => run.runsFile(requiredArgument(call, 0)))

const writeStreamHandler: Handler = (call, run) => ({
  type: 'stream',
  sources: [],
  handle: run.opens(requiredArgument(call, 0), 'overwrite'),
})

const streamWriteHandler = voidHandler((call) => {
  for (const value of call.args) {
    call.receiver?.handle?.pieces.push(exactText(value))
    call.receiver?.handle?.sources.push(...allSources(value))
  }
})

const bufferHandler: Handler = (call) => {
  const whole = exactText(call.args[0])
  if (call.args[0]?.items) return charactersByNumber({ ...call, args: call.args[0].items })
  const decoded = whole === undefined ? undefined : decodeWith(whole, exactText(call.args[1]))
  return textValue(decoded ?? '\0', allSources(call.args[0]))
}

const reflectHandler: Handler = (call) => {
  const [target, self, args] = call.args
  if (call.name === 'Reflect.get')
    return target && exactText(self) !== undefined ? call.member(target, exactText(self) ?? '') : UNKNOWN_RESULT
  return target ? call.invoke(target, args?.items ?? []) : UNKNOWN_RESULT
}

const BROWSER_STORE = { kind: 'secret-store', store: "the browser's cookies and storage" } as const

/** All variables, or a dotenv file that was read to be among them. */
const ENVIRONMENT: AbstractValue = { ref: 'process.env', sources: [WHOLE_ENVIRONMENT] }

const CALLS: Handlers = {
  'require import module.{require _load constructor._load Module._load} process.{mainModule.require getBuiltinModule} *.{_load require getBuiltinModule}':
    requireHandler,
  'localStorage.setItem localStorage.removeItem sessionStorage.setItem localStorage.clear Boolean': () =>
    UNKNOWN_RESULT,
  'localStorage.getItem sessionStorage.getItem cookieStore.getAll cookieStore.get': (call) => {
    // One thing by its name, which says that it lets nobody in.
    const name = exactText(call.args[0])
    return name !== undefined && !isSecretName(name) && !/auth|sess|jwt|user|login|sid|bearer/i.test(name)
      ? UNKNOWN_RESULT
      : valueFrom([BROWSER_STORE])
  },
  'module.createRequire': createRequireHandler,
  'require.resolve import.meta.resolve': resolveHandler,
  'process.{binding dlopen _linkedBinding}': unreadableHandler,
  'eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction': (call) =>
    call.evaluate(call.args.at(call.name === 'Function' ? -1 : 0) ?? UNKNOWN_RESULT),
  '?.constructor': (call, run) =>
    call.args.some((value) => value.known !== undefined)
      ? evaluateHandler({ ...call, args: call.args.slice(-1) }, run)
      : undefined,
  'setTimeout setInterval': (call, run) => (call.args[0]?.known !== undefined ? evaluateHandler(call, run) : undefined),
  'child_process.{exec execSync}': execHandler,
  'child_process.{spawn spawnSync execFile execFileSync}': spawnHandler,
  'node-pty.{spawn fork} @lydell/node-pty.spawn node-pty-prebuilt-multiarch.spawn': (call, run) =>
    run.below('terminal', () => spawnHandler(call, run)),
  'dotenv.{config configDotenv} dotenv-flow.{config listFiles} dotenv-safe.config dotenv-expand.expand @next/env.loadEnvConfig env-cmd.GetEnvVars':
    () => ({
      sources: [WHOLE_ENVIRONMENT],
      fields: new Map([
        ['parsed', ENVIRONMENT],
        ['combinedEnv', ENVIRONMENT],
      ]),
    }),
  // Without a prefix of its own it gives what is public anyway.
  'vite.loadEnv': (call) =>
    call.args.length < 3 || exactText(call.args[2]) === 'VITE_' ? UNKNOWN_RESULT : ENVIRONMENT,
  'child_process.fork': (call, run) => {
    if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes' })
    return runFileHandler(call, run)
  },
  'execa execa.execa execa.execaSync cross-spawn cross-spawn.sync Bun.spawn Bun.spawnSync bun.spawn bun.spawnSync Deno.Command':
    spawnHandler,
  'execa.execaCommand execa.command execa.commandSync execa.$ execa.$.sync shelljs.exec zx.$ $ Bun.$ bun.$':
    shellHandler,
  'fs.{rm rmSync} fs.{rmdir rmdirSync}': deleteByOptionsHandler,
  'fs.{unlink unlinkSync}': deleteHandler(0, false),
  'fs-extra.remove fs-extra.removeSync fs-extra.emptyDir fs-extra.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync del del.sync del.deleteAsync del.deleteSync shelljs.rm Deno.remove Deno.removeSync':
    deleteHandler(0, true),
  'fs.{writeFile writeFileSync}': writeHandler('overwrite', 0, 1),
  'fs-extra.writeFile fs-extra.writeFileSync fs-extra.outputFile fs-extra.outputFileSync fs-extra.writeJson fs-extra.writeJsonSync Bun.write Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile':
    writeHandler('overwrite', 0, 1),
  'fs.{appendFile appendFileSync}': writeHandler('append', 0, 1),
  'fs.{mkdir mkdirSync mkdtemp mkdtempSync}': createHandler(0),
  'fs.{rename renameSync} fs-extra.{move moveSync}': moveHandler(0),
  'fs.{copyFile copyFileSync cp cpSync} fs-extra.{copy copySync}': copyHandler,
  'fs.{symlink symlinkSync link linkSync}': linkHandler,
  'fs.{chmod chmodSync}': chmodHandler(0, 1),
  'fs.{chown chownSync lchown}': chownHandler(0),
  'fs.{truncate truncateSync}': truncateHandler,
  'fs.{readFile readFileSync createReadStream}': readHandler(0),
  'fs-extra.readFile fs-extra.readFileSync fs-extra.readJson fs-extra.readJsonSync Deno.readTextFile Deno.readTextFileSync Deno.readFile Bun.file':
    readHandler(0),
  'fs.{open openSync}': voidHandler((call, run) => {
    const flags = exactText(call.args[1]) ?? 'r'
    if (/[wa+]/.test(flags)) run.writes(requiredArgument(call, 0), flags.startsWith('a') ? 'append' : 'overwrite')
    else run.reads(requiredArgument(call, 0))
  }),
  'fs.{readdir readdirSync opendir}': listHandler(0, false),
  'fs.createWriteStream': writeStreamHandler,
  'stream.{write end}': streamWriteHandler,
  ...JAVASCRIPT_NETWORK,
  'process.kill': killHandler,
  'process.{setuid setgid seteuid}': setUserHandler,
  'process.chdir': changeDirectoryHandler,
  'process.cwd': workingDirectoryHandler,
  'os.homedir': (_call, run) => textValue(run.recorder.facts.home),
  'os.tmpdir': () => textValue('/tmp'),
  'path.{join resolve posix.join posix.resolve}': (call) => ({ ...joinPaths(call.args), type: undefined }),
  'path.normalize Promise.all Promise.allSettled Array.from': identityHandler,
  'path.dirname': (call) => folderOf(requiredArgument(call, 0)),
  'path.basename': constantHandler((whole) => whole.slice(whole.lastIndexOf('/') + 1)),
  'String decodeURI util.promisify Promise.resolve Object.freeze structuredClone util.inspect JSON.parse':
    identityHandler,
  'decodeURIComponent unescape': percentDecodeHandler,
  'JSON.stringify': (call) => {
    const [value] = call.args
    return value ? { known: exactText(value), sources: uniqueSources([allSources(value)]) } : UNKNOWN_RESULT
  },
  atob: constantHandler(decodeBase64),
  'Buffer.from Buffer': bufferHandler,
  'String.{fromCharCode fromCodePoint}': charactersByNumber,
  'console.{log info warn error debug dir table} process.{stdout.write stderr.write}': printHandler(),
  'Object.keys': (call) =>
    call.args[0]?.ref === 'process.env' ? UNKNOWN_RESULT : valueFrom(call.args.flatMap(allSources)),
  'Object.{values entries assign}': (call) => ({
    ...UNKNOWN_RESULT,
    sources: sourcesOf(call.args),
  }),
  'Reflect.{apply get construct}': reflectHandler,
  'process.env[]=': setVariableHandler,
  'process.env.NODE_TLS_REJECT_UNAUTHORIZED=': (call, run) =>
    setVariableHandler(
      { ...call, args: [textValue('NODE_TLS_REJECT_UNAUTHORIZED'), call.args[1] ?? UNKNOWN_RESULT] },
      run,
    ),
  'clipboardy.read clipboardy.readSync navigator.clipboard.readText clipboardy.default.read': observeHandler(
    'clipboard',
    {
      kind: 'clipboard',
    },
  ),
  'robotjs.screen.capture screenshot-desktop navigator.mediaDevices.getDisplayMedia': observeHandler('screen', {
    kind: 'screen',
  }),
  'iohook.start node-global-key-listener.GlobalKeyboardListener': observeHandler('keyboard'),
  'navigator.mediaDevices.getUserMedia': observeHandler('camera'),
  'keytar.getPassword keytar.findCredentials': (call, run) => {
    run.lower('plain')
    return { sources: [{ kind: 'secret-store', store: call.name }] }
  },
  '?.sendMail': (call, run) => {
    const to = exactText(call.args[0]?.fields?.get('to')) ?? '…'
    return recordSentMail(run, to, call.args.flatMap(allSources), 'sendMail')
  },
  'response.text': (call) => valueFrom(allSources(call.receiver)),
  'response.then ?.then': (call) => call.invoke(call.args[0] ?? UNKNOWN_RESULT, [call.receiver ?? UNKNOWN_RESULT]),
  '?.on socket.on client-request.on response.on stream.on': (call) => {
    for (const value of call.args) if (value.closure) call.invoke(value, [valueFrom(allSources(call.receiver))])
    return call.receiver ?? UNKNOWN_RESULT
  },
}

const MENTIONS: Handlers = {
  'path.sep': () => textValue('/'),
  'process.env': () => ENVIRONMENT,
  'document.cookie localStorage sessionStorage': (call) => ({ ref: call.name, sources: [BROWSER_STORE] }),
  'import.meta.env': () => referenceValue('process.env'),
  'process.argv': argumentsHandler,
  'process.execPath process.argv0': interpreterHandler('node'),
  __dirname: scriptFolderHandler,
  'import.meta.url': (_call, run) => (run.file === undefined ? undefined : textValue(`file://${run.file}`)),
  'import.meta.filename': (_call, run) => (run.file === undefined ? undefined : textValue(run.file)),
  'import.meta.dirname': (_call, run) => textValue(run.file === undefined ? '.' : run.file.replace(/\/[^/]*$/, '')),
  'rejectUnauthorized:': tlsWeakeningIfFalse('rejectUnauthorized: false'),
  'strictSSL:': tlsWeakeningIfFalse('strictSSL: false'),
}

export const JAVASCRIPT: Library = {
  calls: handlerTable(CALLS, JAVASCRIPT_INDIRECT, JAVASCRIPT_MAPPERS, JAVASCRIPT_SERVICES, JAVASCRIPT_CLOUD),
  mentions: handlerTable(MENTIONS),
  environment: new Set(['process.env', 'Bun.env', 'Deno.env']),
  harmless: isHarmlessJavaScript,
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
