import { join } from 'node:path/posix'
import { entriesOf, memberOf, textsOf } from '../../data/data.ts'
import type { Command, Word } from '../../words.ts'
import { standingByName } from '../build/names.ts'
import { readUpwards, runRecipe, textMark } from '../build/tasks.ts'
import { quoted } from '../git/made-words.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

export interface Manifest {
  readonly directory: string
  /** Tells its text from the one on the disk. */
  readonly mark: string
  readonly data: unknown
  readonly scripts: ReadonlyMap<string, string>
  readonly dependencies: ReadonlySet<string>
}

export function manifestFrom(cwd: string | undefined, scribe: Scribe): Manifest | undefined {
  const found = readUpwards({ cwd }, scribe, ['package.json'])
  return found && parse(found.text, found.directory, scribe)
}

export function manifestAt(directory: string, scribe: Scribe): Manifest | undefined {
  const text = scribe.readText(join(directory, 'package.json'))
  return text === undefined ? undefined : parse(text, directory, scribe)
}

function parse(text: string, directory: string, { facts }: Scribe): Manifest | undefined {
  try {
    const data: unknown = JSON.parse(text)
    const scripts = entriesOf(memberOf(data, 'scripts')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(
      (key) => entriesOf(memberOf(data, key)).map(([name]) => name),
    )
    const mark = textMark(text, join(directory, 'package.json'), facts)
    return { directory, mark, data, scripts: new Map(scripts), dependencies: new Set(dependencies) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface NodeScriptRun {
  readonly manager: string
  readonly name: string
  readonly args: readonly Word[]
  readonly manifest: Manifest | undefined
}

/** Runs a script of package.json, with what stands before and after it; an unreadable one is taken by its name. */
export function runScript(run: NodeScriptRun, command: Command, scribe: Scribe): Standing {
  const { manager, name, manifest } = run
  const by = `${manager} run ${name}`
  const text = manifest?.scripts.get(name)
  if (!manifest || text === undefined) return standingByName(name, by, scribe, run.args)
  const tail = run.args.map((word) => (word.text === undefined ? '"$ARGUMENT"' : quoted(word.text))).join(' ')
  const own = text.trim() === 'wireit' ? wireitCommands(manifest, name) : [text]
  const texts = [
    manifest.scripts.get(`pre${name}`),
    ...own.map((each) => `${each} ${tail}`.trim()),
    manifest.scripts.get(`post${name}`),
  ].filter((each) => each !== undefined)
  return runRecipe(by, texts, { ...manifest, command, scribe })
}

/** `"x": "wireit"` stands for the command, and what it needs, in the manifest's `wireit` table. */
function wireitCommands(manifest: Manifest, name: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(name) || seen.size > 40) return []
  seen.add(name)
  const entry = memberOf(manifest.data, 'wireit', name)
  const needs = textsOf(memberOf(entry, 'dependencies')).flatMap((need) => wireitCommands(manifest, need, seen))
  return [...needs, ...textsOf(memberOf(entry, 'command'))]
}

const LIFECYCLES = new Map([
  ['install', 'preinstall install postinstall preprepare prepare postprepare'],
  ['version', 'preversion version postversion'],
  ['publish', 'prepublishOnly prepack prepare postpack publish postpublish'],
  ['pack', 'prepack prepare postpack'],
])

/** What the project's own manifest runs around a verb of its package manager. */
export function runLifecycle(verb: string, manager: string, from: { command: Command; scribe: Scribe }): Standing {
  const manifest = manifestFrom(from.command.cwd, from.scribe)
  if (!manifest) return 'proven'
  const names = (LIFECYCLES.get(verb) ?? '').split(' ')
  const runs = names.flatMap((name) => {
    const text = manifest.scripts.get(name)
    return text === undefined ? [] : runRecipe(`${manager} run ${name}`, [text], { ...manifest, ...from })
  })
  return weakest(...runs)
}
