import { isKeptData } from '../flow/ignored-data.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { isInside } from '../paths/path-use.ts'
import type { Command } from '../words.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const ADDS = /^(?:add|stage)$/
const FORCES = /^(?:-[A-Za-z]*f[A-Za-z]*|--force)$/
const MOST = 400

/** What git ignores is put into it after all, by force or under another name: whoever gets the repository gets it. */
export function recordKeptOut(command: Command, recorder: CoreRecorder): void {
  if (commandBaseName(command) !== 'git') return
  const at = command.args.findIndex(({ known }) => ADDS.test(known))
  if (at < 0 || command.args.slice(0, at).some(({ known }) => /^[a-z]/.test(known) && !known.includes('/'))) return
  const words = command.args.slice(at + 1)
  const named = words.filter(({ known }) => known !== '' && !known.startsWith('-'))
  const added = named.flatMap((word) => recorder.path(word).real ?? [])
  const roots = named.length === 0 ? [command.cwd ?? recorder.facts.cwd] : added
  const forced = words.some(({ known }) => FORCES.test(known)) ? added : []
  const { facts } = recorder
  const data =
    forced.find((path) => isKeptData(path, facts)) ??
    copyOfKeptFile(roots, recorder, (path) => facts.tracked(path) !== 'ignored')
  if (data !== undefined) recorder.unknown(`${data} is kept out of git, and is added to it all the same`, 'person')
}

/** A file that was kept out of git, and that this session or this text copied into one of these places. */
export function copyOfKeptFile(
  places: readonly string[],
  recorder: CoreRecorder,
  counts: (copy: string) => boolean = () => true,
): string | undefined {
  const { facts } = recorder
  const isKept = (path: string) => isKeptData(path, facts) || recorder.pathOf(path).tags.includes('secret')
  return copiesIn(recorder).find(
    ([path, original]) => places.some((place) => isInside(path, place)) && counts(path) && isKept(original),
  )?.[1]
}

/** Files that this session or this text made, and what each of them is a copy of. */
function copiesIn({ facts: { session }, frame }: CoreRecorder): readonly (readonly [copy: string, original: string])[] {
  const { files } = frame.analysis.overlay
  // What a program printed of a secret file is no copy of it: `sed 's/=.*/=/' .env`.
  const now = [...files]
    .slice(0, MOST)
    .flatMap(([path, { sources }]) =>
      sources.flatMap((source) =>
        source.kind === 'file' && (!source.secret || sources.length === 1) ? [[path, source.path] as const] : [],
      ),
    )
  return [...now, ...(session.copies ?? [])]
}
