import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { stageOf } from './stage.ts'
import { looseWords, onlyShows, shown } from './words.ts'

/** Verbs that take something away for good, in whatever tool. */
const REMOVES = /^(?:delete|destroy|purge|wipe|terminate|drop|erase|undefine|decommission|teardown|unregistervm)$/i
/** Verbs that do so when they are told not to ask. */
const REMOVES_IF_TOLD = /^(?:remove|uninstall|reset|clear|flush|rm|kill|undeploy|rollback)$/i
const TOLD = /^(?:-y|-f|--yes|--force|--all|--purge|--confirm|--no-confirm|--assume-yes|--auto-approve|force=true)$/
/** What a tool makes anew when it needs it. */
const REBUILT = /^(?:caches?|build|dist|tmp|temp|coverage|artifacts?|daemon|sims?|simulators?|emulators?)$/i
/** Tools whose things are a developer's own: simulators, notes, sessions of a terminal. */
const OWN =
  /^(?:xcrun|simctl|avdmanager|sdkmanager|emulator|tmuxinator|tmuxp|timew|task|todo|todo\.sh|watson|zk|nb|jrnl)$/
/** Caches are made anew. */
const CACHE = /(?:^|[-_.])caches?(?:$|[-_.])/i
/** The verb stands among the first words: `vm.destroy x`, `apis delete x`, `vm-uninstall uuid=x`. */
const FIRST = 3
const MANY = 120

/** A program that no reader knows: what its sub-command says it does. */
export function stateForeignTool(command: Command, scribe: Scribe): void {
  const loose = looseWords(command.args, new Set())
  if (loose.operands.length === 0 || onlyShows(command, loose) || OWN.test(command.name ?? '')) return
  if (loose.operands.slice(0, FIRST).some((word) => CACHE.test(word.known))) return
  if (!loose.has('--all', '-A') && loose.operands.some((word) => REBUILT.test(word.known))) return
  const told = command.args.some((word) => TOLD.test(word.known))
  const verbs = loose.operands
    .slice(0, FIRST)
    .filter((word) => word.known.length < 40 && !/[/\\=\s]/.test(word.known))
    .flatMap((word) => word.known.split(/[-.:_]/))
  const removes = verbs.some((verb) => REMOVES.test(verb) || (told && REMOVES_IF_TOLD.test(verb)))
  if (!removes) return
  scribe.effect({
    kind: 'resource-change',
    system: command.name ?? 'a tool',
    verb: 'delete',
    target: loose.operands.map(shown).join(' ').slice(0, MANY),
    mass: loose.has('--all', '-A', '--recursive'),
    stage: stageOf(command),
    family: 'other',
    certainty: 'likely',
  })
}
