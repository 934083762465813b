import type { Effect } from '../../../analysis/effects.ts'
import { collectOptionValues, listPlainOperands } from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { recordFrameworkSql } from '../../../analysis/sql/database.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { environmentOfName } from '../../lexicon/deployment-environments.ts'
import { parseHostPart, recordServerListening } from '../../recipes/script-runs.ts'

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

type CommandKind = 'works' | 'serves' | 'account' | 'code' | 'sql' | Statement

/** Sub-commands of Django's manage.py and Laravel's artisan, and what they do to the application's database. */
const COMMAND_KINDS: readonly (readonly [RegExp, CommandKind, unbounded?: true])[] = [
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
const TEST_SETTINGS_OPTION = /^--(?:env|settings)=(?:[\w.]+\.)?test(?:ing|s)?$/

const DRY_RUN_OR_HELP_OPTION = /^(?:--(?:plan|check|dry-run|pretend|help|version)|-h)$/

export function readFrameworkCommand(
  args: readonly Word[],
  language: 'python' | 'php',
  recorder: EffectRecorder,
  stdin?: Command['stdin'],
): CommandGrade | undefined {
  const name = args.find((word) => !word.known.startsWith('-'))?.text ?? ''
  const [, kind, unbounded = false] = COMMAND_KINDS.find(([names]) => names.test(name)) ?? []
  if (kind === undefined) return undefined
  if (args.some((word) => DRY_RUN_OR_HELP_OPTION.test(word.known))) return 'proven'
  switch (kind) {
    case 'works':
      return 'expected'
    case 'serves':
      return recordServerListening(findServerHost(args), name, recorder)
    case 'account': {
      const what = 'an application account'
      recorder.effect({ kind: 'grant', what, to: name, reach: 'machine', by: name, certainty: 'likely' })
      return 'plain'
    }
    case 'code':
      return weakestGrade(
        runInlineCode(args, language, name, recorder),
        stdin?.kind === 'value' && recorder.runsCode(language, stdin.value, name),
      )
    case 'sql':
      return recordFrameworkSql({ name, args, stdin: stdin ?? { kind: 'inherited' } }, 'unknown', recorder)
    default: {
      // `migrate app zero` takes back every migration, and the tables with them.
      const zero = name === 'migrate' && args.some((word) => word.text === 'zero')
      const environment = args.some((word) => environmentOfName(word.known) === 'production')
      recorder.effect({
        kind: 'database-change',
        engine: 'application',
        statement: zero ? 'drop' : kind,
        unbounded: zero || unbounded,
        reach: environment ? 'remote' : 'unknown',
        target: args.some((word) => TEST_SETTINGS_OPTION.test(word.known)) ? `test ${name}` : name,
        by: name,
      })
      return unbounded || zero || environment ? 'plain' : 'expected'
    }
  }
}

function findServerHost(args: readonly Word[]): string | undefined {
  const given = collectOptionValues(args, ['--host'])[0]?.text
  if (given !== undefined) return given
  const operand = listPlainOperands(args)[1]
  return operand === '0' ? '0.0.0.0' : parseHostPart(operand)
}

function runInlineCode(
  args: readonly Word[],
  language: 'python' | 'php',
  name: string,
  recorder: EffectRecorder,
): CommandGrade {
  const [code] = collectOptionValues(args, ['-c', '--command', '--execute'])
  return code ? recorder.runsCode(language, code, name) : 'plain'
}

export const FRAMEWORK_PROGRAMS: readonly Program[] = (['artisan php', 'django-admin python'] as const).map((both) => ({
  names: both.split(' ').slice(0, 1),
  read: ({ args, stdin }, recorder) =>
    readFrameworkCommand(args, both === 'artisan php' ? 'php' : 'python', recorder, stdin) ?? 'unknown',
}))
