import type { Facts } from '../facts.ts'
import type { Value, Word } from '../words.ts'
import { isProgramName } from './registry.ts'

/** Where a program that is known lies: what `which` and `command -v` print of it. */
export function programLocation({ text }: Word, by: string, facts: Facts): Value | undefined {
  if (text === undefined || !/^[\w.+-]+$/.test(text) || !isProgramName(text)) return undefined
  const found = facts.which(text) ?? (facts.live ? undefined : `/usr/bin/${text}`)
  return found === undefined
    ? undefined
    : { text: `${found}\n`, sources: [{ kind: 'command', program: by, secret: false }] }
}
