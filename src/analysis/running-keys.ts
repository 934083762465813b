import { wordsOf } from './verbs.ts'

const RUNS =
  /^(?:commands?|cmd|exec|execute|process|program|helper|hooks?|editor|visual|pager|browser|shell|preload|plugins?|wrapper|launcher|interpreter|askpass|opener|handler|runner|loader|startup|script|scripts|autorun|preprocessor|postprocessor|filter|driver|textconv|extensions?|binary|binaries|executable|terminal|notifier|libraries|agent|module|modules)$/
/** The same grown together, as settings without capitals are. */
const GROWN =
  /(?:command|cmd|exec|helper|hooks?(?:path|dir)|editor|pager|shell|preload|plugins?(?:path|dir)?|wrapper|launcher|askpass|classpath|toolexec|program|startup|autoload)$/i
const VARIABLE =
  /^(?:LD|DYLD)_\w+$|^(?:CC|CXX|CPP|FC|AR|LD|MAKE|SHELL|RUSTC)$|^[A-Z][A-Z0-9_]*(?:PRELOAD|STARTUP|_ENV|OPTIONS|OPT|COMMAND|RSH|CLASSPATH)$/

const OF_IT =
  /^(?:timeout|size|count|enabled?|disabled?|name|names|colou?r|level|mode|style|format|version|type|theme|width|height|limit|delay|url|host|port|registry|token|key|id)$/

export function namesProgram(key: string): boolean {
  if (!/^\/?[A-Za-z][\w.:/-]*$/.test(key)) return false
  // `variables.CC`, `env:LD_PRELOAD`: the variable is the last part.
  if (VARIABLE.test(key) || VARIABLE.test(key.split(/[.:/]/).at(-1) ?? '')) return true
  const words = wordsOf(key)
  if (/^alias(?:es)?$/.test(words[0] ?? '') && words.length > 1) return true
  // `plugins.cache.size`, `shell-timeout`: the last words say what it is, the others what it is of.
  const last = words.slice(-2)
  if (OF_IT.test(last.at(-1) ?? '')) return false
  return (
    last.some((word) => RUNS.test(word) || GROWN.test(word)) ||
    (words.length > 1 && /^hooks?$/.test(words[0] ?? '')) ||
    (last.length > 1 && /^(?:pre|post|on)$/.test(words[0] ?? '')) ||
    (words.includes('class') && words.includes('path'))
  )
}

const GIVEN =
  /^(?:\S*\/)?(?:sh|bash|zsh|dash|fish|ksh|python[\d.]*|node|ruby|perl|php|deno|bun|lua|osascript|pwsh|powershell|env|nohup|setsid)\s+\S/
const SYSTEM = /^\/(?:usr|bin|sbin|opt\/homebrew|snap|nix\/store|Applications|System|Library)\//

/** A path of the project or the home, shell text, an interpreter with its script; not `vim`, `less -R`. */
export function isOwnCode(value: string): boolean {
  const list = /^\s*\[(.+)\]\s*$/s.exec(value)?.[1]
  if (list === undefined) return isOwnText(value)
  const parts = [...list.matchAll(/"([^"]*)"|'([^']*)'|[^\s,"']+/g)]
  const words = parts.map(([whole, double, single]) => double ?? single ?? whole)
  return words.some((word, at) => isOwnText(`${word} ${words[at + 1] ?? ''}`))
}

function isOwnText(value: string): boolean {
  const text = value.trim().replace(/^["']|["']$/g, '')
  if (text === '' || /^[a-z][\w+.-]*:\/\//i.test(text)) return false
  if (/^!|[;&|`]|\$\(/.test(text) || GIVEN.test(text)) return true
  const [first = ''] = text.split(/\s/, 1)
  if (SYSTEM.test(first) || first === '/dev/null') return false
  return (
    /^(?:~|\$HOME\b|\.{0,2}\/)[^\s]*[\w-]/.test(first) ||
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:sh|py|js|mjs|cjs|ts|rb|pl|so|dylib|dll|jar)$/.test(first)
  )
}

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\//
const STORED =
  /cache|lock|log|pid|sock|state|history|unix|store|data|\.(?:env|json|ya?ml|txt|db|cfg|out|err|tar|t?gz)$/i

export function isTemporary(path: string): boolean {
  return TEMPORARY.test(path)
}

export function isHiddenAway(path: string): boolean {
  return (
    isTemporary(path) && /\/\.[A-Za-z0-9_]/.test(path) && (/\.(?:sh|py|so|rb|pl|js)$/.test(path) || !STORED.test(path))
  )
}

const STORES =
  /^(?:caches?|tmp|temp|tmpdir|logs?|logfile|sockets?|sock|pid|lock|locks|output|out|volumes?|mounts?|bind|dest|destination|target|history|state|data|storage|artifacts?)$/

export function namesStore(key: string): boolean {
  return wordsOf(key).some((word) => STORES.test(word))
}

/** `set start x`, `:set shell=x`, `option pager x`. */
const SETTING = /^[\s:/.\\%(]*(?:set\w*|config\w*|alias|options?|defaults|customi[sz]e\S*|let|setq?)[\s(]/i
const STARTS = /^(?:start|startup|init|rc|prompt|boot)$/

export function programsTold(content: string): readonly string[] {
  return content.split('\n').flatMap((line) => {
    if (!SETTING.test(line)) return []
    const words = line.split(/[\s="'(),]+/).filter((word) => word !== '')
    const key = words.findIndex((word) => namesProgram(word) || STARTS.test(word))
    return key < 0 ? [] : words.slice(key + 1).filter((word) => isTemporary(word) || isOwnCode(word))
  })
}

/** `key = value`, `key value`, `-Dkey=value`, `"key": "value",`: all up to the value. */
const KEY = /^\s*(?:-[DX])?["']?([A-Za-z][\w.-]{1,60})["']?(?:\s*[=:]\s*|\s+)["'[]*/

/** A loop, since a pattern for the end of a text looks at every run of them. */
function closed(value: string): string {
  let end = value.length
  while (end > 0 && /["'\],\s]/.test(value.charAt(end - 1))) end--
  return value.slice(0, end)
}

function inlinePairs(line: string): readonly string[] {
  const pairs = line.matchAll(/["']([A-Za-z][\w.-]{1,60})["']\s*:\s*\[?["']([^"'\n]+)["']/g)
  return [...pairs].flatMap(([, key = '', value = '']) => (namesProgram(key) && isOwnCode(value) ? [value] : []))
}

export function programsSet(content: string): readonly string[] {
  return content.split('\n').flatMap((line) => {
    if (/^\s*[[{]/.test(line)) return inlinePairs(line)
    const [before = '', key] = KEY.exec(line) ?? []
    if (key === undefined || !namesProgram(key)) return []
    const value = closed(line.slice(before.length))
    return isOwnCode(value) ? [value] : []
  })
}
