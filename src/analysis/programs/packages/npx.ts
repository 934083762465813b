import { join } from 'node:path/posix'
import type { Command, Word } from '../../words.ts'
import { RUNNERS } from '../build/runners.ts'
import { TOOLS } from '../build/tables.ts'
import { shown } from '../form/words.ts'
import { wordOf } from '../git/made-words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { manifestFrom, SCRIPT_WRAPPERS } from './node-scripts.ts'
import { isUsualRegistry, originOf, stateInstall } from './specs.ts'
import { afterOptions, readLine } from './words.ts'

/** Tools of every day that have a reader of their own, and a few that only look or generate. */
const EVERYDAY = new Set([
  ...TOOLS.flatMap(({ names }) => names.split(' ')),
  ...[...SCRIPT_WRAPPERS, ...RUNNERS].flatMap((program) => program.names),
  ...'typescript tsx ts-node serve http-server dotenv husky only-allow rimraf del-cli shellcheck'.split(' '),
  ...'shadcn shadcn-ui tailwindcss-cli sb msw json-server create-vite create-next-app create-react-app degit'.split(
    ' ',
  ),
])

const VALUES = new Set(
  '-p --package -c --call -w --workspace --registry --prefix --cache --from --python --with --index-url --spec'.split(
    ' ',
  ),
)

export interface PackageRun {
  readonly by: string
  readonly manager: string
  readonly words: readonly Word[]
}

/** Runs a package's program: one the project has, a tool of every day, or something fetched for the purpose. */
export function runPackage(run: PackageRun, command: Command, scribe: Scribe): Standing {
  const [head, ...args] = run.words
  if (head?.text === undefined) return head ? 'unknown' : 'plain'
  const spec = head.text
  const name = binaryOf(spec)
  const usual =
    originOf(spec) === 'registry' &&
    (EVERYDAY.has(name) ||
      manifestFrom(command.cwd, scribe)?.dependencies.has(bareName(spec)) ||
      isPresent(name, command, scribe))
  if (!usual) stateFetched(run, spec, scribe)
  return weakest(!usual && 'plain', scribe.runs([wordOf(name, head.span), ...args], run.by))
}

function stateFetched({ manager, by }: PackageRun, spec: string, scribe: Scribe): void {
  const origin = originOf(spec)
  const certainty = origin === 'registry' ? 'likely' : 'certain'
  stateInstall(manager, [spec], origin, 'user', scribe, { certainty, by })
}

const bareName = (spec: string): string => spec.replace(/^(@[^/]+\/[^@]+|[^@]+)@.*$/, '$1')

/** `@scope/tool@1.2` → `tool`; a few packages bring a program of another name. */
function binaryOf(spec: string): string {
  const bare = bareName(spec)
  return PROGRAMS.get(bare) ?? bare.slice(bare.lastIndexOf('/') + 1)
}

const PROGRAMS = new Map([
  ['typescript', 'tsc'],
  ['@playwright/test', 'playwright'],
  ['@changesets/cli', 'changeset'],
  ['@angular/cli', 'ng'],
  ['@tailwindcss/cli', 'tailwindcss'],
  ['markdownlint-cli', 'markdownlint'],
  ['@redocly/cli', 'redocly'],
  ['@anthropic-ai/claude-code', 'claude'],
  ['@google/gemini-cli', 'gemini'],
])

function isPresent(name: string, { cwd }: Command, { facts }: Scribe): boolean {
  if (cwd === undefined || name.includes('/')) return false
  return /^(?:file|link)$/.test(facts.file(join(cwd, 'node_modules/.bin', name)).kind)
}

export function readRunner(
  by: string,
  manager: string,
  args: readonly Word[],
  { scribe, command }: { command: Command; scribe: Scribe },
): Standing {
  const words = afterOptions(args, VALUES)
  const own = readLine(args.slice(0, args.length - words.length), VALUES)
  if (own.has('--help', '-h', '--version', '-v', '-V') || args.length === 0) return 'proven'
  const run = { by, manager, words }
  const packages = ['--package', '-p', '--from', '--spec']
    .map((name) => own.values(name))
    .find(({ length }) => length > 0)
  const strange = packages?.map(({ known }) => known).filter((spec) => !EVERYDAY.has(binaryOf(spec))) ?? []
  for (const spec of strange) stateFetched(run, spec, scribe)
  const registry = own.value('--registry', '--index', '--index-url', '--default-index')
  if (registry && !isUsualRegistry(registry.known)) {
    const source = shown(registry)
    stateInstall(manager, [words[0]?.text ?? registry.known], 'other-registry', 'user', scribe, { source, by })
  }
  const text = own.value('-c', '--call')
  if (text) return weakest('plain', scribe.runsShell(text, by))
  if (packages) return weakest(strange.length > 0 ? 'plain' : 'expected', scribe.runs(words, by))
  const [only] = words
  // `yarn exec 'text'`: one word with blanks is a line for the shell.
  if (only?.text !== undefined && words.length === 1 && /\s/.test(only.text.trim()))
    return weakest('plain', scribe.runsShell(only, by))
  return runPackage(run, command, scribe)
}

export const PACKAGE_RUNNERS: readonly Program[] = ['npx npm', 'pnpx pnpm', 'bunx bun', 'uvx uv'].map((both) => {
  const [name = '', manager = ''] = both.split(' ')
  return { names: [name], read: (command, scribe) => readRunner(name, manager, command.args, { command, scribe }) }
})
