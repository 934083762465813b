import { baseName } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import { markBeside } from '../environments.ts'
import type { PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'

export type ProgramIdentity = Extract<Effect, { kind: 'run-program' }>['identity']

const HOME_TOOLS =
  /\/(?:\.local\/(?:bin|share|lib|opt)|\.cargo\/bin|go\/bin|\.bun\/bin|\.deno\/bin|\.nvm|\.volta|\.fnm|\.asdf|\.pyenv|\.rbenv|\.rvm|\.sdkman|\.dotnet|\.nix-profile|\.npm-global|\.yarn\/bin|\.krew\/bin|\.poetry\/bin|\.rye|\.pixi|\.foundry|miniconda3|anaconda3|\.mise|\.linuxbrew|bin)\//
const PROJECT_TOOLS =
  /\/(?:node_modules\/\.bin|[\w.-]*env[\w.-]*\/(?:bin|Scripts)|vendor\/bin|\.[nt]ox\/[^/]+\/bin)\/[^/]+$/
const STARTERS = new Set(['gradlew', 'mvnw', 'mvnw.cmd', 'gradlew.bat'])

/**
 * How far a program that is named by its path may be taken for what its name says.
 * `installed`: as much as one found by name. `tool`: a known tool inside the project. `file`: only by its content.
 */
export function trustOf(use: PathUse): 'installed' | 'tool' | 'file' {
  const real = use.real
  if (real === undefined || use.sessionMade) return 'file'
  if (use.zone === 'system' && !real.startsWith('/var/')) return 'installed'
  if (use.zone === 'home' && HOME_TOOLS.test(real)) return 'installed'
  if (real.startsWith('/nix/store/') || real.startsWith('/home/linuxbrew/')) return 'installed'
  if (use.zone === 'project' && (PROJECT_TOOLS.test(real) || STARTERS.has(baseName(real)))) return 'tool'
  return 'file'
}

/** Where environments and package managers put programs; `made`: did the session put this file there? */
export function isToolPlace({ real, zone, sessionMade }: PathUse, made: (path: string) => boolean): boolean {
  if (real === undefined || !(zone === 'temp' || zone === 'project' || sessionMade)) return false
  const mark = markBeside(real)
  return PROJECT_TOOLS.test(real) || (mark !== undefined && made(mark))
}

export function identityOf(name: string, scribe: Scribe): ProgramIdentity {
  const { facts } = scribe
  const found = facts.which(name)
  if (found === undefined) return facts.live ? 'missing' : 'unknown'
  const path = scribe.pathOf(found)
  if (scribe.provenance(found).kind === 'elsewhere') return 'downloaded'
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
