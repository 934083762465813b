import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { readCode } from '../code/read-code.ts'
import { isWorthRecording } from '../code/session-sources.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import { extractCellCode } from '../files/notebook.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { programFor } from '../interpret/registry.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import type { ToolInput } from '../tool.ts'
import { findTextArgument } from './argument-keys.ts'

export interface CodeArgumentContext {
  readonly runs: boolean
  readonly stated: CodeLanguage | undefined
  readonly hinted: readonly CodeLanguage[]
  readonly evaluates: boolean
}

export const UNKNOWN_CODE_CONTEXT: CodeArgumentContext = { runs: true, stated: undefined, hinted: [], evaluates: true }

const LANGUAGE_KEYS = 'language lang kernel kernel_name interpreter runtime engine shell syntax'.split(' ')

const LANGUAGE_NAMES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^(?:(?:ba|z|da|k|a|fi)?sh|shell|terminal|tty|tmux|cmdline)\d*$/, 'shell'],
  [/^(?:i?python|py|pypy|jupyter|ipykernel|notebook)[\d.]*$/, 'python'],
  [/^(?:node(?:js)?|js|javascript|typescript|ts|deno|bun|ecmascript)[\d.]*$/, 'javascript'],
  [/^(?:ruby|rb|irb)[\d.]*$/, 'ruby'],
  [/^perl[\d.]*$/, 'perl'],
  [/^php[\d.]*$/, 'php'],
  [/^(?:powershell|pwsh|ps)\d*$/, 'powershell'],
]

function findLanguage(word: string): CodeLanguage | undefined {
  return LANGUAGE_NAMES.find(([pattern]) => pattern.test(word))?.[1]
}

const EVALUATOR_WORDS = new Set('repl console kernel interpreter eval evaluate evaluator'.split(' '))

