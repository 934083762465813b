import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import type { Sweep } from '../../test/sweeps/sweep.ts'
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

/** The corpus, the tables of the sweeps, and all rows below the given places, whatever their form. */
export async function readRows(root: string, places: readonly string[]): Promise<readonly Row[]> {
  const folders = places.filter((place) => !place.endsWith('.jsonl'))
  const chains = [...places.filter((place) => place.endsWith('.jsonl')), ...folders.flatMap(chainFiles)]
  return [
    ...readSamples([join(root, 'corpus'), ...folders]).samples.map(({ id, label, line }) => row(id, label, [line])),
    ...(await sweepRows(join(root, 'test/sweeps'))),
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

const PLACE = { cwd: '/home/dev/project', home: '/home/dev', settings: {} }

async function sweepRows(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  const add = (command: string, label: Row['label'], user: readonly string[] = []) => {
    const transcript = user.map((text) => ({ role: 'user', text }))
    const parsed = callLineOf({ id: 1, tool: 'Bash', input: { command }, transcript, ...PLACE })
    if (parsed.ok) rows.push(row(`sweep ${command}`, label, [parsed.line]))
  }
  for (const part of ['tables', 'techniques'])
    for (const file of readdirSync(join(folder, part))) {
      const found = Object.values((await import(join(folder, part, file))) as Record<string, Sweep | string>)
      for (const table of found) {
        if (typeof table === 'string') addTechniques(table, add)
        else if (typeof table === 'object') addSweep(table, add)
      }
    }
  return rows
}

type Add = (command: string, label: Row['label'], user?: readonly string[]) => void

function addSweep({ stopped, allowed, asked = [] }: Sweep, add: Add): void {
  for (const command of Object.values(stopped).flat()) add(command, 'block')
  for (const command of allowed) add(command, 'allow')
  for (const { command, user, passes } of asked) add(command, passes ? 'allow' : 'block', [user])
}

/** `category | command`, a line each. */
function addTechniques(table: string, add: Add): void {
  for (const line of table.split('\n').filter((each) => each.includes('|'))) {
    const bar = line.indexOf('|')
    const command = line.slice(bar + 2).replaceAll('⏎', '\n')
    add(command, line.slice(0, bar).trim() === 'allowed' ? 'allow' : 'block')
  }
}
