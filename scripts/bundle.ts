import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { build, type Plugin, transform } from 'esbuild'
import { type LazyModule, lazyModule } from './lazy-module.ts'

export interface BundleOptions {
  readonly entry: string
  /** Texts that stand for a module. */
  readonly replaced: ReadonlyMap<string, string>
  /** The part of the bundle, a file, that a module or a dependency belongs to. */
  readonly partOf: (path: string) => string
}

export interface Bundle {
  /** Our modules and what they import of others, by the numbers they are linked under. */
  readonly modules: readonly string[]
  /** Texts by file name: `cli.cjs`, which links the others, and one for each part. */
  readonly files: ReadonlyMap<string, string>
  /** The files of dependencies that went into it. */
  readonly inputs: readonly string[]
}

/**
 * Bundles what an entry reaches into files that are read, and modules that are evaluated, on their first use.
 */
export async function bundle(options: BundleOptions): Promise<Bundle> {
  const { modules, foreign } = await reachable(options)
  const names = [...[...modules.keys()].sort(), ...foreign]
  const numbers = new Map(names.map((name, index) => [name, index]))
  const bundled = names.filter((name) => !isBuiltIn(name))
  const parts = [...new Set(bundled.map(options.partOf))].sort()
  const files = new Map<string, string>()
  const inputs: string[] = []
  for (const part of parts) {
    const functions: string[] = []
    for (const name of bundled.filter((each) => options.partOf(each) === part)) {
      const module = modules.get(name)
      const made = module ? undefined : await dependency(name)
      functions.push(module ? ourFunction(module, numbers) : `${numbers.get(name)}(exports, module) {${made?.text}}`)
      inputs.push(...(made?.inputs ?? []))
    }
    // A part is an expression: given `$load` and its like, a table of functions that each evaluate one module.
    files.set(fileOf(part), await signed(`($load, $exports, $meta, require) => ({${functions.join(',\n')}})`))
  }
  const places = names.map((name) => (isBuiltIn(name) ? name : parts.indexOf(options.partOf(name))))
  files.set('cli.cjs', await linker(places, parts, numbers.get(options.entry)))
  return { modules: names, files, inputs }
}

/** One build bundles twice, to measure and to ship: sources do not change in between. */
const modulesMade = new Map<string, Promise<LazyModule>>()

function once(path: string, make: () => Promise<LazyModule>): Promise<LazyModule> {
  const made = modulesMade.get(path) ?? make()
  modulesMade.set(path, made)
  return made
}

function isOurs(name: string): boolean {
  return name.startsWith('.')
}

/** A module that only hands on what we use of a dependency: both become one file, with nothing else of the dependency in it. */
function isBundled(path: string): boolean {
  return path.endsWith('.bundled.ts')
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('node:')
}

function fileOf(part: string): string {
  return `parts/${part.replace(/^src\/|\.bundled\.ts$/g, '').replaceAll(/[^a-z]+/g, '-')}.cjs`
}

interface Reached {
  readonly modules: ReadonlyMap<string, LazyModule>
  /** Dependencies, and modules that are bundled with theirs. */
  readonly foreign: ReadonlySet<string>
}

async function reachable({ entry, replaced }: BundleOptions): Promise<Reached> {
  const modules = new Map<string, LazyModule>()
  const foreign = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue
    const module = await once(path, async () => lazyModule(path, replaced.get(path) ?? (await readFile(path, 'utf8'))))
    modules.set(path, module)
    for (const name of module.imports) {
      const place = isOurs(name) ? target(path, name) : name
      if (isOurs(name) && !isBundled(place)) waiting.push(place)
      else foreign.add(place)
    }
  }
  return { modules, foreign }
}

function target(from: string, name: string): string {
  return posix.join(posix.dirname(from), name)
}

function ourFunction({ path, body }: LazyModule, numbers: ReadonlyMap<string, number>): string {
  const numberOf = (name: string) => {
    const number = numbers.get(isOurs(name) ? target(path, name) : name)
    if (number === undefined) throw new Error(`${path}: ${name} is not in the bundle`)
    return number
  }
  return `${numbers.get(path)}(exports) {\n"use strict";${body(numberOf)}\n}`
}

/** Packages that do nothing by being imported, and do not say so: what is not used of them is left out. */
const QUIET = /[/\\]node_modules[/\\]jsonc-parser[/\\]/

const leaveOutUnused: Plugin = {
  name: 'leave out what is not used',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^(?:\.|jsonc-parser$)/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === leaveOutUnused || !(path === 'jsonc-parser' || QUIET.test(importer))) return undefined
      return {
        ...(await resolve(path, { kind, importer, resolveDir, pluginData: leaveOutUnused })),
        sideEffects: false,
      }
    }),
}

async function dependency(name: string): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [isBundled(name) ? `./${name}` : name],
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [leaveOutUnused],
  })
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) }
}

/** A function expression, minified, behind a line with the hash of the text: compiled code is kept for that hash. */
async function signed(expression: string): Promise<string> {
  // The minifier would drop an expression nobody uses: it is assigned for as long as that takes.
  const kept = await transform(`kept = ${expression}`, { minify: true, target: 'node22', legalComments: 'none' })
  const code = ascii(kept.code.replace(/^kept=/, '(').replace(/;?\n$/, ')'))
  return `//${createHash('sha256').update(code).digest('hex').slice(0, 32)}\n${code}`
}

/** The files are read as Latin-1, which is fastest. Only regular expressions still hold other characters here. */
function ascii(code: string): string {
  const escaped = /.{0,20}\\[^\0-\x7f]/.exec(code)
  if (escaped) throw new Error(`a backslash before a character that is not ASCII: ${escaped[0]}`)
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What the hook's own file is written in: a Node that is too old must read it, to say that it is. */
const READ_BY_ALL = 'es2020'

async function linker(places: readonly unknown[], parts: readonly string[], entry = -1): Promise<string> {
  const define = {
    PLACES: JSON.stringify(places),
    FILES: JSON.stringify(parts.map(fileOf)),
    ENTRY: JSON.stringify(entry),
  }
  const source = await readFile('scripts/runtime.cjs', 'utf8')
  const tables = Object.entries(define).map(([name, value]) => `const ${name} = ${value};`)
  const { code } = await transform(`"use strict";${tables.join('')}${source}`, { minify: true, target: READ_BY_ALL })
  return code
}
