import { expect, it } from 'vitest'
import type { RecordedLookups } from '../facts/host.ts'
import { type DecisionBasis, decisionInputsLine } from './decision-inputs.ts'

const NONE: RecordedLookups = {
  file: new Map([['/p/a', { kind: 'file', size: 1, executable: false, changedMs: 1794912345678 }]]),
  realPath: new Map(),
  text: new Map(),
  list: new Map(),
  git: new Map(),
  tracked: new Map(),
  which: new Map(),
}

const basisFor = (command: string): DecisionBasis => ({
  sessionId: 's',
  host: 'api',
  mode: 'auto',
  headless: false,
  log: 0,
  denials: undefined,
  own: {},
  platform: 'linux',
  root: '/p',
  called: { command },
})

// A secret may be digits of a number, our own word for an answer, or a part of a name that was looked up.
it.each(['redis-cli -a 1794912 ping', 'redis-cli -a missing ping', 'redis-cli -a changedMs ping'])(
  'what a decision on %s was made on stays JSON',
  (command) => {
    const looked: RecordedLookups = { ...NONE, file: new Map([...NONE.file, ['/p/1794912', { kind: 'missing' }]]) }
    const { line = '' } = decisionInputsLine(basisFor(command), looked, () => '0'.repeat(64)) ?? {}
    const { facts } = JSON.parse(line) as { readonly facts: { readonly file: readonly (readonly [string, object])[] } }
    expect(facts.file.map(([, fact]) => fact)).toEqual([...looked.file.values()])
    if (command.includes('1794912')) expect(JSON.stringify(facts.file.map(([path]) => path))).not.toContain('1794912')
  },
)
