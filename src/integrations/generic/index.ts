import type { Host } from '../integration.ts'

/** Any program that can start another one: JSON in, JSON out. The smallest whole host; `docs/agents/your-own.md` is its page. */
export const GENERIC: Host = {
  id: 'generic',
  title: 'your own agent',
  marks: { programs: [], scripts: [], variables: [] },
  signs: {},
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).GENERIC_INTEGRATION,
}
