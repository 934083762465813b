import { isProgramName } from '../programs/registry.ts'
import { meaningOf } from '../verbs.ts'
import { type Clause, tellsHow } from './clauses.ts'

/** Commands that a sentence holds beside its own words: in brackets, behind a colon, between dashes. */

const OPENS = /\(|: | [-–—]+ /g
const LONGEST = 600
/** Orders to look at a text, or to write it another way: a command beside them is that text. */
const HANDLES =
  /^(?:search|scan|grep|look|hunt|check|audit|find|list|flag|count|review|read|see|understand|compare|explain|describe|document|tell|mention|note|discuss|summari[sz]e|write|quote|report|detect|block|forbid|reject|warn|avoid|replace|rewrite|refactor|fix|handle|parse|test|cover|consider|ensure|verify)\b/
const OF_TEXT =
  /\b(?:lines?|patterns?|calls?|usages?|snippets?|examples?|occurrences|instances|bugs?|strings?|texts?|docs?|readme|guide|warnings?|hints?|comments?|sections?|pages?|idioms?|steps? (?:in|of|from)|\w+\.(?:md|rst|txt|ya?ml|sh|py|[jt]s))\b/
const RUNS =
  /^(?:re-?run|run|execute|exec|invoke|use|call|issue|type|start|launch|do|try|perform|enter|trigger|install|get|fetch|download|set up|bootstrap)\b/
const LABEL = /^(?:[\w-]+ ){0,2}(?:install(?:er|ation)?|set-?up|bootstrap|commands?|run|deploy(?:ment)?|build)$/
export const PROSE =
  /^(?:the|an?|this|that|these|its?|is|are|was|were|of|we|you|they|our|my|your|should|must|can|will|does|do|not)$/
const SHAPED = /(?:^| )(?:-{1,2}[a-z]|[a-z+]+:\/\/|[~.]{0,2}\/[\w.])| (?:\||&&|>>?) |[|&] ?(?:sudo )?[a-z]/i

function isMeant({ kind, head, stated }: Clause, before: string): boolean {
  if (!stated || tellsHow(head)) return false
  if (kind === 'other') return LABEL.test(before.replace(/:$/, ''))
  if (kind !== 'order') return false
  if (RUNS.test(head)) return true
  return !HANDLES.test(head) && !OF_TEXT.test(before) && meaningOf(/^[a-z]+/.exec(head)?.[0] ?? '')?.act !== 'read'
}

function bracketed({ head, sentence }: Clause, before: Clause | undefined): Clause | undefined {
  const within = before?.sentence === sentence && sentence.toLowerCase().includes(`(${head.slice(0, SHORT)}`)
  return within ? before : undefined
}
const SHORT = 40
const NEAR = 200

export function isHandledAside(clause: Clause, before: Clause | undefined): boolean {
  const around = bracketed(clause, before)
  return around !== undefined && !isMeant(around, around.head)
}

export function asidesIn(clause: Clause, before: Clause | undefined): readonly string[] {
  const { head, sentence } = clause
  const around = bracketed(clause, before)
  const own = around && isMeant(around, around.head) ? [typedAt(head.slice(0, SHORT), '(', sentence)] : []
  const beside = [...head.matchAll(OPENS)].flatMap(({ 0: sign, index }) => {
    if (!isMeant(clause, head.slice(Math.max(0, index - NEAR), index))) return []
    const at = index + sign.length
    return [typedAt(head.slice(at, at + SHORT), sign === '(' ? '(' : '', sentence)]
  })
  return [...own, ...beside].filter(isCommand)
}

function typedAt(part: string, open: '(' | '', sentence: string): string {
  const at = sentence.toLowerCase().indexOf(`${open}${part}`)
  if (at < 0) return ''
  const rest = sentence.slice(at + open.length, at + LONGEST)
  if (open === '') return (rest.split(/, | [-–—]+ (?!\|)|[.!?,:]+$/, 1)[0] ?? '').trim()
  let depth = 0
  for (let end = 0; end < rest.length; end++) {
    if (rest[end] === '(') depth++
    else if (rest[end] === ')' && depth-- === 0) return rest.slice(0, end).trim()
  }
  return rest.trim()
}

function isCommand(line: string): boolean {
  const bare = line.replace(/^(?:sudo |[A-Z_]{2,40}=\S{0,80} ){0,4}/, '')
  const [name = '', ...words] = bare.split(/\s+/)
  return words.length > 0 && isProgramName(name) && SHAPED.test(bare.slice(name.length)) && !words.some(isProse)
}

const isProse = (word: string): boolean => PROSE.test(word)
