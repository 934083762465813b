import { normalize, resolve } from 'node:path/posix'
import { wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import { compiledSources, isCompiled } from '../code/compiled.ts'
import { actOnGiven } from '../code/only-reads.ts'
import { baseName } from '../interpret/base-name.ts'
import { fileLanguage, knownFileLanguage } from '../interpret/language.ts'
import type { PathUse, Zone } from '../paths/paths.ts'
import type { Command, Word } from '../words.ts'
import type { Call } from './dispatch.ts'
import { spend } from './frame.ts'
import { isMadeByText } from './overlay.ts'
import { hasNoSessionFiles } from './session-files.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const AWAY: ReadonlySet<Zone> = new Set<Zone>(['root', 'home-root', 'home', 'outside'])
const INTERPRETERS =
  /^(?:python[\d.]*|pypy[\d.]*|node|deno|bun|tsx|ts-node|ruby|perl|php|lua|Rscript|julia|groovy|java|uv|poetry|pipenv|bundle|npx|make|just|rake|artisan|manage\.py)$/
const MOST_SOURCES = 20
const WORK = 400

/**
 * A program that this session wrote or built is given a place outside the project. What is read of it names no such place: unless its
 * text shows that it only reads what it is told of, only a person can tell what becomes of the place.
 */
export function recordGivenPlaces({ command, frame }: Call, recorder: CoreRecorder): void {
  if (frame.place !== 'here' || hasNoSessionFiles(frame) || command.args.length === 0) return
  const away = command.args.flatMap((word, at) => (isSettings(command.args, at) ? [] : placeAway(word, recorder)))
  const [first] = away
  if (!first) return
  const sources = sourcesOf(command, recorder).filter((path) => !away.some(({ real }) => real === path))
  if (sources.length === 0 || !spend(frame, WORK * Math.min(sources.length, MOST_SOURCES), command.span)) return
  const acts = sources.slice(0, MOST_SOURCES).map((path) => {
    const text = recorder.readText(path)
    return text === undefined ? 'changes' : actOnGiven(text, path, fileLanguage(path, text), recorder)
  })
  // What it writes is most often the place beside the others that is the project's own.
  const writes = acts.includes('writes') && !command.args.some((word) => isOwnPlace(word, sources, recorder))
  if (writes || acts.includes('changes') || sources.length > MOST_SOURCES)
    recorder.unknown(`${command.name} is given ${first.text}, and nothing shows that it only reads there`, 'unread')
}

/** A word that is a path, or the value of an option that is one. */
function pathIn(word: Word, recorder: CoreRecorder): PathUse | undefined {
  const text = word.text?.replace(/^--?[\w-]+=/, '')
  return text === undefined || !/^(?:\.\.?|~)$|^[^\s:]*\/[^\s]*$/.test(text) || text.includes('://')
    ? undefined
    : recorder.pathOf(text)
}

/** A bare word is a path where something of that name lies: `cd ~ && python3 app/tidy.py Pictures`. */
function namedHere({ text }: Word, recorder: CoreRecorder): PathUse | undefined {
  const use = text === undefined || !/^\w[\w.-]*$/.test(text) ? undefined : recorder.pathOf(text)
  const { real, zone } = use ?? {}
  if (real === undefined || zone === undefined || !AWAY.has(zone)) return undefined
  return /^(?:file|directory)$/.test(recorder.facts.file(real).kind) ? use : undefined
}

function placeAway(word: Word, recorder: CoreRecorder): readonly PathUse[] {
  const use = pathIn(word, recorder) ?? namedHere(word, recorder)
  if (!use || !AWAY.has(use.zone) || use.sessionMade) return []
  const isNew = use.real !== undefined && isMadeByText(recorder.frame.analysis.overlay, use.real)
  return isNew ? [] : [use]
}

/** The value of `--config`: nobody calls what is cleared so. */
function isSettings(args: readonly Word[], at: number): boolean {
  const option = /^--?([\w-]+)=/.exec(args[at]?.text ?? '')?.[1] ?? /^--?([\w-]+)$/.exec(args[at - 1]?.text ?? '')?.[1]
  return option !== undefined && wordsOfName(option).some((word) => /^(?:conf|config|cfg|settings)$/.test(word))
}

function isOwnPlace(word: Word, sources: readonly string[], recorder: CoreRecorder): boolean {
  const text = word.text?.replace(/^--?[\w-]+=/, '')
  if (text === undefined || !/[./]/.test(text) || text.startsWith('-')) return false
  const { real, zone } = recorder.pathOf(text)
  return (zone === 'project' || zone === 'temp') && real !== undefined && !sources.includes(real)
}

/** The files of this session that the command runs: by their path, as a module, as what it builds, or as a command of the project's program. */
function sourcesOf(command: Command, recorder: CoreRecorder): readonly string[] {
  const { name = '', args } = command
  const base = baseName(name)
  const runs = INTERPRETERS.test(base) || name.includes('/')
  const named = runs
    ? [name, ...args.slice(0, 4).map(({ text = '' }) => text)].filter(
        (text) => text.includes('/') || /\.\w{1,5}$/.test(text),
      )
    : []
  const found = new Set<string>()
  const take = (path: string | undefined) => {
    if (path !== undefined && isOwn(path, recorder) && isCode(path)) found.add(path)
  }
  for (const text of named) take(recorder.pathOf(text).real)
  for (const path of runs ? modulesOf(command) : []) take(recorder.pathOf(path).real)
  for (const path of runs ? compiledSources(command, base, recorder) : []) found.add(path)
  if (args.some(({ text }) => /^(?:run|r|exec:java|runMain)$/.test(text ?? '')))
    for (const path of builtFrom(base, command, recorder)) found.add(path)
  if (runs) for (const path of commandsOf(command, recorder)) found.add(path)
  return [...found]
}

function isOwn(path: string, { facts, frame }: CoreRecorder): boolean {
  return facts.session.written.has(path) || frame.analysis.overlay.files.has(path)
}

/** A shell reads its words itself: what a script of it does with them is known. */
function isCode(path: string): boolean {
  const language = knownFileLanguage(path, undefined)
  return isCompiled(path) || (language !== undefined && language !== 'shell')
}

function modulesOf({ args }: Command): readonly string[] {
  const at = args.findIndex(({ text }) => text === '-m')
  const module = at < 0 ? undefined : args[at + 1]?.text?.replaceAll('.', '/')
  return module === undefined ? [] : [`${module}.py`, `${module}/__main__.py`, `${module}/__init__.py`]
}

/** Tools that build the project and start what they built, by what they build. */
const BUILDERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^cargo$/, /\.rs$/],
  [/^go$/, /\.go$/],
  [/^dotnet$/, /\.(?:cs|fs)$/],
  [/^swift$/, /\.swift$/],
  [/^(?:gradlew?|mvnw?|sbt|scala-cli|mill|lein|jbang)$/, /\.(?:java|kts?|scala)$/],
  [/^zig$/, /\.zig$/],
  [/^dart$/, /\.dart$/],
]

