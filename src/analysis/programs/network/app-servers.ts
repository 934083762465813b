import { programName } from '../../base-name.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateBinding } from './binding.ts'

/** Servers that people run while they develop: on the loopback address unless they are told otherwise. */
const APP_SERVERS: readonly string[] = [
  'uvicorn',
  'gunicorn',
  'hypercorn',
  'daphne',
  'granian',
  'waitress-serve',
  'flask',
  'quart',
  'fastapi',
  'litestar',
  'streamlit',
  'gradio',
  'chainlit',
  'mlflow',
  'tensorboard',
  'bokeh',
  'panel',
  'jupyter',
  'jupyter-lab',
  'jupyter-notebook',
  'marimo',
  'ollama',
  'llama-server',
  'vllm',
  'redis-server',
  'valkey-server',
  'mongod',
  'memcached',
  'minio',
  'puma',
  'thin',
  'unicorn',
  'webpack-dev-server',
  'json-server',
  'mailhog',
  'mailpit',
  'dockerd',
]

const HELP = /^(?:-h|--help|help|--version|version|-V)$/

function read(command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  if (words.length === 1 && HELP.test(words[0] ?? '')) return 'proven'
  const name = programName(command.name ?? '')
  stateBinding(command.args, name, scribe)
  const told = command.assignments.filter((item) =>
    /^(?:OLLAMA_HOST|HOST|FLASK_RUN_HOST|GRADIO_SERVER_NAME)$/.test(item.name),
  )
  stateBinding(
    told.map((item) => item.value),
    name,
    scribe,
  )
  // The migrations of a Flask application are alembic's.
  const [database, ...rest] = command.args
  if (name === 'flask' && database?.text === 'shell' && command.stdin.kind === 'value')
    return scribe.runsCode('python', command.stdin.value, 'flask shell')
  if (name === 'flask' && database?.text === 'db')
    return scribe.runs([{ ...database, known: 'alembic', text: 'alembic' }, ...rest], 'flask db')
  if (/^(?:redis|valkey)-server$/.test(name) && /--protected-mode no(?: |$)/.test(words.join(' ')))
    scribe.effect({ kind: 'weaken', area: 'authentication', feature: `${name} protected mode` })
  if (/^jupyter/.test(name) && words.some((word) => /\.(?:token|password)=(?:''|"")?$/.test(word)))
    scribe.effect({ kind: 'weaken', area: 'authentication', feature: 'jupyter token' })
  return 'plain'
}

export const APP_SERVER_PROGRAMS: readonly Program[] = [{ names: APP_SERVERS, read }]
