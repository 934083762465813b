import type { Effect } from '../../effects.ts'
import { stageOfName } from '../../stages.ts'
import type { Command, Word } from '../../words.ts'
import { stateGivenSql } from '../data/database.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { hostPart, listens } from './scripts.ts'

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

type Verb =
  | { readonly kind: 'looks' | 'works' | 'serves' | 'account' | 'code' | 'sql' }
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
  ['reset_schema', change('drop', true)],
  ['dbshell', { kind: 'sql' }],
  ['db', { kind: 'sql' }],
  ['runserver', { kind: 'serves' }],
  ['runserver_plus', { kind: 'serves' }],
  ['serve', { kind: 'serves' }],
  ['createsuperuser', { kind: 'account' }],
  ['changepassword', { kind: 'account' }],
  ['shell', { kind: 'code' }],
  ['shell_plus', { kind: 'code' }],
  ['tinker', { kind: 'code' }],
])

/** Settings of the tests: their database is made for them. */
const TESTING = /^--(?:env|settings)=(?:[\w.]+\.)?test(?:ing|s)?$/

const DRY = new Set(['--plan', '--check', '--dry-run', '--pretend', '--help', '-h', '--version'])

/** A framework's own command line; undefined when the sub-command is not known. */
export function readManage(
  args: readonly Word[],
  language: 'python' | 'php',
  scribe: Scribe,
  stdin?: Command['stdin'],
): Standing | undefined {
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
      return weakest(
        runsInline(args, language, name, scribe),
        stdin?.kind === 'value' ? scribe.runsCode(language, stdin.value, name) : 'proven',
      )
    case 'sql':
      return stateGivenSql({ name, args, stdin: stdin ?? { kind: 'inherited' } }, 'unknown', scribe)
    case 'database': {
      // `migrate app zero` takes back every migration, and the tables with them.
      const zero = name === 'migrate' && args.some((word) => word.text === 'zero')
      const stage = args.some((word) => stageOfName(word.known) === 'production')
      scribe.effect({
        kind: 'database-change',
        engine: 'application',
        statement: zero ? 'drop' : verb.statement,
        unbounded: zero || verb.unbounded,
        reach: stage ? 'remote' : 'unknown',
        target: args.some((word) => TESTING.test(word.known)) ? `test ${name}` : name,
        by: name,
      })
      return verb.unbounded || zero || stage ? 'plain' : 'expected'
    }
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

/** Laravel's commands by their own name. */
export const ARTISAN: Program = {
  names: ['artisan'],
  read: (command, scribe) => readManage(command.args, 'php', scribe, command.stdin) ?? 'unknown',
}

/** Django's commands without a project's own starter. */
export const DJANGO_ADMIN: Program = {
  names: ['django-admin'],
  read: (command, scribe) => readManage(command.args, 'python', scribe, command.stdin) ?? 'unknown',
}