function builtFrom(base: string, { cwd }: Command, { facts }: CoreRecorder): readonly string[] {
  const files = BUILDERS.find(([tool]) => tool.test(base))?.[1]
  if (files === undefined) return []
  const folder = `${cwd ?? facts.cwd}/`
  return [...facts.session.written.keys()].filter((path) => files.test(path) && path.startsWith(folder))
}

/** `tool tidy …` where this session wrote `…/tidy.py`: a program of the project finds its commands by their files. */
function commandsOf({ args, cwd }: Command, { facts }: CoreRecorder): readonly string[] {
  const [script, ...rest] = args.filter(({ text }) => text !== undefined && !text.startsWith('-'))
  const file = resolve(cwd ?? facts.cwd, normalize(script?.text ?? '.'))
  const name = rest
    .find(({ text = '' }) => /^[a-z][\w:-]{1,60}$/i.test(text))
    ?.text?.replace(/^.*:/, '')
    .replaceAll('-', '_')
  if (name === undefined || !file.startsWith(`${facts.projectRoot}/`)) return []
  return [...facts.session.written.keys()].filter((path) => {
    const stem = baseName(path).replace(/\.\w{1,5}$/, '')
    return path !== file && stem.replaceAll('-', '_').toLowerCase() === name.toLowerCase() && isCode(path)
  })
}
