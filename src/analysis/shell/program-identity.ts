import { isAbsolute, join, normalize } from 'node:path/posix'
import type { Effect } from '../effects.ts'
import { venvMarkerOf } from '../generic/virtual-environments.ts'
import { baseName } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { literalWord } from '../interpret/values.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Command, Word } from '../words.ts'
import type { Call } from './dispatch.ts'
import { type Frame, noteOverrun, spend } from './frame.ts'
import { getVariable } from './scope.ts'
import type { CoreRecorder } from './shell-recorder.ts'

export type ProgramIdentity = Extract<Effect, { kind: 'run-program' }>['identity']

const HOME_TOOLS =
  /\/(?:\.local\/(?:bin|share|lib|opt)|\.cargo\/bin|go\/bin|\.bun\/bin|\.deno\/bin|\.nvm|\.volta|\.fnm|\.asdf|\.pyenv|\.rbenv|\.rvm|\.sdkman|\.dotnet|\.nix-profile|\.npm-global|\.yarn\/bin|\.krew\/bin|\.poetry\/bin|\.rye|\.pixi|\.foundry|miniconda3|anaconda3|\.mise|\.linuxbrew|bin)\//
const PROJECT_TOOLS =
  /\/(?:node_modules\/\.bin|[\w.-]*env[\w.-]*\/(?:bin|Scripts)|vendor\/bin|\.[nt]ox\/[^/]+\/bin)\/[^/]+$/
const BUILD_WRAPPERS = new Set(['gradlew', 'mvnw', 'mvnw.cmd', 'gradlew.bat'])

/**
 * How far a program that is named by its path may be taken for what its name says.
 * `installed`: as much as one found by name. `tool`: a known tool inside the project. `file`: only by its content.
 */
export function programTrust(use: PathUse): 'installed' | 'tool' | 'file' {
  const real = use.real
  if (real === undefined || use.sessionMade) return 'file'
  if (use.zone === 'system' && !real.startsWith('/var/')) return 'installed'
  if (use.zone === 'home' && HOME_TOOLS.test(real)) return 'installed'
  if (real.startsWith('/nix/store/') || real.startsWith('/home/linuxbrew/')) return 'installed'
  if (use.zone === 'project' && (PROJECT_TOOLS.test(real) || BUILD_WRAPPERS.has(baseName(real)))) return 'tool'
  return 'file'
}

/** Where environments and package managers put programs; `made`: did the session put this file there? */
export function isToolPath({ real, zone, sessionMade }: PathUse, made: (path: string) => boolean): boolean {
  if (real === undefined || !(zone === 'temp' || zone === 'project' || sessionMade)) return false
  const mark = venvMarkerOf(real)
  return PROJECT_TOOLS.test(real) || (mark !== undefined && made(mark))
}

export function identityOf(name: string, recorder: EffectRecorder): ProgramIdentity {
  const { facts } = recorder
  const found = facts.which(name)
  if (found === undefined) return facts.live ? 'missing' : 'unknown'
  const path = recorder.pathOf(found)
  if (recorder.provenance(found).kind === 'elsewhere') return 'downloaded'
  if (path.sessionMade) return 'session-made'
  switch (path.zone) {
    case 'temp':
    case 'temp-root':
      return 'temporary'
    case 'project':
    case 'project-root':
      return 'project'
    case 'unknown':
      return 'unknown'
    case 'root':
    case 'system':
    case 'home':
    case 'home-root':
    case 'device':
    case 'outside':
      return 'installed'
  }
}

/** Runners that projects keep a starter of: `bin/rails`, `./sail`. */
const PROJECT_STARTERS = new Set(
  'rails rake sail bundle rspec rubocop phpunit pest phpstan gradle gradlew mvn mvnw sbt mill mix prisma sequelize knex typeorm drizzle-kit flask alembic celery pytest tox composer vercel netlify wrangler firebase terraform kubectl helm pulumi cdk serverless sls kamal cap goreleaser pants bazel yarn npm pnpm'.split(
    ' ',
  ),
)

