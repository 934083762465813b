import type { Nature } from '../effects.ts'
import { handedFile } from '../files/edits.ts'
import { stateFileEffects } from '../files/file-effects.ts'
import type { Scribe } from '../programs/program.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import type { Verb } from './verbs.ts'

/** Servers that drive a program of this machine: a browser, an editor, a simulator, notes, a local repository, or what its name calls local. */
const LOCAL =
  /(?:^|[-_])(?:playwright|puppeteer|browser(?:mcp)?|chrome|devtools|selenium|memory|(?:sequential-?)?thinking|serena|jetbrains|intellij|ide|vscode|lsp|task-?master|xcodebuild(?:mcp)?|simulator|android|mobile|blender|unity|godot|git|sqlite|duckdb|desktop-commander|filesystem|docker|local|localhost|emulator)(?:[-_]|$)/i

/** What reaches other people or takes something away is judged wherever it is done. */
const REACHING: ReadonlySet<Nature> = new Set([
  'payment',
  'mail',
  'message',
  'approval',
  'merge',
  'account',
  'visibility',
  'deletion',
])
const SENDING = new Set(['push', 'upload', 'publish', 'submit', 'import', 'trigger', 'invoke', 'send', 'share'])
/** Parts of a text: taking one out is an edit. */
const PARTS = new Set(['line', 'lines', 'symbol', 'regex', 'block', 'text', 'content', 'body'])

const PATHS = ['relative_path', 'path_in_project', 'file_path', 'filepath', 'path', 'file']
const CONTENTS = ['content', 'contents', 'text', 'body', 'new_text', 'new_string', 'repl', 'replacement', 'data']

/** A change that stays on this machine: stated as a write where a path is named, and else as nothing. */
export function stateLocalChange(
  server: string,
  tool: string,
  call: { verb: Verb; input: Input },
  scribe: Scribe,
): boolean {
  const { verb, input } = call
  if (verb.type !== 'write' || !LOCAL.test(server)) return false
  const words = wordsOf(tool)
  if (/^git$/i.test(server) && words.includes('checkout')) return true
  const edits = words.some((word) => PARTS.has(word))
  if (words.some((word) => SENDING.has(word)) || (REACHING.has(verb.nature) && !(verb.nature === 'deletion' && edits)))
    return false
  const path = stringAt(input, PATHS)
  if (path === undefined) return verb.nature !== 'deletion'
  if (!words.some((word) => CHANGES_TEXT.has(word))) return true
  const use = scribe.pathOf(path)
  const content = stringAt(input, CONTENTS)
  scribe.effect({ kind: 'write-path', path: use, how: edits ? 'edit' : 'overwrite', content })
  if (content !== undefined)
    stateFileEffects(
      { ...handedFile(use, content, { tool, input }, scribe.facts), ...(edits && { whole: false }) },
      scribe,
    )
  return true
}

const CHANGES_TEXT = new Set(
  'create add insert update edit set write append put patch rename replace modify change delete remove save'.split(' '),
)

function stringAt(input: Input, keys: readonly string[]): string | undefined {
  const key = keys.find((name) => Object.hasOwn(input, name) && typeof input[name] === 'string')
  const value = key === undefined ? undefined : input[key]
  return typeof value === 'string' ? value : undefined
}
