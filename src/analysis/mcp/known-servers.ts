import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import { SECRET } from '../../knowledge/lexicon/secret-names.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ExternalWriteNature } from '../effects.ts'
import { recordFileEffects } from '../files/file-effects.ts'
import { toWrittenFile } from '../files/text-edits.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { ToolInput } from '../tool.ts'
import { findTextArgument, hasToolWord, type McpCall } from './argument-keys.ts'
import { classifyToolVerb } from './tool-verbs.ts'

const CLICK_VERBS = new Set(['click', 'tap', 'press', 'submit', 'choose', 'dblclick'])
const FILL_VERBS = new Set(['fill', 'type', 'enter', 'input'])
const LABEL_KEYS = 'element label text name button target title description selector'.split(' ')
/** What a button may set off that cannot be taken back. Saving, opening and going on are how pages are used. */
const SERIOUS_NATURES: readonly ExternalWriteNature[] = [
  'payment',
  'deletion',
  'merge',
  'approval',
  'visibility',
  'message',
]
const CARD_NUMBER = /(?<!\d)(?:\d[ -]?){13,19}(?!\d)/g
const PAGE_WRITE_DRAFT = { kind: 'external-write', service: 'the page', certainty: 'likely' } as const

/** A click on "Delete this repository" deletes it; a card number in a form pays. */
export function recordClick({ tool, input }: McpCall, recorder: EffectRecorder): boolean {
  if (hasToolWord(tool, FILL_VERBS) && hasCardNumber(JSON.stringify(input)))
    recorder.effect({ ...PAGE_WRITE_DRAFT, nature: 'payment', target: 'a card number', by: 'fill' })
  if (!hasToolWord(tool, CLICK_VERBS) || !isPageCall(tool, input)) return false
  const label = findTextArgument(input, LABEL_KEYS, (text) => text.length < 200) ?? ''
  const verb = classifyToolVerb(label)
  if (verb.type === 'write' && SERIOUS_NATURES.includes(verb.nature))
    recorder.effect({ ...PAGE_WRITE_DRAFT, nature: verb.nature, target: label, by: `click ${label}` })
  return true
}

const PAGE_WORDS = new Set('browser page element playwright puppeteer chrome click tap dblclick'.split(' '))

function isPageCall(tool: string, input: ToolInput): boolean {
  return (
    hasToolWord(tool, PAGE_WORDS) || ['element', 'ref', 'selector', 'uid', 'coordinate'].some((key) => key in input)
  )
}

function hasCardNumber(text: string): boolean {
  return (text.match(CARD_NUMBER) ?? []).some((number) => isLuhnValid(number.replace(/\D/g, '')))
}

