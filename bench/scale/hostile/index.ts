import { bash, document, edit, filled, type Hostile, said, write } from './building.ts'
import { PASTS, PROMPTS } from './conversations.ts'
import { FILES, SHELL_TEXTS } from './files.ts'
import { NAMES, PROGRAMS } from './programs.ts'
import { DEEP, STATEMENTS } from './statements.ts'
import { SPECIAL } from './tools.ts'
import { WORDS } from './words.ts'

function all(): Map<string, () => Hostile> {
  const found = new Map<string, () => Hostile>([
    ...WORDS,
    ...STATEMENTS,
    ...DEEP,
    ...FILES,
    ...SHELL_TEXTS,
    ...SPECIAL,
    ...PASTS,
  ])
  const runs: Readonly<Record<string, string>> = {
    py: 'python3 -',
    js: 'node -',
    pl: 'perl -',
    rb: 'ruby -',
    php: 'php',
    lua: 'lua -',
  }
  for (const [kind, texts] of PROGRAMS) {
    for (const [name, text] of texts) {
      const file = NAMES.get(kind) ?? `a.${kind}`
      const head = runs[kind]
      if (head !== undefined) found.set(`run ${kind}: ${name}`, () => bash(document(head, text())))
      found.set(`Write ${kind}: ${name}`, () => write(file, text()))
      found.set(`Edit ${kind}: ${name}`, () => edit(file, text()))
    }
  }
  for (const [name, part] of PROMPTS) {
    found.set(`said: ${name}`, () => said(filled(part)))
    found.set(`said often: ${name}`, () => said(...Array.from({ length: 250 }, () => filled(part, 1_000))))
    found.set(`agent: ${name}`, () => ({
      tool: 'Task',
      input: { description: 'work', prompt: filled(part), subagent_type: 'general' },
    }))
  }
  return found
}

/** Inputs made to be slow: as much of one thing as fits. */
export const SHAPES: ReadonlyMap<string, () => Hostile> = all()
