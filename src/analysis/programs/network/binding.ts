import { addressOf } from '../../hosts.ts'
import type { Word } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** Every address of this machine, as a server is told to bind it: alone, with a port, behind an option or a scheme. */
const EVERYWHERE = /^(?:--?[A-Za-z][\w.-]*=)?(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|\[::\]|::|0)(?::\d+)?\/?$/

/** Options that stand before such an address. */
const BINDS =
  /^(?:-[abhHl]|--(?:host|hostname|bind|bind-all|bind_ip|bind-addr|bind-address|ip|addr|address|dev-addr|listen|interface|server\.address|public-host|ServerApp\.ip|NotebookApp\.ip))$/

/** An option that says so by itself: `--bind_ip_all`. */
export const BINDS_ALL = /^--?(?:bind|listen)[\w-]*[-_]all$/

export function bindsEverywhere(words: readonly Word[]): boolean {
  return words.some((word, at) => {
    const text = word.known
    if (BINDS_ALL.test(text)) return true
    if (!EVERYWHERE.test(text)) return false
    // A plain zero is a number first: `--max-warnings=0`.
    const [, option = words[at - 1]?.known ?? '', value = text] = /^(--?[A-Za-z][\w.-]*)=(.*)$/s.exec(text) ?? []
    return !/^(?:::|0)(?::\d+)?$/.test(value) || BINDS.test(option)
  })
}

/** Options, by their whole names, that say which address a server binds. */
const BINDS_TO =
  /^(?:-l|-b|--(?:host|hostname|bind|bind-addr|bind-address|addr|address|listen|listen-address|interface))$/

export function bindsOnlyHere(words: readonly Word[]): boolean {
  const bound = words.flatMap(({ known }, at) => {
    const [, option = words[at - 1]?.known ?? '', value = known] = /^(--?[\w-]+)=(.*)$/s.exec(known) ?? []
    return BINDS_TO.test(option) ? [value] : []
  })
  return bound.length > 0 && bound.every(isHere) && !bindsEverywhere(words)
}

function isHere(text: string): boolean {
  const host = text.replace(/^[a-z]+:\/\//, '').replace(/:\d+\/?$/, '')
  return /^lo\d?$/.test(host) || (host !== '0.0.0.0' && addressOf(host) === 'loopback')
}

export function stateBinding(words: readonly Word[], by: string, scribe: Scribe): void {
  if (bindsEverywhere(words))
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by })
}
