import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'

export function stateLoadedLibraries({ args }: Command, option: RegExp, scribe: Scribe): void {
  for (const [at, word] of args.entries()) {
    if (!/\.(?:so|dylib|dll)[\d.]*$/.test(word.known) || !option.test(args[at - 1]?.known ?? '')) continue
    if (scribe.path(word).zone !== 'system')
      scribe.effect({
        kind: 'run-code',
        language: 'other',
        origin: 'dynamic',
        read: false,
        host: undefined,
        by: word.raw,
      })
  }
}
