import type { Effect } from './effects.ts'
import type { Facts } from './facts.ts'
import { addressOf } from './hosts.ts'

/** Endings of files that hold what was gathered rather than made. */
const DATA =
  /\.(?:csv|tsv|xlsx?|ods|parquet|feather|arrow|avro|orc|jsonl|ndjson|sqlite3?|db|mdb|accdb|duckdb|rdb|dump|sql|npy|npz|pkl|pickle|h5|hdf5|mat|rds|rdata|sav|dta|dbf|shp|gpkg|geojson|pcap|eml|mbox|vcf|fits|nc|grib2?|docx?|odt|pdf|psd|wav|flac|mp[34]|mov|raw|tiff?)$/i

/** What programs write anew each time they run, by its name or its folder. */
const MADE_ANEW =
  /(?:^|[/._-])(?:outputs?|out|results?|reports?|metrics|predictions?|summary|tmp|temp|cache|logs?|coverage|artifacts?|generated|export(?:s|ed)?|processed|fixtures?|test)(?:[/._-]|$)/i

/** Does this write put something in the place of a data file that git ignores? Then nothing has what was in it. */
export function losesIgnoredData(effect: Effect, facts: Facts): boolean {
  if (effect.kind !== 'write-path' || !/^(?:overwrite|truncate|move)$/.test(effect.how)) return false
  const { path } = effect
  const { real } = path
  if (real === undefined || !/^project/.test(path.zone) || path.sessionMade || !DATA.test(real)) return false
  if (MADE_ANEW.test(real.slice(facts.projectRoot.length))) return false
  if (path.tags.includes('build-artefact') || facts.session.written.has(real)) return false
  return facts.file(real).kind === 'file' && facts.tracked(real) === 'ignored'
}

/** Does any of these send such a file to another machine? */
export function sendsIgnoredData(effects: readonly Effect[], facts: Facts): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'send-data' &&
      addressOf(effect.host) === 'public' &&
      effect.payload.some((source) => source.kind === 'file' && isIgnoredData(source.path, facts)),
  )
}

function isIgnoredData(real: string, facts: Facts): boolean {
  const { projectRoot } = facts
  if (!real.startsWith(`${projectRoot}/`) || !DATA.test(real) || MADE_ANEW.test(real.slice(projectRoot.length)))
    return false
  return !facts.session.written.has(real) && facts.tracked(real) === 'ignored'
}
