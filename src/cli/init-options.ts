import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ManualMode } from '../integrations/install/manual-modes.ts'
import { HOSTS } from '../integrations/registry.ts'
import type { Install } from '../state/installs.ts'
import { agentHomeDirectory, readableHome } from './home.ts'
import { UsageError } from './io.ts'

export const initHelp =
  () => `Usage: irongate init [--host HOST] [--scope user|project|managed] [--yes] [--dry-run] [--plugin]
                     [--manual answer|mirror] [--wait SECONDS] [--powershell]

Installs the gate into every agent found on this machine: shows the exact changes, asks once, and keeps backups. \`irongate uninstall\` takes it
back.

  --host HOST       only this one: ${installableHosts()}
  --scope user      every project of this account (default)
  --scope project   this project only, for you
  --scope managed   every account of this machine, above every setting of theirs; needs root
  --home DIR        the home that the agent is started with, where it is not yours (containers)
  --yes             do not ask
  --dry-run         show the change and stop
  --plugin          write only what a plugin of the agent needs; it brings the hook entries itself
  --manual answer   where the agent asks you by itself, Irongate answers for what it finds safe (default for new installs)
  --manual mirror   there the agent keeps asking you about everything; Irongate only denies, or asks as well
  --wait SECONDS    where nobody can be asked, calls wait this long for \`irongate answer\`; 0 denies them at once (default)
  --powershell      on Windows: have PowerShell commands judged instead of asking for each (\`autoMode.powershell\`)

Example:
  irongate init --dry-run
  sudo irongate init --scope managed

What an install for an account cannot prevent: a project's own settings, a flag of the agent or the account itself can switch its hooks
off, and no hook can say so. \`irongate status\` and \`irongate doctor\` list calls that ran without the gate; --scope managed cannot be
switched off from below.
`

export const installableHosts = () =>
  HOSTS.filter(({ installer }) => installer)
    .map(({ id }) => id)
    .join(', ')

export interface InitOptions {
  readonly host: string | undefined
  readonly scope: Install['scope']
  readonly yes: boolean
  readonly dryRun: boolean
  readonly plugin: boolean
  readonly powershell: boolean
  readonly manual: ManualMode | undefined
  readonly wait: number | undefined
  readonly home: string
}

/** What was typed. */
export interface TypedInitOptions extends Omit<InitOptions, 'home'> {
  readonly help: boolean
  readonly home: string | undefined
}

/** An install for the whole machine writes into no home: only whether an agent is here is looked up in one. */
export function isMachineWide({ scope, plugin }: Pick<InitOptions, 'scope' | 'plugin'>): boolean {
  return scope === 'managed' && !plugin
}

export function installHome(typed: TypedInitOptions): string {
  if (typed.home !== undefined) return resolve(typed.home)
  return isMachineWide(typed) ? readableHome() : agentHomeDirectory()
}

export function parseInitOptions(args: readonly string[]): TypedInitOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        scope: { type: 'string', default: 'user' },
        yes: { type: 'boolean', short: 'y', default: false },
        'dry-run': { type: 'boolean', default: false },
        plugin: { type: 'boolean', default: false },
        powershell: { type: 'boolean', default: false },
        manual: { type: 'string' },
        wait: { type: 'string' },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { scope, manual, wait } = values
    if (manual !== undefined && manual !== 'mirror' && manual !== 'answer')
      throw new Error('--manual is mirror or answer')
    if (wait !== undefined && !/^\d{1,5}$/.test(wait)) throw new Error('--wait is a number of seconds')
    if (scope !== 'user' && scope !== 'project' && scope !== 'managed')
      throw new Error('--scope is user, project or managed')
    const { host, yes, 'dry-run': dryRun, plugin, powershell, home, help: asks } = values
    return {
      host,
      scope,
      yes,
      dryRun,
      plugin,
      powershell,
      manual,
      wait: wait === undefined ? undefined : Number(wait),
      help: asks,
      home,
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${initHelp()}`)
  }
}
