import { basename, normalize } from 'node:path/posix'
import { verbRole } from '../../knowledge/lexicon/role-words.ts'
import type { CodeLanguage } from '../effects.ts'
import type { SessionFacts } from '../facts.ts'
import { fileLanguage } from '../interpret/language.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { pathProtection } from '../paths/paths.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import type { DataSource } from '../words.ts'
import { librarySources } from './compiled.ts'

const LOADING_WORDS =
  /(?:^|[^\w.$/~-]|\.(?=load|read))(?:so|sou(?:rce)?|load(?:[-_]?(?:file|string|extension|library))?|s?include|dofile|require|use|import|runtime|(?:lua|py|py3|ruby|perl)file|run|script|command script import|read)!?(?=[\s("'`{[])/i
const LOADABLE_ENDINGS = ['', '.so', '.dylib', '.dll', '.tcl', '.vim', '.lua', '.el', '.r', '.R', '.jl', '.scm', '.m4']

export interface LanguageLoader {
  readonly by: string
  readonly language: CodeLanguage
}

/**
 * Text for a program that has a small language of its own and no analyzer. A file of the session behind a word that takes files in is
 * run; a protected path is touched where the statement says that something is done.
 */
export function recordProgramText(source: string, recorder: EffectRecorder, as: LanguageLoader): CommandGrade {
  let grade: CommandGrade = 'plain'
  for (const statement of source.split(/[\n;]/)) {
    const places = placesInStatement(statement)
    if (places.length === 0) continue
    if (LOADING_WORDS.test(statement) && recordLoadedFiles(places, recorder, as)) grade = 'unknown'
    else recordTouchedPlaces(statement, places, recorder)
  }
  return grade
}

const PLACE_TOKEN = /[^\s"'`{}()[\],;|<>=]+/g
const PATH_SHAPE = /^[~/.]|\//

function placesInStatement(statement: string): readonly string[] {
  return [...new Set(statement.match(PLACE_TOKEN))]
}

function recordLoadedFiles(places: readonly string[], recorder: EffectRecorder, as: LanguageLoader): boolean {
  const files = [...new Set(places.flatMap((place) => sessionFile(place, recorder) ?? []))]
  for (const file of files) {
    const sources = recorder.facts.session.built?.has(file) ? librarySources(file, recorder) : []
    if (sources.length === 0) recorder.runsFile(recorder.pathOf(file), languageByEnding(file) ?? as.language, as.by)
    for (const source of sources) recorder.runsFile(recorder.pathOf(source), 'other', as.by)
  }
  return files.length > 0
}

function languageByEnding(file: string): CodeLanguage | undefined {
  return /\.(?:py|js|rb|pl|sh)$/.test(file) ? fileLanguage(file, undefined) : undefined
}

function sessionFile(place: string, recorder: EffectRecorder): string | undefined {
  const { written, built } = recorder.facts.session
  if (written.size === 0 && !built?.size) return undefined
  const { real } = recorder.pathOf(place)
  const isOurs = (path: string) => written.has(path) || built?.has(path) === true
  if (real !== undefined)
    for (const ending of LOADABLE_ENDINGS) if (isOurs(normalize(real + ending))) return normalize(real + ending)
  if (!/^[A-Za-z][\w-]*$/.test(place)) return undefined
  const named = filesByName(written)
  for (const ending of LOADABLE_ENDINGS.slice(1)) {
    const path = named.get(place + ending)
    if (path !== undefined) return path
  }
  return undefined
}

const FILES_BY_NAME = new WeakMap<SessionFacts['written'], ReadonlyMap<string, string>>()

function filesByName(written: SessionFacts['written']): ReadonlyMap<string, string> {
  const known = FILES_BY_NAME.get(written) ?? new Map([...written.keys()].map((path) => [basename(path), path]))
  FILES_BY_NAME.set(written, known)
  return known
}

const CHANGE_WORDS = /writ|copy|renam|append|output|creat|save|symlink/i
/** What is opened may be read as well: a word that takes something out of it says so, unless a mode says otherwise. */
const OPEN_WORD = /open/i
const READ_WORDS = /^(?:in|input|read|slurp|lines|load|get)(?:$|[A-Z_-])|(?:read|input|lines)$|^(?:read|input)/i
const WRITE_MODE = /["'](?:[wax]|r\+|\w*write\w*|\w*append\w*)[+bt]{0,2}["']/i
const HOME_WORDS =
  /\b(?:home_?dir\w*|user_?home|path_?home|expanduser|HOME|USERPROFILE|Dir\.home|home-?directory)\b|user\.home/i

function isChange(statement: string, words: readonly string[]): boolean {
  if (words.some((word) => CHANGE_WORDS.test(word)) || WRITE_MODE.test(statement)) return true
  const reads = words.some((word) => READ_WORDS.test(word))
  return !reads && words.some((word) => OPEN_WORD.test(word))
}

/** A statement that names a protected path and says that something is done: a mere list of names, as in `.gitignore`, does nothing. */
function recordTouchedPlaces(statement: string, places: readonly string[], recorder: EffectRecorder): void {
  const paths = places.filter((place) => PATH_SHAPE.test(place))
  if (paths.length === 0) return
  const words =
    statement.replaceAll(PLACE_TOKEN, (place) => (PATH_SHAPE.test(place) ? ' ' : place)).match(/[A-Za-z][\w-]*/g) ?? []
  if (!words.some((word) => verbRole(word) === 'does') && !isChange(statement, words)) return
  const home = HOME_WORDS.test(statement)
  for (const place of paths) {
    const path = recorder.pathOf(home && /^\/?\./.test(place) ? `~/${place.replace(/^\//, '')}` : place)
    const guard = pathProtection(path)
    if (guard !== 'own' && guard !== 'acting' && !path.tags.includes('git-hook')) continue
    recorder.effect({ kind: 'touch-protected', path, role: 'unknown' })
  }
}

const URL_HOST = /https?:\/\/([^\s"'`)\]}/]{3,200})/gi
const SEND_VERBS = /(?:^|[^a-z])(?:post|put|send|upload|request|push|publish|submit|patch|urlopen)/i

/** A secret file and an address in one text that sends: the one goes to the other, whatever the language is. */
export function recordSecretUpload(source: string, recorder: EffectRecorder): void {
  const host = [...source.matchAll(URL_HOST)]
    .map(([, address]) => hostOf(`https://${address}`))
    .find((each) => classifyHost(each) !== 'loopback')
  if (host === undefined) return
  if (!SEND_VERBS.test(source.replaceAll(/https?:\/\/\S*/gi, ' '))) return
  const secret = placesInStatement(source)
    .filter((place) => PATH_SHAPE.test(place) && !place.includes('://'))
    .map((place) => recorder.pathOf(place))
    .find(({ tags }) => tags.includes('secret'))
  if (!secret) return
  const payload: readonly DataSource[] = [{ kind: 'file', path: secret.real ?? secret.text, secret: true }]
  recorder.effect({ kind: 'send-data', host, channel: 'http', payload, certainty: 'likely' })
}
