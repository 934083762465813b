import { hasActorRole } from '../actor.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { PathUse } from '../paths/paths.ts'
import { classifyHost } from '../remote/hosts.ts'
import { filesNamedBy } from '../shell/changed-files.ts'

/** Endings of files that hold what was gathered rather than made. */
const DATA_FILE_ENDING =
  /\.(?:csv|tsv|xlsx?|ods|parquet|feather|arrow|avro|orc|jsonl|ndjson|sqlite3?|db|mdb|accdb|duckdb|rdb|dump|sql|npy|npz|pkl|pickle|h5|hdf5|mat|rds|rdata|sav|dta|dbf|shp|gpkg|geojson|pcap|eml|mbox|vcf|fits|nc|grib2?|docx?|odt|pdf|psd|wav|flac|mp[34]|mov|raw|tiff?)$/i

/** What programs write anew each time they run, by its name or its folder. */
const REGENERATED_PATH =
  /(?:^|[/._-])(?:outputs?|out|results?|reports?|metrics|predictions?|summary|tmp|temp|cache|logs?|coverage|artifacts?|generated|export(?:s|ed)?|processed|fixtures?|test)(?:[/._-]|$)/i

/** A data file of the project that git ignores: it was kept out of every repository, and is nowhere else. */
export function isKeptData(real: string, facts: Facts): boolean {
  return isIgnoredData(real, facts) && facts.file(real).kind === 'file'
}

/** Does this write put something in the place of a data file that git ignores? Then nothing has what was in it. */
export function overwritesIgnoredData(effect: Effect, facts: Facts): boolean {
  if (effect.kind !== 'write-path') return false
  if (effect.how === 'edit' ? !rewritesUnseen(effect) : !/^(?:overwrite|truncate|move)$/.test(effect.how)) return false
  const { path } = effect
  const { real } = path
  if (!/^project/.test(path.zone) || path.sessionMade) return false
  if (real === undefined) return path.glob && matchesKeptData(path, facts)
  return !path.tags.includes('build-artefact') && isKeptData(real, facts)
}

/** A program that goes over a file leaves nothing of what it replaces; an edit or a patch says what was there. */
function rewritesUnseen(effect: Extract<Effect, { kind: 'write-path' }>): boolean {
  return hasActorRole(effect, 'rewriter') && !/^(?:patch|git)$/.test(effect.actor.name) && effect.backup === undefined
}

/** May what an edit replaces be the only data of its kind? Then it matters whether this session copied the file before. */
export function mayBeKeptData(effect: Effect): boolean {
  return effect.kind === 'write-path' && effect.how === 'edit' && DATA_FILE_ENDING.test(effect.path.text)
}

const MOST_FOLDERS = 100
/** What tools keep beside the sources: nobody gathered data there. */
const TOOLS = /^(?:node_modules|\.git|\.?venv|vendor|target|dist|build|__pycache__|\..+)$/

/** `find . -name '*.csv' -exec …`: is there such a file among those that the pattern covers? */
function matchesKeptData(path: PathUse, facts: Facts): boolean {
  // A pattern without an ending covers sources first: what of them is lost is told by other signs.
  if (!DATA_FILE_ENDING.test(path.text)) return false
  const files = filesNamedBy(path, facts.cwd)
  if (files === undefined) return false
  const folders = [facts.projectRoot]
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at++) {
    const folder = folders[at] ?? ''
    for (const name of facts.list(folder) ?? []) {
      const inner = `${folder}/${name}`
      if (DATA_FILE_ENDING.test(name) && files.test(inner) && isKeptData(inner, facts)) return true
      if (!DATA_FILE_ENDING.test(name) && !TOOLS.test(name) && facts.file(inner).kind === 'directory')
        folders.push(inner)
    }
  }
  return false
}

/** Does any of these send such a file to another machine? */
export function sendsIgnoredData(effects: readonly Effect[], facts: Facts): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'send-data' &&
      classifyHost(effect.host) === 'public' &&
      effect.payload.some((source) => source.kind === 'file' && isIgnoredData(source.path, facts)),
  )
}

function isIgnoredData(real: string, facts: Facts): boolean {
  if (!DATA_FILE_ENDING.test(real) || !real.startsWith(`${facts.projectRoot}/`)) return false
  if (REGENERATED_PATH.test(real.slice(facts.projectRoot.length)) || facts.session.written.has(real)) return false
  return facts.tracked(real) === 'ignored'
}
