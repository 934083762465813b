import { wordsOf } from './verbs.ts'

/** Words in the name of a setting which say that its value is run or loaded. */
const RUNS =
  /^(?:commands?|cmd|exec|execute|process|program|helper|hooks?|editor|visual|pager|browser|shell|preload|plugins?|wrapper|launcher|interpreter|askpass|opener|handler|runner|loader|startup|script|scripts|autorun|preprocessor|postprocessor|filter|driver|textconv|extensions?|binary|binaries|executable|terminal|notifier|libraries|agent|module|modules)$/
/** The same grown together, as settings without capitals are. */
const GROWN =
  /(?:command|cmd|exec|helper|hooks?(?:path|dir)|editor|pager|shell|preload|plugins?(?:path|dir)?|wrapper|launcher|askpass|classpath|toolexec|program|startup|autoload)$/i
/** Variables by which loaders and interpreters are told what to run first. */
const VARIABLE =
  /^(?:LD|DYLD)_\w+$|^(?:CC|CXX|CPP|FC|AR|LD|MAKE|SHELL|RUSTC)$|^[A-Z][A-Z0-9_]*(?:PRELOAD|STARTUP|_ENV|OPTIONS|OPT|COMMAND|RSH|CLASSPATH)$/

/** Last words of settings about such a program. */
const OF_IT =
  /^(?:timeout|size|count|enabled?|disabled?|name|names|colou?r|level|mode|style|format|version|type|theme|width|height|limit|delay|url|host|port|registry|token|key|id)$/

/** Does the name of a setting say that its value is a program, or something that a program loads? */
export function namesProgram(key: string): boolean {
  if (key.length > 80 || !/^\/?[A-Za-z][\w.:/-]*$/.test(key)) return false
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

/** Programs that run what they are given. */
const GIVEN =
  /^(?:\S*\/)?(?:sh|bash|zsh|dash|fish|ksh|python[\d.]*|node|ruby|perl|php|deno|bun|lua|osascript|pwsh|powershell|env|nohup|setsid)\s+\S/
const SYSTEM = /^\/(?:usr|bin|sbin|opt\/homebrew|snap|nix\/store|Applications|System|Library)\//

/**
 * Is a value more than the name of an installed program? A path of the project or of the home, shell text, an interpreter with
 * its script. `vim`, `less -R` and `/usr/bin/nano` are not.
 */
export function isOwnCode(value: string): boolean {
  const list = /^\s*\[(.{1,4000})\]\s*$/s.exec(value)?.[1]
  if (list === undefined) return isOwnText(value)
  const parts = [...list.matchAll(/"([^"]*)"|'([^']*)'|[^\s,"']+/g)].slice(0, MOST_PARTS)
  const words = parts.map(([whole, double, single]) => double ?? single ?? whole)
  return words.some((_, at) => isOwnText(words.slice(at).join(' ')))
}

/** Longer lists are no command. */
const MOST_PARTS = 12

function isOwnText(value: string): boolean {
  const text = value.trim().replace(/^["']|["']$/g, '')
  if (text === '' || text.length > 4_000 || /^[a-z][\w+.-]*:\/\//i.test(text)) return false
  if (/^!|[;&|`]|\$\(/.test(text) || GIVEN.test(text)) return true
  const [first = ''] = text.split(/\s/, 1)
  if (SYSTEM.test(first) || first === '/dev/null') return false
  return (
    /^(?:~|\$HOME\b|\.{0,2}\/)[^\s]*[\w-]/.test(first) ||
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:sh|py|js|mjs|cjs|ts|rb|pl|so|dylib|dll|jar)$/.test(first)
  )
}

/** `key = value`, `key: value`, `key value`, `-Dkey=value`, `"key": "value",` in a line of settings. */
const PAIR = /^\s*(?:-[DX])?["']?([A-Za-z][\w.-]{1,60})["']?(?:\s*[=:]\s*|\s+)["'[]*(.{1,400}?)["'\],]*\s*$/

/** `"key": "value"` wherever it stands in a line that holds many. */
function inlinePairs(line: string): readonly string[] {
  const pairs = line.slice(0, 20_000).matchAll(/["']([A-Za-z][\w.-]{1,60})["']\s*:\s*\[?["']([^"'\n]{1,400})["']/g)
  return [...pairs].flatMap(([, key = '', value = '']) => (namesProgram(key) && isOwnCode(value) ? [value] : []))
}

/** What lines of settings give to keys that run it. */
export function programsSet(content: string): readonly string[] {
  return content
    .slice(0, 200_000)
    .split('\n')
    .flatMap((line) => {
      if (/^\s*[[{]/.test(line)) return inlinePairs(line)
      const [, key, value] = line.length < 600 ? (PAIR.exec(line) ?? []) : []
      return key !== undefined && value !== undefined && namesProgram(key) && isOwnCode(value) ? [value] : []
    })
}
