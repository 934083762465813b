import { basename } from 'node:path/posix'
import type { Facts } from '../facts.ts'
import { tagsOf } from '../paths/path-tags.ts'
import { pathUse } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Assignment, Command, Word } from '../words.ts'
import { isProgramPart } from './gate-places.ts'
import { isReadOnlyGateCommand } from './gate-verbs.ts'

/** Programs that run or load JavaScript files named among their words. */
const JAVASCRIPT_RUNNERS = new Set(
  'node nodejs bun bunx deno tsx ts-node ts-node-esm vite-node babel-node jiti esno electron nodemon pm2 forever mocha jest vitest ava tap c8 nyc npx'.split(
    ' ',
  ),
)

/** Variables that hand options to every such program. */
const NODE_OPTION_VARIABLES = new Set([
  'NODE_OPTIONS',
  'BUN_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'npm_config_node_options',
])

/** Where a `cd` leads is not always known; these names are. */
const BUNDLE_NAMES = new Set(['cli.cjs', 'hook.cjs'])

/** What of the package is meant for others, by its name. Everything else in it is the gate's own program. */
const PUBLIC_MODULES = new Set(['irongate', 'irongate/agent-sdk', 'irongate/package.json'])

/** The gate's own program, started past its name: by its file, or as code that loads it. */
export function describeGateProgramRun(command: Command, facts: Facts): string | undefined {
  const { name, args, assignments } = command
  const options = assignments.find((set) => loadsGateProgram(set, command, facts))
  if (options) return `${options.name}=${options.value.known.slice(0, 100)}`
  if (name === undefined) return undefined
  const exported = args.find((word) => NODE_OPTION_VARIABLES.has(word.known.split('=', 1)[0] ?? ''))
  if (exported && namesGateProgram(exported, command, facts)) return exported.known.slice(0, 100)
  if (copiesProgram(command, facts)) return `${basename(name)} of its program`
  if (!JAVASCRIPT_RUNNERS.has(basename(name))) return undefined
  const at = args.findIndex((word) => namesGateProgram(word, command, facts))
  if (at < 0) return undefined
  const rest = args.slice(at + 1)
  const isLook = rest.length > 0 && isReadOnlyGateCommand(rest.map(({ text }) => text ?? '\0'))
  return isLook ? undefined : `${basename(name)} ${args[at]?.known ?? ''}`
}

/** Programs that put the bytes of a file elsewhere without saying so by an effect. */
const COPY_PROGRAMS: ReadonlyMap<string, 'redirect' | 'words'> = new Map([
  ['cat', 'redirect'],
  ['pv', 'redirect'],
  ['dd', 'words'],
  ['install', 'words'],
])

function copiesProgram(command: Command, facts: Facts): boolean {
  const how = COPY_PROGRAMS.get(basename(command.name ?? ''))
  if (how === undefined || !command.args.some((word) => namesGateProgram(word, command, facts))) return false
  const kept = command.redirects.some(
    ({ kind, target }) => (kind === 'write' || kind === 'append') && target.known !== '/dev/null',
  )
  return kept || how === 'words'
}

function loadsGateProgram({ name, value }: Assignment, command: Command, facts: Facts): boolean {
  return NODE_OPTION_VARIABLES.has(name) && namesGateProgram(value, command, facts)
}

const WORD_SEPARATORS = /[\s=,;'"`()]+/

/** A word that is a file of the program, or a text in which one stands. */
function namesGateProgram({ known }: Word, { cwd }: Command, facts: Facts): boolean {
  return known.split(WORD_SEPARATORS).some((piece) => {
    if (!/irongate|\.c?js$|^bin\/|^dist\//.test(piece)) return isGateFolder(piece, cwd, facts)
    if (basename(piece) === 'irongate.js' || /^irongate\/(?:dist|bin)\//.test(piece)) return true
    if (cwd === undefined && BUNDLE_NAMES.has(basename(piece))) return true
    return isGateProgram(pieceUse(piece, cwd, facts))
  })
}

/** A package that lies under another name: a checkout, a link to it. */
function isGateFolder(piece: string, cwd: string | undefined, facts: Facts): boolean {
  return facts.own !== undefined && piece.includes('/') && isGateProgram(pieceUse(piece, cwd, facts))
}

function pieceUse(piece: string, cwd: string | undefined, facts: Facts): PathUse {
  const dynamic = piece.includes('\0')
  return pathUse({ known: piece, text: dynamic ? undefined : piece, glob: false, dynamic }, cwd, facts)
}

/** A file of an installed copy that runs, or the whole of it. */
export function isGateProgram({ tags, real, text }: PathUse): boolean {
  return tags.includes('gate-program') && isProgramPart(real ?? text)
}

export function isGateProgramPath(path: string, facts: Facts): boolean {
  return tagsOf(path, facts).includes('gate-program') && isProgramPart(path)
}

/** A module that is no public part of the package: `irongate/dist/cli.cjs`. */
export function isPrivateGateModule(module: string): boolean {
  return module.startsWith('irongate/') && !PUBLIC_MODULES.has(module)
}

/** How every bundle of the program begins, wherever it was copied to. */
const BUNDLE_PREFIX = '"use strict";const PLACES=['

export function isGateBundleText(text: string): boolean {
  return text.startsWith(BUNDLE_PREFIX)
}

/** How a run of one of its files, or of a copy, is told; undefined where its words only look. */
export function describeGateRun(path: PathUse, args: readonly Word[], content: string | undefined): string | undefined {
  if (!isGateProgram(path) && !isGateBundleText(content ?? '')) return undefined
  const isLook = args.length > 0 && isReadOnlyGateCommand(args.map(({ text }) => text ?? '\0'))
  return isLook ? undefined : `runs ${path.text}`
}
