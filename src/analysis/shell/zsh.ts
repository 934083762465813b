import type { Command as CommandNode, ParsedScript, Redirection, Word as ShellWord } from 'unbash'
import type { ExpandHost } from './expand.ts'
import { parseShell } from './parse.ts'
import { getVariable } from './scope.ts'

/** The shell a host starts is not known: what zsh alone reads otherwise is read its way beside bash's. */

/** Glob qualifiers that run something for every file: `*(e:'cmd':)`, `*(.e{cmd})`, `*(+function)`. */
const CODE = /^(?:#q)?[^\s|'"]*?e([:;,{[<'"@%!~#=])([\s\S]+)$/
const CALLS = /^(?:#q)?[-^@=./*%\w[\],]*\+([A-Za-z_][\w-]*)/

export function runQualifier(pattern: string, host: ExpandHost): void {
  const [, delimiter = '', rest = ''] = CODE.exec(pattern) ?? []
  const inner = delimiter === '' ? CALLS.exec(pattern)?.[1] : rest.slice(0, -1)
  if (inner === undefined || inner === '') return
  const [, , quoted] = /^(['"])([\s\S]*)\1$/.exec(inner) ?? []
  host.runs({ text: quoted ?? inner, sources: [] })
}

/** `${(e)name}` expands the value once more; other flags change its looks. False when it is none of zsh's. */
export function readFlags(operator: string, host: ExpandHost): boolean {
  const [, flags, name] = /^\(([^()]*)\)(\w*)/.exec(operator) ?? []
  if (flags === undefined || name === undefined) return false
  if (!flags.includes('e')) return true
  const word = getVariable(host.scope, name)?.word
  if (word?.text === undefined) host.unread('a value that is expanded once more')
  else host.hidden({ text: word.text, sources: word.sources })
  return true
}

/** `>! file` and `>>! file` write to the file, where bash writes to one called `!`: nobody means that. */
export function withClobbers(node: CommandNode): readonly Redirection[] {
  if (!node.redirects.some(isClobber)) return node.redirects
  const words = [node.name, ...node.args].filter((item): item is ShellWord => item?.type === 'Word')
  return node.redirects.map((item) => {
    const target = isClobber(item) ? words.find((word) => word.pos >= item.end) : undefined
    return target ? { ...item, target } : item
  })
}

function isClobber(item: Redirection): boolean {
  return item.type === 'Redirect' && item.target?.text === '!' && /^(?:&?>>?|>&)$/.test(item.operator)
}

/** `=name` is the path of that program; `zf_name` the shell's own copy of it. */
export function lookedUpName(name: string | undefined): string | undefined {
  if (name?.startsWith('=')) return /^=[A-Za-z_][\w.-]*$/.test(name) ? name.slice(1) : name
  return name?.startsWith('zf_') ? name.replace(/^zf_(?=[a-z]+$)/, '') : name
}

/** Functions that the shell calls by itself: before and after commands, on signals, when a name is not found. */
export function isHook(name: string): boolean {
  return /^(?:command_not_found_handler?|preexec|precmd|chpwd|periodic|zshaddhistory|zshexit|TRAP[A-Z]+\d*)$/.test(name)
}

const MOST = 8
const LONGEST = 32_000
/** Qualifiers that only choose and sort: `*.rs(N)`, `*(.om[1,5])`. */
const CHOOSING = /^\((?:#q)?[-^@=./*%rwxRWXAIEsStFUGNDTMnYofmacLkMGhdOul,0-9[\]+]{1,24}(?::[a-zA-Z]{1,4})*\)/

/** The tree of a text in which qualifiers stand behind globs that bash knows nothing of; undefined when that does not help. */
export function parseQualified(text: string, script: ParsedScript): ParsedScript | undefined {
  if (text.length > LONGEST) return undefined
  let now = text
  let tree: ParsedScript | undefined = script
  for (let round = 0; round < MOST && tree?.errors; round++) {
    const [error] = tree.errors
    const group = error && CHOOSING.exec(now.slice(error.pos))?.[0]
    if (!error || group === undefined || !/[\w*?\]}/.]/.test(now.charAt(error.pos - 1))) return undefined
    now = now.slice(0, error.pos) + ' '.repeat(group.length) + now.slice(error.pos + group.length)
    tree = parseShell(now)
  }
  return tree?.errors ? undefined : tree
}
