import { type ChangeVerb, meaningOf } from '../../verbs.ts'
import type { FormAct } from './deeds.ts'

/** What a command of an unknown service does, by the verb in its name: `describe-instances`, `instances delete`. */
export function genericVerb(path: string): readonly FormAct[] | undefined {
  const words = path.split(' ').slice(0, 5)
  const candidates = [...words.slice(1), words[0] ?? '']
  for (const [at, word] of candidates.entries()) {
    const verb = verbOf(word)
    if (verb === 'read' && NOUNS.test(word.split('-')[0] ?? word) && candidates.slice(at + 1, -1).some(isChange))
      continue
    if (verb === 'read') return [{ is: 'read', certainty: 'certain' }]
    if (verb)
      return [
        { is: 'change', verb, mass: verb === 'purge' ? true : undefined, certainty: 'certain', family: undefined },
      ]
  }
  return undefined
}

/** Words that name things as often as they ask for them: `monitor metrics alert delete`. */
const NOUNS = /^(?:metrics|logs?|images?|regions?|sizes?|plans?|versions?|history|dashboard|status|graph|test|stat)$/i

function isChange(word: string): boolean {
  const change = verbOf(word)
  return change !== undefined && change !== 'read'
}

export function isVerb(word: string): boolean {
  return verbOf(word) !== undefined
}

function verbOf(word: string): ChangeVerb | 'read' | undefined {
  // `DeleteInstance` reads like `delete-instance`.
  const text = word
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .replace(/^(?:batch|bulk|transact)-(?=[a-z])/, '')
  const first = text.split(/[-:]/)[0] ?? ''
  const last = text.split(':').at(-1) ?? ''
  const end = text.split('-').at(-1) ?? ''
  return (
    meaningOf(text)?.change ??
    // `run:list`: behind a colon stands what is done.
    meaningOf(last.split('-')[0] ?? '')?.change ??
    meaningOf(first)?.change ??
    // `service-instance-delete`: some tools put the verb last.
    (meaningOf(end)?.change === 'delete' ? 'delete' : undefined)
  )
}
