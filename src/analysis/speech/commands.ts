import { isProgramName } from '../programs/registry.ts'
import { meaningOf } from '../verbs.ts'
import { asTyped, type Clause, readTask, tellsHow } from './clauses.ts'
import { isBase, verbOf } from './verb-forms.ts'

const FENCE = /^[ \t]{0,8}(```|~~~)[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)^[ \t]{0,8}\1/gm
const INDENTED = /(?<=^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*\S[^\n]*(?:\n|$))+/g
const SHELL = /^(?:(?:ba|z|k|fi)?sh|shell|console|terminal)$/i
const PROMPT = /^\s{0,8}\$\s(\S.*)$/

const MOST_BLOCKS = 400

/** In fences, behind a prompt, in backticks or in plain words; and whether they are all. */
export function commandsIn(text: string): { readonly found: readonly string[]; readonly whole: boolean } {
  const fenced: string[] = []
  let blocks = 0
  const taken = (whole: string, at: number, language: string, block: string) => {
    if (++blocks > MOST_BLOCKS) return ''
    const end = at + whole.length
    const around = { before: text.slice(Math.max(0, at - AROUND), at), after: text.slice(end, end + AROUND) }
    fenced.push(...inBlock(language, block, around))
    return ' '.repeat(whole.length)
  }
  const told = text
    .replace(FENCE, (whole, _, language: string, block: string, at: number) => taken(whole, at, language, block))
    .replace(INDENTED, (whole, at: number) => taken(whole, at, '', whole))
  const prompted = told.split('\n').flatMap((line) => PROMPT.exec(line)?.[1] ?? [])
  const { clauses, code, whole } = readTask(told)
  const found = [
    ...fenced,
    ...prompted,
    ...told.split('\n').flatMap(afterColon),
    ...clauses.flatMap((clause, at) => [
      ...quotedIn(clause, code),
      ...(isSought(clause, clauses[at - 1]) || isHandledAside(clause, clauses[at - 1]) ? [] : spokenIn(clause)),
      ...asidesIn(clause, clauses[at - 1]),
    ]),
  ]
  return { found, whole: whole && blocks <= MOST_BLOCKS }
}

const AROUND = 400

/** "Run exactly this: x; y | z", which no sentence would take apart as the shell does. */
function afterColon(line: string): readonly string[] {
  const at = line.search(/:\s/)
  const rest = line
    .slice(at + 1)
    .trim()
    .replace(/^[`"']|[`"']$/g, '')
  const shaped =
    isProgramName(firstOf(rest)) || /^(?:[[({!]|\.{0,2}\/|\w+=)|^[a-z][\w.-]*\s.*(?:;|\||&&|>|\$\()/.test(rest)
  if (at < 0 || at > AROUND || !shaped) return []
  return readTask(line.slice(0, at)).clauses.some(isRun) ? [rest] : []
}

/** Shell is run unless the words before it look at it; any other only if they say to run it. */
function inBlock(language: string, block: string, around: { before: string; after: string }): readonly string[] {
  const lead = readTask(
    around.before
      .trimEnd()
      .split(/\n|(?<=[.!?])\s/)
      .at(-1) ?? '',
  ).clauses
  const next = readTask(around.after.trimStart().split(/\n/, 1)[0] ?? '').clauses
  if (lead.some(isRun) || (!SHELL.test(language) && next.some(isRun))) return commandLines(language, block)
  const lookedAt = lead.some((clause) => clause.kind === 'boundary' || isHandled(clause))
  return lookedAt || (language !== '' && !SHELL.test(language)) ? [] : commandLines(language, block)
}

function commandLines(language: string, block: string): readonly string[] {
  const lines = block.split('\n').map((line) => PROMPT.exec(line)?.[1] ?? line)
  if (SHELL.test(language)) return [lines.join('\n')]
  return lines
    .map((line) => line.trim())
    .filter((line) => /^\s*(?:sudo\s+)?([\w./~-]+)\s+\S/.test(line) && isProgramName(firstOf(line)))
}

const firstOf = (line: string) => /^\s*(?:sudo\s+)?(\S+)/.exec(line)?.[1] ?? ''

const RUNS = /^(?:re-?run|run|execute|exec|invoke|use|call|issue|type|start|launch|do|try|perform|enter|trigger)\b/

function isRun({ kind, head }: Clause): boolean {
  return kind === 'order' && RUNS.test(head)
}

/** "Add this block to the guide", "the README should contain". */
function isHandled({ kind, head }: Clause): boolean {
  return (
    (kind === 'order' && !RUNS.test(head) && !isAct(head)) || (kind === 'other' && tellsHow(head) && OF_TEXT.test(head))
  )
}
const OF_TEXT = /\b(?:readme|docs?|guide|page|section|snippet|block|example|template|file|\w+\.(?:md|rst|txt))\b/

function isAct(head: string): boolean {
  const act = meaningOf(verbOf(/^[a-z-]+/.exec(head)?.[0] ?? '') ?? '')?.act
  return act !== undefined && !/^(?:read|create|update|work)$/.test(act)
}

const OUT = /\b(?:instead of|rather than|but not|and not|not|never|without|except)\b.*$/
const RUN =
  /\b(?:(?:re-?)?run(?:ning)?|execut(?:e|ing)|invok(?:e|ing)|issu(?:e|ing)|typ(?:e|ing)|launch(?:ing)?|call(?:ing)?)(?: this| the(?: exact)? command)?:? $/
const BY = /(?:\b(?:with|via|using|by|through)|[:(])(?: this| the(?: exact)? command)?:? ?$/
/** "`x`, then `y`": the command stands where the verb would. */
const BARE = /^`§\d+`(?:$|[,;:)]| (?:and|then|to|in|on|from|for|with|at|once|if|after|before|so|first|again)\b)/

function quotedIn({ kind, head, sentence, stated }: Clause, code: readonly string[]): readonly string[] {
  if (kind === 'boundary' || !stated) return []
  const order = kind === 'order'
  const all = order ? (RUNS.test(head) || isAct(head)) && !tellsHow(head) : BARE.test(head)
  const told = head.replace(OUT, '')
  return [...told.matchAll(/`(?:§(\d+)|[^`§\s]{2,})`/g)].flatMap(({ 0: typed, 1: number, index }) => {
    const before = told.slice(0, index)
    if (number === undefined) return RUN.test(before) ? asTyped(typed, sentence).slice(1, -1) : []
    return all || RUN.test(before) || (order && BY.test(before)) ? (code[Number(number)] ?? []) : []
  })
}

const ENDS = /,? (?:and|then|so that|before|after|to|so|because|if|once|when|unless|as soon as)(?= )|, | - |[.!?,:]+$/

const RUN_THIS =
  /^(?:re-?run|run|execute|exec|invoke|issue|type|launch|do|try)(?: (?:exactly|just|only|simply|precisely|verbatim|literally|now|once|this|the following|the command))*[:,]? /

function spokenIn({ kind, head, sentence, stated }: Clause): readonly string[] {
  if (kind === 'boundary' || !stated || tellsHow(head)) return []
  const [run = ''] = RUN_THIS.exec(head) ?? []
  const [by = ''] = run === '' ? (/^.*?\b(?:with|via|using|by running|by) (?=[a-z0-9.~/-]+ )/.exec(head) ?? []) : []
  const starts = kind === 'order' ? [run, by].filter((part) => part !== '') : ['']
  return [...starts, ...(/^\S+ -/.test(head) ? [''] : [])].flatMap((start) => {
    const [line = ''] = head.slice(start.length).split(ENDS, 1)
    const words = line
      .trim()
      .replace(/^sudo /, '')
      .split(/\s+/)
    const [name = '', verb = ''] = words
    if (words.length < 2 || !isProgramName(name) || words.some((word) => PROSE.test(word))) return []
    const shaped = isBase(verb) || words.some((word) => /^-|[/=:~.]/.test(word))
    return shaped ? [wholeLine(asTyped(line.trim(), sentence), sentence)] : []
  })
}

const SEEKS = /^(?:search|scan|grep|look|hunt|check|audit|find|list|flag|count)\b.*\bfor (?:[a-z]+ ){0,4}[a-z][\w.-]* -/

/** "Search for rm -rf, find -delete and dd" says nothing to do it to. */
function isSought({ head, sentence }: Clause, before: Clause | undefined): boolean {
  if (before?.sentence !== sentence || !SEEKS.test(before.head)) return false
  return head
    .split(/[\s,]+/)
    .every((word) => /^(?:-[\w-]*|and|or|plus)$/.test(word) || (/^[a-z][\w.-]*$/.test(word) && isProgramName(word)))
}

/** With what the shell joins to it, which a sentence takes for clauses of its own. */
function wholeLine(line: string, sentence: string): string {
  const rest = sentence.slice(sentence.indexOf(line) + line.length)
  return /^\s*(?:&&|\|)/.test(rest) ? `${line}${rest.split(ENDS, 1)[0]}` : line
}

/** Commands that a sentence holds beside its own words: in brackets, behind a colon, between dashes. */

const OPENS = /\(|: | [-–—]+ /g
const LONGEST = 600
/** Orders to look at a text, or to write it another way: a command beside them is that text. */
const HANDLES =
  /^(?:search|scan|grep|look|hunt|check|audit|find|list|flag|count|review|read|see|understand|compare|explain|describe|document|tell|mention|note|discuss|summari[sz]e|write|quote|report|detect|block|forbid|reject|warn|avoid|replace|rewrite|refactor|fix|handle|parse|test|cover|consider|ensure|verify)\b/
const IS_TEXT =
  /\b(?:lines?|patterns?|calls?|usages?|snippets?|examples?|occurrences|instances|bugs?|strings?|texts?|docs?|readme|guide|warnings?|hints?|comments?|sections?|pages?|idioms?|steps? (?:in|of|from)|\w+\.(?:md|rst|txt|ya?ml|sh|py|[jt]s))\b/
const IS_RUN =
  /^(?:re-?run|run|execute|exec|invoke|use|call|issue|type|start|launch|do|try|perform|enter|trigger|install|get|fetch|download|set up|bootstrap)\b/
const LABEL = /^(?:[\w-]+ ){0,2}(?:install(?:er|ation)?|set-?up|bootstrap|commands?|run|deploy(?:ment)?|build)$/
const PROSE =
  /^(?:the|an?|this|that|these|its?|is|are|was|were|of|we|you|they|our|my|your|should|must|can|will|does|do|not)$/
const SHAPED = /(?:^| )(?:-{1,2}[a-z]|[a-z+]+:\/\/|[~.]{0,2}\/[\w.])| (?:\||&&|>>?) |[|&] ?(?:sudo )?[a-z]/i

function isMeant({ kind, head, stated }: Clause, before: string): boolean {
  if (!stated || tellsHow(head)) return false
  if (kind === 'other') return LABEL.test(before.replace(/:$/, ''))
  if (kind !== 'order') return false
  if (IS_RUN.test(head)) return true
  return !HANDLES.test(head) && !IS_TEXT.test(before) && meaningOf(/^[a-z]+/.exec(head)?.[0] ?? '')?.act !== 'read'
}

function bracketed({ head, sentence }: Clause, before: Clause | undefined): Clause | undefined {
  const within = before?.sentence === sentence && sentence.toLowerCase().includes(`(${head.slice(0, SHORT)}`)
  return within ? before : undefined
}
const SHORT = 40
const NEAR = 200

function isHandledAside(clause: Clause, before: Clause | undefined): boolean {
  const around = bracketed(clause, before)
  return around !== undefined && !isMeant(around, around.head)
}

function asidesIn(clause: Clause, before: Clause | undefined): readonly string[] {
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
