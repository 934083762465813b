import { gateCommandUse } from './gate-commands.ts'

/** May an agent run this irongate command? A word that is not known begins with `\0`. An agent may look, never loosen. */
export function isReadOnlyGateCommand(words: readonly string[]): boolean {
  return gateCommandUse(words).agent === 'allowed'
}
