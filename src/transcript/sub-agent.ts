import type { Entry, Transcript } from './entries.ts'

/**
 * What the judge of a sub-agent sees: what people said in the root session, then what the sub-agent was told and did.
 * INVARIANT: nothing of the sub-agent's own conversation counts as a person's word.
 */
export function subAgentTranscript(root: Transcript, own: Transcript): Transcript {
  const people = root.filter((entry) => entry.kind === 'user' || entry.kind === 'consent' || entry.kind === 'gap')
  return [...people, ...own.flatMap(asUntrustedEntry)]
}

function asUntrustedEntry(entry: Entry): readonly Entry[] {
  if (entry.kind === 'user') return [{ kind: 'harness', text: entry.text }]
  return entry.kind === 'consent' ? [] : [entry]
}
