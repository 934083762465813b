import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { stateAttackTool, stateMiner, stateToolImage } from './attack-tools.ts'
import { stateEndless } from './endless.ts'
import { stateInitScript } from './services.ts'

const SHELL = /^(?:.*\/)?(?:ba|da|z|k|tc|c|fi|a)?sh$/
const RAISES = /^(?:sudo|doas|pkexec|run0)$/
/** Wrappers that anyone puts between sudo and a shell. */
const ORDINARY =
  /^(?:sudo|doas|env|nice|nohup|setsid|timeout|time|ionice|stdbuf|command|exec|su|chroot|(?:.*\/)?(?:ba|da|z)?sh(?: -\w+)?)$/

/** A program that was started with more rights and that now hands them to an open shell. */
function breaksOut({ name, args, via }: Command): boolean {
  if (!SHELL.test(name ?? '') || args.some((word) => !/^-[ilp]+$/.test(word.known))) return false
  const raised = via.findIndex((wrapper) => RAISES.test(wrapper))
  return raised >= 0 && via.slice(raised + 1).some((wrapper) => !ORDINARY.test(wrapper))
}

/** States what is known of a command by its name alone, whatever reader it has and wherever its file lies. */
export function stateByName(command: Command, scribe: Scribe): void {
  const { name } = command
  if (name === undefined) return
  if (name.includes('/init.d/')) stateInitScript(command, scribe)
  if (/\/(?:wazuh|ossec)-control$/.test(name) && command.args[0]?.text === 'stop')
    scribe.effect({ kind: 'weaken', area: 'audit', feature: 'Wazuh' })
  if (breaksOut(command)) scribe.effect({ kind: 'grant', what: 'a root shell', to: 'this session', reach: 'machine' })
  stateEndless(command, scribe)
  stateAttackTool(name, command.args, scribe)
  if (/^(?:docker|podman|nerdctl)$/.test(name) && command.args[0]?.text === 'run') stateToolImage(command.args, scribe)
  if (!programFor(name)) stateMiner(command.args, scribe)
}
