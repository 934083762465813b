import { hostFacts } from '../facts/host.ts'
import { readPolicy } from '../integrations/policy.ts'
import type { PastStatement } from '../intent/statements/history.ts'
import { readsStatements } from '../judge/has-model.ts'
import { stateFolder } from '../state/state-folder.ts'
import { removeStatement } from '../state/statements.ts'
import { FREE_WORDS_NEED_MODEL, wordStatement } from '../wording/statement.ts'
import { auditUserCommand, confirmOrExplain, homeFrom, PLACE_OPTIONS, readArgs, refusesAgent } from './command-args.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { type LimitSession, latestSessionId, limitSessions } from './limit-sessions.ts'
import { wrapForStderr, wrapLines } from './line-wrapping.ts'
import { formatDateTime } from './time-arguments.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'
import { directoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate limits [--all] [--session ID] [--json]
       irongate limits remove <number> [--session ID]

Lists what you told your agents in your own words and what is in force now: limits ("no commits") and grants ("may push to feat/x").
Each has its number, how it was read, your sentence, when you said it, and how many calls it stopped. Sessions of the last two days
are shown, this project's latest first. remove ends one for good; run it in your own terminal. You can also lift a limit by telling
your agent so.

  --all          sessions of the last two weeks, and what is no longer in force
  --session ID   one session; the start of its id is enough
  --json         the same for programs

Examples:
  irongate limits
  irongate limits remove 2
  irongate limits remove 2 --session 5f0c
  irongate limits --all --json
`

const RECENT_MS = 2 * 24 * 60 * 60 * 1000

interface Place {
  readonly home: string
  readonly folder: string
  readonly project: string
  readonly latest: string | undefined
  readonly sessions: readonly LimitSession[]
}

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...PLACE_OPTIONS,
    all: { type: 'boolean', default: false },
    session: { type: 'string' },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [word, number, ...more] = positionals
  const isRemoval = word === 'remove'
  if ((word !== undefined && !isRemoval) || more.length > 0)
    throw new UsageError('it lists, or takes remove and a number, such as irongate limits remove 2.')
  if (isRemoval && refusesAgent(person, io, 'limits remove')) return EXIT.deny
  const home = homeFrom(values.home)
  const folder = stateFolder(home)
  const { projectRoot: project } = hostFacts({ cwd: directoryOr(home, values.cwd), home })
  const onDamage = (file: string) =>
    io.error(`irongate limits: ${showInvisible(file)} can't be read; run \`irongate doctor\`\n`)
  const sessions = await limitSessions(folder, Date.now(), onDamage)
  const latest = await latestSessionId(folder, project)
  const place = { home, folder, project, latest, sessions }
  if (isRemoval) return remove(place, { number, session: values.session }, { io, person })
  const { session, all, json } = values
  const shown = session === undefined ? shownSessions(place, all) : [sessionNamed(place, session)]
  const kept = shown.map((one) => ({ ...one, statements: one.statements.filter(({ ended }) => all || !ended) }))
  const withModel = readsStatements(readPolicy({ cwd: project, home }))
  if (json) io.out(`${JSON.stringify({ project, withModel, sessions: kept.map(sessionJson) })}\n`)
  else io.out(wrapLines(io, listText(kept, { place, all, io, isNamed: session !== undefined, withModel })))
  return 0
}

/** This project's latest session first; of the others those in which something is in force. */
function shownSessions({ sessions, latest }: Place, all: boolean): readonly LimitSession[] {
  const own = sessions.filter(({ id }) => id === latest)
  const since = all ? 0 : Date.now() - RECENT_MS
  const others = sessions.filter(
    ({ id, active, statements }) => id !== latest && active >= since && (all || statements.some(({ ended }) => !ended)),
  )
  return [...own, ...others]
}

function sessionNamed({ sessions }: Place, given: string): LimitSession {
  const found = sessions.filter(({ id }) => id.startsWith(given))
  const [one] = found.length > 1 ? found.filter(({ id }) => id === given) : found
  if (one !== undefined) return one
  throw new UsageError(
    found.length > 1
      ? `${found.length} sessions begin with ${JSON.stringify(given)}; give more of the id.`
      : `no limit was stated in a session ${JSON.stringify(given)}; \`irongate limits --all\` lists the sessions.`,
  )
}

interface ListContext {
  readonly place: Place
  readonly all: boolean
  readonly isNamed: boolean
  readonly withModel: boolean
  readonly io: Io
}

function listText(sessions: readonly LimitSession[], { place, io, isNamed, withModel }: ListContext): string {
  const full = sessions.filter(({ statements }) => statements.length > 0)
  const own = full.filter(({ id }) => isNamed || id === place.latest)
  const others = full.filter((one) => !own.includes(one))
  const where = isNamed ? 'in this session' : `in ${showInvisible(place.project)}`
  const none = own.length === 0 ? [`No limits in force ${where}.\n`] : []
  const heading = others.length > 0 ? [`\n${paint(io, 'bold', 'Other sessions')}\n`] : []
  const hint = own.length > 0 ? ['\nTo end one: irongate limits remove <number>\n'] : []
  return [
    ...none,
    ...own.map((one) => sessionText(one, io)),
    ...heading,
    ...others.map((one) => sessionText(one, io)),
    ...hint,
    ...(withModel ? [] : [`\n${FREE_WORDS_NEED_MODEL}\n`]),
  ].join('')
}

