import type { Effect } from '../../effects.ts'
import type { Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { hostPart, listens } from './scripts.ts'

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

type Verb =
  | { readonly kind: 'looks' | 'works' | 'serves' | 'account' | 'code' }
  | { readonly kind: 'database'; readonly statement: Statement; readonly unbounded: boolean }

const change = (statement: Statement, unbounded: boolean): Verb => ({ kind: 'database', statement, unbounded })
const LOOKS: Verb = { kind: 'looks' }
const WORKS: Verb = { kind: 'works' }

/** Sub-commands of Django's manage.py and Laravel's artisan. */
const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ...'check showmigrations sqlmigrate sqlflush diffsettings inspectdb dumpdata help version list about env route:list migrate:status schedule:list findstatic'
    .split(' ')
    .map((name) => [name, LOOKS] as const),
  ...'makemigrations test collectstatic startapp startproject compilemessages makemessages squashmigrations config:cache config:clear cache:clear view:clear route:clear route:cache optimize optimize:clear key:generate storage:link vendor:publish'
    .split(' ')
    .map((name) => [name, WORKS] as const),
  ['migrate', change('alter', false)],
  ['migrate:rollback', change('alter', false)],
  ['flush', change('flush', true)],
  ['reset_db', change('drop', true)],
  ['migrate:fresh', change('drop', true)],
  ['migrate:refresh', change('drop', true)],
  ['migrate:reset', change('drop', true)],
  ['db:wipe', change('drop', true)],
  ['sqlsequencereset', LOOKS],
  ['loaddata', change('insert', false)],
  ['db:seed', change('insert', false)],
  ['clearsessions', change('delete', false)],
  ['queue:clear', change('flush', true)],
  ['queue:flush', change('flush', true)],
  ['runserver', { kind: 'serves' }],
  ['runserver_plus', { kind: 'serves' }],
  ['serve', { kind: 'serves' }],
  ['createsuperuser', { kind: 'account' }],
  ['changepassword', { kind: 'account' }],
  ['shell', { kind: 'code' }],
  ['shell_plus', { kind: 'code' }],
  ['tinker', { kind: 'code' }],
])

const DRY = new Set(['--plan', '--check', '--dry-run', '--pretend', '--help', '-h', '--version'])

/** A framework's own command line; undefined when the sub-command is not known. */
export function readManage(args: readonly Word[], language: 'python' | 'php', scribe: Scribe): Standing | undefined {
  const name = args.find((word) => !word.known.startsWith('-'))?.text
  const verb = name === undefined ? undefined : VERBS.get(name)
  if (!verb || name === undefined) return undefined
  if (args.some((word) => DRY.has(word.known))) return 'proven'
  switch (verb.kind) {
    case 'looks':
      return 'expected'
    case 'works':
      return 'expected'
    case 'serves':
      return listens(serverHost(args), name, scribe)
    case 'account':
      scribe.effect({
        kind: 'grant',
        what: 'an application account',
        to: name,
        reach: 'machine',
        by: name,
        certainty: 'likely',
      })
      return 'plain'
    case 'code':
      return runsInline(args, language, name, scribe)
    case 'database':
      scribe.effect({
        kind: 'database-change',
        engine: 'application',
        statement: verb.statement,
        unbounded: verb.unbounded,
        reach: 'unknown',
        target: name,
        by: name,
      })
      return verb.unbounded ? 'plain' : 'expected'
  }
}

function serverHost(args: readonly Word[]): string | undefined {
  const flag = args.findIndex((word) => word.known === '--host')
  const given = flag >= 0 ? args[flag + 1]?.text : args.find((word) => word.known.startsWith('--host='))?.text?.slice(7)
  if (given !== undefined) return given
  const operand = args.filter((word) => !word.known.startsWith('-'))[1]?.text
  return operand === '0' ? '0.0.0.0' : hostPart(operand)
}

function runsInline(args: readonly Word[], language: 'python' | 'php', name: string, scribe: Scribe): Standing {
  const at = args.findIndex((word) => /^(?:-c|--command|--execute)$/.test(word.known))
  const joined = args.find((word) => /^--(?:command|execute)=/.test(word.known))
  const code = at >= 0 ? args[at + 1] : joined
  if (!code) return 'plain'
  const text = code === joined ? code.text?.slice(code.known.indexOf('=') + 1) : code.text
  return scribe.runsCode(language, { text, sources: code.sources }, name)
}
