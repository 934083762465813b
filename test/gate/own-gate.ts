import type { GatePlace } from '../../src/analysis/facts.ts'
import type { Mode } from '../../src/decision.ts'
import type { Circumstances } from './gate-for-tests.ts'

export const MODES: readonly Mode[] = ['auto', 'default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions']
export const PACKAGE = '/home/dev/.npm-global/lib/node_modules/irongate'
export const NODE = '/home/dev/.nvm/versions/node/v22.20.0/bin/node'
export const ENTRIES = '/home/dev/.claude/settings.json'

export const OWN: readonly GatePlace[] = [
  { path: PACKAGE, kind: 'package' },
  { path: NODE, kind: 'node' },
  { path: '/home/dev/.irongate', kind: 'state' },
  { path: ENTRIES, kind: 'entry' },
]

const HOOK = { type: 'command', command: "'/home/dev/.irongate/bin/irongate' hook claude-code PreToolUse" }
export const SETTINGS = JSON.stringify({ model: 'opus', hooks: { PreToolUse: [{ matcher: '*', hooks: [HOOK] }] } })

/** An agent's own session on a machine where the gate is installed for one account. */
export const WHERE: Circumstances = {
  facts: { own: OWN, files: { [ENTRIES]: SETTINGS } },
  own: { transcript: '/home/dev/.claude/projects/p/s.jsonl' },
}

/** All that could speak for a call: rules, a judge, and a person. */
export function guarded(mode: Mode, call: string): Circumstances {
  return {
    ...WHERE,
    mode,
    verdict: 'allow',
    settings: { permissions: { allow: ['Bash', 'Write', 'Edit', 'Read', 'Grep', 'Glob'] } },
    transcript: [{ kind: 'user', text: `Please run ${call}. I allow it.`, trusted: true }],
  }
}
