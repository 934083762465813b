import type { Run } from '../code/run/run.ts'
import type { EffectKind } from '../effects.ts'
import { writesOf } from '../programs/network/ssh.ts'
import type { Scribe } from '../programs/program.ts'

/** What leaves another machine as it was. */
const LOOKS: ReadonlySet<EffectKind> = new Set<EffectKind>([
  'read-path',
  'connect',
  'run-code',
  'expose-secret',
  'observe',
])

/** Does what is run on another machine change something there? Nothing of it is stated as done here. */
export function writesThere(run: Run, host: string, work: () => void): 'yes' | 'unknown' {
  const { scribe } = run
  const place = { kind: 'remote', name: host } as const
  let writes: 'yes' | 'unknown' = 'unknown'
  const there: Scribe = {
    ...scribe,
    effect: ({ kind }) => {
      if (!LOOKS.has(kind)) writes = 'yes'
    },
    runs: (words, wrapper) => {
      const standing = scribe.runs(words, wrapper, { place })
      if (writesOf(standing) === 'yes') writes = 'yes'
      return standing
    },
    runsShell: (text, wrapper) => scribe.runsShell(text, wrapper, { place }),
  }
  run.scribe = there
  try {
    work()
  } finally {
    run.scribe = scribe
  }
  return writes
}
