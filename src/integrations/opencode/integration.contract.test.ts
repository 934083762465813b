import { readFileSync } from 'node:fs'
import { describeIntegration, type EventKind, type HostReaction } from '../contract.ts'
import type { HostAnswer } from '../integration.ts'
import { OPENCODE } from './index.ts'

/** What our plugin sent from the real client. */
const recorded = readFileSync(new URL('fixtures/events-1.18.33.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const first = (name: string) => recorded.find((line) => JSON.parse(line).event === name) ?? ''

describeIntegration(OPENCODE, {
  events: {
    'tool-use': first('tool'),
    'tool-ran': first('ran'),
    refused: first('ran').replace('"ran"', '"refused"'),
    prompt: first('prompt'),
    'session-start': first('start'),
  },
  shell: ({ command, cwd }) => JSON.stringify({ ...JSON.parse(first('tool')), cwd, input: { command } }),
  heard,
  modes: [],
  files: [''],
})

/** As the plugin reads it: a whole answer with status 0, and nothing else; `plugin.test.ts` holds the plugin to the same. */
function heard(_kind: EventKind, { stdout, status }: HostAnswer): HostReaction {
  const decision = status === 0 ? decisionIn(stdout) : undefined
  return decision === 'allow' ? 'runs' : decision === 'pass' ? 'continues' : 'stops'
}

function decisionIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { decision?: unknown }).decision
  } catch {
    return undefined
  }
}
