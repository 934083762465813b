import type { CodeLanguage } from '../../effects.ts'
import { hostOf } from '../../hosts.ts'
import type { Value, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** A script of awk or sed that comes from elsewhere and is not known: both can run commands. */
export function stateUnreadScript(script: Value, program: 'awk' | 'sed', scribe: Scribe): void {
  const network = script.sources.find((source) => source.kind === 'network')
  const language: CodeLanguage = program === 'awk' ? 'awk' : 'other'
  const host = network?.kind === 'network' ? hostOf(network.url) : undefined
  const origin = host === undefined ? (script.sources.length > 0 ? 'dynamic' : 'project-file') : 'download'
  scribe.effect({ kind: 'run-code', language, origin, read: false, host, by: `${program} -f` })
}

/** The text of a script that is given as a file, and the address it came from. */
export function scriptFile(word: Word, scribe: Scribe): Value {
  const { real } = scribe.path(word)
  if (real === undefined) return { text: undefined, sources: [] }
  const from = scribe.provenance(real)
  const text = scribe.readText(real)
  return { text, sources: from.kind === 'elsewhere' ? [{ kind: 'network', url: from.address }] : [] }
}
