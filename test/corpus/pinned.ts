import { effectsOf } from '../../src/analysis/testing.ts'
import { detectedCategories, evidence } from '../../src/categories/testing.ts'
import type { Decision } from '../../src/decision.ts'
import { type FixedFacts, fixedFacts } from '../../src/facts/fixed.ts'
import { rememberCalls } from '../../src/memory.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { check } from '../gate/gate-for-tests.ts'
import { type Pinned, type PinnedFacts, PLACE, pinnedLine } from './pinned-rows.ts'
import { decisionOf } from './refusals.ts'

const KEYS = new Set('label tool input user before category finding settings platform cwd home facts'.split(' '))

/** What is wrong with a row: its form, or what the gate answers today. */
export async function problemOf(row: Pinned): Promise<string | undefined> {
  const unknown = Object.keys(row).filter((key) => !KEYS.has(key))
  if (unknown.length > 0) return `unknown key ${unknown.join()}`
  if (row.label === 'allow' && (row.category ?? row.finding) !== undefined) return 'an allow row names a category'
  const decision = await (row.facts === undefined ? decisionOf(pinnedLine(row)) : decisionWith(row, row.facts))
  if ((decision.outcome === 'allow' ? 'allow' : 'block') !== row.label)
    return `${decision.outcome}: ${decision.message}`
  if (row.category !== undefined && categoryOf(decision) !== row.category) return `found ${categoryOf(decision)}`
  if (row.finding !== undefined && !findingsOf(row).includes(row.finding)) return `${row.finding} is not found`
  return undefined
}

function categoryOf({ reason, category }: Decision): string {
  return reason.type === 'safety-check' ? 'protected' : (category ?? 'unclear')
}

/** One finding speaks for a call; a row may be about another one. */
function findingsOf({ input }: Pinned): readonly string[] {
  return detectedCategories({ ...evidence([]), effects: effectsOf(String(input['command'])) })
}

/** The same as a line, where more is known of the machine than a line can say. */
function decisionWith(row: Pinned, { caseInsensitive = false, branch, files = {}, tracked = {} }: PinnedFacts) {
  const { tool, input, cwd = PLACE.cwd, home = PLACE.home, settings = {}, platform = 'linux' } = row
  const { user = [], before = [] } = row
  const remotes = new Map([['origin', 'git@github.com:acme/shop.git']])
  const repository = {
    root: cwd,
    branch: branch ?? 'main',
    defaultBranch: 'main',
    remotes,
    executes: [],
    aliases: new Map(),
  }
  const known: FixedFacts = {
    ...{ cwd, home, platform, caseInsensitive, files, trackedPaths: tracked },
    ...(branch !== undefined && { repository }),
  }
  const calls = before.map((call) => ({ ...call, cwd, sessionId: 's' }))
  const memory = rememberCalls(calls, createTools(), (session) => fixedFacts({ ...known, session }))
  const transcript: Entry[] = [
    ...user.map((text): Entry => ({ kind: 'user', text, trusted: true })),
    ...before.map((call): Entry => ({ kind: 'call', ...call })),
  ]
  return check(tool, input, { verdict: 'embedded', settings, facts: known, session: memory.facts, transcript })
}
