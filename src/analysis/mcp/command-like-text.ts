import { isProgramCommand } from '../code/run/remote-typing.ts'
import type { EffectDraft } from '../effects.ts'
import { isHiddenAttack } from '../files/backdoors.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'

/** Arguments that are written for people to read. */
const PROSE_KEY =
  /^(?:body|comments?|messages?|text|contents?|descriptions?|titles?|quer(?:y|ies)|prompts?|summary|notes?|questions?|answers?|subject|html|markdown|plan|names?|labels?|thoughts?|reason|search|pattern|caption|instructions?|details?|todos?|reply)$/
const MAX_COMMAND_LENGTH = 1_000

/**
 * A text that is a command line as a whole, under whatever name it is handed to a tool that nobody knows: what would be an attack
 * wherever it runs counts.
 */
export function recordCommandLikeText(key: string, text: string, by: string, recorder: EffectRecorder): void {
  const line = text.trim()
  if (
    PROSE_KEY.test(key) ||
    line.length > MAX_COMMAND_LENGTH ||
    !/\s/.test(line) ||
    line.includes('\n') ||
    !isProgramCommand(line)
  )
    return
  const notes = createToolRecorder(by, recorder.facts, [by], recorder.kept)
  notes.recorder.runsShell({ text: line, sources: [] }, by)
  for (const effect of notes.reading().effects) {
    if (effect.certainty === 'possible' || !isHiddenAttack(effect, recorder.facts)) continue
    const { span, wrapperNames, wrappers, ...rest } = effect
    recorder.effect({ ...rest, certainty: 'likely' } as EffectDraft)
  }
}
