import { readCode } from '../code/read-code.ts'
import { isWorthStating } from '../code/written-sources.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import { cellCode } from '../files/notebook.ts'
import type { Scribe } from '../programs/program.ts'
import { programFor } from '../programs/registry.ts'
import type { Input } from '../tool.ts'
import { toolNotes } from '../tool-scribe.ts'
import { wordsOf } from '../verbs.ts'
import { textAt } from './keys.ts'

export interface Hand {
  readonly runs: boolean
  readonly told: CodeLanguage | undefined
  readonly hinted: readonly CodeLanguage[]
  readonly evaluates: boolean
}

export const UNTOLD: Hand = { runs: true, told: undefined, hinted: [], evaluates: true }

const TELLS = 'language lang kernel kernel_name interpreter runtime engine shell syntax'.split(' ')

const LANGUAGES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^(?:(?:ba|z|da|k|a|fi)?sh|shell|terminal|tty|tmux|cmdline)\d*$/, 'shell'],
  [/^(?:i?python|py|pypy|jupyter|ipykernel|notebook)[\d.]*$/, 'python'],
  [/^(?:node(?:js)?|js|javascript|typescript|ts|deno|bun|ecmascript)[\d.]*$/, 'javascript'],
  [/^(?:ruby|rb|irb)[\d.]*$/, 'ruby'],
  [/^perl[\d.]*$/, 'perl'],
  [/^php[\d.]*$/, 'php'],
  [/^(?:powershell|pwsh|ps)\d*$/, 'powershell'],
]

function languageNamed(word: string): CodeLanguage | undefined {
  return LANGUAGES.find(([pattern]) => pattern.test(word))?.[1]
}

const EVALUATORS = new Set('repl console kernel interpreter eval evaluate evaluator'.split(' '))

export function handOf(server: string, tool: string, input: Input, runs: boolean): Hand {
  const named = textAt(input, TELLS, (text) => /^[\w.+# -]{1,40}$/.test(text))
  const words = named === undefined ? [] : wordsOf(named)
  const told =
    named === undefined ? undefined : (words.map(languageNamed).find((each) => each !== undefined) ?? 'other')
  const names = [...wordsOf(server), ...wordsOf(tool)]
  const hinted = [...new Set(names.map(languageNamed).filter((each) => each !== undefined))]
  return { runs, told, hinted, evaluates: runs && names.some((word) => EVALUATORS.has(word)) }
}

const JAVASCRIPT =
  /\bimport\s{1,4}[\w{*][^\n]{0,200}\bfrom\s{1,4}['"]|=>|\b(?:const|let|var)\s{1,4}[\w{[]|\bfunction\b|\brequire\(|\b(?:document|window|console|process)\.|\bfetch\(|\bawait\s/
const PYTHON = /^\s{0,8}(?:import|from)\s{1,4}\w|\bdef\s{1,4}\w{1,60}\(|\bprint\(|\bsubprocess\.|\bos\.\w|^\s{0,8}[!%]/m
/** Words that begin a statement elsewhere, and are programs as well. */
const STATEMENTS = new Set('import from print with let exec eval for while if function return case test'.split(' '))

export function isShell(text: string): boolean {
  const first = /^\s*(?:#![^\n]{0,200}\n\s*)?(?:sudo\s+|[A-Z_]{1,40}=\S{0,200}\s+){0,4}([\w./-]{1,100})(?=\s|$|;)/.exec(
    text,
  )?.[1]
  return first !== undefined && programFor(first) !== undefined
}

function signedLanguages(text: string): readonly CodeLanguage[] {
  const found: CodeLanguage[] = []
  if (JAVASCRIPT.test(text)) found.push('javascript')
  if (PYTHON.test(text)) found.push('python')
  const first = /^\s*([a-z]+)/.exec(text)?.[1] ?? ''
  if (isShell(text) && (found.length === 0 || !STATEMENTS.has(first))) found.push('shell')
  return found
}

/** Nothing tells the language: it may be any of these, and what one reading misses another sees. */
const ANY: readonly CodeLanguage[] = ['javascript', 'python', 'shell']

/**
 * The language that is told or hinted at is read in full, others for what they would do. INVARIANT: a sign in the text
 * never takes the place of a language that is named.
 */
export function stateHandedCode(key: string, text: string, hand: Hand, scribe: Scribe): void {
  const meant = hand.told === undefined ? [...hand.hinted, ...signedLanguages(text)] : [hand.told]
  const [first, ...others] = new Set(meant)
  if (first !== undefined) readAs(first, text, key, scribe)
  const rest = hand.runs && hand.told === undefined ? ANY.filter((language) => language !== first) : others
  for (const language of rest) quietly(key, scribe, (inner) => readAs(language, text, key, inner))
  const shouted = hand.runs ? /^\s*!+\s*(?=\S)/.exec(text) : null
  if (shouted && text.includes('\n'))
    quietly(key, scribe, (inner) => readAs('shell', text.slice(shouted[0].length), key, inner))
}

function readAs(language: CodeLanguage, text: string, key: string, scribe: Scribe): void {
  // What is defined now may be called by a later call: what evaluates it lasts.
  if (language === 'shell') scribe.runsShell({ text: withCalls(text), sources: [] }, key)
  else if (language === 'python') {
    const { python, shell } = cellCode(text)
    if (python.trim() !== '') readCode('python', python, { scribe, loaded: true })
    if (shell !== '') scribe.runsShell({ text: shell, sources: [] }, key)
  } else readCode(language, language === 'javascript' ? called(text) : text, { scribe, loaded: true })
}

const DEFINED = /^[ \t]*(?:function[ \t]+([\w-]{1,60})|([\w-]{1,60})[ \t]*\(\))/gm

/** The text, and a call of every function that it defines, with a word that does no harm. */
function withCalls(text: string): string {
  const names = [...text.matchAll(DEFINED)].map((match) => match[1] ?? match[2] ?? '')
  return [text, ...[...new Set(names)].map((name) => `${name} dist`)].join('\n')
}

/** In a language that the text need not be in: what it does not understand says nothing. */
function quietly(by: string, scribe: Scribe, read: (inner: Scribe) => void): void {
  const notes = toolNotes(by, scribe.facts, [], scribe.kept)
  read(notes.scribe)
  for (const effect of notes.reading().effects)
    if (isWorthStating(effect) && !isMisread(effect)) scribe.effect(effect satisfies Effect)
}

/** `import` takes a picture of the screen, `=> /x/` writes a file. */
function isMisread(effect: Effect): boolean {
  return (
    effect.kind === 'observe' ||
    effect.kind === 'run-program' ||
    (effect.kind === 'write-path' && /^(?:root|system)/.test(effect.path.zone))
  )
}

const HANDED = /^(?:async\s*)?(?:\([^()]{0,200}\)\s*=>|\w{1,40}\s*=>|function\b)/
const EXPRESSION = /^(?:document|window|localStorage|sessionStorage|JSON|Object|navigator)\b[^;\n]{0,2000};?$/

/** A function that is handed over is called there, and what it gives is shown. */
function called(text: string): string {
  const told = text.trim()
  const handed = HANDED.test(told)
  if (!handed && !EXPRESSION.test(told)) return text
  const whole = told.endsWith(';') ? told.slice(0, -1) : told
  return `console.log(${handed ? `(${whole})()` : whole})`
}
