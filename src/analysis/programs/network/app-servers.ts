import type { Spec, SubReader } from '../form/form.ts'

/** A shell of Python with the application at hand. */
const pythonOnInput: SubReader = ({ command: { stdin }, scribe }) =>
  stdin.kind === 'value' ? scribe.runsCode('python', stdin.value, 'flask shell') : 'plain'

/** The migrations of a Flask application are alembic's. */
const migrates: SubReader = ({ command: { args }, scribe }) => {
  const at = args.findIndex(({ text }) => text === 'db')
  return scribe.runs(
    args.slice(at).map((word, index) => (index === 0 ? { ...word, known: 'alembic', text: 'alembic' } : word)),
    'flask db',
  )
}

const SERVER = { machine: true, named: true } as const

/** Servers that people run while they develop, and what is said to them beyond the address: that is read for every program. */
export const APP_SERVERS: readonly Spec[] = [
  {
    ...SERVER,
    names: 'flask',
    rules: [
      ['shell', pythonOnInput],
      ['db', migrates],
      ['**', 'local'],
    ],
    examples: { match: ['flask run --host 0.0.0.0'], pass: ['flask --version', 'flask run'] },
  },
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
