import { baseName } from '../../base-name.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { stateAttackTool, stateMiner, stateToolImage } from './attack-tools.ts'
import { stateEndless } from './endless.ts'
import { stateOpenShell } from './open-shells.ts'
import { stateInitScript } from './services.ts'

/** States what is known of a command by its name alone, whatever reader it has and wherever its file lies. */
export function stateByName(command: Command, scribe: Scribe): void {
  const { name } = command
  if (name === undefined) return
  if (name.includes('/init.d/')) stateInitScript(command, scribe)
  if (name.includes('/') && /\/(?:wazuh|ossec)-control$/.test(name) && command.args[0]?.text === 'stop')
    scribe.effect({ kind: 'weaken', area: 'audit', feature: 'Wazuh' })
  stateOpenShell(command, scribe)
  if (name.includes('/')) stateLyingAnywhere(command, scribe)
  stateEndless(command, scribe)
  stateAttackTool(name, command.args, scribe)
  if (command.args[0]?.text === 'run' && /^(?:docker|podman|nerdctl)$/.test(name)) stateToolImage(command.args, scribe)
  if (!programFor(name)) stateMiner(command.args, scribe)
}

const GUARD_FOLDERS =
  /\/[^/]*(?:crowdstrike|falcon|sentinel|carbonblack|bitdefender|sophos|kaspersky|eset|mcafee|trendmicro|symantec|malwarebytes|avast|cylance|tanium|wazuh|ossec|clamav|cbdefense|microsoft defender)[^/]*\//i
const TUNNELS = /^(?:chisel|frp[cs]|gost|ngrok|bore|cloudflared|ligolo|rathole|iodine|dnscat2?)$/

/** What takes a guard away by the folder it lies in; and a tunnel is one wherever its program lies. */
function stateLyingAnywhere(command: Command, scribe: Scribe): void {
  const { name = '', args } = command
  const base = baseName(name)
  const line = [base, ...args.map(({ known }) => known)].join(' ')
  if (GUARD_FOLDERS.test(name) && /uninstall|remove|unload|disable/i.test(line))
    scribe.effect({ kind: 'weaken', area: 'endpoint-protection', feature: base })
  if (TUNNELS.test(base)) programFor(base)?.read({ ...command, name: base }, scribe)
}
