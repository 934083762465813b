import { join } from 'node:path/posix'
import type { Command, Word } from '../../words.ts'
import { RUNNERS } from '../build/runners.ts'
import { TOOLS } from '../build/tables.ts'
import { wordOf } from '../git/made-words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type Manifest, manifestFrom } from './node-scripts.ts'
import { SCRIPT_WRAPPERS } from './script-wrappers.ts'
import { isUsualRegistry, originOf } from './specs.ts'
import { readLine } from './words.ts'

/** Tools of every day that have a reader of their own, and a few that only look or generate. */
const EVERYDAY = new Set([
  ...TOOLS.flatMap(({ names }) => names.split(' ')),
  ...[...SCRIPT_WRAPPERS, ...RUNNERS].flatMap((program) => program.names),
  ...[
    'typescript',
    'tsx',
    'ts-node',
    'serve',
    'http-server',
    'dotenv',
    'husky',
    'only-allow',
    'rimraf',
    'del-cli',
    'shellcheck',
  ],
  ...[
    'shadcn',
    'shadcn-ui',
    'tailwindcss-cli',
    'sb',
    'msw',
    'json-server',
    'create-vite',
    'create-next-app',
    'create-react-app',
    'degit',
  ],
])

const VALUES = new Set([
  '-p',
  '--package',
  '-c',
  '--call',
  '-w',
  '--workspace',
  '--registry',
  '--prefix',
  '--cache',
  '--from',
  '--python',
  '--with',
  '--index-url',
  '--spec',
])

export interface PackageRun {
  readonly by: string
  readonly manager: string
  readonly words: readonly Word[]
}

/** Runs a package's program: one the project has, a tool of every day, or something fetched for the purpose. */
export function runPackage(run: PackageRun, command: Command, scribe: Scribe): Standing {
  const [head, ...args] = run.words
  if (!head) return 'plain'
  const spec = head.text ?? head.known
  const name = binaryOf(spec)
  const inner = wordOf(name, head.span)
  const manifest = manifestFrom(command.cwd, scribe)
  const usual =
    originOf(spec) === 'registry' &&
    (isDeclared(spec, manifest) || isPresent(name, command, scribe) || EVERYDAY.has(name))
  if (head.text === undefined) return 'unknown'
  if (!usual) stateFetched(run, spec, scribe)
  const standing = scribe.runs([inner, ...args], run.by)
  return usual ? standing : weakest('plain', standing)
}

function stateFetched(run: PackageRun, spec: string, scribe: Scribe): void {
  const origin = originOf(spec)
  const certainty = origin === 'registry' ? 'likely' : 'certain'
  scribe.effect({
    kind: 'install',
    manager: run.manager,
    packages: [spec],
    origin,
    scope: 'user',
    certainty,
    by: run.by,
  })
}

/** `@scope/tool@1.2` → `tool`; a few packages bring a program of another name. */
export function binaryOf(spec: string): string {
  const bare = spec.replace(/^(@[^/]+\/[^@]+|[^@]+)@.*$/, '$1')
  const known = PROGRAMS.get(bare)
  return known ?? bare.slice(bare.lastIndexOf('/') + 1)
}

const PROGRAMS = new Map([
  ['typescript', 'tsc'],
  ['@biomejs/biome', 'biome'],
  ['@playwright/test', 'playwright'],
  ['@changesets/cli', 'changeset'],
  ['@angular/cli', 'ng'],
  ['@tailwindcss/cli', 'tailwindcss'],
  ['markdownlint-cli', 'markdownlint'],
  ['@redocly/cli', 'redocly'],
  ['@anthropic-ai/claude-code', 'claude'],
  ['@openai/codex', 'codex'],
  ['@google/gemini-cli', 'gemini'],
])

function isDeclared(spec: string, manifest: Manifest | undefined): boolean {
  const bare = spec.replace(/^(@[^/]+\/[^@]+|[^@]+)@.*$/, '$1')
  return manifest?.dependencies.has(bare) ?? false
}

function isPresent(name: string, command: Command, scribe: Scribe): boolean {
  if (command.cwd === undefined || name.includes('/')) return false
  const kind = scribe.facts.file(join(command.cwd, 'node_modules/.bin', name)).kind
  return kind === 'file' || kind === 'link'
}

/** The words after the runner's own options; `-c text` is a shell text. */
export function readRunner(
  by: string,
  manager: string,
  args: readonly Word[],
  from: { command: Command; scribe: Scribe },
): Standing {
  const at = firstOperand(args)
  const own = readLine(args.slice(0, at), VALUES)
  const { scribe, command } = from
  if (own.has('--help', '-h', '--version', '-v', '-V') || args.length === 0) return 'proven'
  const packages =
    own.options.get('--package') ??
    own.options.get('-p') ??
    own.options.get('--from') ??
    own.options.get('--spec') ??
    []
  for (const word of packages) {
    const spec = word.text ?? word.known
    if (!EVERYDAY.has(binaryOf(spec))) stateFetched({ by, manager, words: [] }, spec, scribe)
  }
  const registry = own.value('--registry', '--index', '--index-url', '--default-index')
  if (registry && !isUsualRegistry(registry.known))
    scribe.effect({
      kind: 'install',
      manager,
      packages: [args[at]?.text ?? registry.known],
      origin: 'other-registry',
      scope: 'user',
      source: registry.known.replaceAll('\0', '…'),
      by,
    })
  const text = own.value('-c', '--call')
  if (text) return weakest('plain', scribe.runsShell(text, by))
  const words = args.slice(at).filter((word, index) => index > 0 || word.known !== '--')
  if (packages.length > 0)
    return weakest(
      packages.every((word) => EVERYDAY.has(binaryOf(word.known))) ? 'expected' : 'plain',
      scribe.runs(words, by),
    )
  const [only] = words
  // `yarn exec 'text'`: one word with blanks is a line for the shell.
  if (only?.text !== undefined && words.length === 1 && /\s/.test(only.text.trim()))
    return weakest('plain', scribe.runsShell(only, by))
  return runPackage({ by, manager, words }, command, scribe)
}

function firstOperand(args: readonly Word[]): number {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.known ?? ''
    if (text === '--') return at + 1
    if (VALUES.has(text)) at++
    else if (!text.startsWith('-')) return at
  }
  return args.length
}

function runner(name: string, manager: string): Program {
  return { names: [name], read: (command, scribe) => readRunner(name, manager, command.args, { command, scribe }) }
}

export const PACKAGE_RUNNERS: readonly Program[] = [
  runner('npx', 'npm'),
  runner('pnpx', 'pnpm'),
  runner('bunx', 'bun'),
  runner('uvx', 'uv'),
]
