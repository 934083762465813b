import { standsFor } from './builtins/callbacks.ts'
import type { Declaration } from './dispatch.ts'
import type { Frame } from './frame.ts'

const TABLES = new Set(['BASH_CMDS', 'BASH_ALIASES', 'aliases', 'galiases', 'commands', 'functions'])

/** `BASH_ALIASES[x]=text`: the name `x` runs that text from now on. */
export function bindNames({ name, key, word, entries }: Declaration, frame: Frame): void {
  if (!TABLES.has(name)) return
  if (key !== undefined) standsFor(key, word, frame)
  for (const entry of entries ?? []) {
    const match = /^\[(.*?)\]=/s.exec(entry.known)
    if (!match) continue
    const known = entry.known.slice(match[0].length)
    standsFor(match[1], { ...entry, known, text: entry.text === undefined ? undefined : known }, frame)
  }
}
