import { resolve } from 'node:path/posix'
import { argument, type Handler, type Handlers, required } from '../run/table.ts'
import { allSources, knownOf, text, UNKNOWN } from '../run/value.ts'
import { feeds } from './acts.ts'

export function dataCode(address: string): string | undefined {
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
const worker: Handler = (call, run) => {
  const source = required(call, 0)
  const evaluated = call.args[1]?.fields?.get('eval')
  const code = dataCode(knownOf(source))
  if (code !== undefined) return call.evaluate(text(code))
  if (evaluated && evaluated.ref !== 'false') return call.evaluate(source)
  run.runsFile(source)
  return UNKNOWN
}

const FILE_ADDRESS = /^file:\/\/(?:localhost)?(\/.*)$/s

/** `new URL('file:///x')` names a file wherever a path may stand. */
const address: Handler = (call) => {
  const [value, base] = call.args
  const known = value?.known
  if (known === undefined) return undefined
  const beside = base === undefined ? undefined : FILE_ADDRESS.exec(knownOf(base))?.[1]
  // Beside a file: `new URL('../x', import.meta.url)`.
  if (beside !== undefined && !/^(?:[a-z][\w+.-]*:|\/\/)/i.test(known))
    return text(resolve(beside.replace(/[^/]*$/, ''), known), allSources(value))
  if (base !== undefined) return undefined
  const local = /^file:\/\/(?:localhost)?(?=\/)/.exec(known)
  return local ? text(known.slice(local[0].length), allSources(value)) : undefined
}

const pathOfAddress: Handler = (call) => {
  const given = argument(call, 0) ?? UNKNOWN
  const path = given.known === undefined ? undefined : FILE_ADDRESS.exec(given.known)?.[1]
  return path === undefined ? given : text(path, allSources(given))
}

const inspects: Handler = (call, run) => {
  run.unknown(`${call.name} may run any text`)
  run.loose.hint(call.name)
  return argument(call, 0) ?? UNKNOWN
}

export const JAVASCRIPT_INDIRECT: Handlers = {
  'worker_threads.Worker Worker': worker,
  'URL url.{URL pathToFileURL}': address,
  'url.fileURLToPath': pathOfAddress,
  'child_process.{spawn exec execFile fork}().stdin.{write end}': feeds,
  'inspector.Session().post': inspects,
}

const WATCHED = new Set(
  `fs fs/promises child_process http https net dns tls vm worker_threads cluster express koa fastify axios node-fetch got puppeteer playwright
  sqlite3 better-sqlite3 pg mysql2 mongodb redis fs-extra rimraf process module esbuild vite webpack`.split(/\s+/),
)
export const JAVASCRIPT_MODULES = new Set([
  ...WATCHED,
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

export function harmlessJavaScript(name: string): boolean {
  if (name.startsWith('?.')) return METHODS.has(name.slice(2))
  if (/^[./]/.test(name)) return false
  const module = (name.replace(/^node:/, '').split('.')[0] ?? name).replace(/\(\)$/, '')
  if (!name.includes('.')) return JAVASCRIPT_MODULES.has(module)
  if (FS_LOOKS.test(name) || PROCESS_LOOKS.test(name)) return true
  if (module === 'process' && name.startsWith('process.env')) return true
  return JAVASCRIPT_MODULES.has(module) && !WATCHED.has(module)
}
