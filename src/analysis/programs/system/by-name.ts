import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { stateAttackTool, stateMiner, stateToolImage } from './attack-tools.ts'
import { stateBeside } from './beside-readers.ts'
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
  stateBeside(command, scribe)
  stateEndless(command, scribe)
  stateAttackTool(name, command.args, scribe)
  if (command.args[0]?.text === 'run' && /^(?:docker|podman|nerdctl)$/.test(name)) stateToolImage(command.args, scribe)
  if (!programFor(name)) stateMiner(command.args, scribe)
}
