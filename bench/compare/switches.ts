import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourcesBelow } from './commands.ts'

/** A function of the sources that can be switched off, and that tells when it is called. */
export interface Switch {
  /** `src/analysis/x.ts#name`, or `#Class.method`. */
  readonly id: string
  readonly exported: boolean
  /** It answers yes or no, so it is tried with both. */
  readonly answers: boolean
}

export interface Switches {
  readonly all: readonly Switch[]
  /** Switches off every function of these ids, or of these names. */
  off(ids: readonly string[], answer?: boolean): void
  /** Which functions were called since the last time this was asked. */
  called(): readonly number[]
}

/** What a generated head asks. */
interface Board {
  hit(at: number): boolean
  yes: boolean
}

const ROOT = join(import.meta.dirname, '../..')
const WATCHED = /\/src\/(?:analysis|knowledge|intent|redaction)\/(?!.*\.test\.ts$)/

/** Puts a switch into each function of the analysis, as it is loaded. Nothing of it may have been loaded before. */
export function instrument(): Switches {
  const all: Switch[] = []
  const isOff: boolean[] = []
  const seen: number[] = []
  let epoch = 1
  let called: number[] = []
  let wanted: ReadonlySet<string> = new Set()
  let hits = 0
  const board: Board = {
    hit: (at) => {
      // Without a function that takes a step, what steps goes on forever.
      if (++hits > MOST_HITS) throw new Error('switched off: it does not end')
      if (seen[at] !== epoch) {
        seen[at] = epoch
        called.push(at)
      }
      return isOff[at] === true
    },
    yes: false,
  }
  Object.assign(globalThis, { [BOARD]: board })
  const isWanted = ({ id }: Switch) => namesOf(id).some((name) => wanted.has(name))
  registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith('file:') || !WATCHED.test(url)) return next(url, context)
      const path = fileURLToPath(url)
      const source = withSwitches(readFileSync(path, 'utf8'), path.slice(ROOT.length + 1), (found) => {
        isOff.push(isWanted(found))
        return all.push(found) - 1
      })
      return { format: 'module', source, shortCircuit: true }
    },
  })
  return {
    all,
    off: (ids, answer = false) => {
      wanted = new Set(ids)
      board.yes = answer
      hits = 0
      for (const [at, one] of all.entries()) isOff[at] = isWanted(one)
    },
    called: () => {
      const found = called
      called = []
      hits = 0
      epoch++
      return found
    },
  }
}

/** A function goes by its whole id, its name, and that of its class. */
function namesOf(id: string): readonly string[] {
  const name = id.slice(id.indexOf('#') + 1)
  return [id, name, name.replace(/\.\w+$/, '')]
}

/** Is there a function that an id means? Some files are loaded only when a call needs them. */
export function isFunctionOf(id: string): boolean {
  return ['src/analysis', 'src/knowledge', 'src/intent', 'src/redaction']
    .flatMap((folder) => sourcesBelow(join(ROOT, folder)))
    .filter((file) => !file.endsWith('.test.ts'))
    .some((file) => {
      const found: string[] = []
      withSwitches(readFileSync(file, 'utf8'), file.slice(ROOT.length + 1), (one) => found.push(one.id))
      return found.some((one) => namesOf(one).includes(id))
    })
}

const BOARD = '__irongateSwitches'
const HEAD =
  /^(export )?(?:async )?function\*? (\w+)|^(export )?(?:abstract )?class (\w+)|^ {2}(?:private |protected |readonly |async |override )*(\w+)(?=\(|<)/gm

/** The module without types, each function beginning with its switch. */
function withSwitches(text: string, file: string, add: (found: Switch) => number): string {
  const bare = stripTypeScriptTypes(text)
  let made = ''
  let done = 0
  let owner: { readonly name: string; readonly exported: boolean; readonly end: number } | undefined
  for (const match of text.matchAll(HEAD)) {
    const [whole, isExported, name, isExportedClass, className, method] = match
    if (className !== undefined) {
      const end = text.indexOf('\n}', match.index)
      owner = { name: className, exported: isExportedClass !== undefined, end }
      continue
    }
    if (
      method !== undefined &&
      (owner === undefined || match.index > owner.end || method === 'constructor' || KEYWORDS.has(method))
    )
      continue
    const place = bodyOf(bare, match.index + whole.length)
    if (place === undefined) continue
    const type = text
      .slice(place.params + 1, place.body)
      .replace(/^\s*:/, '')
      .trim()
    const off = offValue(type)
    const id = method === undefined ? (name ?? '') : `${owner?.name}.${method}`
    const exported = method === undefined ? isExported !== undefined : owner?.exported === true
    const at = add({ id: `${file}#${id}`, exported, answers: off === ANSWER })
    made += `${bare.slice(done, place.body + 1)}if (globalThis.${BOARD}.hit(${at})) ${off};`
    done = place.body + 1
  }
  return made + bare.slice(done)
}

/** Far more than the longest row calls. */
const MOST_HITS = 3_000_000
const KEYWORDS: ReadonlySet<string> = new Set([
  'if',
  'for',
  'while',
  'switch',
  'return',
  'catch',
  'super',
  'await',
  'throw',
  'new',
  'delete',
  'typeof',
  'do',
])
const ANSWER = `return globalThis.${BOARD}.yes`

/** What a function says that does nothing, by the type of its answer. */
function offValue(type: string): string {
  if (type === 'void' || type === '' || /\bundefined\b/.test(type)) return 'return undefined'
  if (type === 'boolean' || / is /.test(type)) return ANSWER
  if (/\[\]$|^readonly \[|^(?:Readonly)?Array</.test(type)) return 'return []'
  if (/^(?:Readonly)?Set</.test(type)) return 'return new Set()'
  if (/^(?:Readonly)?Map</.test(type)) return 'return new Map()'
  if (type === 'string') return "return ''"
  if (type === 'number') return 'return 0'
  if (/^(?:Iterable|Generator)/.test(type)) return 'return [][Symbol.iterator]()'
  return "throw new Error('switched off')"
}

/** Where the parameters end and the body begins. */
function bodyOf(bare: string, from: number): { readonly params: number; readonly body: number } | undefined {
  const open = bare.indexOf('(', from)
  const params = closing(bare, open)
  if (open < 0 || params < 0) return undefined
  const body = /^\s*\{/.exec(bare.slice(params + 1))
  return body ? { params, body: params + body[0].length } : undefined
}

/** The bracket that closes the one at a place; brackets in texts and patterns of parameters are few, and pair up. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length && at >= 0; at++) {
    const letter = text[at]
    if (letter === "'" || letter === '"' || letter === '`') at = endOfText(text, at)
    else if (letter === '(' || letter === '{' || letter === '[') depth++
    else if (letter === ')' || letter === '}' || letter === ']') {
      depth--
      if (depth === 0) return at
    }
  }
  return -1
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return text.length
}
