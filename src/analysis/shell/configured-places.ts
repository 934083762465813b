import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { detectSyntax } from '../files/syntax.ts'
import { baseName } from '../interpret/base-name.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { familyFor } from '../interpret/registry.ts'
import { outsidePlacesIn } from '../paths/outside-places.ts'
import type { Command } from '../words.ts'
import { slotsOf } from './argument-slots.ts'
import { spend } from './frame.ts'
import { fileText } from './overlay.ts'
import { HANDLING_FAMILIES } from './session-file-refs.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const REMOVES =
  /(?:^|[^a-z])(?:rotate|remov(?:e|al|ing)|delet(?:e|ion|ing)|purg(?:e|ing)|prun(?:e|er|ing)|clean(?:up|er|ing)?|sweep(?:er)?|reap(?:er)?|expir(?:e|y)|wip(?:e|er|ing)|shred|trash|tidy|housekeep(?:er|ing)?|retention|max[-_]?age|discard|tmpfiles)(?:$|[^a-z])/i
/** What they are given is source, whose own analyzers follow it. */
const RUNNERS = /^(?:interpreters|build|packages|data|containers)$/
const LETTERS_PER_UNIT = 100

/** Settings that this session wrote name places of the person, and what is started with them removes things: those are what it removes. */
export function recordConfiguredPlaces(command: Command, grade: CommandGrade, recorder: CoreRecorder): void {
  const { name = '', args } = command
  const { frame } = recorder
  const family = familyFor(name)
  if (grade === 'proven' || frame.place !== 'here' || frame.maybe || isHelpOrDryRun(command)) return
  if (HANDLING_FAMILIES.has(family) || RUNNERS.test(family ?? '')) return
  for (const { word } of slotsOf(args).slots) {
    const { real } = recorder.path(word)
    if (real === undefined || !isWritten(real, recorder)) continue
    const { text } = fileText(frame.analysis.overlay, frame.facts, real)
    if (
      text === undefined ||
      detectSyntax(real, text) === 'source' ||
      !spend(frame, Math.ceil(text.length / LETTERS_PER_UNIT), command.span)
    )
      continue
    const said = [baseName(name), ...args.map(({ known }) => known), text].join('\n')
    if (!REMOVES.test(said.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))) continue
    for (const place of outsidePlacesIn(text, recorder.pathOf))
      recorder.effect({
        kind: 'delete-path',
        path: recorder.pathOf(place),
        recursive: true,
        wipe: false,
        by: `${baseName(name)} ${baseName(real)}`,
        certainty: 'likely',
      })
  }
}

function isWritten(real: string, { frame }: CoreRecorder): boolean {
  return frame.analysis.overlay.files.has(real) || frame.facts.session.written.has(real)
}
