import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Command, DataSource, Value } from '../../../analysis/words.ts'

/** `rev:path` names a file of the repository as it was. */
export function parseRevisionPath(text: string): string | undefined {
  const match = /^[^:]*:(?:\d:)?(?!\/\/)(.+)$/s.exec(text)
  return match?.[1]
}

/** What a command was asked for whose answer names the default branch. */
export const DEFAULT_BRANCH_TOPIC = 'default branch'

/** What a command was asked for that prints changes of commits, which git keeps. */
export const COMMITTED_CHANGES_TOPIC = 'committed changes'

/** `git show x`, `git diff HEAD~1`: changes that were committed, as far as the words tell. */
function isCommitDisplay(words: readonly string[]): boolean {
  const paths = words.indexOf('--')
  const own = paths < 0 ? words : words.slice(0, paths)
  const verb = own.find((word) => !word.startsWith('-'))
  if (verb === 'show' || verb === 'format-patch') return true
  return verb === 'diff' && own.some((word) => /^(?:HEAD[~^]|@[~^{])|^[0-9a-f]{7,40}$|\w\.\.\.?\w/.test(word))
}

/** What the answer is about, where a later command acts on that. */
function findOutputTopic(words: readonly string[]): string | undefined {
  if (words.some((word) => /^(?:refs\/remotes\/)?[\w.-]+\/HEAD$/.test(word))) return DEFAULT_BRANCH_TOPIC
  return isCommitDisplay(words) ? COMMITTED_CHANGES_TOPIC : undefined
}

const FILE_PRINTING_VERBS = new Set([
  'show',
  'cat-file',
  'diff',
  'log',
  'blame',
  'annotate',
  'grep',
  'whatchanged',
  'archive',
])

const PATCH_OPTION =
  /^(?:-[pumcW]$|-[UL]|--(?:patch|unified|cc$|word-diff|color-words|diff-merges|remerge-diff|function-context))/
const NAMES_ONLY_OPTION =
  /^(?:-s|--(?:stat|name-only|name-status|numstat|shortstat|dirstat|summary|no-patch|quiet|raw)(?:=.*)?)$/

/** `git log -- file` lists commits, and `git diff --stat` counts lines; what stood in the file they print with a patch alone. */
function printsNoContents(words: readonly string[]): boolean {
  const at = words.findIndex((word) => FILE_PRINTING_VERBS.has(word))
  const verb = words[at] ?? ''
  const given = words.slice(at + 1)
  if (given.some((word) => word === '' || PATCH_OPTION.test(word) || parseRevisionPath(word) !== undefined))
    return false
  if (verb === 'log' || verb === 'whatchanged') return true
  return (verb === 'diff' || verb === 'show') && given.some((word) => NAMES_ONLY_OPTION.test(word))
}

/** `archive HEAD`, `bundle create - --all`: all that the repository holds, unless single paths are named. */
function isWholeRepositoryOutput(words: readonly string[]): boolean {
  const [verb, ...rest] = words.filter((word) => !word.startsWith('-') || word === '-')
  if (verb === 'bundle') return rest[0] === 'create' && rest[1] === '-'
  return verb === 'archive' && rest.length <= 1
}

/** What git prints, when it is a file's content or a stored credential. */
export function findOutputSources(command: Command, recorder: EffectRecorder): Value {
  const words = command.args.map((word) => word.text ?? '')
  const about = findOutputTopic(words)
  const sources: DataSource[] = [
    { kind: 'command', program: 'git', secret: false, ...(about === undefined ? {} : { about }) },
  ]
  if (words.some((word) => FILE_PRINTING_VERBS.has(word)) && !printsNoContents(words)) {
    for (const word of words) {
      const path = recorder.pathOf(parseRevisionPath(word) ?? word)
      if (path.tags.includes('secret')) sources.push({ kind: 'file', path: path.real ?? path.text, secret: true })
    }
  }
  if (isWholeRepositoryOutput(words)) sources.push({ kind: 'file', path: recorder.facts.projectRoot, secret: false })
  if (
    /^credential/.test(words.find((word) => !word.startsWith('-')) ?? '') &&
    words.some((word) => /^(?:fill|get)$/.test(word))
  )
    sources.push({ kind: 'secret-store', store: 'git credentials' })
  return { text: undefined, sources }
}
