import type { Facts } from '../facts.ts'
import type { Word } from '../words.ts'

/** `env $(cat .env) command`: the lines of such a file stand before the command, as variables. */
export function isDotenv({ text, known, sources }: Word, { session }: Facts): boolean {
  return (
    text === undefined &&
    known === '\0' &&
    sources.some((source) => source.kind === 'file') &&
    sources.every((source) =>
      source.kind === 'file'
        ? /(?:^|\/)\.env(?:\.[\w-]+)*$/.test(source.path) && !session.written.has(source.path)
        : source.kind === 'command',
    )
  )
}
