import type { Nature } from '../effects.ts'
import { handedFile } from '../files/edits.ts'
import { stateFileEffects } from '../files/file-effects.ts'
import type { Scribe } from '../programs/program.ts'
import { DEFAULT_BRANCHES } from '../repositories.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import { type ForeignCall, says, textAt } from './keys.ts'
import { verbOf } from './verbs.ts'

const CLICKS = new Set(['click', 'tap', 'press', 'submit', 'choose', 'dblclick'])
const FILLS = new Set(['fill', 'type', 'enter', 'input'])
const LABELS = 'element label text name button target title description selector'.split(' ')
/** What a button may set off that cannot be taken back. Saving, opening and going on are how pages are used. */
const GRAVE: readonly Nature[] = ['payment', 'deletion', 'merge', 'approval', 'visibility', 'message']
const CARD = /(?<!\d)(?:\d[ -]?){13,19}(?!\d)/g
const PAGE = { kind: 'external-write', service: 'the page', certainty: 'likely' } as const

/** A click on "Delete this repository" deletes it; a card number in a form pays. */
export function stateClick({ tool, input }: ForeignCall, scribe: Scribe): boolean {
  if (says(tool, FILLS) && holdsCard(JSON.stringify(input)))
    scribe.effect({ ...PAGE, nature: 'payment', target: 'a card number', by: 'fill' })
  if (!says(tool, CLICKS) || !isOnPage(tool, input)) return false
  const label = textAt(input, LABELS, (text) => text.length < 200) ?? ''
  const verb = verbOf(label)
  if (verb.type === 'write' && GRAVE.includes(verb.nature))
    scribe.effect({ ...PAGE, nature: verb.nature, target: label, by: `click ${label}` })
  return true
}

const OF_PAGES = new Set('browser page element playwright puppeteer chrome click tap dblclick'.split(' '))

function isOnPage(tool: string, input: Input): boolean {
  return says(tool, OF_PAGES) || ['element', 'ref', 'selector', 'uid', 'coordinate'].some((key) => key in input)
}

function holdsCard(text: string): boolean {
  return (text.match(CARD) ?? []).some((number) => isCard(number.replace(/\D/g, '')))
}

function isCard(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const MEMORY = new Set(['memory', 'memories', 'remember', 'memorize', 'memo'])
const MODAL = /\b(?:always|never|whenever|from now on|every time|must|on each|in every)\b/i
/** Acts that reach others, or the word of the person. "Always use pnpm" is a fact about a project. */
const REACHES =
  /\b(?:send|forward|copy|cc|bcc|share|pay|transfer|approv\w*|ask|confirm\w*|permission|passwords?|credentials?|tokens?|delete|deploy|upload|post|mails?|emails?|invite|grant|allow|user's consent)\b/i
const PERMITS =
  /\b(?:do not ask|don't ask|without (?:asking|confirm\w*|approval)|in advance|pre-?approved|(?:has|have|is|are|was) (?:already )?(?:approved|authori[sz]ed|permitted)|ignore (?:all|any|previous|the)|override|bypass|skip (?:the |any |all )?(?:checks?|confirmations?|approvals?)|trust (?:all|any|every))\b/i

/** Facts may be noted freely; instructions stay and steer later sessions. */
export function stateMemory({ server, tool, texts }: ForeignCall, scribe: Scribe): boolean {
  const verb = verbOf(tool)
  if (verb.type !== 'write' || !(says(server, MEMORY) || says(tool, MEMORY))) return false
  const steering = texts.find(([, text]) => PERMITS.test(text) || (MODAL.test(text) && REACHES.test(text)))?.[1]
  if (steering === undefined) return verb.nature !== 'deletion'
  const target = steering.slice(0, 120)
  const by = `memory ${tool}`
  scribe.effect({ kind: 'external-write', service: server, nature: 'setting', target, by, certainty: 'likely' })
  return true
}

const LOCAL =
  /(?:^|[-_])(?:playwright|puppeteer|browser(?:mcp)?|chrome|devtools|selenium|memory|(?:sequential-?)?thinking|serena|jetbrains|intellij|ide|vscode|lsp|task-?master|xcodebuild(?:mcp)?|simulator|android|mobile|blender|unity|godot|git|sqlite|duckdb|desktop-commander|filesystem|docker|local|localhost|emulator)(?:[-_]|$)/i

/** What reaches other people or takes something away is judged wherever it is done. */
const REACHING = /^(?:payment|mail|message|approval|merge|account|visibility|deletion)$/
const SENDING = new Set('push upload publish submit import trigger invoke send share'.split(' '))
/** Parts of a text: taking one out is an edit. */
const PARTS = new Set('line lines symbol regex block text content body'.split(' '))
const CHANGES_TEXT = new Set(
  'create add insert update edit set write append put patch rename replace modify change delete remove save'.split(' '),
)
const PATHS = ['relative_path', 'path_in_project', 'file_path', 'filepath', 'path', 'file']
const CONTENTS = 'content contents text body new_text new_string repl replacement data'.split(' ')

export function stateLocalChange({ server, tool, verb, input }: ForeignCall, scribe: Scribe): boolean {
  if (verb.type !== 'write' || !LOCAL.test(server)) return false
  if (/^git$/i.test(server) && wordsOf(tool).includes('checkout')) return true
  const edits = says(tool, PARTS)
  if (says(tool, SENDING) || (REACHING.test(verb.nature) && !(verb.nature === 'deletion' && edits))) return false
  const path = textAt(input, PATHS)
  if (path === undefined) return verb.nature !== 'deletion'
  if (!says(tool, CHANGES_TEXT)) return true
  const use = scribe.pathOf(path)
  const content = textAt(input, CONTENTS)
  scribe.effect({ kind: 'write-path', path: use, how: edits ? 'edit' : 'overwrite', content })
  if (content !== undefined)
    stateFileEffects(
      { ...handedFile(use, content, { tool, input }, scribe.facts), ...(edits && { whole: false }) },
      scribe,
    )
  return true
}

/** Is the call about files of a repository on a server? Then its paths are not this machine's. */
export function isInRepository(input: Input): boolean {
  const has = (...keys: readonly string[]) => keys.some((key) => key in input)
  return (
    (has('owner') && has('repo', 'repository')) ||
    (has('repo', 'repository', 'project', 'project_id') && has('branch', 'ref', 'commit_message'))
  )
}

const COMMITS = new Set('file files commit commits content contents blob tree'.split(' '))

/** A file that is put into a repository there is a commit on a branch; without one, on the default branch. */
export function stateForgeCommit({ server, tool, verb, input }: ForeignCall, scribe: Scribe): void {
  if (verb.type !== 'write' || !isInRepository(input) || !says(tool, COMMITS)) return
  const given = textAt(input, ['branch', 'target_branch', 'ref'], (text) => text !== '')
  const branch = given?.replace(/^refs\/heads\//, '')
  const own = scribe.facts.git(scribe.facts.cwd)?.defaultBranch
  const toDefault = branch === undefined || branch === own || DEFAULT_BRANCHES.includes(branch)
  scribe.effect({
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
