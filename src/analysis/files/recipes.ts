import { commandsIn } from '../../intent/speech/commands-in-text.ts'
import { type DataSyntax, entriesOf, itemsOf, joinShellWords, parseData, textItemsOf } from '../data/structured-data.ts'
import { userProgramName } from '../flow/shadowing.ts'
import { baseName } from '../interpret/base-name.ts'
import { isProgramName } from '../interpret/registry.ts'
import { isActingPath, type PathUse } from '../paths/paths.ts'
import { detectAutoRunLanguage } from './auto-run-code.ts'
import {
  type CommandCandidate,
  type CommandCandidates,
  findHiddenPrograms,
  findInnerTexts,
  hasCommand,
  hasOutsideReference,
  isLoadedPath,
  isOneWord,
  isProseCandidate,
  isProvisioningCommand,
  isUnderRunKey,
  MAX_CANDIDATE_LENGTH,
} from './command-candidates.ts'
import { listDockerRuns } from './dockerfile.ts'
import type { WrittenFile } from './file-effects.ts'
import { findLineCandidates, findMarkupCandidates, INDENTED_BLOCK_KEY } from './line-candidates.ts'
import { extractCellCode } from './notebook.ts'
import { findQuotedCandidates } from './quoted-candidates.ts'
import { detectSyntax, type FileSyntax, isTestFile, toProjectRelativeName } from './syntax.ts'
import { fillInExpressions, findSecretNames } from './template-expressions.ts'

export interface Recipe {
  readonly name: string
  readonly text: string
  readonly called?: readonly string[]
  /**
   * `by-itself`: an ordinary next step runs it. `in-image`, `on-a-runner`: only what leaves it matters. `by-an-agent`:
   * its call is judged then. `perhaps`: nothing says that it is run.
   */
  readonly runs: 'by-itself' | 'when-called' | 'in-image' | 'on-a-runner' | 'by-an-agent' | 'perhaps'
}

interface FoundRecipes {
  readonly found: readonly Recipe[]
  readonly unread?: string
  readonly more?: boolean
  readonly loads?: readonly string[]
  readonly settings?: readonly CommandCandidate[]
}

const LIFECYCLE_SCRIPT = /^(?:pre|post)?(?:install|prepare)$|^(?:prepublish|prepack|postpack|dependencies)$/
const MAX_RECIPES = 200
const MAX_CHARACTERS = 256 * 1024
/** A longer piece of a file is looked at line by line, and not as the whole that it may not be. */
const MAX_PIECE = 64 * 1024
/** Commands of all recipes of a file; the first recipe is bounded by the shell's own limits. */
const MAX_STEPS = 500
const CODE_CONFIG_FILE =
  /^\.[\w.-]+\.[cm]?[jt]s$|(?:^|[._-])(?:config|conf|rc|settings|file)\.(?:[cm]?[jt]s|py|rb)$|rc\.[cm]?[jt]s$/

/** Found by their content, whatever the file is called. */
export function findRecipes(file: WrittenFile, projectRoot = ''): FoundRecipes {
  const { path, content } = file
  const name = path.real ?? path.text
  const base = baseName(name).toLowerCase()
  const syntax = detectSyntax(name, content)
  const testing = isTestFile(projectRoot === '' ? name : toProjectRelativeName(path, projectRoot))
  if (path.tags.includes('git-hook')) return toRecipes([content], `git hook ${base}`, 'by-itself')
  // Where the session keeps a start-up file of its own, no login runs it: a shell must be pointed there.
  if (path.tags.includes('shell-startup'))
    return toRecipes([content], base, path.sessionMade ? 'when-called' : 'by-itself')
  if (userProgramName(file.path) !== undefined) return toRecipes([content], base, 'when-called')
  if (syntax === 'image') return toRecipes(listDockerRuns(content), base, 'in-image')
  if (syntax === 'notebook') return toRecipes([extractCellCode(content).shell], base, 'when-called')
  if (syntax === 'prose') return findPromptRecipes(base, name, content)
  if (syntax === 'source') {
    const loads = detectAutoRunLanguage(name) === undefined ? [] : listLoadedPaths(findLiterals(content))
    if (!CODE_CONFIG_FILE.test(base) || testing) return { found: [], loads }
    return { ...selectRecipes(findQuotedCandidates(content).found, { base, path, opens: false }), loads }
  }
  const { found, whole, broken } = findCandidates(syntax, file)
  // What a fixture holds is looked at when something runs it.
  if (testing && !isActingPath(path)) return { found: [] }
  const sieve = selectRecipes(found, { base, path, opens: content.includes('folderOpen'), piece: !file.whole })
  return {
    ...sieve,
    ...(broken !== undefined && { unread: broken }),
    ...(!whole && (isActingPath(path) ? { more: true } : { unread: 'holds more than is read' })),
    loads: listLoadedPaths(found),
    settings: found,
  }
}

