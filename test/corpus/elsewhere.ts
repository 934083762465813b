import { existsSync, readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../shared/data/dev/', import.meta.url)

/** Every command of the development data, so that none of it slips into the corpus. Empty where that folder is absent. */
export function commandsElsewhere(): Set<string> {
  const commands = new Set<string>()
  if (!existsSync(FOLDER)) return commands
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl')))
    for (const line of readFileSync(new URL(name, FOLDER), 'utf8').split('\n'))
      if (line !== '') collect(JSON.parse(line), commands)
  return commands
}

/** Finds `command` strings at any depth. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'command' && typeof inner === 'string') into.add(inner)
    else collect(inner, into)
  }
}
