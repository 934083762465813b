import { entriesOf, itemsOf, memberOf, parseFirstDocument } from '../../../analysis/data/structured-data.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import { EMPTY_SPAN } from '../../../analysis/interpret/values.ts'
import type { Word } from '../../../analysis/words.ts'
import { type Mount, recordMountedFolderWork } from './mounted-folders.ts'

const MOST_SERVICES = 40

/** What a service gets of this machine: the places that are mounted, and what its command does there. */
export function recordServices(text: string, folder: string, recorder: EffectRecorder): void {
  for (const [, service] of entriesOf(memberOf(parseFirstDocument('yaml', text), 'services')).slice(0, MOST_SERVICES)) {
    const of = (key: string) => memberOf(service, key)
    const mounts = itemsOf(of('volumes')).flatMap((volume) => mountOf(volume, folder, recorder))
    for (const { source } of mounts) recordSecretMount(source, recorder)
    const words = [...commandWords(of('entrypoint'), recorder), ...commandWords(of('command'), recorder)]
    if (words.length > 0) recordMountedFolderWork(words, mounts, recorder)
  }
}

/** A secret of the person, or their whole home, is read by whatever runs inside. */
function recordSecretMount(source: Word, recorder: EffectRecorder): void {
  const path = recorder.path(source)
  if (path.zone === 'home-root' || (path.tags.includes('secret') && path.zone !== 'project'))
    recorder.effect({ kind: 'read-path', path, list: false, certainty: 'likely', by: 'compose up' })
}

function mountOf(volume: unknown, folder: string, recorder: EffectRecorder): readonly Mount[] {
  const of = (key: string) => memberOf(volume, key)
  const [place, target, mode = ''] =
    typeof volume === 'string' ? partsOf(volume) : [of('source'), of('target'), of('read_only') === true ? 'ro' : '']
  if (typeof place !== 'string' || typeof target !== 'string') return []
  const known = filled(place, recorder)
  if (!/^[./~\0]/.test(known)) return []
  const source = wordOf(known.startsWith('.') ? `${folder}/${known}` : known)
  return [{ source, target, readOnly: String(mode).split(',').includes('ro') }]
}

/** `${A:-b}` has a colon of its own. */
function partsOf(volume: string): readonly string[] {
  return volume.split(/:(?![-?+][^}]*\})/)
}

/** A text is split at its blanks, but for what stands in quotes; the words of a list are what they are. */
function commandWords(command: unknown, recorder: EffectRecorder): readonly Word[] {
  const words =
    typeof command === 'string'
      ? [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
          ([, double, single, plain]) => double ?? single ?? plain ?? '',
        )
      : itemsOf(command).flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []))
  return words.map((word) => wordOf(filled(word, recorder)))
}

/** The variables that Compose fills in: the home is known, and what stands for one that is not set. */
function filled(text: string, { facts }: EffectRecorder): string {
  return text.replaceAll(/\$\$|\$\{(\w+)(?::?-([^}]*))?[^}]*\}|\$(\w+)/g, (whole, braced, initial, plain) => {
    if (whole === '$$') return '$'
    if ((braced ?? plain) === 'HOME') return facts.home
    return initial ?? '\0'
  })
}

function wordOf(known: string): Word {
  const dynamic = known.includes('\0')
  const text = dynamic ? undefined : known
  return {
    raw: known,
    span: EMPTY_SPAN,
    text,
    known,
    dynamic,
    sources: [],
    glob: false,
    mayBeEmpty: false,
    quoted: true,
  }
}
