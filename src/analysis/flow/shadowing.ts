import type { Effect } from '../effects.ts'
import type { PathUse } from '../paths/paths.ts'

const USER_PROGRAM_PATH =
  /\/(?:\.local\/bin|bin|\.bin|\.cargo\/bin|go\/bin|\.npm-global\/bin|\.yarn\/bin|\.deno\/bin|\.bun\/bin)\/([^/]{1,100})$/

const COMMON_PROGRAMS = new Set(
  'ls cd cat cp mv rm mkdir chmod chown ln grep find sed awk sort head tail ps kill sudo su doas ssh scp git bash sh zsh env which echo test tar gzip curl wget passwd login make gcc cc ld gpg crontab systemctl less more man vi vim nano top df du id whoami date'.split(
    ' ',
  ),
)

export function userProgramName({ zone, real }: PathUse): string | undefined {
  return zone === 'home' ? USER_PROGRAM_PATH.exec(real ?? '')?.[1] : undefined
}

export function shadowedProgram(path: PathUse): string | undefined {
  const name = userProgramName(path)
  return name !== undefined && COMMON_PROGRAMS.has(name) ? name : undefined
}

/** What starts other programs by its name: agents, and the gate's own hook, are run by one of these. */
const STARTERS = new Set(
  'node nodejs npm npx pnpm yarn corepack bun deno python python3 ruby perl php java claude codex gemini qwen copilot opencode'.split(
    ' ',
  ),
)

/** A script that stands where a person's shell looks for such a program: it decides what the real one gets to see. */
export function standsFor(path: PathUse, content: string | undefined): string | undefined {
  const name = userProgramName(path)
  return name !== undefined && STARTERS.has(name) && content?.startsWith('#!') === true ? name : undefined
}

export function shadowingEffect(effect: Effect): Extract<Effect, { kind: 'persist' }> | undefined {
  const path = effect.kind === 'write-path' ? effect.path : effect.kind === 'download' ? effect.to : undefined
  const name = path && shadowedProgram(path)
  if (path === undefined || name === undefined) return undefined
  const { span, wrapperNames, wrappers, certainty, by, actor } = effect
  const target = `${name} in ${path.text}`
  return { kind: 'persist', mechanism: 'other', target, span, wrapperNames, wrappers, certainty, by, actor }
}
