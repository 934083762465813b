import { isSecretOrigin } from '../../secrets.ts'
import type { DataSource } from '../../words.ts'
import type { GitCall } from './call.ts'

const KEEPS_TEXT = new Set(['commit', 'tag', 'notes', 'commit-tree', 'hash-object', 'merge'])

/** Messages, notes and blobs stay in the repository: a secret in one goes wherever that goes. */
export function stateSecretText({ verb, args, scribe }: GitCall): void {
  if (!KEEPS_TEXT.has(verb)) return
  for (const [at, word] of args.entries()) {
    const named = /^(?:-F|--file)$/.test(args[at - 1]?.known ?? '')
      ? word.text
      : /^(?:--file=|-F)(.+)$/.exec(word.text ?? '')?.[1]
    const path = named === undefined || named === '-' ? undefined : scribe.pathOf(named)
    const file: DataSource[] = path?.tags.includes('secret')
      ? [{ kind: 'file', path: path.real ?? path.text, secret: true }]
      : []
    for (const source of [...word.sources.filter(isSecretOrigin), ...file])
      scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: `git ${verb}` })
  }
}
