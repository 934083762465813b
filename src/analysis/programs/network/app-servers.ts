import type { Spec } from '../form/form.ts'

const SERVER = { machine: true, named: true } as const

/** Servers that people run while they develop, and what is said to them beyond the address: that is read for every program. */
export const APP_SERVERS: readonly Spec[] = [
  {
    ...SERVER,
    names: 'redis-server',
    options: '--protected-mode:',
    rules: [
      ['--protected-mode=no', 'weaken authentication redis-server protected mode'],
      ['**', 'local'],
    ],
    examples: { match: ['redis-server --protected-mode no'], pass: ['redis-server --port 6380'] },
  },
  {
    ...SERVER,
    names: 'jupyter',
    rules: [
      ['--*.token= --*.password=', 'weaken authentication jupyter token'],
      ['**', 'local'],
    ],
    examples: { match: ['jupyter lab --ServerApp.token='], pass: ['jupyter lab'] },
  },
]
