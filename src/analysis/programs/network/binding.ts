import type { Word } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** Every address of this machine, as a server is told to bind it: alone, with a port, behind an option or a scheme. */
const EVERYWHERE = /^(?:--?[A-Za-z][\w.-]*=)?(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|\[::\]|::|0)(?::\d+)?\/?$/

/** Options that stand before such an address. */
const BINDS =
  /^(?:-[abhHl]|--(?:host|hostname|bind|bind-all|bind_ip|bind-addr|bind-address|ip|addr|address|dev-addr|listen|interface|server\.address|public-host|ServerApp\.ip|NotebookApp\.ip))$/

/** Does this command line bind a server to every address of the machine? */
export function bindsEverywhere(words: readonly Word[]): boolean {
  return words.some((word, at) => {
    const text = word.known
    if (/^--bind_ip_all$/.test(text)) return true
    if (!EVERYWHERE.test(text)) return false
    if (/^(?:::|0)(?::\d+)?$/.test(text)) return BINDS.test(words[at - 1]?.known ?? '')
    return true
  })
}

/** States that a server is reachable from the network when its words say so. */
export function stateBinding(words: readonly Word[], by: string, scribe: Scribe): void {
  if (bindsEverywhere(words))
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by })
}
