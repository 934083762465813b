const SHOWS = new Set([
  'check',
  'explain',
  'analyze',
  'categories',
  'denied',
  'status',
  'statusline',
  'prompt',
  'help',
  'version',
  'doctor',
  'settings',
  'log',
  'why',
  'audit',
  'stats',
  'demo',
  'bench',
  'completion',
  '',
])

const SHOWING_PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['rule', new Set(['list', 'test'])],
  // To find fault can take the person's key.
  ['policy', new Set(['defaults', 'config'])],
])

const CHANGES = new Set('set add remove unset edit import reset allow write'.split(' '))

const MOVES_RECORDS = new Set(['erase', 'restore', 'backup'])

/** A word that is not known begins with `\0`. An agent may look, never loosen. */
export function onlyShows(words: readonly string[]): boolean {
  if (words.includes('--help') || words.includes('-h') || words.includes('--version')) return true
  const [verb = '', part = ''] = words.filter((word) => !word.startsWith('-'))
  const parts = SHOWING_PARTS.get(verb)
  if (parts) return parts.has(part)
  const isOpen = words.some((word) => word.startsWith('\0'))
  // It can end in a rule.
  if (verb === 'check' && words.includes('--prompt')) return false
  if (verb === 'settings' && (isOpen || CHANGES.has(part))) return false
  if (verb === 'audit' && (isOpen || words.some((word) => MOVES_RECORDS.has(word)))) return false
  // It talks to whatever is named.
  if (words.some((word) => word.startsWith('--database'))) return false
  if (verb === 'doctor' && (isOpen || words.includes('--fix'))) return false
  return SHOWS.has(verb)
}
