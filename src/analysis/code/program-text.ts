import { basename, normalize } from 'node:path/posix'
import type { CodeLanguage } from '../effects.ts'
import type { SessionFacts } from '../facts.ts'
import { addressOf, hostOf } from '../hosts.ts'
import { guardOf } from '../paths.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { verbSays } from '../role-words.ts'
import { languageOf } from '../shell/language.ts'
import type { DataSource } from '../words.ts'
import { librarySources } from './compiled.ts'

const LOADS =
  /(?:^|[^\w.$/~-]|\.(?=load|read))(?:so|sou(?:rce)?|load(?:[-_]?(?:file|string|extension|library))?|s?include|dofile|require|use|import|runtime|(?:lua|py|py3|ruby|perl)file|run|script|command script import|read)!?(?=[\s("'`{[])/i
const ENDINGS = ['', '.so', '.dylib', '.dll', '.tcl', '.vim', '.lua', '.el', '.r', '.R', '.jl', '.scm', '.m4']

export interface Loader {
  readonly by: string
  readonly language: CodeLanguage
}

/**
 * Text for a program that has a small language of its own and no reader. A file of the session behind a word that takes files in is
 * run; a place that is guarded is touched where the statement says that something is done.
 */
export function stateProgramText(source: string, scribe: Scribe, as: Loader): Standing {
  let standing: Standing = 'plain'
  for (const statement of source.split(/[\n;]/)) {
    const places = placesIn(statement)
    if (places.length === 0) continue
    if (LOADS.test(statement) && loadsAny(places, scribe, as)) standing = 'unknown'
    else touchesAny(statement, places, scribe)
  }
  return standing
}

const PLACE = /[^\s"'`{}()[\],;|<>=]+/g
const PATH = /^[~/.]|\//

function placesIn(statement: string): readonly string[] {
  return [...new Set(statement.match(PLACE))]
}

function loadsAny(places: readonly string[], scribe: Scribe, as: Loader): boolean {
  const files = [...new Set(places.flatMap((place) => sessionFile(place, scribe) ?? []))]
  for (const file of files) {
    const sources = scribe.facts.session.built?.has(file) ? librarySources(file, scribe) : []
    if (sources.length === 0) scribe.runsFile(scribe.pathOf(file), endingOf(file) ?? as.language, as.by)
    for (const source of sources) scribe.runsFile(scribe.pathOf(source), 'other', as.by)
  }
  return files.length > 0
}

function endingOf(file: string): CodeLanguage | undefined {
  return /\.(?:py|js|rb|pl|sh)$/.test(file) ? languageOf(file, undefined) : undefined
}

function sessionFile(place: string, scribe: Scribe): string | undefined {
  const { written, built } = scribe.facts.session
  if (written.size === 0 && !built?.size) return undefined
  const { real } = scribe.pathOf(place)
  const isOurs = (path: string) => written.has(path) || built?.has(path) === true
  if (real !== undefined)
    for (const ending of ENDINGS) if (isOurs(normalize(real + ending))) return normalize(real + ending)
  if (!/^[A-Za-z][\w-]*$/.test(place)) return undefined
  const named = byName(written)
  for (const ending of ENDINGS.slice(1)) {
    const path = named.get(place + ending)
    if (path !== undefined) return path
  }
  return undefined
}

const NAMED = new WeakMap<SessionFacts['written'], ReadonlyMap<string, string>>()

function byName(written: SessionFacts['written']): ReadonlyMap<string, string> {
  const known = NAMED.get(written) ?? new Map([...written.keys()].map((path) => [basename(path), path]))
  NAMED.set(written, known)
  return known
}

const CHANGES = /writ|copy|renam|append|output|creat|save|symlink/i
/** What is opened may be read as well: a word that takes something out of it says so, unless a mode says otherwise. */
const OPENS = /open/i
const TAKES_OUT = /^(?:in|input|read|slurp|lines|load|get)(?:$|[A-Z_-])|(?:read|input|lines)$|^(?:read|input)/i
const MODE = /["'](?:[wax]|r\+|\w*write\w*|\w*append\w*)[+bt]{0,2}["']/i
const HOME =
  /\b(?:home_?dir\w*|user_?home|path_?home|expanduser|HOME|USERPROFILE|Dir\.home|home-?directory)\b|user\.home/i

function isChange(statement: string, words: readonly string[]): boolean {
  if (words.some((word) => CHANGES.test(word)) || MODE.test(statement)) return true
  const reads = words.some((word) => TAKES_OUT.test(word))
  return !reads && words.some((word) => OPENS.test(word))
}

/** A statement that names a guarded place and says that something is done: a mere list of names, as in `.gitignore`, does nothing. */
function touchesAny(statement: string, places: readonly string[], scribe: Scribe): void {
  const paths = places.filter((place) => PATH.test(place))
  if (paths.length === 0) return
  const words = statement.replaceAll(PLACE, (place) => (PATH.test(place) ? ' ' : place)).match(/[A-Za-z][\w-]*/g) ?? []
  if (!words.some((word) => verbSays(word) === 'does') && !isChange(statement, words)) return
  const home = HOME.test(statement)
  for (const place of paths) {
    const path = scribe.pathOf(home && /^\/?\./.test(place) ? `~/${place.replace(/^\//, '')}` : place)
    const guard = guardOf(path)
    if (guard !== 'own' && guard !== 'acting' && !path.tags.includes('git-hook')) continue
    scribe.effect({ kind: 'touch-guarded', path, role: 'unknown' })
  }
}

const ADDRESS = /https?:\/\/([^\s"'`)\]}/]{3,200})/gi
const HANDS_OVER = /(?:^|[^a-z])(?:post|put|send|upload|request|push|publish|submit|patch|urlopen)/i

/** A secret file and an address in one text that sends: the one goes to the other, whatever the language is. */
export function stateCarried(source: string, scribe: Scribe): void {
  const host = [...source.matchAll(ADDRESS)]
    .map(([, address]) => hostOf(`https://${address}`))
    .find((each) => addressOf(each) !== 'loopback')
  if (host === undefined) return
  if (!HANDS_OVER.test(source.replaceAll(/https?:\/\/\S*/gi, ' '))) return
  const secret = placesIn(source)
    .filter((place) => PATH.test(place) && !place.includes('://'))
    .map((place) => scribe.pathOf(place))
    .find(({ tags }) => tags.includes('secret'))
  if (!secret) return
  const payload: readonly DataSource[] = [{ kind: 'file', path: secret.real ?? secret.text, secret: true }]
  scribe.effect({ kind: 'send-data', host, channel: 'http', payload, certainty: 'likely' })
}
