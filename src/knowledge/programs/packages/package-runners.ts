import { join } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { parsePackageLine, skipOptions } from '../../../analysis/interpret/package-command.ts'
import { classifySpecOrigin, isUsualRegistry, recordInstall } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { findManifestUpwards, SCRIPT_WRAPPERS } from '../../recipes/node-scripts.ts'
import { SCRIPT_RUNNER_PROGRAMS } from '../../recipes/script-runners.ts'
import { BUILD_TOOL_SPECS } from '../build/tool-specs.ts'

/** Tools of every day that have an analyzer of their own, and a few that only look or generate. */
const EVERYDAY_TOOLS = new Set([
  ...BUILD_TOOL_SPECS.flatMap(({ names }) => names.split(' ')),
  ...[...SCRIPT_WRAPPERS, ...SCRIPT_RUNNER_PROGRAMS].flatMap((program) => program.names),
  ...'typescript tsx ts-node serve http-server dotenv husky only-allow rimraf del-cli shellcheck'.split(' '),
  ...'shadcn shadcn-ui tailwindcss-cli sb msw json-server create-vite create-next-app create-react-app degit'.split(
    ' ',
  ),
])

const VALUE_OPTIONS = new Set(
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
export function runPackage(run: PackageRun, command: Command, recorder: EffectRecorder): CommandGrade {
  const [head, ...args] = run.words
  if (head?.text === undefined) return head ? 'unknown' : 'plain'
  const spec = head.text
  const name = inferBinaryName(spec)
  const usual =
    classifySpecOrigin(spec) === 'registry' &&
    (EVERYDAY_TOOLS.has(name) ||
      findManifestUpwards(command.cwd, recorder)?.dependencies.has(stripVersion(spec)) ||
      isInstalledLocally(name, command, recorder))
  if (!usual) recordFetchedPackage(run, spec, recorder)
  return weakestGrade(!usual && 'plain', recorder.runs([makeSyntheticWord(name, head.span), ...args], run.by))
}

function recordFetchedPackage({ manager, by }: PackageRun, spec: string, recorder: EffectRecorder): void {
  const origin = classifySpecOrigin(spec)
  const certainty = origin === 'registry' ? 'likely' : 'certain'
  recordInstall(manager, [spec], origin, 'user', recorder, { certainty, by })
}

const stripVersion = (spec: string): string => spec.replace(/^(@[^/]+\/[^@]+|[^@]+)@.*$/, '$1')

/** `@scope/tool@1.2` → `tool`; a few packages bring a program of another name. */
function inferBinaryName(spec: string): string {
  const bare = stripVersion(spec)
  return BINARY_BY_PACKAGE.get(bare) ?? bare.slice(bare.lastIndexOf('/') + 1)
}

const BINARY_BY_PACKAGE = new Map([
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

function isInstalledLocally(name: string, { cwd }: Command, { facts }: EffectRecorder): boolean {
  if (cwd === undefined || name.includes('/')) return false
  return /^(?:file|link)$/.test(facts.file(join(cwd, 'node_modules/.bin', name)).kind)
}

export function analyzePackageRunner(
  by: string,
  manager: string,
  args: readonly Word[],
  { recorder, command }: { command: Command; recorder: EffectRecorder },
): CommandGrade {
  const words = skipOptions(args, VALUE_OPTIONS)
  const own = parsePackageLine(args.slice(0, args.length - words.length), VALUE_OPTIONS)
  if (own.has('--help', '-h', '--version', '-v', '-V') || args.length === 0) return 'proven'
  const run = { by, manager, words }
  const packages = ['--package', '-p', '--from', '--spec']
    .map((name) => own.values(name))
    .find(({ length }) => length > 0)
  const strange = packages?.map(({ known }) => known).filter((spec) => !EVERYDAY_TOOLS.has(inferBinaryName(spec))) ?? []
  for (const spec of strange) recordFetchedPackage(run, spec, recorder)
  const registry = own.value('--registry', '--index', '--index-url', '--default-index')
  if (registry && !isUsualRegistry(registry.known)) {
    const source = displayText(registry)
    recordInstall(manager, [words[0]?.text ?? registry.known], 'other-registry', 'user', recorder, { source, by })
  }
  const text = own.value('-c', '--call')
  if (text) return weakestGrade('plain', recorder.runsShell(text, by))
  if (packages) return weakestGrade(strange.length > 0 ? 'plain' : 'expected', recorder.runs(words, by))
  const [only] = words
  // `yarn exec 'text'`: one word with blanks is a line for the shell.
  if (only?.text !== undefined && words.length === 1 && /\s/.test(only.text.trim()))
    return weakestGrade('plain', recorder.runsShell(only, by))
  return runPackage(run, command, recorder)
}

export const PACKAGE_RUNNERS: readonly Program[] = ['npx npm', 'pnpx pnpm', 'bunx bun', 'uvx uv'].map((both) => {
  const [name = '', manager = ''] = both.split(' ')
  return {
    names: [name],
    read: (command, recorder) => analyzePackageRunner(name, manager, command.args, { command, recorder }),
  }
})
