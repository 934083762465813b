import { programName } from './base-name.ts'
import { stageOf } from './stages.ts'
import { meaningOf, wordsOf } from './verbs.ts'
import type { Command } from './words.ts'

/** Verbs that make a thing which was not there; others do so only with a name of its own. */
const MAKES = /^(?:create|launch|new|clone|provision|fork|spawn|up|init|add)$/
const MAKES_NAMED = /^(?:run|start|boot|import|restore)$/
const NAME =
  /^(?:-n|-J|--(?:[a-z]+-)?name|--instance|--branch|--topic|--queue|--stream|--bucket|--table|--subscription|--index)$/
/** Options that say where the thing is. */
const WHERE =
  /^--(?:context|env|environment|profile|project|project-id|account|region|zone|host|server|endpoint|url|org|organization|tenant|namespace|remote|bootstrap-server|broker|brokers)$/
const PLAIN = /^[A-Za-z0-9][\w.-]{0,80}$/
/** A place of this machine, and no folder near its root. */
const PLACE = /^(?:\.{1,2}\/|~\/|[\w.-]+\/|\/[\w.-]+\/)[\w./-]*[\w-][\w./-]*$/
const ALL = /^(?:-A|-a|--all(?:-\w+)*|--everything)$/
const FIRST = 3
const MOST_WORDS = 40

/** A command as a deed on named things: what program, what verb, where, and on what. */
interface Deed {
  readonly program: string
  readonly verb: string
  readonly named: string | undefined
  /** Operands after the verb. */
  readonly operands: readonly string[]
  readonly where: string
  /** Something in it is not known, or means all there are. */
  readonly open: boolean
}

function deedOf({ name = '', args }: Command): Deed | undefined {
  if (args.length === 0 || args.length > MOST_WORDS) return undefined
  const operands: string[] = []
  const where: string[] = []
  let named: string | undefined
  let open = false
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined || args[at]?.glob) open = true
    if (text === undefined) continue
    if (!text.startsWith('-')) {
      operands.push(text)
      continue
    }
    if (ALL.test(text)) open = true
    const [, option = text, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
    const value = attached ?? args[at + 1]?.text
    if (!NAME.test(option) && !WHERE.test(option)) continue
    if (attached === undefined) at++
    if (NAME.test(option)) named = value
    else where.push(`${option}=${value ?? ''}`)
  }
  const whole = verbInName(programName(name))
  if (whole) return { ...whole, named, operands, where: where.sort().join(' '), open }
  const at = operands.slice(0, FIRST).findIndex((word) => wordsOf(word).some(isVerb))
  // `--create --topic x`: the verb may be an option.
  const asked =
    at < 0 ? args.map(({ text = '' }) => text).find((text) => /^--(?:create|delete)$/.test(text)) : undefined
  const program = name.replace(/^.*\//, '')
  if (asked !== undefined)
    return { program, verb: asked.slice(2), named, operands, where: where.sort().join(' '), open }
  if (at < 0) return undefined
  const verb = wordsOf(operands[at] ?? '').find(isVerb) ?? ''
  return {
    program,
    verb,
    named,
    operands: operands.slice(at + 1),
    where: where.sort().join(' '),
    open,
  }
}

/** `createdb x` and `dropdb x`, `sbatch --job-name=x` and `scancel --name=x`: programs of one kind, called after what each does. */
function verbInName(name: string): Pick<Deed, 'program' | 'verb'> | undefined {
  const [, first, kind = ''] = /^(create|drop)([a-z]{2,12})$/.exec(name) ?? []
  if (first !== undefined) return { program: kind, verb: first }
  const [, letter = '', last = ''] = /^([a-z])(batch|sub|cancel|del)$/.exec(name) ?? []
  if (letter === '') return undefined
  return { program: `${letter} jobs`, verb: last === 'batch' || last === 'sub' ? 'create' : 'delete' }
}

function isVerb(word: string): boolean {
  const act = meaningOf(word)?.act
  return MAKES.test(word) || MAKES_NAMED.test(word) || (act !== undefined && act !== 'read')
}

const keyOf = ({ program, where }: Deed, name: string): string => `made by ${program} ${where}: ${name}`

/** What a command makes under a name of its own, as the session remembers it: containers, machines, clusters, branches of data. */
export function thingsMade(command: Command): readonly string[] {
  const deed = deedOf(command)
  if (!deed || deed.open || stageOf(command) === 'production') return []
  const { verb, named, operands } = deed
  if (named !== undefined)
    return PLAIN.test(named) && (MAKES.test(verb) || MAKES_NAMED.test(verb)) ? [keyOf(deed, named)] : []
  const last = operands.at(-1)
  if (!MAKES.test(verb) || last === undefined || !(PLAIN.test(last) || PLACE.test(last))) return []
  return [keyOf(deed, last), keyOf(deed, operands.join(' '))]
}

/** Is everything that the command is done to something that this session made with the same program, in the same place? */
export function isOwnThing(command: Command, started: ReadonlySet<string>): boolean {
  const deed = started.size === 0 ? undefined : deedOf(command)
  if (!deed || deed.open || stageOf(command) === 'production') return false
  const has = (name: string) => started.has(keyOf(deed, name))
  if (deed.named !== undefined) return has(deed.named)
  const { operands } = deed
  return operands.length > 0 && (operands.every(has) || has(operands.join(' ')))
}
