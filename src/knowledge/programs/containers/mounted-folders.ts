import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Word } from '../../../analysis/words.ts'
import { recordEngineChange } from './listings.ts'

/** A folder of this machine as a container sees it. */
export interface Mount {
  readonly source: Word
  /** Where it lies inside; undefined when that is not told. */
  readonly target: string | undefined
  readonly readOnly: boolean
}

export function withKnownText(word: Word, known: string): Word {
  const dynamic = known.includes('\0')
  return { ...word, known, dynamic, text: dynamic ? undefined : known }
}

/** What runs inside works on mounted folders of this machine: the same words, with the paths they have here. */
export function recordMountedFolderWork(
  words: readonly Word[],
  mounts: readonly Mount[],
  recorder: EffectRecorder,
): void {
  const outside = mounts.filter(({ source, readOnly, target }) => {
    const { zone } = recorder.path(source)
    return !readOnly && target !== undefined && target.length > 1 && /^(?:home|outside|system)$/.test(zone)
  })
  if (outside.length === 0) return
  const seen = words.map((word) => outside.reduce((text, mount) => translateToHostPaths(text, mount), word.known))
  if (seen.every((text, index) => text === words[index]?.known)) return
  recorder.runs(
    words.map((word, index) => withKnownText(word, seen[index] ?? word.known)),
    'mounted folder',
  )
}

/** The project's own folder is mounted to be worked on; but whoever clears all of it there has cleared it here. */
export function recordMountedProjectDeletion(
  words: readonly Word[],
  mounts: readonly Mount[],
  recorder: EffectRecorder,
): void {
  const text = words.map((word) => word.known).join(' ')
  if (!DELETING_COMMAND.test(text)) return
  for (const { source, target = '', readOnly } of mounts) {
    const inner = target.replace(/\/+$/, '')
    if (
      readOnly ||
      inner === '' ||
      recorder.path(source).zone !== 'project-root' ||
      !isWholeFolderDeletion(text, inner)
    )
      continue
    recorder.runs(
      ['rm', '-rf', source.known].map((known) => withKnownText(source, known)),
      'mounted project',
    )
  }
}

/** Is the folder itself named where something is removed, or gone to before that? */
function isWholeFolderDeletion(text: string, folder: string): boolean {
  const place = folder.replace(/[^\w/]/g, '\\$&')
  const end = `(?=[\\s'";|&)}]|$)`
  const removed = new RegExp(`\\brm\\s+-\\w*r[^;|&]{0,200}?(?<=[\\s'"])${place}/?(?:\\.?\\*|\\.git)?${end}`)
  const emptied = new RegExp(`\\bfind\\s+${place}/?(?:\\s+-mindepth\\s+1)?\\s+-delete\\b`)
  const entered = new RegExp(
    `\\bcd\\s+${place}/?\\s*(?:&&|;)[^;|&]{0,99}?\\brm\\s+-\\w*r\\w*\\s+(?:\\./?\\*?|\\*)${end}`,
  )
  return [removed, emptied, entered].some((form) => form.test(text))
}

/** Where images of databases keep their data. */
const DATABASE_DATA_PATH =
  /\/var\/lib\/(?:mysql|postgresql|mongodb?|redis|cassandra|clickhouse|elasticsearch|rabbitmq|grafana|influxdb)\b|\/bitnami\/|\/data\/db\b|\/var\/opt\/mssql\b|\/usr\/share\/elasticsearch\/data\b/
const DELETING_COMMAND = /\brm\s+(?:-\w+\s+|--\w+\s+){0,4}|\bfind\b.{0,200}-delete\b|\bshred\b|\bmkfs\b/

/** Data that lies in a volume is cleared from inside a container. */
export function recordVolumeDeletion(
  words: readonly Word[],
  volumes: readonly string[],
  recorder: EffectRecorder,
): void {
  const text = words.map((word) => word.known).join(' ')
  if (!DELETING_COMMAND.test(text)) return
  const named = volumes.some((place) => place.length > 1 && text.includes(place))
  if (!named && !DATABASE_DATA_PATH.test(text)) return
  const target = text.replaceAll('\0', '…').slice(0, 120)
  recordEngineChange({ verb: 'delete', target, mass: true, family: 'storage', certainty: 'likely' }, recorder)
}

/** A text with the inner path replaced where it stands as a path of its own. */
function translateToHostPaths(text: string, { source, target = '' }: Mount): string {
  const inner = target.replace(/\/+$/, '')
  const outer = source.known.replace(/\/+$/, '')
  let out = ''
  let from = 0
  for (let at = text.indexOf(inner); at >= 0; at = text.indexOf(inner, from)) {
    const before = at === 0 ? ' ' : (text[at - 1] ?? ' ')
    const after = text[at + inner.length] ?? '/'
    const whole = /[\s'"=;|&(:]/.test(before) && /[\s'"/;|&)]/.test(after)
    out += text.slice(from, at) + (whole ? outer : inner)
    from = at + inner.length
  }
  return out + text.slice(from)
}
