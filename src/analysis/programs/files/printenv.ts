import { isSecretName } from '../../secrets.ts'
import type { DataSource } from '../../words.ts'
import type { Program } from '../program.ts'
import { asksForHelp } from './grammar.ts'
import { value } from './touching.ts'

export const PRINTENV: Program = {
  names: ['printenv'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const names = command.args.filter((word) => !word.known.startsWith('-'))
    const secrets = names.filter((word) => isSecretName(word.known))
    for (const word of secrets) {
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'environment', name: word.known, secret: true },
        sink: 'output',
        certainty: command.stdout === 'terminal' ? 'likely' : 'possible',
      })
    }
    if (names.length > 0) return secrets.length > 0 || names.some((word) => word.dynamic) ? 'plain' : 'proven'
    if (command.stdout === 'terminal')
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'environment', name: '*', secret: true },
        sink: 'output',
        certainty: 'possible',
      })
    return 'plain'
  },
  output: (command) => {
    const names = command.args.filter((word) => !word.known.startsWith('-'))
    const sources: DataSource[] = names.map((word) => ({
      kind: 'environment',
      name: word.known,
      secret: isSecretName(word.known),
    }))
    return value(undefined, names.length > 0 ? sources : [{ kind: 'environment', name: '*', secret: true }])
  },
}