function isLuhnValid(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const MEMORY_WORDS = new Set(['memory', 'memories', 'remember', 'memorize', 'memo'])
const STANDING_INSTRUCTION_WORD = /\b(?:always|never|whenever|from now on|every time|must|on each|in every)\b/i
/** Acts that reach others, or the word of the person. "Always use pnpm" is a fact about a project. */
const CONSEQUENTIAL_ACT = new RegExp(
  String.raw`\b(?:send|forward|copy|cc|bcc|share|pay|transfer|approv\w*|ask|confirm\w*|permission|(?:${SECRET})s?|delete|deploy|upload|post|mails?|emails?|invite|grant|allow|user's consent)\b`,
  'i',
)
const PREAPPROVAL_PHRASE =
  /\b(?:do not ask|don't ask|without (?:asking|confirm\w*|approval)|in advance|pre-?approved|(?:has|have|is|are|was) (?:already )?(?:approved|authori[sz]ed|permitted)|ignore (?:all|any|previous|the)|override|bypass|skip (?:the |any |all )?(?:checks?|confirmations?|approvals?)|trust (?:all|any|every))\b/i

/** Facts may be noted freely; instructions stay and steer later sessions. */
export function recordMemoryWrite({ server, tool, texts }: McpCall, recorder: EffectRecorder): boolean {
  const verb = classifyToolVerb(tool)
  if (verb.type !== 'write' || !(hasToolWord(server, MEMORY_WORDS) || hasToolWord(tool, MEMORY_WORDS))) return false
  const steering = texts.find(
    ([, text]) =>
      PREAPPROVAL_PHRASE.test(text) || (STANDING_INSTRUCTION_WORD.test(text) && CONSEQUENTIAL_ACT.test(text)),
  )?.[1]
  if (steering === undefined) return verb.nature !== 'deletion'
  const target = steering.slice(0, 120)
  const by = `memory ${tool}`
  recorder.effect({ kind: 'external-write', service: server, nature: 'setting', target, by, certainty: 'likely' })
  return true
}

const LOCAL_SERVER_NAME =
  /(?:^|[-_])(?:playwright|puppeteer|browser(?:mcp)?|chrome|devtools|selenium|memory|(?:sequential-?)?thinking|serena|jetbrains|intellij|ide|vscode|lsp|task-?master|xcodebuild(?:mcp)?|simulator|android|mobile|blender|unity|godot|git|sqlite|duckdb|desktop-commander|filesystem|docker|local|localhost|emulator)(?:[-_]|$)/i

/** What reaches other people or takes something away is judged wherever it is done. */
const OUTBOUND_NATURE = /^(?:payment|mail|message|approval|merge|account|visibility|deletion)$/
const SENDING_VERBS = new Set('push upload publish submit import trigger invoke send share'.split(' '))
/** Parts of a text: taking one out is an edit. */
const TEXT_PART_WORDS = new Set('line lines symbol regex block text content body'.split(' '))
const TEXT_CHANGING_VERBS = new Set(
  'create add insert update edit set write append put patch rename replace modify change delete remove save'.split(' '),
)
const PATH_KEYS = ['relative_path', 'path_in_project', 'file_path', 'filepath', 'path', 'file']
const CONTENT_KEYS = 'content contents text body new_text new_string repl replacement data'.split(' ')

export function recordLocalChange({ server, tool, verb, input }: McpCall, recorder: EffectRecorder): boolean {
  if (verb.type !== 'write' || !LOCAL_SERVER_NAME.test(server)) return false
  if (/^git$/i.test(server) && wordsOf(tool).includes('checkout')) return true
  const edits = hasToolWord(tool, TEXT_PART_WORDS)
  if (hasToolWord(tool, SENDING_VERBS) || (OUTBOUND_NATURE.test(verb.nature) && !(verb.nature === 'deletion' && edits)))
    return false
  const path = findTextArgument(input, PATH_KEYS)
  if (path === undefined) return verb.nature !== 'deletion'
  if (!hasToolWord(tool, TEXT_CHANGING_VERBS)) return true
  const use = recorder.pathOf(path)
  const content = findTextArgument(input, CONTENT_KEYS)
  recorder.effect({ kind: 'write-path', path: use, how: edits ? 'edit' : 'overwrite', content })
  if (content !== undefined)
    recordFileEffects(
      { ...toWrittenFile(use, content, { tool, input }, recorder.facts), ...(edits && { whole: false }) },
      recorder,
    )
  return true
}

/** Is the call about files of a repository on a server? Then its paths are not this machine's. */
export function isRepositoryCall(input: ToolInput): boolean {
  const has = (...keys: readonly string[]) => keys.some((key) => key in input)
  return (
    (has('owner') && has('repo', 'repository')) ||
    (has('repo', 'repository', 'project', 'project_id') && has('branch', 'ref', 'commit_message'))
  )
}

const COMMITTED_CONTENT_WORDS = new Set('file files commit commits content contents blob tree'.split(' '))

/** A file that is put into a repository there is a commit on a branch; without one, on the default branch. */
export function recordForgeCommit({ server, tool, verb, input }: McpCall, recorder: EffectRecorder): void {
  if (verb.type !== 'write' || !isRepositoryCall(input) || !hasToolWord(tool, COMMITTED_CONTENT_WORDS)) return
  const given = findTextArgument(input, ['branch', 'target_branch', 'ref'], (text) => text !== '')
  const branch = given?.replace(/^refs\/heads\//, '')
  const own = recorder.facts.git(recorder.facts.cwd)?.defaultBranch
  const toDefault = branch === undefined || branch === own || DEFAULT_BRANCHES.includes(branch)
  recorder.effect({
    kind: 'git-push',
    remote: server,
    refs: branch === undefined ? [] : [branch],
    force: false,
    deletes: false,
    toDefault: toDefault ? 'yes' : 'no',
    mirror: false,
    certainty: 'likely',
  })
}