function sessionText(session: LimitSession, io: Io): string {
  const { id, project, host } = session
  const head = [project ?? 'no calls yet', host, `session ${id}`].filter((part) => part !== undefined).join(', ')
  const rows = session.statements.map((statement) => statementText(statement, session, io))
  return `${paint(io, 'dim', showInvisible(head))}\n${rows.join('')}`
}

function statementText(statement: PastStatement, session: LimitSession, io: Io): string {
  const { id, kind, sentence, saidAt } = statement
  const facts = [
    `said ${formatDateTime(saidAt)}`,
    useText(statement, session),
    checkText(statement),
    endText(statement),
  ]
  const reading = paint(io, 'bold', showInvisible(wordStatement(statement)))
  return [
    `${String(id).padStart(3)}  ${kind}  ${reading}\n`,
    `            "${showInvisible(sentence)}"\n`,
    `            ${paint(io, 'dim', facts.filter((fact) => fact !== '').join(', '))}\n`,
  ].join('')
}

function useText({ id, kind }: PastStatement, { uses }: LimitSession): string {
  const { stopped = 0, allowed = 0 } = uses.get(id) ?? {}
  const calls = (count: number) => `${count} call${count === 1 ? '' : 's'}`
  if (kind === 'grant') return allowed === 0 ? 'not used' : `allowed ${calls(allowed)}`
  return stopped === 0 ? 'stopped nothing' : `stopped ${calls(stopped)}`
}

/** What code couldn't check against the words holds less. */
function checkText({ unverified, kind }: PastStatement): string {
  if (!unverified) return ''
  return kind === 'grant' ? 'still asks: not clear from your words' : 'left to the judge: not clear from your words'
}

const ENDS = {
  lifted: 'lifted by you',
  removed: 'removed',
  'task-over': 'ended with its task',
  expired: 'ended with its day',
  reread: 'read again by the model',
} as const

function endText({ ended }: PastStatement): string {
  if (ended === undefined) return ''
  return `${ENDS[ended.how]}${ended.at === undefined ? '' : ` ${formatDateTime(ended.at)}`}`
}

function sessionJson({ id, project, host, statements, uses }: LimitSession) {
  return {
    id,
    ...(project !== undefined && { project }),
    ...(host !== undefined && { host }),
    statements: statements.map((statement) => {
      const { stopped = 0, allowed = 0, last } = uses.get(statement.id) ?? {}
      const { turn: _turn, ...told } = statement
      return { ...told, reading: wordStatement(statement), stopped, allowed, ...(last !== undefined && { last }) }
    }),
  }
}

interface Removal {
  readonly number: string | undefined
  readonly session: string | undefined
}

async function remove(
  place: Place,
  { number, session: given }: Removal,
  { io, person }: { readonly io: Io; readonly person: TypingPerson },
): Promise<number> {
  if (number === undefined || !/^\d{1,6}$/.test(number))
    throw new UsageError('give its number, such as irongate limits remove 2; `irongate limits` lists them.')
  const id = Number(number)
  const own = given === undefined ? place.sessions.find((one) => one.id === place.latest) : sessionNamed(place, given)
  const one = own?.statements.find((statement) => statement.id === id && !statement.ended)
  if (own === undefined || one === undefined) {
    io.error(wrapForStderr(io, `irongate limits: ${missingText(place, id, given !== undefined)}\n`))
    return EXIT.usage
  }
  const reading = wordStatement(one)
  const question = `Ends this ${one.kind} for the rest of the session:\n  ${reading}\n  "${one.sentence}"\nin ${own.project ?? 'a session without calls'}, session ${own.id}\n`
  if (!confirmOrExplain(person, wrapLines(io, showInvisible(question)), { io, command: 'limits remove' }))
    return EXIT.deny
  if (!removeStatement(place.folder, own.id, id)) {
    io.error(`irongate limits: ${one.kind} ${id} isn't in force any more.\n`)
    return EXIT.usage
  }
  const command = `limits remove ${id} --session ${own.id}`
  const message = `a person removed ${one.kind} ${id}: ${reading} ("${one.sentence}")`
  auditUserCommand({ home: place.home, cwd: own.project ?? place.project, command, message }, { io, command: 'limits' })
  io.out(wrapLines(io, `Removed ${one.kind} ${id}: ${showInvisible(reading)}.\n`))
  return 0
}

/** Numbers count in each session: another one may have it. */
function missingText({ sessions }: Place, id: number, isNamed: boolean): string {
  const there = isNamed
    ? []
    : sessions.filter(({ statements }) => statements.some((one) => one.id === id && !one.ended)).slice(0, 5)
  const hint = there.map((one) => `\n  irongate limits remove ${id} --session ${showInvisible(one.id)}`).join('')
  const where = isNamed ? 'that session' : "this project's latest session"
  return `no limit ${id} is in force in ${where}.${hint === '' ? ' `irongate limits` lists them.' : ` Did you mean:${hint}`}`
}
