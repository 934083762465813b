import { programName } from '../../base-name.ts'
import { goesThrough } from '../../layers.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'

const ENDLESS = /^\/dev\/(?:zero|u?random)$/
/** Programs that keep everything they read until the end. */
const KEEPS = /^(?:tail|tac|sort|shuf|sponge|rev)$/
/** Programs that work through everything they read. */
const WORKS = /^(?:md5sum|sha\d+sum|shasum|b2sum|cksum|gzip|pigz|bzip2|pbzip2|xz|zstd|lzma|brotli|wc)$/

/** States that a program reads or prints without end: memory or the processor goes until somebody stops it. */
export function stateEndless(command: Command, scribe: Scribe): void {
  const { name, args, redirects } = command
  const base = programName(name ?? '')
  const certainty = goesThrough(command, 'limit') ? 'possible' : 'likely'
  if (base === 'yes') {
    const discarded = redirects.some((item) => item.descriptor === 1 && item.target.text === '/dev/null')
    if (discarded) scribe.effect({ kind: 'exhaust', what: 'processor', certainty })
    else if (isKept(redirects)) scribe.effect({ kind: 'exhaust', what: 'disk', certainty })
    return
  }
  if (isPoured(base, command)) scribe.effect({ kind: 'exhaust', what: 'disk', certainty })
  const what = KEEPS.test(base) ? 'memory' : WORKS.test(base) ? 'processor' : undefined
  if (what === undefined) return
  if (readsEndless({ args, redirects })) scribe.effect({ kind: 'exhaust', what, certainty })
}

/** Does the output go into a file that keeps it? */
function isKept(redirects: Command['redirects']): boolean {
  return redirects.some(
    (item) =>
      item.descriptor === 1 && /^(?:write|append)$/.test(item.kind) && !/^\/dev\//.test(item.target.text ?? '/dev/'),
  )
}

/** `cat /dev/zero > file`, `yes | tee file`: an endless stream is poured into a file. */
function isPoured(base: string, { args, redirects, stdin }: Command): boolean {
  if (base !== 'cat' && base !== 'tee') return false
  const kept = base === 'tee' && args.some((word) => !/^-|^\/dev\//.test(word.known))
  if (!kept && !isKept(redirects)) return false
  const piped = stdin.kind === 'value' ? stdin.value.sources : []
  return (
    (base === 'cat' && readsEndless({ args, redirects })) ||
    piped.some(
      (source) =>
        (source.kind === 'file' && ENDLESS.test(source.path)) ||
        (source.kind === 'command' && source.program === 'yes'),
    )
  )
}

function readsEndless({ args, redirects }: Pick<Command, 'args' | 'redirects'>): boolean {
  const isEndless = (word: Word) => word.text?.startsWith('/dev/') === true && ENDLESS.test(word.text)
  return args.some(isEndless) || redirects.some(({ kind, target }) => kind === 'read' && isEndless(target))
}
