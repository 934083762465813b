import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkCommand } from 'cc-safety-net/api'
import { scratchDirectory } from '../frame/scratch.ts'
import type { Peer, PeerAnswer } from './peer.ts'

const PRESETS = ['standard', 'strict', 'paranoid'] as const

/** Where a peer believes it is: a home of its own, so that no settings of this machine count. */
export interface PeerPlace {
  readonly home: string
  readonly cwd: string
}

/** A home outside the temporary directories: tools treat those more loosely. */
export function peerPlace(results: string): PeerPlace {
  const home = scratchDirectory(results, 'home')
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  spawnSync('git', ['init', '-q', cwd], { env: { PATH: '/usr/bin:/bin', HOME: home } })
  return { home, cwd }
}

/** Its three presets, in this process. It reads its preset and home from the environment at every check. */
export function safetyNets(place: PeerPlace): readonly Peer[] {
  return PRESETS.map((preset) => ({
    name: `cc-safety-net ${preset}`,
    check: ({ tool, input }): PeerAnswer => {
      const command = input['command']
      if (tool !== 'Bash' || typeof command !== 'string') return 'no opinion'
      if (command.trim() === '') return 'allow'
      return within({ HOME: place.home, CC_SAFETY_NET_LEVEL: preset }, () => {
        const moved = command.replaceAll(/\/home\/(?:user|dev)(?![\w-])/g, place.home)
        return checkCommand({ command: moved, cwd: place.cwd }).kind
      })
    },
  }))
}

/** Runs with these variables set, and puts back what was there. */
function within<T>(variables: Readonly<Record<string, string>>, run: () => T): T {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    return run()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
