import type { Effect } from '../effects.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import { withCarriedSecrets } from '../interpret/values.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command } from '../words.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** They take such words for files, texts and names of their own. */
const NAME_FAMILIES = createFamilySet('files', 'shell', 'git', 'build', 'packages', 'interpreters')
/** `SECRET.drop.example.net`, with whatever stands around it in an address. */
const HOST_WITH_DATA = /(?:^|[/@])[^\s/]{0,300}\0[^\s/.]{0,100}(?:\.[\w-]{1,63}){2,8}\.?(?=$|[:/?#])/

/** A secret in a host's name is told to whoever answers for its domain, whichever program looks it up. */
export function recordSecretHostNames(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  const { name = '', args } = command
  if (!hasAnyCharacter(charactersIn(args), '\0') || NAME_FAMILIES.has(familyFor(name))) return
  if (stated.some(({ kind }) => kind === 'send-data')) return
  for (const { known, sources } of args) {
    if (!HOST_WITH_DATA.test(known)) continue
    const payload = withCarriedSecrets(sources, recorder.facts).filter(isSecretOrigin)
    if (payload.length === 0) continue
    const host = known.slice(known.lastIndexOf('\0') + 1).replace(/^[^.]*\.|[:/?#].*$/g, '')
    recorder.effect({ kind: 'send-data', host, channel: 'dns', payload, certainty: 'likely' })
    return
  }
}
