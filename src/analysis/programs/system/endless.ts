import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'

const ENDLESS = /^\/dev\/(?:zero|u?random)$/
/** Programs that keep everything they read until the end. */
const KEEPS = /^(?:tail|tac|sort|shuf|sponge|rev)$/
/** Programs that work through everything they read. */
const WORKS = /^(?:md5sum|sha\d+sum|shasum|b2sum|cksum|gzip|pigz|bzip2|pbzip2|xz|zstd|lzma|brotli|wc)$/

/** States that a program reads or prints without end: memory or the processor goes until somebody stops it. */
export function stateEndless({ name, args, redirects, via }: Command, scribe: Scribe): void {
  const base = name?.slice(name.lastIndexOf('/') + 1) ?? ''
  const certainty = via.some((wrapper) => wrapper.startsWith('timeout')) ? 'possible' : 'likely'
  if (base === 'yes') {
    const discarded = redirects.some((item) => item.descriptor === 1 && item.target.text === '/dev/null')
    if (discarded) scribe.effect({ kind: 'exhaust', what: 'processor', certainty })
    return
  }
  const what = KEEPS.test(base) ? 'memory' : WORKS.test(base) ? 'processor' : undefined
  if (what === undefined) return
  const inputs = [...args, ...redirects.filter((item) => item.kind === 'read').map((item) => item.target)]
  if (inputs.some((word) => ENDLESS.test(word.text ?? ''))) scribe.effect({ kind: 'exhaust', what, certainty })
}
