import { type VerbClass, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { SqlStatementKind } from '../interpret/spec.ts'

/** A function that changes something on the server, though the statement only asks for its value. */
export interface SideEffectCall {
  readonly name: string
  readonly statement: SqlStatementKind
  /** It is handed a statement and runs it. */
  readonly runs: boolean
}

/** A name and its opening bracket; the length is bounded so that the scan stays linear. */
const FUNCTION_CALL = /(?<![\w.$])([a-z_][\w$]{0,80}(?:\.[a-z_][\w$]{0,80}){0,2})\s{0,4}\(/g

/** Functions of a type work on values: `json_remove`, `array_drop`, `regexp_replace`. */
const VALUE_FUNCTION_PREFIX =
  /^(?:jsonb?|arrays?|lists?|maps?|hstore|str|string|text|regexp?|xml|bit|num|int|date|time|timestamp|range|multirange|row|tuple|struct|variant|object|url|path|is|has|was|can|should|last|next|first|num|total|sum|avg|min|max|to|from|as)$/
/** Acts that no function on values is called by. */
const UNAMBIGUOUS_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>(['destroy', 'cancel', 'restart'])
/** The same, said by verbs that stand for something small elsewhere; `clean_text` and `remove_accents` are no such. */
const SERIOUS_VERB =
  /^(?:unlink|evict|revoke|kill|flush|reset|prune|detach|deregister|promote|rotate|unschedule|setval)$/
/** Said of values as well: an act where the call is all that is asked for. */
const STANDALONE_CALL_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>([
  'remove',
  'create',
  'update',
  'grant',
  'migrate',
  'deploy',
])
const TEXT_FUNCTION_VERB =
  /^(?:clean|clear|empty|copy|new|tag|set|link|restore|request|import|put|down|lock|unlock|revert|mark)$/
const STATEMENT_RUNNING_VERB = /^(?:exec|execute|execsql|runsql)$/
/** All a statement asks for is what one call gives. */
const SINGLE_CALL_STATEMENT = /^(?:(?:select|values|perform|call|exec|execute)\s*\(?\s*)?[\w.$]+\s*\((?!.*\bfrom\b)/

/** The functions in a statement whose names say that they act. `code` in lower case, strings emptied. */
export function findSideEffectCalls(code: string): readonly SideEffectCall[] {
  const alone = SINGLE_CALL_STATEMENT.test(code)
  const names = new Set(Array.from(code.matchAll(FUNCTION_CALL), ([, name = '']) => name))
  return [...names].flatMap((name) => classifyCall(name, alone) ?? [])
}

function classifyCall(name: string, alone: boolean): SideEffectCall | undefined {
  const words = wordsOf(name.slice(name.lastIndexOf('.') + 1))
  // `truncate(x, 2)` and `replace(…)` are arithmetic and text; a name of its own has a verb and a thing.
  const compound = words.length > 1 || name.includes('.') || words[0] === 'setval'
  if (!compound || VALUE_FUNCTION_PREFIX.test(words[0] ?? '')) return undefined
  const verb = words.find(
    (word) => SERIOUS_VERB.test(word) || STATEMENT_RUNNING_VERB.test(word) || verbMeaning(word) !== undefined,
  )
  if (verb === undefined) return undefined
  const runs = STATEMENT_RUNNING_VERB.test(verb)
  const act = verbMeaning(verb)?.act
  const acts =
    runs ||
    SERIOUS_VERB.test(verb) ||
    (act !== undefined &&
      (UNAMBIGUOUS_ACTS.has(act) || (alone && STANDALONE_CALL_ACTS.has(act) && !TEXT_FUNCTION_VERB.test(verb))))
  return acts ? { name, statement: statementForAct(verb, act, words), runs } : undefined
}

/** A job or a slot is one row less; tables and databases are what a drop is. */
function statementForAct(verb: string, act: VerbClass | undefined, words: readonly string[]): SqlStatementKind {
  if (verb === 'terminate' || act === undefined) return 'other'
  const whole = words.some((word) => /^(?:all|tables?|schemas?|databases?|everything)$/.test(word))
  if (act === 'destroy' && whole) return verb === 'truncate' ? 'truncate' : 'drop'
  return act === 'destroy' || act === 'remove' ? 'delete' : 'other'
}

/** Columns that hold what lets somebody in, or what is made of it. */
const SECRET_COLUMN =
  /^(?:\w*_)?(?:password|passwd|passphrase|rolpassword|password_?(?:hash|digest|encrypted)|encrypted_password|passwd_?hash|authentication_string|api_?keys?|secret(?:_?key)?|client_secret|private_?key|(?:access|refresh|auth|api|bearer|session)_?token|totp_?secret|otp_secret|mfa_secret)$/
/** Columns by which a server itself knows who may come in. */
const SERVER_ACCOUNT_COLUMN = /^(?:rolpassword|authentication_string|passwd)$/
/** Only how many, or whether there is one. */
const AGGREGATE_CALL = /\b(?:count|length|octet_length|char_length|exists|isnull|max|min|avg|sum)\s*\([^()]{0,200}\)/g

/** The secret columns that a query shows. `own`: accounts of the server itself. */
export interface ShownSecretColumn {
  readonly column: string
  readonly own: boolean
}

/** `select email, password_hash from users`: named in the list of what is shown, and not only asked about. */
export function findSecretColumn(code: string): ShownSecretColumn | undefined {
  for (const [, list = ''] of code.matchAll(/\bselect\s(?:distinct\s)?(.{1,2000}?)\sfrom\s/g)) {
    for (const item of list.replaceAll(AGGREGATE_CALL, ' ').split(',')) {
      if (/\bis\s+(?:not\s+)?null\b|[<>=]/.test(item)) continue
      const column = /^["`[]?(?:\w+["`\]]?\.["`[]?)*(\w+)["`\]]?(?:\s+(?:as\s+)?\w+)?$/.exec(item.trim())?.[1] ?? ''
      if (SECRET_COLUMN.test(column)) return { column, own: SERVER_ACCOUNT_COLUMN.test(column) }
    }
  }
  return undefined
}