export function detectCodeContext(server: string, tool: string, input: ToolInput, runs: boolean): CodeArgumentContext {
  const named = findTextArgument(input, LANGUAGE_KEYS, (text) => /^[\w.+# -]{1,40}$/.test(text))
  const words = named === undefined ? [] : wordsOf(named)
  const stated =
    named === undefined ? undefined : (words.map(findLanguage).find((each) => each !== undefined) ?? 'other')
  const names = [...wordsOf(server), ...wordsOf(tool)]
  const hinted = [...new Set(names.map(findLanguage).filter((each) => each !== undefined))]
  return { runs, stated: stated, hinted, evaluates: runs && names.some((word) => EVALUATOR_WORDS.has(word)) }
}

const JAVASCRIPT_SIGN =
  /\bimport\s{1,4}[\w{*][^\n]{0,200}\bfrom\s{1,4}['"]|=>|\b(?:const|let|var)\s{1,4}[\w{[]|\bfunction\b|\brequire\(|\b(?:document|window|console|process)\.|\bfetch\(|\bawait\s/
const PYTHON_SIGN =
  /^\s{0,8}(?:import|from)\s{1,4}\w|\bdef\s{1,4}\w{1,60}\(|\bprint\(|\bsubprocess\.|\bos\.\w|^\s{0,8}[!%]/m
/** Words that begin a statement elsewhere, and are programs as well. */
const STATEMENT_KEYWORDS = new Set(
  'import from print with let exec eval for while if function return case test'.split(' '),
)

export function looksLikeShell(text: string): boolean {
  const first = /^\s*(?:#![^\n]{0,200}\n\s*)?(?:sudo\s+|[A-Z_]{1,40}=\S{0,200}\s+){0,4}([\w./-]{1,100})(?=\s|$|;)/.exec(
    text,
  )?.[1]
  return first !== undefined && programFor(first) !== undefined
}

function guessLanguages(text: string): readonly CodeLanguage[] {
  const found: CodeLanguage[] = []
  if (JAVASCRIPT_SIGN.test(text)) found.push('javascript')
  if (PYTHON_SIGN.test(text)) found.push('python')
  const first = /^\s*([a-z]+)/.exec(text)?.[1] ?? ''
  if (looksLikeShell(text) && (found.length === 0 || !STATEMENT_KEYWORDS.has(first))) found.push('shell')
  return found
}

/** Nothing tells the language: it may be any of these, and what one reading misses another sees. */
const FALLBACK_LANGUAGES: readonly CodeLanguage[] = ['javascript', 'python', 'shell']

/**
 * The language that is told or hinted at is read in full, others for what they would do. INVARIANT: a sign in the text
 * never takes the place of a language that is named.
 */
export function recordCodeText(key: string, text: string, hand: CodeArgumentContext, recorder: EffectRecorder): void {
  const meant = hand.stated === undefined ? [...hand.hinted, ...guessLanguages(text)] : [hand.stated]
  const [first, ...others] = new Set(meant)
  if (first !== undefined) readInLanguage(first, text, key, recorder)
  const rest =
    hand.runs && hand.stated === undefined ? FALLBACK_LANGUAGES.filter((language) => language !== first) : others
  for (const language of rest) recordOnlyHarm(key, recorder, (inner) => readInLanguage(language, text, key, inner))
  const shouted = hand.runs ? /^\s*!+\s*(?=\S)/.exec(text) : null
  if (shouted && text.includes('\n'))
    recordOnlyHarm(key, recorder, (inner) => readInLanguage('shell', text.slice(shouted[0].length), key, inner))
}

function readInLanguage(language: CodeLanguage, text: string, key: string, recorder: EffectRecorder): void {
  // What is defined now may be called by a later call: what evaluates it lasts.
  if (language === 'shell') recorder.runsShell({ text: appendFunctionCalls(text), sources: [] }, key)
  else if (language === 'python') {
    const { python, shell } = extractCellCode(text)
    if (python.trim() !== '') readCode('python', python, { recorder, loaded: true })
    if (shell !== '') recorder.runsShell({ text: shell, sources: [] }, key)
  } else readCode(language, language === 'javascript' ? wrapInvokedFunction(text) : text, { recorder, loaded: true })
}

const SHELL_FUNCTION_DEFINITION = /^[ \t]*(?:function[ \t]+([\w-]{1,60})|([\w-]{1,60})[ \t]*\(\))/gm

/** The text, and a call of every function that it defines, with a word that does no harm. */
function appendFunctionCalls(text: string): string {
  const names = [...text.matchAll(SHELL_FUNCTION_DEFINITION)].map((match) => match[1] ?? match[2] ?? '')
  return [text, ...[...new Set(names)].map((name) => `${name} dist`)].join('\n')
}

/** In a language that the text need not be in: what it does not understand says nothing. */
function recordOnlyHarm(by: string, recorder: EffectRecorder, read: (inner: EffectRecorder) => void): void {
  const notes = createToolRecorder(by, recorder.facts, [], recorder.kept)
  read(notes.recorder)
  for (const effect of notes.reading().effects)
    if (isWorthRecording(effect) && !isMisread(effect)) recorder.effect(effect satisfies Effect)
}

/** `import` takes a picture of the screen, `=> /x/` writes a file. */
function isMisread(effect: Effect): boolean {
  return (
    effect.kind === 'observe' ||
    effect.kind === 'run-program' ||
    (effect.kind === 'write-path' && /^(?:root|system)/.test(effect.path.zone))
  )
}

const FUNCTION_EXPRESSION = /^(?:async\s*)?(?:\([^()]{0,200}\)\s*=>|\w{1,40}\s*=>|function\b)/
const GLOBAL_OBJECT_EXPRESSION =
  /^(?:document|window|localStorage|sessionStorage|JSON|Object|navigator)\b[^;\n]{0,2000};?$/

/** A function that is handed over is called there, and what it gives is shown. */
function wrapInvokedFunction(text: string): string {
  const trimmed = text.trim()
  const handed = FUNCTION_EXPRESSION.test(trimmed)
  if (!handed && !GLOBAL_OBJECT_EXPRESSION.test(trimmed)) return text
  const whole = trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed
  return `console.log(${handed ? `(${whole})()` : whole})`
}
