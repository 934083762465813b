import { resolve } from 'node:path/posix'
import { allSources, knownOf, textValue, UNKNOWN_RESULT } from '../run/abstract-value.ts'
import { argument, type Handler, type Handlers, requiredArgument } from '../run/call-table.ts'
import { stdinHandler } from './handlers.ts'

export function decodeDataUrlCode(address: string): string | undefined {
  const found = /^data:(?:text|application)\/(?:javascript|ecmascript|x-javascript)[^,]{0,80},/i.exec(address)
  if (!found) return undefined
  const body = address.slice(found[0].length)
  if (/;base64,$/i.test(found[0])) return Buffer.from(body, 'base64').toString('utf8')
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}

/** A worker runs a file, or with `eval: true` the text itself. */
const workerHandler: Handler = (call, run) => {
  const source = requiredArgument(call, 0)
  const evaluated = call.args[1]?.fields?.get('eval')
  const code = decodeDataUrlCode(knownOf(source))
  if (code !== undefined) return call.evaluate(textValue(code))
  if (evaluated && evaluated.ref !== 'false') return call.evaluate(source)
  run.runsFile(source)
  return UNKNOWN_RESULT
}

const FILE_ADDRESS = /^file:\/\/(?:localhost)?(\/.*)$/s

/** `new URL('file:///x')` names a file wherever a path may stand. */
const urlHandler: Handler = (call) => {
  const [value, base] = call.args
  const known = value?.known
  if (known === undefined) return undefined
  const beside = base === undefined ? undefined : FILE_ADDRESS.exec(knownOf(base))?.[1]
  // Beside a file: `new URL('../x', import.meta.url)`.
  if (beside !== undefined && !/^(?:[a-z][\w+.-]*:|\/\/)/i.test(known))
    return textValue(resolve(beside.replace(/[^/]*$/, ''), known), allSources(value))
  if (base !== undefined) return undefined
  const local = /^file:\/\/(?:localhost)?(?=\/)/.exec(known)
  return local ? textValue(known.slice(local[0].length), allSources(value)) : undefined
}

const pathOfAddress: Handler = (call) => {
  const given = argument(call, 0) ?? UNKNOWN_RESULT
  const path = given.known === undefined ? undefined : FILE_ADDRESS.exec(given.known)?.[1]
  return path === undefined ? given : textValue(path, allSources(given))
}

const inspectorHandler: Handler = (call, run) => {
  run.unknown(`${call.name} may run any text`)
  run.unresolved.hint(call.name)
  return argument(call, 0) ?? UNKNOWN_RESULT
}

export const JAVASCRIPT_INDIRECT: Handlers = {
  'worker_threads.Worker Worker': workerHandler,
  'URL url.{URL pathToFileURL}': urlHandler,
  'url.fileURLToPath': pathOfAddress,
  'child_process.{spawn exec execFile fork}().stdin.{write end}': stdinHandler,
  'inspector.Session().post': inspectorHandler,
}

const WATCHED_MODULES = new Set(
  `fs fs/promises child_process http https net dns tls vm worker_threads cluster express koa fastify axios node-fetch got puppeteer playwright
  sqlite3 better-sqlite3 pg mysql2 mongodb redis fs-extra rimraf process module esbuild vite webpack`.split(/\s+/),
)
export const JAVASCRIPT_MODULES = new Set([
  ...WATCHED_MODULES,
  ...`path url util assert events querystring string_decoder buffer punycode readline perf_hooks os console crypto zlib stream timers Math JSON
  Object Array String Number Boolean Date RegExp Map Set WeakMap WeakSet Symbol Promise Intl BigInt Error TypeError RangeError SyntaxError
  parseInt parseFloat isNaN isFinite encodeURIComponent encodeURI decodeURIComponent structuredClone queueMicrotask setTimeout setInterval
  clearTimeout clearInterval setImmediate performance URL URLSearchParams TextEncoder TextDecoder AbortController Reflect Proxy Uint8Array
  ArrayBuffer DataView Float64Array Int32Array Buffer typescript lodash chalk commander yargs minimist semver glob fast-glob picomatch zod
  valibot dayjs date-fns moment uuid nanoid react react-dom vue svelte prettier eslint vitest jest mocha chai node:test describe it test
  expect acorn esprima @babel/parser @babel/core cheerio jsdom marked csv-parse papaparse js-yaml yaml toml ajv immer ramda rxjs async ora
  inquirer kleur picocolors undefined null true false NaN Infinity this require import sharp dotenv rollup tsx ts-node`.split(
    /\s+/,
  ),
])
const FS_READ_CALLS =
  /^fs\.(?:exists|existsSync|stat|statSync|lstat|lstatSync|access|accessSync|realpath|realpathSync|constants|watch|readlink|readlinkSync|fstat\w*|close\w*|Stats)/
const PROCESS_READ_CALLS =
  /^process\.(?:exit|exitCode|argv|platform|version|versions|arch|pid|hrtime|memoryUsage|uptime|nextTick|on|once|cwd|stdin|stdout|stderr|title|cpuUsage|emitWarning)/
const HARMLESS_METHODS = new Set(
  `push pop shift unshift splice slice map filter reduce reduceRight forEach find findIndex findLast some every includes indexOf lastIndexOf join concat reverse sort flat
  flatMap fill keys values entries at split replace replaceAll trim trimStart trimEnd padStart padEnd toUpperCase toLowerCase startsWith endsWith
  match matchAll search test exec charAt charCodeAt codePointAt substring substr repeat normalize localeCompare toString valueOf toFixed toPrecision toISOString
  getTime getFullYear getMonth getDate has get set add delete clear size length then catch finally next return throw bind call apply json text
  toJSON hasOwnProperty toLocaleString groupBy toSorted toReversed with digest update on once emit removeListener off setEncoding describe it expect toBe toEqual
  isFile isDirectory isSymbolicLink name parse stringify format compile validate safeParse`.split(/\s+/),
)

export function isHarmlessJavaScript(name: string): boolean {
  if (name.startsWith('?.')) return HARMLESS_METHODS.has(name.slice(2))
  if (/^[./]/.test(name)) return false
  const module = (name.replace(/^node:/, '').split('.')[0] ?? name).replace(/\(\)$/, '')
  if (!name.includes('.')) return JAVASCRIPT_MODULES.has(module)
  if (FS_READ_CALLS.test(name) || PROCESS_READ_CALLS.test(name)) return true
  if (module === 'process' && name.startsWith('process.env')) return true
  return JAVASCRIPT_MODULES.has(module) && !WATCHED_MODULES.has(module)
}
