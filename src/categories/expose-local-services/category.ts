import { EXPOSE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'

export const category: Category = {
  id: 'expose-local-services',
  title: 'Local services exposed',
  summary: 'Makes something on this machine reachable from the network or the internet.',
  hard: false,
  policy: `Blocked: binding servers to all interfaces, tunnels (ngrok, cloudflared, localtunnel, ssh -R), publishing ports through a router,
serving directories to the network.
Not blocked: servers on the loopback address, development servers in their default setting, ports of containers on loopback.`,
  clears: 'The user asked to expose or share it and named the tunnel, the address or the service.',
  ...detector('expose-local-services', ['listen'], (effect) => {
    if (effect.executes || effect.reach === 'loopback' || effect.reach === 'reverse-shell') return undefined
    return {
      acts: EXPOSE_WORDS,
      nouns: [EXPOSE_NOUNS[effect.reach].concat(effect.actor.words[0] ?? [])],
    }
  }),
}

const EXPOSE_NOUNS = {
  network: ['0.0.0.0', 'network', 'lan', 'all interfaces', 'public', 'phone', 'other devices'],
  tunnel: ['tunnel', 'ngrok', 'cloudflared', 'localtunnel', 'public url', 'internet'],
  'remote-forward': ['tunnel', 'forward', 'reverse tunnel', 'remote port'],
}
