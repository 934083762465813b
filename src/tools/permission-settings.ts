import { wordsOf } from '../knowledge/lexicon/verbs.ts'

/** Words in the name of a setting or command that decides what the agent may do; changing one needs a person's word. */
const PERMISSION_WORDS = new Set(
  'permission permissions mode hook hooks sandbox mcp allow deny ask trust trusted approve approval approvals bypass yolo env helper plugin plugins directories config settings'.split(
    ' ',
  ),
)
/** Names of several words that do the same. */
const PERMISSION_NAMES = new Set(['add-dir', 'allowed-tools', 'permission-mode', 'auto-approve'])

export function controlsPermissions(name: string): boolean {
  return PERMISSION_NAMES.has(name) || wordsOf(name).some((word) => PERMISSION_WORDS.has(word))
}
