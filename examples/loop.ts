/** The gate in an agent loop of your own, in ten lines. Run it with `npm run examples`. */
import { createTools, gateFor, hostFacts, memoryState, readPolicy, type Session } from 'irongate'

const facts = hostFacts({ cwd: process.cwd() })
const gate = gateFor(readPolicy({ cwd: facts.projectRoot, home: facts.home }), createTools())
const state = memoryState()
const session: Session = { id: 'example', mode: 'auto', headless: true, transcript: [], facts, fence: 'example', state }

/** Call this before you run a tool: run it only on `allow`; give `message` back to the model otherwise. */
export async function mayRun(tool: string, input: Record<string, unknown>) {
  return gate.check({ tool, input, cwd: facts.cwd, sessionId: session.id }, session)
}
