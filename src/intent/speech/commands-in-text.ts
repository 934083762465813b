import { isProgramName } from '../../analysis/interpret/registry.ts'
import { verbMeaning } from '../../knowledge/lexicon/verbs.ts'
import { type Clause, isStatement, readTask, withOriginalCase } from './clauses.ts'
import { baseVerb, isBaseVerb } from './verb-forms.ts'

const FENCED_BLOCK = /^[ \t]{0,8}(```|~~~)[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)^[ \t]{0,8}\1/gm
const INDENTED_BLOCK = /(?<=^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*\S[^\n]*(?:\n|$))+/g
const SHELL_LANGUAGES = /^(?:(?:ba|z|k|fi)?sh|shell|console|terminal)$/i
const PROMPT_LINE = /^\s{0,8}\$\s(\S.*)$/

const MAX_BLOCKS = 400

/** In fences, behind a prompt, in backticks or in plain words; and whether they are all. */
export function commandsIn(text: string): { readonly found: readonly string[]; readonly whole: boolean } {
  const fenced: string[] = []
  let blocks = 0
  const taken = (whole: string, at: number, language: string, block: string) => {
    if (++blocks > MAX_BLOCKS) return ''
    const end = at + whole.length
    const around = {
      before: text.slice(Math.max(0, at - MAX_CONTEXT_LENGTH), at),
      after: text.slice(end, end + MAX_CONTEXT_LENGTH),
    }
    fenced.push(...commandsInBlock(language, block, around))
    return ' '.repeat(whole.length)
  }
  const told = text
    .replace(FENCED_BLOCK, (whole, _, language: string, block: string, at: number) => taken(whole, at, language, block))
    .replace(INDENTED_BLOCK, (whole, at: number) => taken(whole, at, '', whole))
  const prompted = told.split('\n').flatMap((line) => PROMPT_LINE.exec(line)?.[1] ?? [])
  const { clauses, code, whole } = readTask(told)
  const found = [
    ...fenced,
    ...prompted,
    ...told.split('\n').flatMap(commandAfterColon),
    ...clauses.flatMap((clause, at) => [
      ...quotedCommands(clause, code),
      ...(isSearchTarget(clause, clauses[at - 1]) || isTextAside(clause, clauses[at - 1])
        ? []
        : spokenCommands(clause)),
      ...commandsInAsides(clause, clauses[at - 1]),
    ]),
  ]
  return { found, whole: whole && blocks <= MAX_BLOCKS }
}

const MAX_CONTEXT_LENGTH = 400

/** "Run exactly this: x; y | z", which no sentence would take apart as the shell does. */
function commandAfterColon(line: string): readonly string[] {
  const at = line.search(/:\s/)
  const rest = line
    .slice(at + 1)
    .trim()
    .replace(/^[`"']|[`"']$/g, '')
  const shaped =
    isProgramName(firstWord(rest)) || /^(?:[[({!]|\.{0,2}\/|\w+=)|^[a-z][\w.-]*\s.*(?:;|\||&&|>|\$\()/.test(rest)
  if (at < 0 || at > MAX_CONTEXT_LENGTH || !shaped) return []
  return readTask(line.slice(0, at)).clauses.some(isRunInstruction) ? [rest] : []
}

/** Shell is run unless the words before it look at it; any other only if they say to run it. */
function commandsInBlock(
  language: string,
  block: string,
  around: { before: string; after: string },
): readonly string[] {
  const lead = readTask(
    around.before
      .trimEnd()
      .split(/\n|(?<=[.!?])\s/)
      .at(-1) ?? '',
  ).clauses
  const next = readTask(around.after.trimStart().split(/\n/, 1)[0] ?? '').clauses
  if (lead.some(isRunInstruction) || (!SHELL_LANGUAGES.test(language) && next.some(isRunInstruction)))
    return commandLines(language, block)
  const lookedAt = lead.some((clause) => clause.kind === 'boundary' || isAboutText(clause))
  return lookedAt || (language !== '' && !SHELL_LANGUAGES.test(language)) ? [] : commandLines(language, block)
}

function commandLines(language: string, block: string): readonly string[] {
  const lines = block.split('\n').map((line) => PROMPT_LINE.exec(line)?.[1] ?? line)
  if (SHELL_LANGUAGES.test(language)) return [lines.join('\n')]
  return lines
    .map((line) => line.trim())
    .filter((line) => /^\s*(?:sudo\s+)?([\w./~-]+)\s+\S/.test(line) && isProgramName(firstWord(line)))
}

const firstWord = (line: string) => /^\s*(?:sudo\s+)?(\S+)/.exec(line)?.[1] ?? ''

const RUN_VERBS = /^(?:re-?run|run|execute|exec|invoke|use|call|issue|type|start|launch|do|try|perform|enter|trigger)\b/

function isRunInstruction({ kind, head }: Clause): boolean {
  return kind === 'order' && RUN_VERBS.test(head)
}

/** "Add this block to the guide", "the README should contain". */
function isAboutText({ kind, head }: Clause): boolean {
  return (
    (kind === 'order' && !RUN_VERBS.test(head) && !isActVerb(head)) ||
    (kind === 'other' && isStatement(head) && TEXT_NOUNS.test(head))
  )
}
const TEXT_NOUNS = /\b(?:readme|docs?|guide|page|section|snippet|block|example|template|file|\w+\.(?:md|rst|txt))\b/

function isActVerb(head: string): boolean {
  const act = verbMeaning(baseVerb(/^[a-z-]+/.exec(head)?.[0] ?? '') ?? '')?.act
  return act !== undefined && !/^(?:read|create|update|work)$/.test(act)
}

const EXCEPTION_TAIL = /\b(?:instead of|rather than|but not|and not|not|never|without|except)\b.*$/
const RUN_LEAD =
  /\b(?:(?:re-?)?run(?:ning)?|execut(?:e|ing)|invok(?:e|ing)|issu(?:e|ing)|typ(?:e|ing)|launch(?:ing)?|call(?:ing)?)(?: this| the(?: exact)? command)?:? $/
const MEANS_LEAD = /(?:\b(?:with|via|using|by|through)|[:(])(?: this| the(?: exact)? command)?:? ?$/
/** "`x`, then `y`": the command stands where the verb would. */
const LEADING_COMMAND =
  /^`§\d+`(?:$|[,;:)]| (?:and|then|to|in|on|from|for|with|at|once|if|after|before|so|first|again)\b)/

function quotedCommands({ kind, head, sentence, stated }: Clause, code: readonly string[]): readonly string[] {
  if (kind === 'boundary' || !stated) return []
  const order = kind === 'order'
  const all = order ? (RUN_VERBS.test(head) || isActVerb(head)) && !isStatement(head) : LEADING_COMMAND.test(head)
  const told = head.replace(EXCEPTION_TAIL, '')
  return [...told.matchAll(/`(?:§(\d+)|[^`§\s]{2,})`/g)].flatMap(({ 0: typed, 1: number, index }) => {
    const before = told.slice(0, index)
    if (number === undefined) return RUN_LEAD.test(before) ? withOriginalCase(typed, sentence).slice(1, -1) : []
    return all || RUN_LEAD.test(before) || (order && MEANS_LEAD.test(before)) ? (code[Number(number)] ?? []) : []
  })
}

const COMMAND_END =
  /,? (?:and|then|so that|before|after|to|so|because|if|once|when|unless|as soon as)(?= )|, | - |[.!?,:]+$/

const RUN_THIS_LEAD =
  /^(?:re-?run|run|execute|exec|invoke|issue|type|launch|do|try)(?: (?:exactly|just|only|simply|precisely|verbatim|literally|now|once|this|the following|the command))*[:,]? /

function spokenCommands({ kind, head, sentence, stated }: Clause): readonly string[] {
  if (kind === 'boundary' || !stated || isStatement(head)) return []
  const [run = ''] = RUN_THIS_LEAD.exec(head) ?? []
  const [by = ''] = run === '' ? (/^.*?\b(?:with|via|using|by running|by) (?=[a-z0-9.~/-]+ )/.exec(head) ?? []) : []
  const starts = kind === 'order' ? [run, by].filter((part) => part !== '') : ['']
  return [...starts, ...(/^\S+ -/.test(head) ? [''] : [])].flatMap((start) => {
    const [line = ''] = head.slice(start.length).split(COMMAND_END, 1)
    const words = line
      .trim()
      .replace(/^sudo /, '')
      .split(/\s+/)
    const [name = '', verb = ''] = words
    if (words.length < 2 || !isProgramName(name) || words.some((word) => PROSE_WORDS.test(word))) return []
    const shaped = isBaseVerb(verb) || words.some((word) => /^-|[/=:~.]/.test(word))
    return shaped ? [wholeLine(withOriginalCase(line.trim(), sentence), sentence)] : []
  })
}

const SEARCH_FOR =
  /^(?:search|scan|grep|look|hunt|check|audit|find|list|flag|count)\b.*\bfor (?:[a-z]+ ){0,4}[a-z][\w.-]* -/

/** "Search for rm -rf, find -delete and dd" says nothing to do it to. */
function isSearchTarget({ head, sentence }: Clause, before: Clause | undefined): boolean {
  if (before?.sentence !== sentence || !SEARCH_FOR.test(before.head)) return false
  return head
    .split(/[\s,]+/)
    .every((word) => /^(?:-[\w-]*|and|or|plus)$/.test(word) || (/^[a-z][\w.-]*$/.test(word) && isProgramName(word)))
}

/** With what the shell joins to it, which a sentence takes for clauses of its own. */
function wholeLine(line: string, sentence: string): string {
  const rest = sentence.slice(sentence.indexOf(line) + line.length)
  return /^\s*(?:&&|\|)/.test(rest) ? `${line}${rest.split(COMMAND_END, 1)[0]}` : line
}

/** Commands that a sentence holds beside its own words: in brackets, behind a colon, between dashes. */

const ASIDE_START = /\(|: | [-–—]+ /g
const MAX_ASIDE_LENGTH = 600
/** Orders to look at a text, or to write it another way: a command beside them is that text. */
const TEXT_HANDLING_VERBS =
  /^(?:search|scan|grep|look|hunt|check|audit|find|list|flag|count|review|read|see|understand|compare|explain|describe|document|tell|mention|note|discuss|summari[sz]e|write|quote|report|detect|block|forbid|reject|warn|avoid|replace|rewrite|refactor|fix|handle|parse|test|cover|consider|ensure|verify)\b/
const TEXT_THINGS =
  /\b(?:lines?|patterns?|calls?|usages?|snippets?|examples?|occurrences|instances|bugs?|strings?|texts?|docs?|readme|guide|warnings?|hints?|comments?|sections?|pages?|idioms?|steps? (?:in|of|from)|\w+\.(?:md|rst|txt|ya?ml|sh|py|[jt]s))\b/
const RUN_OR_INSTALL_VERBS =
  /^(?:re-?run|run|execute|exec|invoke|use|call|issue|type|start|launch|do|try|perform|enter|trigger|install|get|fetch|download|set up|bootstrap)\b/
const COMMAND_LABEL = /^(?:[\w-]+ ){0,2}(?:install(?:er|ation)?|set-?up|bootstrap|commands?|run|deploy(?:ment)?|build)$/
const PROSE_WORDS =
  /^(?:the|an?|this|that|these|its?|is|are|was|were|of|we|you|they|our|my|your|should|must|can|will|does|do|not)$/
const COMMAND_SHAPE = /(?:^| )(?:-{1,2}[a-z]|[a-z+]+:\/\/|[~.]{0,2}\/[\w.])| (?:\||&&|>>?) |[|&] ?(?:sudo )?[a-z]/i

function isMeantToRun({ kind, head, stated }: Clause, before: string): boolean {
  if (!stated || isStatement(head)) return false
  if (kind === 'other') return COMMAND_LABEL.test(before.replace(/:$/, ''))
  if (kind !== 'order') return false
  if (RUN_OR_INSTALL_VERBS.test(head)) return true
  return (
    !TEXT_HANDLING_VERBS.test(head) &&
    !TEXT_THINGS.test(before) &&
    verbMeaning(/^[a-z]+/.exec(head)?.[0] ?? '')?.act !== 'read'
  )
}

function bracketedClause({ head, sentence }: Clause, before: Clause | undefined): Clause | undefined {
  const within = before?.sentence === sentence && sentence.toLowerCase().includes(`(${head.slice(0, MAX_HEAD_LENGTH)}`)
  return within ? before : undefined
}
const MAX_HEAD_LENGTH = 40
const MAX_LABEL_LENGTH = 200

function isTextAside(clause: Clause, before: Clause | undefined): boolean {
  const around = bracketedClause(clause, before)
  return around !== undefined && !isMeantToRun(around, around.head)
}

function commandsInAsides(clause: Clause, before: Clause | undefined): readonly string[] {
  const { head, sentence } = clause
  const around = bracketedClause(clause, before)
  const own =
    around && isMeantToRun(around, around.head) ? [typedText(head.slice(0, MAX_HEAD_LENGTH), '(', sentence)] : []
  const beside = [...head.matchAll(ASIDE_START)].flatMap(({ 0: sign, index }) => {
    if (!isMeantToRun(clause, head.slice(Math.max(0, index - MAX_LABEL_LENGTH), index))) return []
    const at = index + sign.length
    return [typedText(head.slice(at, at + MAX_HEAD_LENGTH), sign === '(' ? '(' : '', sentence)]
  })
  return [...own, ...beside].filter(isCommand)
}

function typedText(part: string, open: '(' | '', sentence: string): string {
  const at = sentence.toLowerCase().indexOf(`${open}${part}`)
  if (at < 0) return ''
  const rest = sentence.slice(at + open.length, at + MAX_ASIDE_LENGTH)
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
  return (
    words.length > 0 && isProgramName(name) && COMMAND_SHAPE.test(bare.slice(name.length)) && !words.some(isProseWord)
  )
}

const isProseWord = (word: string): boolean => PROSE_WORDS.test(word)
