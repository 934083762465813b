import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import type { Effect } from '../effects.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { literalWord } from '../interpret/values.ts'
import { tagsOf } from '../paths/path-tags.ts'
import { isInside, pathUse } from '../paths/path-use.ts'
import { isPersonalFile } from '../paths/paths.ts'
import type { Command, Word } from '../words.ts'
import { slotsOf } from './argument-slots.ts'
import type { Frame } from './frame.ts'
import { startKind } from './session-file-refs.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** What a link or a mount shows is what lies behind it. `ln` says more of its link than its effect does. */
export function trackLinkedFolder(effect: Effect, command: Command, { analysis: { overlay } }: Frame): void {
  if (effect.kind !== 'write-path' || effect.how !== 'link' || commandBaseName(command) === 'ln') return
  const { path, target } = effect
  if (path.real === undefined || target?.real === undefined || path.real === target.real) return
  overlay.links.set(path.real, target.real)
}

const BIND_OPTION = /^(?:-b|-B|--(?:dev-|overlay-|rw-)?bind(?:-try)?)$/

/** `bwrap --bind FROM TO …`, `proot -b FROM:TO …`: for what runs in it, one folder is the other. */
export function trackBoundFolders({ name = '', args, cwd }: Command, frame: Frame): void {
  if (!BINDERS.has(baseName(name)) || frame.place !== 'here') return
  const real = (word: Word | undefined) => word && pathUse(word, cwd, frame.facts).real
  for (const [at, word] of args.entries()) {
    const [option = '', attached] = word.known.split('=', 2)
    if (!BIND_OPTION.test(option)) continue
    const next = args[at + 1]
    const [from = '', to] = (attached ?? next?.known ?? '').split(/[:,]/)
    const ends = to === undefined ? [real(next), real(args[at + 2])] : [real(literalWord(from)), real(literalWord(to))]
    const [source, place] = ends
    if (source !== undefined && place !== undefined && source !== place) frame.analysis.overlay.links.set(place, source)
  }
}

const BINDERS = new Set([
  'bwrap',
  'bubblewrap',
  'proot',
  'firejail',
  'systemd-nspawn',
  'udocker',
  'charliecloud',
  'ch-run',
])

/** A build empties and fills its output folders; one that this session made a link to somebody's files is those files. */
export function recordLinkedOutputs(command: Command, grade: CommandGrade, recorder: CoreRecorder): void {
  const { frame, facts } = recorder
  const { links } = frame.analysis.overlay
  if (links.size === 0 && (facts.session.links?.size ?? 0) === 0) return
  if (grade === 'proven' || frame.place !== 'here' || frame.maybe || isHelpOrDryRun(command)) return
  if (startKind(command, slotsOf(command.args).slots) !== 'folder') return
  for (const all of [facts.session.links, links])
    for (const place of all?.keys() ?? []) {
      const to = all?.get(place)
      if (to === undefined || !isInside(place, facts.projectRoot) || !isOutput(place, recorder)) continue
      const path = recorder.pathOf(to)
      if (!isPersonalFile(path)) continue
      recorder.effect({
        kind: 'delete-path',
        path,
        recursive: true,
        wipe: false,
        by: `${command.name ?? ''} ${place.slice(facts.projectRoot.length + 1)}`,
        certainty: 'likely',
      })
    }
}

function isOutput(place: string, { facts }: CoreRecorder): boolean {
  return tagsOf(place, facts).includes('build-artefact')
}
