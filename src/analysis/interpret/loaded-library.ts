import type { Command } from '../words.ts'
import type { EffectRecorder } from './program.ts'

export function recordLoadedLibraries({ args }: Command, option: RegExp, recorder: EffectRecorder): void {
  for (const [at, word] of args.entries()) {
    if (!/\.(?:so|dylib|dll)[\d.]*$/.test(word.known) || !option.test(args[at - 1]?.known ?? '')) continue
    if (recorder.path(word).zone !== 'system')
      recorder.effect({
        kind: 'run-code',
        language: 'other',
        origin: 'dynamic',
        read: false,
        host: undefined,
        by: word.raw,
      })
  }
}
