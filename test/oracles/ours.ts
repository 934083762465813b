import { languageDefinitionOf } from '../../src/analysis/code/language-definitions.ts'
import { TooManyTokens } from '../../src/analysis/code/lex/token.ts'
import type { CodeLanguage } from '../../src/analysis/effects.ts'
import { PowerShellParser } from '../../src/analysis/powershell/parse.ts'

/** What our reader saw: the names it calls with how often, or that it said it does not understand. */
export interface OurCalls {
  readonly names: ReadonlyMap<string, number>
  readonly reported: boolean
}

const REPORTED: OurCalls = { names: new Map(), reported: true }

/** The calls in the tree that our own reader makes of a text. */
export function ourCalls(language: CodeLanguage, text: string): OurCalls {
  if (language === 'powershell') {
    const parser = new PowerShellParser(text)
    const names = countCalls(parser.script(), powerShellName)
    return { names, reported: parser.confusions > 0 }
  }
  const known = languageDefinitionOf(language)
  if (!known) throw new Error(`no reader for ${language}`)
  try {
    const { body, confusions } = known.parse(text)
    return { names: countCalls(body, (node) => codeName(node, language)), reported: confusions > 0 }
  } catch (error) {
    if (error instanceof TooManyTokens) return REPORTED
    throw error
  }
}

type Shape = Record<string, unknown>

/** Walks any tree of plain objects. */
function countCalls(root: unknown, nameOf: (node: Shape) => string | undefined): Map<string, number> {
  const names = new Map<string, number>()
  const waiting: unknown[] = [root]
  const seen = new Set<unknown>()
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    if (!Array.isArray(node)) {
      const name = nameOf(node as Shape)
      if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1)
    }
    waiting.push(...Object.values(node))
  }
  return names
}

function codeName(node: Shape, language: CodeLanguage): string | undefined {
  // In Ruby a member is a call, with or without arguments: the call around it is the same one.
  if (language === 'ruby' && node.type === 'member') return String(node.name)
  if (node.type !== 'call') return undefined
  const name = calleeName(node.callee as Shape)
  return language === 'ruby' && (node.callee as Shape).type === 'member' ? undefined : name
}

function calleeName(callee: Shape): string {
  if (callee.type === 'name' || callee.type === 'member') return String(callee.name).split(/::|\\/).at(-1) ?? '?'
  // `a!()`, `a as T`, `a<T>()`: marks around the one value.
  const values = callee.type === 'choice' ? (callee.values as Shape[]) : []
  return values.length === 1 && values[0] ? calleeName(values[0]) : '?'
}

function powerShellName(node: Shape): string | undefined {
  if (node.type === 'member' && node.args !== undefined) {
    const name = node.name as Shape
    return name.type === 'text' ? String(name.text).toLowerCase() : '?'
  }
  if (node.type !== 'command') return undefined
  const head = node.head as Shape
  return head.type === 'text' && head.bare && !node.called ? String(head.text).toLowerCase() : '?'
}
