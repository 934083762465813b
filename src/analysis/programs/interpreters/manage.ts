import type { Effect } from '../../effects.ts'
import { stageOfName } from '../../stages.ts'
import type { Command, Word } from '../../words.ts'
import { optionValues, plainNames } from '../build/tool.ts'
import { stateGivenSql } from '../data/database.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { hostPart, listens } from './scripts.ts'

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

type Kind = 'works' | 'serves' | 'account' | 'code' | 'sql' | Statement

/** Sub-commands of Django's manage.py and Laravel's artisan, and what they do to the application's database. */
const VERBS: readonly (readonly [RegExp, Kind, unbounded?: true])[] = [
  [
    /^(?:check|showmigrations|sqlmigrate|sqlflush|sqlsequencereset|diffsettings|inspectdb|dumpdata|help|version|list|about|env|route:list|migrate:status|schedule:list|findstatic|makemigrations|test|collectstatic|startapp|startproject|compilemessages|makemessages|squashmigrations|config:cache|config:clear|cache:clear|view:clear|route:clear|route:cache|optimize|optimize:clear|key:generate|storage:link|vendor:publish)$/,
    'works',
  ],
  [/^migrate(?::rollback)?$/, 'alter'],
  [/^(?:reset_db|reset_schema|migrate:(?:fresh|refresh|reset)|db:wipe)$/, 'drop', true],
  [/^(?:flush|queue:clear|queue:flush)$/, 'flush', true],
  [/^(?:loaddata|db:seed)$/, 'insert'],
  [/^clearsessions$/, 'delete'],
  [/^db(?:shell)?$/, 'sql'],
  [/^(?:runserver|runserver_plus|serve)$/, 'serves'],
  [/^(?:createsuperuser|changepassword)$/, 'account'],
  [/^(?:shell|shell_plus|tinker)$/, 'code'],
]

/** Settings of the tests: their database is made for them. */
const TESTING = /^--(?:env|settings)=(?:[\w.]+\.)?test(?:ing|s)?$/

const DRY = /^(?:--(?:plan|check|dry-run|pretend|help|version)|-h)$/

export function readManage(
  args: readonly Word[],
  language: 'python' | 'php',
  scribe: Scribe,
  stdin?: Command['stdin'],
): Standing | undefined {
  const name = args.find((word) => !word.known.startsWith('-'))?.text ?? ''
  const [, kind, unbounded = false] = VERBS.find(([names]) => names.test(name)) ?? []
  if (kind === undefined) return undefined
  if (args.some((word) => DRY.test(word.known))) return 'proven'
  switch (kind) {
    case 'works':
      return 'expected'
    case 'serves':
      return listens(serverHost(args), name, scribe)
    case 'account': {
      const what = 'an application account'
      scribe.effect({ kind: 'grant', what, to: name, reach: 'machine', by: name, certainty: 'likely' })
      return 'plain'
    }
    case 'code':
      return weakest(
        runsInline(args, language, name, scribe),
        stdin?.kind === 'value' && scribe.runsCode(language, stdin.value, name),
      )
    case 'sql':
      return stateGivenSql({ name, args, stdin: stdin ?? { kind: 'inherited' } }, 'unknown', scribe)
    default: {
      // `migrate app zero` takes back every migration, and the tables with them.
      const zero = name === 'migrate' && args.some((word) => word.text === 'zero')
      const stage = args.some((word) => stageOfName(word.known) === 'production')
      scribe.effect({
        kind: 'database-change',
        engine: 'application',
        statement: zero ? 'drop' : kind,
        unbounded: zero || unbounded,
        reach: stage ? 'remote' : 'unknown',
        target: args.some((word) => TESTING.test(word.known)) ? `test ${name}` : name,
        by: name,
      })
      return unbounded || zero || stage ? 'plain' : 'expected'
    }
  }
}

function serverHost(args: readonly Word[]): string | undefined {
  const given = optionValues(args, ['--host'])[0]?.text
  if (given !== undefined) return given
  const operand = plainNames(args)[1]
  return operand === '0' ? '0.0.0.0' : hostPart(operand)
}

function runsInline(args: readonly Word[], language: 'python' | 'php', name: string, scribe: Scribe): Standing {
  const [code] = optionValues(args, ['-c', '--command', '--execute'])
  return code ? scribe.runsCode(language, code, name) : 'plain'
}

export const MANAGERS: readonly Program[] = (['artisan php', 'django-admin python'] as const).map((both) => ({
  names: both.split(' ').slice(0, 1),
  read: ({ args, stdin }, scribe) =>
    readManage(args, both === 'artisan php' ? 'php' : 'python', scribe, stdin) ?? 'unknown',
}))
