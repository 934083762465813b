import { baseOf } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import { like } from '../programs/unlisted/shapes.ts'
import { nameSays, optionSays, verbSays } from '../role-words.ts'
import { asksOnly, wordsOf } from '../verbs.ts'
import type { Command } from '../words.ts'
import type { CoreScribe } from './scribe.ts'
import { isPlaceLike, type Slot, slotsOf } from './slots.ts'

const MAKES =
  /^(?:mk\w{2,12}|\w{0,8}format|newfs|wipe\w*|erase\w*|shred|zero\w*|burn\w*|flash\w*|write|restore|copy|make|create|init|initialize|sanitize|discard|trim|clear|zap|labelclear|pvcreate|repartition|dd|clone|deploy|install|overwrite)$/
const USES =
  /^(?:u?mount|unmount|attach|detach|eject|status|list|info|show|print|smart|dump|read|backup|save|verify|check|compare|test|get|query|open|close|unlock|lock|scan|label|monitor|bench\w*)$/

/** At the start of a word or of a value: `/home/dev/` is none. */
const DEVICE = /(?:^|[=:,])\/dev\//

/** A whole device that is not proven to be read: behind a file the file goes to it, alone the words say that it is made anew. */
export function stateDevices(command: Command, effects: () => readonly Effect[], scribe: CoreScribe): void {
  if (scribe.frame.place !== 'here' || command.name === undefined) return
  if (!command.args.some(like(DEVICE)) || asksOnly(command)) return
  const { slots } = slotsOf(command.args)
  const own = effects()
  for (const slot of slots) {
    if (!DEVICE.test(slot.word.known) || isPassedOn(command, slot, scribe)) continue
    const path = scribe.path(slot.word)
    if (!path.tags.includes('device-storage') || isStated(own, path.real ?? path.text)) continue
    if (isFilled(command, slot, slots)) scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: true })
  }
}

/** A wrapper's words are those of the command that it runs: that one says what becomes of the device. */
function isPassedOn({ via, args }: Command, { word }: Slot, { frame }: CoreScribe): boolean {
  return (
    args.includes(word) &&
    frame.analysis.book.commands.some((inner) => inner.via.length > via.length && inner.args.includes(word))
  )
}

function isStated(effects: readonly Effect[], place: string): boolean {
  return effects.some(
    (effect) =>
      (effect.kind === 'read-path' || effect.kind === 'delete-path' || effect.kind === 'write-path') &&
      (effect.path.real ?? effect.path.text) === place,
  )
}

function isFilled(command: Command, slot: Slot, slots: readonly Slot[]): boolean {
  const name = baseOf(command).toLowerCase()
  const verbs = slots.flatMap(({ kind, word }) =>
    kind === 'operand' && /^[a-z][\w-]{1,30}$/i.test(word.known) ? [word.known.toLowerCase()] : [],
  )
  const flags = command.args.flatMap(({ known }) => (/^--?[a-z][a-z-]{2,30}$/.test(known) ? wordsOf(known) : []))
  const said = verbs.slice(0, 3).flatMap(wordsOf)
  if (said.some(like(USES)) || flags.some(like(/^(?:list|print|info|show|read)$/))) return false
  if (slot.name !== undefined && slot.kind !== 'operand' && optionSays(slot.name) === 'write') return true
  if ([...wordsOf(name), ...said, ...flags].some(like(MAKES))) return true
  if (nameSays(name) === 'looks' || nameSays(name) === 'shows' || said.some((word) => verbSays(word) === 'looks'))
    return false
  const operands = slots.filter(
    ({ kind, name: option }) => kind === 'operand' || (kind === 'loose' && optionSays(option ?? '') === undefined),
  )
  const before = operands.slice(0, -1)
  return operands.at(-1) === slot && before.some(({ word }) => isPlaceLike(word) && !word.known.startsWith('/dev/'))
}
