import { basename } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { hasOwnDatabase } from '../sql/bound-database.ts'
import type { Command } from '../words.ts'
import { spend } from './frame.ts'
import { fileText } from './overlay.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const MIGRATES = /(?:^|[\s/:_-])(?:migrat(?:e|es|ion|ions)|upgrade|db:seed|seed)(?=$|[\s:_-])/i
const ONLY_LOOKS =
  /makemigrations|showmigrations|sqlmigrate|(?:^|[\s:])(?:status|history|current|info|validate|check|create|generate|new|make:\w+|list)(?:\s|$)|--(?:plan|check|fake\S*|pretend|sql)(?:\s|$)/i
const MIGRATION_FILE = /(?:^|\/)(?:migrations?|migrate|versions|seeds?|seeders?|db)\/(?:[^/]+\/)?[^/]+\.\w+$/i
/** All tables, or all classes of rows, by what lists them. */
const LISTS_TABLES =
  /table_?names|information_schema|pg_(?:catalog\.)?(?:tables|class)\b|sqlite_(?:master|schema)|show\s{1,4}(?:full\s{1,4})?tables|get_?(?:all_?)?(?:models|tables)|sorted_tables|entity_?metadatas?|(?:connection|metadata|schema|db|inspector|builder)\.(?:get)?(?:all_?)?tables|\.models\b|listTables|sys\.tables|user_tables|ApplicationRecord\.descendants|listCollections|collection_?names/i
/** Rows or tables of a name that is not written out. */
const EMPTIES_NAMED = [
  String.raw`(?:delete\s{1,4}from|truncate(?:\s{1,4}table)?|drop\s{1,4}table(?:\s{1,4}if\s{1,4}exists)?)\s{0,4}(?:only\s{1,4})?["'\`\\[]{0,3}\s{0,4}(?:%[(s]|\{|\$\{|#\{|["'\`]?\s{0,4}(?:\+|\.|\|\||,)|\$\w)`,
  String.raw`->truncate\(|\.truncate\(|\.truncate_table|\.deleteMany\(\s{0,4}(?:\{\s{0,4}\})?\s{0,4}\)|\.delete_?all\b|\.objects\.all\(\)\.(?:_raw_)?delete\(|\.all\(\)\.delete\(|\.destroy_all\b|drop_?all\(|\.delete\(\)\s{0,4}(?:\)|$)|\.destroy\(\s{0,4}\{[^}]{0,60}truncate`,
]
const EMPTIES = new RegExp(EMPTIES_NAMED.join('|'), 'im')
const LETTERS_PER_UNIT = 100

/** A migration of this session that lists the tables and empties what it lists, is run: whose database it is, nobody said. */
export function recordSessionMigrations(command: Command, grade: CommandGrade, recorder: CoreRecorder): void {
  const { frame, facts } = recorder
  const { name = '', args } = command
  if (grade === 'proven' || frame.place !== 'here' || frame.maybe || isHelpOrDryRun(command)) return
  const line = [basename(name), ...args.map(({ known }) => known)].join(' ').slice(0, 2_000)
  if (!MIGRATES.test(line) || ONLY_LOOKS.test(line) || hasOwnDatabase(command, facts)) return
  const below = `${facts.projectRoot}/`
  for (const files of [facts.session.written, frame.analysis.overlay.files])
    for (const path of files.keys()) {
      if (!path.startsWith(below) || !MIGRATION_FILE.test(path)) continue
      const { text } = fileText(frame.analysis.overlay, facts, path)
      if (text === undefined || !spend(frame, Math.ceil(text.length / LETTERS_PER_UNIT), command.span)) continue
      if (!LISTS_TABLES.test(text) || !EMPTIES.test(text)) continue
      recorder.effect({
        kind: 'database-change',
        engine: 'application',
        statement: 'truncate',
        unbounded: true,
        reach: 'unknown',
        target: 'every table',
        by: basename(path),
        certainty: 'likely',
      })
      return
    }
}
