import { wordsOf } from '../../knowledge/lexicon/verbs.ts'

const PROGRAM_KEYS =
  /^(?:commands?|cmd|exec|execute|process|program|helper|hooks?|editor|visual|pager|browser|shell|preload|plugins?|wrapper|launcher|interpreter|askpass|opener|handler|runner|loader|startup|script|scripts|autorun|preprocessor|postprocessor|filter|driver|textconv|extensions?|binary|binaries|executable|terminal|notifier|libraries|agent|module|modules)$/
/** The same grown together, as settings without capitals are. */
const JOINED_PROGRAM_KEYS =
  /(?:command|cmd|exec|helper|hooks?(?:path|dir)|editor|pager|shell|preload|plugins?(?:path|dir)?|wrapper|launcher|askpass|classpath|toolexec|program|startup|autoload)$/i
const PROGRAM_VARIABLES =
  /^(?:LD|DYLD)_\w+$|^(?:CC|CXX|CPP|FC|AR|LD|MAKE|SHELL|RUSTC)$|^[A-Z][A-Z0-9_]*(?:PRELOAD|STARTUP|_ENV|OPTIONS|OPT|COMMAND|RSH|CLASSPATH)$/

const NON_PROGRAM_SUFFIXES =
  /^(?:timeout|size|count|enabled?|disabled?|name|names|colou?r|level|mode|style|format|version|type|theme|width|height|limit|delay|url|host|port|registry|token|key|id)$/

export function isProgramKey(key: string): boolean {
  if (!/^\/?[A-Za-z][\w.:/-]*$/.test(key)) return false
  // `variables.CC`, `env:LD_PRELOAD`: the variable is the last part.
  if (PROGRAM_VARIABLES.test(key) || PROGRAM_VARIABLES.test(key.split(/[.:/]/).at(-1) ?? '')) return true
  const words = wordsOf(key)
  if (/^alias(?:es)?$/.test(words[0] ?? '') && words.length > 1) return true
  // `plugins.cache.size`, `shell-timeout`: the last words say what it is, the others what it is of.
  const last = words.slice(-2)
  if (NON_PROGRAM_SUFFIXES.test(last.at(-1) ?? '')) return false
  return (
    last.some((word) => PROGRAM_KEYS.test(word) || JOINED_PROGRAM_KEYS.test(word)) ||
    (words.length > 1 && /^hooks?$/.test(words[0] ?? '')) ||
    (last.length > 1 && /^(?:pre|post|on)$/.test(words[0] ?? '')) ||
    (words.includes('class') && words.includes('path'))
  )
}

const INTERPRETER_CALL =
  /^(?:\S*\/)?(?:sh|bash|zsh|dash|fish|ksh|python[\d.]*|node|ruby|perl|php|deno|bun|lua|osascript|pwsh|powershell|env|nohup|setsid)\s+\S/
const SYSTEM_PATHS = /^\/(?:usr|bin|sbin|opt\/homebrew|snap|nix\/store|Applications|System|Library)\//

/** A path of the project or the home, shell text, an interpreter with its script; not `vim`, `less -R`. */
export function isProjectCode(value: string): boolean {
  const list = /^\s*\[(.+)\]\s*$/s.exec(value)?.[1]
  if (list === undefined) return isProjectCodeText(value)
  const parts = [...list.matchAll(/"([^"]*)"|'([^']*)'|[^\s,"']+/g)]
  const words = parts.map(([whole, double, single]) => double ?? single ?? whole)
  return words.some((word, at) => isProjectCodeText(`${word} ${words[at + 1] ?? ''}`))
}

function isProjectCodeText(value: string): boolean {
  const text = value.trim().replace(/^["']|["']$/g, '')
  if (text === '' || /^[a-z][\w+.-]*:\/\//i.test(text)) return false
  if (/^!|[;&|`]|\$\(/.test(text) || INTERPRETER_CALL.test(text)) return true
  const [first = ''] = text.split(/\s/, 1)
  if (SYSTEM_PATHS.test(first) || first === '/dev/null') return false
  return (
    /^(?:~|\$HOME\b|\.{0,2}\/)[^\s]*[\w-]/.test(first) ||
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:sh|py|js|mjs|cjs|ts|rb|pl|so|dylib|dll|jar)$/.test(first)
  )
}

const TEMPORARY_FOLDERS = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\//
const STORE_FILE =
  /cache|lock|log|pid|sock|state|history|unix|store|data|\.(?:env|json|ya?ml|txt|db|cfg|out|err|tar|t?gz)$/i

export function isTemporaryPath(path: string): boolean {
  return TEMPORARY_FOLDERS.test(path)
}

export function isHiddenTempProgram(path: string): boolean {
  return (
    isTemporaryPath(path) &&
    /\/\.[A-Za-z0-9_]/.test(path) &&
    (/\.(?:sh|py|so|rb|pl|js)$/.test(path) || !STORE_FILE.test(path))
  )
}

const STORE_KEYS =
  /^(?:caches?|tmp|temp|tmpdir|logs?|logfile|sockets?|sock|pid|lock|locks|output|out|volumes?|mounts?|bind|dest|destination|target|history|state|data|storage|artifacts?)$/

export function isStoreKey(key: string): boolean {
  return wordsOf(key).some((word) => STORE_KEYS.test(word))
}

/** `set start x`, `:set shell=x`, `option pager x`. */
const SETTING_LINE = /^[\s:/.\\%(]*(?:set\w*|config\w*|alias|options?|defaults|customi[sz]e\S*|let|setq?)[\s(]/i
const STARTUP_KEYS = /^(?:start|startup|init|rc|prompt|boot)$/

export function programsInCommands(content: string): readonly string[] {
  return content.split('\n').flatMap((line) => {
    if (!SETTING_LINE.test(line)) return []
    const words = line.split(/[\s="'(),]+/).filter((word) => word !== '')
    const key = words.findIndex((word) => isProgramKey(word) || STARTUP_KEYS.test(word))
    return key < 0 ? [] : words.slice(key + 1).filter((word) => isTemporaryPath(word) || isProjectCode(word))
  })
}

/** `key = value`, `key value`, `-Dkey=value`, `"key": "value",`: all up to the value. */
const KEY_PREFIX = /^\s*(?:-[DX])?["']?([A-Za-z][\w.-]{1,60})["']?(?:\s*[=:]\s*|\s+)["'[]*/

/** A loop, since a pattern for the end of a text looks at every run of them. */
function trimClosers(value: string): string {
  let end = value.length
  while (end > 0 && /["'\],\s]/.test(value.charAt(end - 1))) end--
  return value.slice(0, end)
}

function inlinePrograms(line: string): readonly string[] {
  const pairs = line.matchAll(/["']([A-Za-z][\w.-]{1,60})["']\s*:\s*\[?["']([^"'\n]+)["']/g)
  return [...pairs].flatMap(([, key = '', value = '']) => (isProgramKey(key) && isProjectCode(value) ? [value] : []))
}

export function programsInSettings(content: string): readonly string[] {
  return content.split('\n').flatMap((line) => {
    if (/^\s*[[{]/.test(line)) return inlinePrograms(line)
    const [before = '', key] = KEY_PREFIX.exec(line) ?? []
    if (key === undefined || !isProgramKey(key)) return []
    const value = trimClosers(line.slice(before.length))
    return isProjectCode(value) ? [value] : []
  })
}
