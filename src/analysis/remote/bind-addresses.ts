import type { EffectRecorder } from '../interpret/program.ts'
import type { Word } from '../words.ts'
import { classifyHost } from './hosts.ts'

/** Every address of this machine, as a server is told to bind it: alone, with a port, behind an option or a scheme. */
const ALL_INTERFACES = /^(?:--?[A-Za-z][\w.-]*=)?(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|\[::\]|::|0)(?::\d+)?\/?$/

/** Options that stand before such an address. */
const BIND_OPTION =
  /^(?:-[abhHl]|--(?:host|hostname|bind|bind-all|bind_ip|bind-addr|bind-address|ip|addr|address|dev-addr|listen|interface|server\.address|public-host|ServerApp\.ip|NotebookApp\.ip))$/

/** An option that says so by itself: `--bind_ip_all`. */
export const BIND_ALL_OPTION = /^--?(?:bind|listen)[\w-]*[-_]all$/

function bindsAllInterfaces(words: readonly Word[]): boolean {
  return words.some((word, at) => {
    const text = word.known
    if (BIND_ALL_OPTION.test(text)) return true
    if (!ALL_INTERFACES.test(text)) return false
    // A plain zero is a number first: `--max-warnings=0`.
    const [, option = words[at - 1]?.known ?? '', value = text] = /^(--?[A-Za-z][\w.-]*)=(.*)$/s.exec(text) ?? []
    return !/^(?:::|0)(?::\d+)?$/.test(value) || BIND_OPTION.test(option)
  })
}

/** Options, by their whole names, that say which address a server binds. */
const BIND_ADDRESS_OPTION =
  /^(?:-l|-b|--(?:host|hostname|bind|bind-addr|bind-address|addr|address|listen|listen-address|interface))$/

export function bindsOnlyLoopback(words: readonly Word[]): boolean {
  const bound = words.flatMap(({ known }, at) => {
    const [, option = words[at - 1]?.known ?? '', value = known] = /^(--?[\w-]+)=(.*)$/s.exec(known) ?? []
    return BIND_ADDRESS_OPTION.test(option) ? [value] : []
  })
  return bound.length > 0 && bound.every(isLoopbackBind) && !bindsAllInterfaces(words)
}

function isLoopbackBind(text: string): boolean {
  const host = text.replace(/^[a-z]+:\/\//, '').replace(/:\d+\/?$/, '')
  return /^lo\d?$/.test(host) || (host !== '0.0.0.0' && classifyHost(host) === 'loopback')
}

export function recordBinding(words: readonly Word[], by: string, recorder: EffectRecorder): void {
  if (bindsAllInterfaces(words))
    recorder.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by })
}
