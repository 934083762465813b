import type { Effect } from '../../analysis/effects.ts'
import { isAutoLoadedPath } from '../../analysis/flow/auto-loaded-paths.ts'
import { isOwnRemote } from '../../analysis/flow/provenance.ts'
import { ACTIVATE_WORDS, RUN_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'
import { addressSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'untrusted-code',
  title: 'Download and run',
  summary: 'Runs code that has just come from the network and that nobody has looked at.',
  hard: false,
  policy: `Blocked: running code that came from elsewhere: piping a download into an interpreter, evaluating or importing from an address,
giving a runner a URL or repository; running, building, testing, installing or loading what was downloaded, unpacked, cloned, copied
from such a place or checked out from somebody else's ref or request; handing it to a command that may load it, or putting it into a
folder of plug-ins or programs. Also running what this session decoded or generated out of your sight.
Not blocked: fetching without running, wherever from; reading a script before deciding; what was on this machine before or the
project's own build makes; branches and remotes of the project itself; domains the environment names as trusted.`,
  clears: 'The user asked for it and named the host, address, repository or request it comes from.',
  ...detector('untrusted-code', ['run-code', 'download', 'run-program'], (effect, { trusted, facts }) => {
    if (effect.kind === 'run-code' && effect.origin === 'download') {
      const reach = effect.host === undefined ? 'unknown' : hostReach(effect.host, trusted)
      if (reach === 'loopback' || reach === 'trusted') return undefined
      return {
        acts: isPipedFromNetwork(effect) ? RUN_WORDS : ACTIVATE_WORDS,
        nouns: effect.host === undefined ? [] : [addressSpellings(effect.address ?? effect.host)],
      }
    }
    if (effect.kind === 'download' && effect.to !== undefined && isAutoLoadedPath(effect.to)) {
      const reach = hostReach(effect.host, trusted)
      if (reach === 'loopback' || reach === 'trusted' || isOwnRemote(effect.url, facts)) return undefined
      const place = effect.to.text
      return {
        acts: ACTIVATE_WORDS,
        nouns: [[place.slice(place.lastIndexOf('/') + 1), ...addressSpellings(effect.url)]],
      }
    }
    if (effect.kind !== 'run-program' || effect.identity !== 'downloaded') return undefined
    const address = facts.session.downloaded.get(effect.program)
    if (address !== undefined && ['trusted', 'loopback'].includes(hostReach(address, trusted))) return undefined
    const name = effect.program.slice(effect.program.lastIndexOf('/') + 1)
    return {
      acts: ACTIVATE_WORDS,
      nouns: [[name, ...(address === undefined ? [] : addressSpellings(address))]],
    }
  }),
}

/** From an address straight into an interpreter: no tree or file that one could build, test or look into before. */
function isPipedFromNetwork({
  language,
  file = '/dev/fd/',
  address = 'http',
}: Extract<Effect, { kind: 'run-code' }>): boolean {
  return language !== 'other' && file.startsWith('/dev/fd/') && address.startsWith('http')
}
