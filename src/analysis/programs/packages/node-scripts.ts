import { dirname, join } from 'node:path/posix'
import type { Command, Word } from '../../words.ts'
import { standingByName } from '../build/names.ts'
import { nesting, recipeLabel } from '../build/nesting.ts'
import { quoted } from '../git/made-words.ts'
import { worst } from '../git/standing.ts'
import type { Scribe, Standing } from '../program.ts'

export interface Manifest {
  readonly directory: string
  readonly scripts: ReadonlyMap<string, string>
  readonly dependencies: ReadonlySet<string>
}

/** The nearest package.json from a directory up to the project's root. */
export function manifestFrom(directory: string | undefined, scribe: Scribe): Manifest | undefined {
  let at = directory
  for (let steps = 0; at !== undefined && steps < 32; steps++) {
    const text = scribe.readText(join(at, 'package.json'))
    if (text !== undefined) return parse(text, at)
    if (at === scribe.facts.projectRoot || at === '/') return undefined
    at = dirname(at)
  }
  return undefined
}

function parse(text: string, directory: string): Manifest | undefined {
  try {
    const data: unknown = JSON.parse(text)
    const scripts = entries(data, 'scripts').filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(
      (key) => entries(data, key).map(([name]) => name),
    )
    return { directory, scripts: new Map(scripts), dependencies: new Set(dependencies) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function entries(data: unknown, key: string): [string, unknown][] {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return []
  const value: unknown = Reflect.get(data, key)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

export interface ScriptRun {
  readonly manager: string
  readonly name: string
  readonly args: readonly Word[]
  readonly manifest: Manifest | undefined
}

/** Runs a script of package.json, with what stands before and after it; an unreadable one is taken by its name. */
export function runScript(run: ScriptRun, command: Command, scribe: Scribe): Standing {
  const { manager, name, manifest } = run
  const by = `${manager} run ${name}`
  const text = manifest?.scripts.get(name)
  if (!manifest || text === undefined) return standingByName(name, by, scribe)
  const label = recipeLabel(by, manifest.directory, scribe.facts)
  const nested = nesting(label, command)
  if (nested !== 'fine') return nested === 'again' ? 'expected' : 'unknown'
  const tail = run.args.map((word) => (word.text === undefined ? '"$ARGUMENT"' : quoted(word.text))).join(' ')
  const texts = [manifest.scripts.get(`pre${name}`), `${text} ${tail}`.trim(), manifest.scripts.get(`post${name}`)]
  const standings = texts
    .filter((each) => each !== undefined)
    .map((each) => scribe.runsShell({ text: each, sources: [] }, label, { cwd: manifest.directory }))
  return worst('expected', ...standings)
}
