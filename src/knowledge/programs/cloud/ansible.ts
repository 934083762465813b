import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command } from '../../../analysis/words.ts'
import { environmentOfCommand, environmentOfName, strictestEnvironment } from '../../lexicon/deployment-environments.ts'

const ANSIBLE_GRAMMAR: Grammar = {
  flags:
    'C D K k b v o J check diff list-hosts list-tasks list-tags syntax-check become ask-become-pass ask-pass ask-vault-pass flush-cache force-handlers step version help h one-line verbose',
  values:
    'i l e f u m a t c M B P T inventory limit extra-vars forks user module-name args tags skip-tags connection private-key key-file vault-password-file vault-id start-at-task become-user become-method ssh-common-args timeout',
}

const READ_ONLY_MODULE = /^(?:ping|setup|debug|stat|gather_facts|service_facts|package_facts|find|slurp|assert)$/

/** ansible and ansible-playbook: work on other machines unless the inventory is this one. */
export const ANSIBLE_PROGRAM: Program = { names: ['ansible', 'ansible-playbook'], read: readAnsible }

function readAnsible(command: Command, recorder: EffectRecorder): CommandGrade {
  const options = readOptions(command.args, ANSIBLE_GRAMMAR)
  const understood = (grade: CommandGrade) => (options.unknown.length > 0 ? 'unknown' : grade)
  if (options.has('version', 'help', 'h')) return 'proven'
  if (options.has('list-hosts', 'list-tasks', 'list-tags', 'syntax-check', 'C', 'check')) return understood('expected')
  const adHoc = !command.name?.includes('playbook')
  const inventory = options.value('i', 'inventory')?.known ?? ''
  const pattern = options.operands[0] ? displayText(options.operands[0]) : ''
  const local =
    options.value('c', 'connection')?.known === 'local' ||
    /^(?:localhost|127\.0\.0\.1),?$/.test(inventory) ||
    (adHoc && pattern === 'localhost')
  const module = (options.value('m', 'module-name')?.known ?? 'command').replace(/^ansible\.builtin\./, '')
  const text = adHoc && /^(?:command|shell|raw)$/.test(module) ? options.value('a', 'args') : undefined
  if (local) return text ? recorder.runsShell(text, 'ansible') : understood('plain')
  const host = adHoc ? pattern : inventory || 'inventory'
  const grade = text ? recorder.runsShell(text, 'ansible', { place: { kind: 'remote', name: host } }) : 'unknown'
  const looks = grade === 'proven' || (adHoc && READ_ONLY_MODULE.test(module))
  recorder.effect({ kind: 'remote-exec', host, writes: looks ? 'no' : adHoc ? 'unknown' : 'yes' })
  if (!looks)
    recorder.effect({
      kind: 'resource-change',
      system: 'ansible',
      verb: 'apply',
      target: options.operands.map(displayText).join(' '),
      mass: pattern === 'all',
      environment: strictestEnvironment([environmentOfCommand(command), environmentOfName(inventory)]),
      family: 'infrastructure',
    })
  return understood('plain')
}