function listLoadedPaths(candidates: readonly CommandCandidate[]): readonly string[] {
  const named = candidates.filter(isLoadedPath).map(({ text }) => text)
  return [...new Set([...named, ...candidates.flatMap(listOptionPaths), ...candidates.flatMap(findHiddenPrograms)])]
}

function toRecipes(texts: readonly string[], name: string, runs: Recipe['runs']): FoundRecipes {
  return { found: texts.slice(0, MAX_RECIPES).map((text) => ({ name, text, runs })), more: texts.length > MAX_RECIPES }
}

function listOptionPaths({ text }: CommandCandidate): readonly string[] {
  if (!text.startsWith('-') || text.length > 400) return []
  return text.split(/[\s=]+/).filter((word) => /^[\w@~][\w.~@/+-]*[./][\w.~@/+-]+$|^\.{1,2}\//.test(word))
}

function findPromptRecipes(base: string, name: string, content: string): FoundRecipes {
  if (/^(?:claude|agents|gemini)(?:\.local)?\.md$/.test(base)) {
    const { found, whole } = commandsIn(content)
    const recipes = toRecipes(found, base, 'by-an-agent')
    return whole ? recipes : { ...recipes, more: true }
  }
  if (!/\/\.(?:claude|codex|gemini|cursor|opencode|agents)\/(?:commands|skills|agents|rules|prompts)\//i.test(name))
    return { found: [] }
  const head = /^---\r?\n([\s\S]{0,8000}?)\r?\n---/.exec(content)?.[1] ?? ''
  const data = parseData('yaml', head)
  const texts = [
    ...[...content.matchAll(/!`([^`\n]{4,2000})`/g)].map((match) => match[1] ?? ''),
    ...(data.kind === 'data' ? findDataCandidates(data.data).found : []).filter(isUnderRunKey).map(({ text }) => text),
  ]
  return toRecipes(texts, base, 'by-an-agent')
}

interface FoundCandidates extends CommandCandidates {
  readonly broken?: string
}

function findCandidates(
  syntax: Exclude<FileSyntax, 'prose' | 'source' | 'notebook' | 'image'>,
  file: WrittenFile,
): FoundCandidates {
  const { content, whole } = file
  switch (syntax) {
    case 'markup':
      return findMarkupCandidates(content)
    case 'lines':
      return mergeCandidates(
        looksLikeYaml(content) ? parseCandidates('yaml', content) : undefined,
        findLineCandidates(content),
      )
    case 'json':
    case 'yaml':
    case 'toml': {
      if (!whole && content.length > MAX_PIECE) return { ...findLineCandidates(content), whole: false }
      const data = parseData(syntax, content)
      if (data.kind === 'broken')
        return {
          ...findLineCandidates(content),
          ...(whole && { broken: `is no ${syntax.toUpperCase()} (${data.why})` }),
        }
      // A piece parses as something else than it will be: its lines count too. Braces of JSON say what is in them.
      const closed = whole || (syntax === 'json' && typeof data.data === 'object')
      return mergeCandidates(findDataCandidates(data.data), closed ? undefined : findLineCandidates(content))
    }
  }
}

function mergeCandidates(
  first: CommandCandidates | undefined,
  second: CommandCandidates | undefined,
): CommandCandidates {
  const both = [first, second].filter((each) => each !== undefined)
  return { found: both.flatMap(({ found }) => found), whole: both.every(({ whole }) => whole) }
}

function parseCandidates(syntax: DataSyntax, content: string): CommandCandidates | undefined {
  const reading = parseData(syntax, content)
  return reading.kind === 'data' ? findDataCandidates(reading.data) : undefined
}

function looksLikeYaml(content: string): boolean {
  return /^[ -]*["']?[A-Za-z][\w.-]{0,60}["']?:(?:[ \t]+[|>{[&!*"'\w]|[ \t]*$)/m.test(content.slice(0, 20_000))
}

interface RecipePlace {
  readonly base: string
  readonly path: PathUse | undefined
  readonly opens: boolean
  /** What stands around it is not known: a bare name may be that of a script. */
  readonly piece?: boolean
}

/** For each text the surest, those that reach out first. */
export function selectRecipes(candidates: readonly CommandCandidate[], place: RecipePlace): FoundRecipes {
  const { base, path } = place
  const kept = new Map<string, Recipe>()
  const secrets = findSecretNames(candidates)
  let long = false
  for (const candidate of expandInnerTexts(candidates)) {
    if (candidate.text.length < 4) continue
    const text = fillInExpressions(candidate.text, secrets).trim()
    if ((text.length <= MAX_CANDIDATE_LENGTH && isOneWord(text)) || isProseCandidate(candidate)) continue
    const known = kept.get(text)
    const key = candidate.keys.at(-1) ?? ''
    const called = (candidate.under ?? key).split(':', 1)[0] ?? ''
    if (known !== undefined && known.runs !== 'perhaps') {
      if (known.runs === 'when-called') kept.set(text, { ...known, called: addName(known.called ?? [], called) })
      continue
    }
    const runs = classifyRun(candidate, place)
    if (known !== undefined && runs === 'perhaps') continue
    if (runs !== 'perhaps' && text.length > MAX_CANDIDATE_LENGTH) long = true
    if ((runs === 'perhaps' && !hasOutsideReference(text)) || !hasCommand(text)) continue
    kept.set(text, { name: `${base} ${key}`.trim(), text, called: [called], runs })
  }
  const all = [...kept.values()]
  const { far = [], near = [] } = Object.groupBy(all, ({ text }) => (hasOutsideReference(text) ? 'far' : 'near'))
  const found = capRecipes([...far, ...near])
  if (found.length === all.length && !long) return { found }
  return long || found.length < far.length || (path !== undefined && isActingPath(path))
    ? { found, more: true }
    : { found, unread: 'holds more commands than are read' }
}

/** Names of one text; the last of more is none, so that nothing is excused by those before it. */
const MAX_NAMES = 50

function addName(names: readonly string[], name: string): readonly string[] {
  const next = names.length < MAX_NAMES ? name : ''
  return names.includes(next) ? names : [...names, next]
}

function capRecipes(recipes: readonly Recipe[]): Recipe[] {
  let characters = 0
  let steps = 0
  const end = recipes.findIndex(({ text }, at) => {
    characters += text.length
    steps += countSteps(text)
    return at >= MAX_RECIPES || characters > MAX_CHARACTERS || (at > 0 && steps > MAX_STEPS)
  })
  return recipes.slice(0, end < 0 ? undefined : end)
}

function countSteps(text: string): number {
  let steps = 1
  for (const separator of ['\n', ';', '|', '&'])
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) steps++
  return steps
}

function* expandInnerTexts(candidates: readonly CommandCandidate[]): Iterable<CommandCandidate> {
  for (const candidate of candidates) {
    yield candidate
    for (const text of findInnerTexts(candidate.text)) yield { ...candidate, text }
  }
}

function classifyRun(candidate: CommandCandidate, { base, path, opens, piece }: RecipePlace): Recipe['runs'] {
  const key = candidate.keys.at(-1) ?? ''
  const tags = path?.tags ?? []
  if (base === 'package.json' && LIFECYCLE_SCRIPT.test(key)) return 'by-itself'
  if (/\.(?:service|timer|socket)$/.test(base) && /^Exec/.test(key)) return 'by-itself'
  if (tags.includes('editor-task')) {
    if (key === 'initializeCommand' || (opens && key === 'command')) return 'by-itself'
    if (/^[a-z]+Command$/.test(key)) return 'in-image'
  }
  if (candidate.inImage === true || isProvisioningCommand(candidate)) return 'in-image'
  if (tags.includes('ci')) return 'on-a-runner'
  if (piece === true && base === 'package.json' && candidate.keys.length === 1) return 'when-called'
  if (candidate.keys.includes(INDENTED_BLOCK_KEY) && tags.includes('build-recipe')) return 'when-called'
  return isUnderRunKey(candidate) ? 'when-called' : 'perhaps'
}

const STRING_LITERAL = /(["'`])([\w@.~/+-]{2,200})\1/g
const IDENTIFIER_TOKEN = /[A-Za-z_$][\w$.]{0,60}/g

function findLiterals(content: string): CommandCandidate[] {
  const found: CommandCandidate[] = []
  let end = 0
  let key: string | undefined
  for (const match of content.matchAll(STRING_LITERAL)) {
    const gap = content.slice(Math.max(end, match.index - 80), match.index)
    if (key === undefined || match.index - end > 80 || !/^[\s,]*$/.test(gap))
      key = gap.match(IDENTIFIER_TOKEN)?.at(-1) ?? ''
    found.push({ text: match[2] ?? '', keys: [key] })
    end = match.index + match[0].length
  }
  return found
}

const MAX_NODES = 20_000
const MAX_DEPTH = 200
const MAX_WORDS = 2_000

interface DataNode {
  readonly value: unknown
  readonly keys: readonly string[]
  readonly inImage: boolean
}

function findDataCandidates(data: unknown): CommandCandidates {
  const found: CommandCandidate[] = []
  const seen = new Set<object>()
  const waiting: DataNode[] = [{ value: data, keys: [], inImage: false }]
  let count = 0
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (++count > MAX_NODES || node.keys.length > MAX_DEPTH) return { found, whole: false }
    const { value, keys, inImage } = node
    if (typeof value === 'string' || value === true) found.push({ text: String(value), keys, inImage })
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (Array.isArray(value)) {
      const words = toArgv(value)
      if (words) found.push({ text: joinShellWords(words), keys, inImage })
      // A list of whole lines is one script: what one line keeps, the next may send.
      if (value.length > 1 && value.length <= MAX_WORDS && value.every((each) => typeof each === 'string'))
        found.push({ text: value.join('\n'), keys, inImage })
      for (const each of value) waiting.push({ value: each, keys, inImage })
    } else {
      const entries = entriesOf(value)
      const boxed = inImage || entries.some(([key, each]) => isImageKey(key, each)) || isKubernetesManifest(entries)
      for (const text of listArguments(entries)) found.push({ text, keys: [...keys, 'command'], inImage: boxed })
      for (const [key, each] of entries) waiting.push({ value: each, keys: [...keys, key], inImage: boxed })
    }
  }
  return { found, whole: true }
}

function toArgv(list: readonly unknown[]): string[] | undefined {
  const [first] = list
  if (list.length < 2 || list.length > MAX_WORDS || typeof first !== 'string' || !isProgramName(first)) return undefined
  const words = list.filter((each) => typeof each === 'string')
  return words.length === list.length ? words : undefined
}

function listArguments(entries: readonly (readonly [string, unknown])[]): string[] {
  const lists = entries.filter(([key, value]) => /arg(?:ument)?s$/i.test(key) && Array.isArray(value))
  return lists.flatMap(([name, list]) =>
    entries
      .filter(([key]) => key !== name)
      .map(([, value]) => textItemsOf(itemsOf(value).slice(0, MAX_WORDS)))
      .filter(([first]) => first !== undefined && isProgramName(first))
      .map((words) => joinShellWords([...words, ...textItemsOf(list).slice(0, MAX_WORDS)])),
  )
}

function isImageKey(key: string, value: unknown): boolean {
  return /^(?:image|container|dockerfile|dockerImage)$/.test(key) && value !== null && value !== ''
}

/** What runs there runs in its containers. Settings of its client have neither name nor specification. */
function isKubernetesManifest(entries: readonly (readonly [string, unknown])[]): boolean {
  const has = (...names: readonly string[]) => entries.some(([key]) => names.includes(key))
  return has('apiVersion') && has('kind') && has('metadata', 'spec')
}
