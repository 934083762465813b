import { stageOf, stageOfName, strictestStage } from '../../stages.ts'
import type { Command } from '../../words.ts'
import { shown } from '../form/words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'

const ANSIBLE: Grammar = {
  flags:
    'C D K k b v o J check diff list-hosts list-tasks list-tags syntax-check become ask-become-pass ask-pass ask-vault-pass flush-cache force-handlers step version help h one-line verbose',
  values:
    'i l e f u m a t c M B P T inventory limit extra-vars forks user module-name args tags skip-tags connection private-key key-file vault-password-file vault-id start-at-task become-user become-method ssh-common-args timeout',
}

const READING_MODULES = new Set(
  'ping setup debug stat gather_facts service_facts package_facts find slurp assert'.split(' '),
)

/** ansible and ansible-playbook: work on other machines unless the inventory is this one. */
export const ANSIBLE_PROGRAM: Program = { names: ['ansible', 'ansible-playbook'], read: readAnsible }

function readAnsible(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, ANSIBLE)
  if (options.has('version', 'help', 'h')) return 'proven'
  if (options.has('list-hosts', 'list-tasks', 'list-tags', 'syntax-check', 'C', 'check'))
    return options.unknown.length > 0 ? 'unknown' : 'expected'
  const adHoc = !command.name?.includes('playbook')
  const inventory = options.value('i', 'inventory')?.known ?? ''
  const pattern = options.operands[0] ? shown(options.operands[0]) : ''
  const local =
    options.value('c', 'connection')?.known === 'local' ||
    /^(?:localhost|127\.0\.0\.1),?$/.test(inventory) ||
    (adHoc && pattern === 'localhost')
  const module = (options.value('m', 'module-name')?.known ?? 'command').replace(/^ansible\.builtin\./, '')
  const reads = adHoc && READING_MODULES.has(module)
  const text = options.value('a', 'args')
  if (local) {
    if (adHoc && text && /^(?:command|shell|raw)$/.test(module)) return scribe.runsShell(text, 'ansible')
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  }
  const stage = strictestStage([stageOf(command), stageOfName(inventory)])
  const host = adHoc ? pattern : inventory || 'inventory'
  const standing =
    adHoc && text && /^(?:command|shell|raw)$/.test(module)
      ? scribe.runsShell(text, 'ansible', { place: { kind: 'remote', name: host } })
      : 'unknown'
  scribe.effect({
    kind: 'remote-exec',
    host,
    writes: reads || standing === 'proven' ? 'no' : adHoc ? 'unknown' : 'yes',
  })
  if (!reads && standing !== 'proven')
    scribe.effect({
      kind: 'resource-change',
      system: 'ansible',
      verb: 'apply',
      target: options.operands.map(shown).join(' '),
      mass: pattern === 'all',
      stage,
      family: 'infrastructure',
    })
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}
