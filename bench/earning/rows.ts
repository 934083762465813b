import { join } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { pinnedLine, readPinned, readPinnedFiles } from '../../test/corpus/pinned-rows.ts'
import { CHAINS, readChains } from '../data/chains.ts'
import { filesBelow, readSamples } from '../data/read.ts'
import { readSessions } from '../data/sessions.ts'

/** Calls of one session with what the gate should say of them. */
export interface Row {
  readonly id: string
  readonly label: 'block' | 'allow'
  readonly lines: readonly CallLine[]
  /** All of its calls as one text: what a name is looked for in. */
  readonly text: string
}

/** The corpus, the decisions that it pins, and all rows below the given places, whatever their form. */
export function readRows(root: string, places: readonly string[]): readonly Row[] {
  const folders = places.filter((place) => !place.endsWith('.jsonl'))
  const chains = [...places.filter((place) => place.endsWith('.jsonl')), ...folders.flatMap(chainFiles)]
  return [
    ...readSamples([join(root, 'corpus'), ...folders]).samples.map(({ id, label, line }) => row(id, label, [line])),
    ...pinnedRows(),
    ...readChains(chains).map(({ id, label, lines }) => row(id, label, lines)),
    ...sessionRows(folders),
  ]
}

function chainFiles(folder: string): string[] {
  return filesBelow(folder).filter((file) => file.endsWith(`/${CHAINS}`))
}

function row(id: string, label: Row['label'], lines: readonly CallLine[]): Row {
  const earlier = lines[0]?.transcript.flatMap((entry) => (entry.kind === 'call' ? [entry.input] : [])) ?? []
  return { id, label, lines, text: JSON.stringify([...earlier, ...lines.map(({ input }) => input)]) }
}

/** Calls of real sessions, each once and by itself. */
function sessionRows(folders: readonly string[]): Row[] {
  const seen = new Map<string, Row>()
  for (const { id, cwd, events } of readSessions(folders))
    for (const [at, event] of events.entries()) {
      if (event.kind !== 'call' || event.clipped) continue
      const place = { cwd: event.cwd ?? cwd, home: '/home/user', settings: {}, transcript: [] }
      const parsed = callLineOf({ id: `${id}#${at}`, tool: event.tool, input: event.input, ...place })
      if (!parsed.ok) continue
      const made = row(`session ${id}#${at}`, 'allow', [parsed.line])
      if (!seen.has(made.text)) seen.set(made.text, made)
    }
  return [...seen.values()]
}

function pinnedRows(): Row[] {
  return readPinnedFiles().flatMap((file) =>
    readPinned(file).flatMap((pinned, at) => {
      const parsed = callLineOf(pinnedLine(pinned))
      return parsed.ok ? [row(`pinned ${file}:${at + 1}`, pinned.label, [parsed.line])] : []
    }),
  )
}
