import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeDirectory, hostFacts } from '../facts/host.ts'
import { BLOCKS_ON_FAILURE, type FoundHost, findHost, isOlder } from '../integrations/claude-code/host.ts'
import {
  applyInstall,
  type InstallPlan,
  planInstall,
  Unreadable,
  writeShim,
} from '../integrations/claude-code/install.ts'
import { isPlainJson } from '../integrations/claude-code/installed-hooks.ts'
import { changedLines } from './changed-lines.ts'
import { EXIT, type Io, paint, UsageError } from './io.ts'
import { packageRoot } from './package-root.ts'
import { askTerminal } from './person.ts'
import { judgePowershell, offersPowershell, POWERSHELL_OFFER } from './powershell-offer.ts'

export const HELP = `Usage: irongate init [--scope user|project] [--yes] [--dry-run] [--plugin] [--powershell]

Installs the gate into Claude Code: shows the exact change, asks, and keeps a backup. \`irongate uninstall\` takes it back.

  --scope user      every project of this account (default)
  --scope project   this project only, for you: .claude/settings.local.json
  --yes             do not ask
  --dry-run         show the change and stop
  --plugin          write only what the Claude Code plugin needs; it brings the hook entries itself
  --powershell      on Windows: have PowerShell commands judged instead of asking for each (\`autoMode.powershell\`)

Example:
  irongate init --dry-run
`

interface Options {
  readonly scope: 'user' | 'project'
  readonly yes: boolean
  readonly dryRun: boolean
  readonly plugin: boolean
  readonly powershell: boolean
  readonly help: boolean
  readonly home: string
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const options = optionsOf(args)
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const host = findHost({
    home: options.home,
    path: process.env['PATH'] ?? '',
    configDir: process.env['CLAUDE_CONFIG_DIR'],
  })
  if (!host) {
    io.error('irongate init: Claude Code was not found: neither a `claude` on your PATH nor its folder ~/.claude.\n')
    return EXIT.usage
  }
  io.out(`${paint(io, 'bold', 'Claude Code')} ${host.version ?? ''} ${host.program ?? ''}\n`)
  for (const warning of warningsFor(host)) io.out(`${paint(io, 'yellow', 'warning')}: ${warning}\n`)
  try {
    return options.plugin ? preparePlugin(options, host, io) : install(options, host, io)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    io.error(`irongate init: ${error.message}\n`)
    return EXIT.usage
  }
}

function install(options: Options, host: FoundHost, io: Io): number {
  const plan = planFor(options, host)
  const { install, before, after, shim } = plan
  if (before === after) io.out(`${install.file} has the hook already.\n`)
  else io.out(`\n${install.file}${before === undefined ? ' (new)' : ''}\n${changedLines(before ?? '', after, io)}\n`)
  io.out(`${shim.file}\n  starts the hook with a clean environment; a fault blocks the call\n`)
  const offers = offersPowershell({ platform: process.platform, home: options.home })
  if (offers) io.out(POWERSHELL_OFFER)
  if (options.dryRun) {
    io.out('\nNothing was written.\n')
    return 0
  }
  if (!options.yes && before !== after && !isYes(askTerminal('\nWrite this? [y/N] '))) {
    io.out('Nothing was written. With --yes it does not ask.\n')
    return EXIT.deny
  }
  const { backup } = applyInstall(plan, options.home, Date.now())
  if (backup !== undefined) io.out(`The file as it was: ${backup}\n`)
  if (offers) offerPowershell(options, io)
  if (!isPlainJson(after)) {
    io.error(
      `\nirongate init: the gate is NOT on yet. ${install.file} has comments or trailing commas, and Claude Code skips such a file with all its hooks. Take them out, then run \`irongate doctor\`.\n`,
    )
    return EXIT.deny
  }
  io.out(`\nDone. New sessions of Claude Code pass through the gate. \`irongate doctor\` proves it.\n`)
  return 0
}

/** A yes to everything is no yes to this: it decides who answers for a whole shell. `--powershell` is. */
function offerPowershell({ powershell, yes, home }: Options, io: Io): void {
  const wanted = powershell || (!yes && isYes(askTerminal('Judge PowerShell commands? [y/N] ')))
  io.out(
    wanted
      ? `${judgePowershell(home)}: autoMode.powershell is on.\n`
      : 'PowerShell commands stay with you. `irongate init --powershell` turns judging on.\n',
  )
}

/** The plugin carries the hook entries; the shim that they start lies in our own folder all the same. */
function preparePlugin(options: Options, host: FoundHost, io: Io): number {
  const { shim } = planFor(options, host)
  io.out(`${shim.file}\n`)
  if (!options.dryRun) writeShim(shim, options.home)
  io.out(options.dryRun ? 'Nothing was written.\n' : 'Done. Now install the plugin in Claude Code.\n')
  return 0
}

function planFor({ scope, home }: Pick<Options, 'scope' | 'home'>, host: FoundHost): InstallPlan {
  const project = hostFacts({ cwd: resolve('.'), home }).projectRoot
  const file =
    scope === 'user' ? join(host.configDir, 'settings.json') : join(project, '.claude', 'settings.local.json')
  return planInstall({ scope, file }, { node: process.execPath, hook: hookFile(), home })
}

export function hookFile(): string {
  return join(packageRoot(), 'bin', 'irongate.js')
}

function warningsFor({ version }: FoundHost): readonly string[] {
  const warnings: string[] = []
  if (version !== undefined && isOlder(version, BLOCKS_ON_FAILURE))
    warnings.push(
      `this version lets a call through when a hook is killed from outside or runs out of time; from ${BLOCKS_ON_FAILURE} on it blocks. Please update.`,
    )
  if (/[/\\]_npx[/\\]/.test(hookFile()))
    warnings.push('this is a temporary copy from npx; install it for good with `npm install --global irongate` first.')
  return warnings
}

function isYes(reply: string | undefined): boolean {
  return /^y(?:es)?$/i.test(reply ?? '')
}

function optionsOf(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        scope: { type: 'string', default: 'user' },
        yes: { type: 'boolean', short: 'y', default: false },
        'dry-run': { type: 'boolean', default: false },
        plugin: { type: 'boolean', default: false },
        powershell: { type: 'boolean', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { scope } = values
    if (scope !== 'user' && scope !== 'project') throw new Error('--scope is user or project')
    return {
      scope,
      yes: values.yes,
      dryRun: values['dry-run'],
      plugin: values.plugin,
      powershell: values.powershell,
      help: values.help,
      home: values.home === undefined ? homeDirectory() : resolve(values.home),
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