const SCRIPT_INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ['manage.py', 'python'],
  ['artisan', 'php'],
  ['console', 'php'],
])

interface ProjectRunner {
  readonly name: string
  readonly script: boolean
}

export function runnerFor(path: string): ProjectRunner | undefined {
  const base = baseName(path)
  const interpreter = SCRIPT_INTERPRETERS.get(base)
  if (interpreter !== undefined) return { name: interpreter, script: true }
  return PROJECT_STARTERS.has(base) ? { name: base, script: false } : undefined
}

/** The files a plain name may stand for when this text, or an earlier one, set PATH to a place where the session put one of that name. */
export function sessionProgramsOnPath({ command, frame }: Call, recorder: CoreRecorder): readonly PathUse[] {
  const left = frame.facts.session.shell?.variables.get('PATH')
  const assigned =
    command.assignments.findLast(({ name }) => name === 'PATH')?.value ??
    getVariable(frame.scope, 'PATH')?.word ??
    (left === undefined ? undefined : literalWord(left))
  if (assigned === undefined || command.name === undefined) return []
  const { overlay } = frame.analysis
  const { written } = frame.facts.session
  const entries = pathEntries(assigned)
  if (entries.length > MAX_ENTRIES) {
    noteOverrun(frame, 'a search path too long to follow', command.span)
    return []
  }
  if (entries.length > MAX_FREE_ENTRIES && !spend(frame, entries.length * ENTRY_COST, command.span)) return []
  for (const entry of entries) {
    if (entry === '') continue
    const use = recorder.pathOf(`${entry}/${command.name}`)
    if (use.real === undefined) continue
    if (use.sessionMade || overlay.files.has(use.real) || written.has(use.real)) return [use]
    if (isSessionLinkOrCopy(`${entry}/${command.name}`, command, frame)) return [use]
  }
  if (isExtendedPath(assigned)) return []
  const ending = `/${command.name}`
  const files = [...overlay.files.keys(), ...written.keys()].filter((file) => file.endsWith(ending))
  return [...new Set(files)].map((file) => recorder.pathOf(file))
}

const PATH_ENTRY_CACHE = new WeakMap<Word, readonly string[]>()

/** An empty entry is the directory the shell is in. */
function pathEntries(word: Word): readonly string[] {
  const known = PATH_ENTRY_CACHE.get(word)
  if (known) return known
  const entries = word.known.split(':', MAX_ENTRIES + 1).flatMap((part) => (part === '' ? ['.'] : part.split('\0')))
  PATH_ENTRY_CACHE.set(word, entries)
  return entries
}

const MAX_ENTRIES = 1_000
const MAX_FREE_ENTRIES = 40
const ENTRY_COST = 2

function isExtendedPath({ known, sources }: Word): boolean {
  const entries = known.split(':')
  const whole = entries.every((entry) => entry === '\0' || !entry.includes('\0'))
  return (
    !known.includes('\0') ||
    (whole && entries.length > 1 && sources.every((source) => source.kind === 'environment' && source.name === 'PATH'))
  )
}

/** Is there a link or a copy of the session at this place? */
function isSessionLinkOrCopy(text: string, command: Command, frame: Frame): boolean {
  const place = lexicalPlace(text, command, frame)
  if (place === undefined) return false
  const { session } = frame.facts
  return (
    frame.analysis.overlay.links.has(place) || session.links?.has(place) === true || session.copies?.has(place) === true
  )
}

/** Where a path lies by its letters, no link followed. */
export function lexicalPlace(text: string, { cwd }: Command, { facts }: Frame): string | undefined {
  if (text.startsWith('~/')) return normalize(join(facts.home, text.slice(2)))
  if (isAbsolute(text)) return normalize(text)
  return cwd === undefined ? undefined : normalize(join(cwd, text))
}
