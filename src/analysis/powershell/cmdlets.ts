import { exact, shown, UNKNOWN } from '../code/run/value.ts'
import { words } from '../code/syntax.ts'
import { stageOfName } from '../stages.ts'
import { attackCmdlet } from './attack-cmdlets.ts'
import { type Cmdlet, named } from './call.ts'
import { FILE_CMDLETS, onlyLooks } from './file-cmdlets.ts'
import { shellProgram } from './shell-programs.ts'
import { SYSTEM_CMDLETS } from './system-cmdlets.ts'
import { windowsProgram } from './windows-programs.ts'

export type { CmdletCall } from './call.ts'

const looks: Cmdlet = (call) => (call.input === UNKNOWN ? UNKNOWN : call.input)

/** What lives in the shell alone ends with it. */
const IN_THE_SHELL = /^(?:variable|alias|job|module|event|typedata|psdrive|pssession|psbreakpoint|member|type)$/

const unfamiliar: Cmdlet = (call, run) => {
  run.lower('plain')
  const [verb, noun = ''] = call.name.split('-')
  const target = named(call, 'name', 'identity', 'id') ?? [...call.named.values()].find(exact) ?? call.positional[0]
  if (verb === 'remove' && target && !IN_THE_SHELL.test(noun)) {
    const names = [...call.named.values(), ...call.positional].map((value) => exact(value) ?? '')
    run.state({
      kind: 'resource-change',
      system: 'PowerShell',
      verb: 'delete',
      target: `${noun} ${shown(target)}`,
      mass: false,
      stage: stageOfName(names.join(' ')),
      family: 'infrastructure',
      by: call.name,
    })
    return undefined
  }
  if (/^(?:remove|clear|disable|uninstall|stop|reset|revoke|unregister)-/.test(call.name))
    run.unknown(`${call.name} is not known`)
  return undefined
}

export function findCmdlet(name: string): Cmdlet | undefined {
  const known =
    FILE_CMDLETS.get(name) ??
    SYSTEM_CMDLETS.get(name) ??
    shellProgram(name) ??
    windowsProgram(name) ??
    attackCmdlet(name)
  if (known) return known
  if (onlyLooks(name)) return looks
  return /^[a-z]+-[a-z]+[a-z0-9]*$/.test(name) && isVerb(name) ? unfamiliar : undefined
}

const VERBS = words(
  'add clear close copy enter exit export find format get hide import install invoke join lock move new open pop push redo register remove rename reset resize resolve restart restore resume revoke save search select send set show skip split start step stop submit suspend switch sync test undo unblock uninstall unlock unpublish unregister update use wait watch write enable disable grant mount dismount publish convertto convertfrom backup checkpoint compare compress edit expand group initialize limit merge out approve assert complete confirm deny protect unprotect ping repair trace block debug measure read receive request connect disconnect',
)

function isVerb(name: string): boolean {
  return VERBS.has(name.split('-')[0] ?? '')
}
