import { baseName } from '../base-name.ts'
import { isDotenv } from '../programs/shell/env.ts'
import type { Command } from '../words.ts'
import type { CoreScribe } from './scribe.ts'

/** Programs whose own words say what else they run: an unknown word among them may be a command. */
const RUNS_ITS_WORDS = /^g?(?:find|fd|fdfind|xargs|env|nice|nohup|timeout|time|busybox)$/

/** Unquoted words out of a file, the network or the clipboard that nobody has read. */
export function stateInjectedWords(command: Command, scribe: CoreScribe): void {
  const name = baseName(command.name ?? '')
  if (!RUNS_ITS_WORDS.test(name)) return
  const injected = command.args.some(
    (word) =>
      !word.quoted &&
      word.known.startsWith('\0') &&
      word.paths === undefined &&
      word.alternatives === undefined &&
      !(name === 'env' && isDotenv(word, scribe.facts)) &&
      word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'clipboard'),
  )
  if (injected)
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: name })
}
