import { isCommand } from '../code/run/typed-there.ts'
import type { EffectDraft } from '../effects.ts'
import { isTreacherous } from '../files/treachery.ts'
import type { Scribe } from '../programs/program.ts'
import { toolNotes } from '../tool-scribe.ts'

/** Arguments that are written for people to read. */
const PROSE =
  /^(?:body|comments?|messages?|text|contents?|descriptions?|titles?|quer(?:y|ies)|prompts?|summary|notes?|questions?|answers?|subject|html|markdown|plan|names?|labels?|thoughts?|reason|search|pattern|caption|instructions?|details?|todos?|reply)$/
const LONGEST = 1_000

/**
 * A text that is a command line as a whole, under whatever name it is handed to a tool that nobody knows: what would be an attack
 * wherever it runs counts.
 */
export function stateAnyCommand(key: string, text: string, by: string, scribe: Scribe): void {
  const line = text.trim()
  if (PROSE.test(key) || line.length > LONGEST || !/\s/.test(line) || line.includes('\n') || !isCommand(line)) return
  const notes = toolNotes(by, scribe.facts, [by], scribe.kept)
  notes.scribe.runsShell({ text: line, sources: [] }, by)
  for (const effect of notes.reading().effects) {
    if (effect.certainty === 'possible' || !isTreacherous(effect, scribe.facts)) continue
    const { span, via, through, ...rest } = effect
    scribe.effect({ ...rest, certainty: 'likely' } as EffectDraft)
  }
}
