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
